/** What a Bitcoin-family transaction pays, output by output, read from its bytes and held against the review. */

import { sameAddress } from '../../lib/chains/address.ts';
import type { NetworkName } from '../../lib/chains/chain.ts';
import { CHAINS } from '../../lib/chains/chains.ts';
import { fromBaseUnits, toBaseUnits } from '../../lib/domain/amount.ts';
import { assetOf } from '../../lib/domain/asset.ts';
import type { Text } from '../../lib/i18n/text.ts';
import { decodeBtcPayload } from '../../lib/payments/chainflip/btc-payload.ts';
import { orderOfPayload } from '../../lib/payments/chainflip/vault-order.ts';
import type { PayableRoute } from '../../lib/payments/payable-route.ts';
import { isPlainTransfer } from '../../lib/payments/payable-route.ts';
import { checkPsbt } from '../../lib/wallet/utxo/check-utxo.ts';
import { fullAmount } from '../ui/format.ts';
import { type PsbtSummary, readPsbt } from './psbt-outputs.ts';
import { readVaultOrder } from './read-order.ts';
import { faultOf, Reader, type Signing } from './signing.ts';

const utf8 = (bytes: Uint8Array): string | undefined => {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
};

type Context = { route: PayableRoute; network: NetworkName; summary: PsbtSummary };

/** Words for the first output; what it stands for depends on the route. */
function payeeWords(t: Text, route: PayableRoute): string {
  // The channel of a first leg has a number as well, and is no order.
  if (route.meta.orderId !== undefined && !route.meta.bridge) return t('Pays the address of this order');
  if (route.meta.bridge || isPlainTransfer(route)) return t('Pays the deposit channel that was opened for this swap');
  return t('Pays the vault');
}

function readOutputs(t: Text, reader: Reader, { route, summary }: Context): void {
  const { chain } = assetOf(route.sellAsset);
  const { native } = CHAINS[chain];
  const coins = (units: bigint) => `${fullAmount(fromBaseUnits(units, native.decimals), t.tag)} ${native.symbol}`;
  const inbound = route.inboundAddress ?? route.targetAddress ?? '';
  const sold = toBaseUnits(route.sellAmount, native.decimals, 'exact');
  summary.outputs.forEach((output, index) => {
    if (output.kind === 'memo') {
      reader.row({
        name:
          route.memo === undefined
            ? t('Says what the network is to do (OP_RETURN)')
            : t('Carries the memo below (OP_RETURN)'),
        value: coins(0n),
      });
      const text = utf8(output.bytes);
      if (route.memo !== undefined && text !== route.memo)
        reader.differences.push({ name: t('Memo'), reviewed: route.memo, signed: text ?? t('bytes that are no text') });
      return;
    }
    const to = output.kind === 'pays' ? output.address : output.script;
    const note = coins(output.baseUnits);
    if (index === 0) {
      reader.held(
        { name: payeeWords(t, route), value: to, as: 'address', note },
        sameAddress(chain, to, inbound) ? undefined : inbound,
      );
      if (sold !== undefined && output.baseUnits !== sold)
        reader.differences.push({ name: t('Amount'), reviewed: coins(sold), signed: note });
      return;
    }
    const own = sameAddress(chain, to, route.sourceAddress);
    reader.held(
      { name: own ? t('Returns the change to you') : t('Pays somebody else'), value: to, as: 'address', note },
      own ? undefined : t('nobody else'),
    );
  });
  if (summary.feeBaseUnits !== undefined)
    reader.row({
      name: t('Network fee'),
      value: coins(summary.feeBaseUnits),
      ...(summary.feePerVbyte === undefined
        ? {}
        : {
            note: t('about {rate} for each virtual byte', {
              rate: `${new Intl.NumberFormat(t.tag, { maximumFractionDigits: 1 }).format(summary.feePerVbyte)} ${chain === 'BTC' ? 'sat' : t('base units')}`,
            }),
          }),
    });
}

/** @throws {Error} when the text is no PSBT, or says what cannot be read. */
export async function readPsbtSigning(
  t: Text,
  psbt: string,
  route: PayableRoute,
  network: NetworkName,
): Promise<Signing> {
  const { chain } = assetOf(route.sellAsset);
  const summary = await readPsbt(psbt, chain, network);
  const reader = new Reader();
  readOutputs(t, reader, { route, network, summary });
  const payload = summary.outputs.find((output) => output.kind === 'memo');
  if (route.memo !== undefined && !payload)
    reader.differences.push({ name: t('Memo'), reviewed: route.memo, signed: t('no memo') });
  const order =
    payload && route.memo === undefined
      ? readVaultOrder(t, orderOfPayload(decodeBtcPayload(payload.bytes)), route)
      : undefined;
  const fault = faultOf(() => checkPsbt(psbt, route, network));
  return {
    sections: [reader.section(), ...(order ? [order.section(t('What Chainflip is told to do'))] : [])],
    differences: [...reader.differences, ...(order?.differences ?? [])],
    ...(fault === undefined ? {} : { fault }),
    raw: [{ name: t('Transaction'), text: psbt }],
  };
}
