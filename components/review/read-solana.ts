/** Shows what a Solana transaction does, instruction by instruction as it stands in its bytes. */
import type { Text } from '../../lib/i18n/text.ts';
import type { PayableRoute } from '../../lib/payments/payable-route.ts';
import { readSolanaPayment } from '../../lib/payments/solana/read-solana.ts';
import type { SolanaFacts } from '../../lib/payments/solana/solana-facts.ts';
import { assetView } from '../tokens/asset-view.ts';
import { fullAmount } from '../ui/format.ts';
import { orderLooks } from './order-looks.ts';
import { type FieldLook, signingOf } from './show-fields.ts';
import type { Signing } from './signing.ts';

type Looks = Readonly<Record<string, FieldLook>>;

const lockLooks = (t: Text, route: PayableRoute): Looks => ({
  program: { name: t('Lock in Garden’s program (initiate)') },
  amount: { name: t('Lock') },
  redeemer: {
    name: t('Who may take it'),
    note: t('only with the secret that is shown once {symbol} is paid to you', {
      symbol: assetView(route.buyAsset).symbol,
    }),
  },
  timelock: {
    name: t('If nobody does, it can come back after'),
    words: (value) =>
      value.kind === 'count' ? t('{n} slots', { n: fullAmount(value.value.toString(), t.tag) }) : undefined,
  },
});

/** By section, then by field. */
const sectionLooks = (t: Text, route: PayableRoute): Readonly<Record<string, Looks>> => ({
  signers: { signer: { name: t('Signed by'), shown: 'differing' } },
  transfer: { amount: { name: t('Send') }, recipient: { name: t('To') } },
  tokenTransfer: { amount: { name: t('Send') }, tokenAccount: { name: t('To the token account') } },
  vaultSwap: {
    ...orderLooks(t),
    program: { name: t('Hand over to Chainflip’s vault (swap program)') },
    amount: { name: t('Amount') },
    record: {
      name: t('Held for the swap’s record'),
      words: () => t('a little SOL for an account, which Solana takes as rent'),
      as: 'text',
    },
  },
  lock: lockLooks(t, route),
  opening: {
    owner: {
      name: t('Open a token account, if there is none, for'),
      note: t('Solana takes about {amount} as rent', { amount: '0.002 SOL' }),
    },
  },
  memo: { memo: { name: t('Memo'), words: ({ kind }) => (kind === 'none' ? t('no memo') : undefined) } },
  call: {
    program: {
      name: t('Calls a program that has nothing to do with this payment'),
      words: ({ kind }) => (kind === 'none' ? t('not called') : undefined),
    },
  },
  cost: { fee: { name: t('Network fee') } },
});

/** @throws {Error} unless all of it can be read. */
export function readSolana(t: Text, transaction: string, route: PayableRoute, facts: SolanaFacts): Signing {
  const looks = sectionLooks(t, route);
  return signingOf(t, readSolanaPayment(transaction, route, facts), {
    looks: ({ field }, { section }) => looks[section]?.[field],
    raw: transaction,
  });
}
