/** Reads a payment on Asset Hub: what an extrinsic moved to the deposit address, by its `block-index` or its hash. */
import type { SubstrateClient, SubstrateExtrinsic } from '../../chain-clients/chain-clients.ts';
import { sameAddress } from '../../chains/address.ts';
import { CHAINS } from '../../chains/chains.ts';
import type { RouteDraft } from '../../domain/route.ts';
import { type Payment, soldOnChain } from '../payment.ts';
import type { Source, SourceQuestion, SourceReport } from './source-report.ts';

const NATIVE = 'native';

type Transfer = SubstrateExtrinsic['transfers'][number];
const assetOf = ({ assetId }: Transfer): string => assetId ?? NATIVE;

const largest = (transfers: readonly Transfer[]): Transfer | undefined =>
  transfers.reduce<Transfer | undefined>(
    (best, one) => (best && best.baseUnits >= one.baseUnits ? best : one),
    undefined,
  );

/**
 * Everything the address received of the sold asset, else what it received instead, else the account that received
 * most. Undefined when nothing can be read.
 */
function paymentOf({ transfers }: SubstrateExtrinsic, client: SubstrateClient, draft: RouteDraft): Payment | undefined {
  const address = draft.inboundAddress ?? draft.targetAddress;
  if (address === undefined) return undefined;
  const own = transfers.filter(({ to }) => sameAddress(client.chain, to, address));
  const sold = soldOnChain(draft);
  const wanted = own.filter((transfer) => assetOf(transfer) === sold);
  if (wanted.length > 0)
    return { to: address, asset: sold, baseUnits: wanted.reduce((sum, { baseUnits }) => sum + baseUnits, 0n) };
  const other = largest(own);
  if (other) return { to: address, asset: assetOf(other) };
  const elsewhere = largest(transfers);
  return elsewhere && { to: elsewhere.to };
}

/** An extrinsic counts only once its block is final: until then another block may take that number. */
async function find(client: SubstrateClient, hash: string, signal: AbortSignal) {
  if (!hash.startsWith('0x')) return { extrinsic: await client.extrinsic(hash, { signal }) };
  const found = await client.find(hash, { signal });
  if (!found) return { extrinsic: undefined };
  return found.id === undefined ? { waits: true } : { extrinsic: await client.extrinsic(found.id, { signal }) };
}

const confirmationsIn = ({ finalized }: SubstrateExtrinsic, required: number): number => (finalized ? required : 0);

async function look(
  client: SubstrateClient,
  { draft, hash, signal }: SourceQuestion,
): Promise<SourceReport | undefined> {
  const { chain } = client;
  const required = CHAINS[chain].confirmations;
  const { extrinsic, waits } = await find(client, hash, signal);
  if (waits) return { tx: { hash, chain, confirmations: 0, requiredConfirmations: required }, final: false };
  if (!extrinsic) return undefined;
  const payment = paymentOf(extrinsic, client, draft);
  const { finalized, failed, blockNumber, blockTime } = extrinsic;
  return {
    ...(payment ? { payment } : {}),
    tx: {
      hash,
      chain,
      confirmations: confirmationsIn(extrinsic, required),
      requiredConfirmations: required,
      blockNumber,
      ...(payment?.baseUnits === undefined ? {} : { amount: { ...draft.sell, baseUnits: payment.baseUnits } }),
      ...(payment?.to === undefined ? {} : { address: payment.to }),
    },
    final: finalized && failed === undefined,
    ...(finalized && failed !== undefined ? { failed: `The transaction failed: ${failed}.` } : {}),
    ...(blockTime === undefined ? {} : { at: blockTime * 1000 }),
    recipients: extrinsic.transfers.map(({ to }) => to),
  };
}

export const createSubstrateSource = (client: SubstrateClient): Source => ({
  look: (question) => look(client, question),
  // A signed extrinsic counts once, by its sender's nonce; a node cannot look up the one that replaced it.
  replacementOf: async () => undefined,
  async confirmationsOf(hash, signal) {
    const { extrinsic, waits } = await find(client, hash, signal);
    if (waits) return { confirmations: 0 };
    if (!extrinsic || extrinsic.failed !== undefined) return undefined;
    const confirmations = confirmationsIn(extrinsic, CHAINS[client.chain].confirmations);
    return { confirmations, blockNumber: extrinsic.blockNumber };
  },
});
