/** Shows what a Bitcoin-family transaction pays, output by output. */
import type { NetworkName } from '../../lib/chains/chain.ts';
import { assetOf } from '../../lib/domain/asset.ts';
import type { Text } from '../../lib/i18n/text.ts';
import { isPlainTransfer, type PayableRoute } from '../../lib/payments/payable-route.ts';
import type { FieldValue } from '../../lib/payments/payment-fields.ts';
import { readPsbtPayment } from '../../lib/payments/utxo/read-utxo.ts';
import { orderLooks } from './order-looks.ts';
import { type FieldLook, signingOf } from './show-fields.ts';
import type { Signing } from './signing.ts';

/** Words for the first output; what it stands for depends on the route. */
function payeeWords(t: Text, route: PayableRoute): string {
  // The channel of a first leg has a number as well, and is no order.
  if (route.meta.orderId !== undefined && !route.meta.bridge) return t('Pays the address of this order');
  if (route.meta.bridge || isPlainTransfer(route)) return t('Pays the deposit channel that was opened for this swap');
  return t('Pays the vault');
}

function memoWords(t: Text, { kind }: FieldValue): string | undefined {
  if (kind === 'none') return t('no memo');
  return kind === 'code' ? t('bytes that are no text') : undefined;
}

function rateWords(t: Text, value: FieldValue, unit: string): string | undefined {
  if (value.kind !== 'code') return undefined;
  const rate = new Intl.NumberFormat(t.tag, { maximumFractionDigits: 1 }).format(Number(value.text));
  return t('about {rate} for each virtual byte', { rate: `${rate} ${unit}` });
}

/** @throws {Error} when the text is no PSBT, or says what cannot be read. */
export function readPsbtSigning(t: Text, psbt: string, route: PayableRoute, network: NetworkName): Signing {
  const { chain } = assetOf(route.sellAsset);
  const looks: Readonly<Record<string, FieldLook>> = {
    payee: { name: payeeWords(t, route), as: 'address' },
    amount: { name: t('Amount'), shown: 'beside' },
    carrier: {
      name:
        route.memo === undefined
          ? t('Says what the network is to do (OP_RETURN)')
          : t('Carries the memo below (OP_RETURN)'),
    },
    memo: { name: t('Memo'), shown: 'differing', words: (value) => memoWords(t, value) },
    change: { name: t('Returns the change to you') },
    stranger: {
      name: t('Pays somebody else'),
      as: 'address',
      words: ({ kind }) => (kind === 'none' ? t('nobody else') : undefined),
    },
    fee: { name: t('Network fee') },
    feeRate: {
      name: t('Network fee'),
      shown: 'beside',
      words: (value) => rateWords(t, value, chain === 'BTC' ? 'sat' : t('base units')),
    },
  };
  const order: Readonly<Record<string, FieldLook>> = orderLooks(t);
  return signingOf(t, readPsbtPayment(psbt, route, network), {
    looks: (field, { section }) => (section === 'order' ? order : looks)[field.field],
    title: (section) => (section === 'order' ? t('What Chainflip is told to do') : undefined),
    raw: psbt,
  });
}
