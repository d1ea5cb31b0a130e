/** Prepares what a cold wallet signs, and imports what it signed. The libraries are loaded only when needed. */
import { createGatewayClient } from '../../../lib/api/gateway.ts';
import type { NetworkName } from '../../../lib/chains/chain.ts';
import { assetOf } from '../../../lib/domain/asset.ts';
import type { PayableRoute } from '../../../lib/payments/payable-route.ts';
import { assertAsked } from '../../../lib/wallet/assert-asked.ts';
import type { ColdStep } from '../../../lib/wallet/export/evm-plan.ts';
import type { SignedPayment } from '../../../lib/wallet/export/import-error.ts';
import type { ExportedPsbt } from '../../../lib/wallet/export/utxo-export.ts';
import type { SignDoc } from '../../../lib/wallet/wallet-kinds.ts';
import type { Asked } from '../../../lib/wallet/wallet-types.ts';
import type { ColdKind } from './cold-kind.ts';

/** A format in which it can be exported. `name` is the term that wallets use. */
export type Carried = { name: 'psbt' | 'json' | 'rlp' | 'uri' | 'amino'; text: string };
export type ColdFile = { name: string; bytes: Uint8Array<ArrayBuffer>; type: string };

export type ColdExport = {
  kind: ColdKind;
  /** Which EVM transaction is signed now, of perhaps several. */
  step?: ColdStep;
  forms: readonly Carried[];
  file: ColdFile;
  /** The whole text for a QR code, where a camera can still read one of that size. */
  qr?: string;
  /** @throws {ImportError} */
  take(given: string): Promise<SignedPayment>;
};

/** Longer texts make modules too small for the camera of a hand-held signer. */
const LONGEST_QR = 900;

const fits = (text: string | undefined): string | undefined =>
  text !== undefined && text.length <= LONGEST_QR ? text : undefined;

const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

async function psbtExport(route: PayableRoute, network: NetworkName): Promise<ColdExport> {
  const { exportPsbt, importSignedPsbt } = await import('../../../lib/wallet/export/utxo-export.ts');
  const { base64, bytes }: ExportedPsbt = exportPsbt(route, network);
  const qr = fits(base64);
  return {
    kind: 'psbt',
    forms: [{ name: 'psbt', text: base64 }],
    file: { name: 'portage.psbt', bytes: Uint8Array.from(bytes), type: 'application/octet-stream' },
    ...(qr === undefined ? {} : { qr }),
    take: async (given) => importSignedPsbt(base64, given),
  };
}

async function evmExport(route: PayableRoute, network: NetworkName): Promise<ColdExport> {
  const [{ nextColdStep }, { evmReader }, { importSignedEvm, paymentUri, unsignedJson, unsignedRlp }] =
    await Promise.all([
      import('../../../lib/wallet/export/evm-plan.ts'),
      import('../../../lib/wallet/export/evm-reads.ts'),
      import('../../../lib/wallet/export/evm-export.ts'),
    ]);
  const { chain } = assetOf(route.sellAsset);
  const reader = evmReader(chain, location.origin);
  const gateway = createGatewayClient({ baseUrl: '' });
  const at = { network, nowSeconds: Math.floor(Date.now() / 1000) };
  const step = await nextColdStep({ reader, gateway }, route, at);
  const { tx } = step;
  const [json, uri] = [unsignedJson(tx), paymentUri(tx)];
  const qr = fits(uri);
  return {
    kind: 'evm',
    step,
    forms: [
      { name: 'json', text: json },
      { name: 'rlp', text: unsignedRlp(tx) },
      ...(uri === undefined ? [] : [{ name: 'uri' as const, text: uri }]),
    ],
    file: { name: 'portage-transaction.json', bytes: bytesOf(json), type: 'application/json' },
    ...(qr === undefined ? {} : { qr }),
    take: (given) => importSignedEvm(tx, given),
  };
}

async function cosmosExport(route: PayableRoute, network: NetworkName): Promise<ColdExport> {
  const { exportSignDoc, importSignedDoc, signBytesText } = await import('../../../lib/wallet/export/cosmos-export.ts');
  const doc: SignDoc = await exportSignDoc(route, network, createGatewayClient({ baseUrl: '' }));
  const text = signBytesText(doc);
  const qr = fits(text);
  return {
    kind: 'cosmos',
    forms: [{ name: 'amino', text }],
    file: { name: 'portage-document.json', bytes: bytesOf(text), type: 'application/json' },
    ...(qr === undefined ? {} : { qr }),
    take: async (given) => importSignedDoc(doc, given, route),
  };
}

const EXPORTS = { psbt: psbtExport, evm: evmExport, cosmos: cosmosExport } as const;

/** @param asked the user's request. @throws {PaymentError} nothing was sent. */
export async function coldExport(
  kind: ColdKind,
  asked: Asked,
  route: PayableRoute,
  network: NetworkName,
): Promise<ColdExport> {
  assertAsked(asked, route, { network, nowMs: Date.now() });
  return EXPORTS[kind](route, network);
}

/** The content of a file as text to import. */
export async function signedText(kind: ColdKind, file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (kind !== 'psbt') return new TextDecoder().decode(bytes).trim();
  return (await import('../../../lib/wallet/export/utxo-export.ts')).psbtText(bytes);
}
