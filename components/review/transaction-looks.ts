/** Labels every field of the transactions of the Bitcoin family, Cosmos and Solana, by section and field. */
import { numberFormat } from '../../lib/i18n/formatters.ts';
import type { Text } from '../../lib/i18n/text.ts';
import type { FieldValue } from '../../lib/payments/payment-fields.ts';
import { OTHER_FIELD } from '../../lib/payments/thor-family/read-messages.ts';
import { tryAssetView } from '../tokens/asset-view.ts';
import { fullAmount } from '../ui/format.ts';
import type { FieldLook } from './field-look.ts';
import { formattedAmount } from './signing.ts';

type ValueText = NonNullable<FieldLook['valueText']>;

/** The text for a value that is absent, or should be. */
const orNone =
  (none: (t: Text) => string): ValueText =>
  (t, { kind }) =>
    kind === 'none' ? none(t) : undefined;

/** Tokens that no route names are shown by their mint. */
const tokenText: ValueText = (t, value) => {
  if (value.kind !== 'amount' || tryAssetView(value.asset)) return undefined;
  return formattedAmount(t, value.baseUnits, value.decimals, value.asset === '' ? t('an unknown token') : value.asset);
};

const memoText: ValueText = (t, { kind }) => {
  if (kind === 'none') return t('no memo');
  return kind === 'code' ? t('bytes that are no text') : undefined;
};

const rateText: ValueText = (t, value, { feeUnit = t('base units') }) => {
  if (value.kind !== 'code') return undefined;
  const rate = numberFormat(t.tag, { maximumFractionDigits: 1 }).format(Number(value.text));
  return t('about {rate} for each virtual byte', { rate: `${rate} ${feeUnit}` });
};

const slotText: ValueText = (t, value: FieldValue) =>
  value.kind === 'count' ? t('{n} slots', { n: fullAmount(value.value.toString(), t.tag) }) : undefined;

const PAYEES = {
  order: (t: Text) => t('Pays the address of this order'),
  channel: (t: Text) => t('Pays the deposit channel that was opened for this swap'),
  vault: (t: Text) => t('Pays the vault'),
};

const FEE: FieldLook = { name: (t) => t('Network fee'), valueText: orNone((t) => t('taken by the chain itself')) };
const MEMO: FieldLook = { name: (t) => t('Memo'), shown: 'wrong', valueText: memoText };

const OUTPUT: Readonly<Record<string, FieldLook>> = {
  payee: { name: (t, _row, { payee = 'vault' }) => PAYEES[payee](t), as: 'address' },
  amount: { name: (t) => t('Amount'), shown: 'beside' },
  payloadCarrier: { name: (t) => t('Swap instruction (OP_RETURN memo)') },
  memoCarrier: { name: (t) => t('Carries the memo below (OP_RETURN)') },
  memo: MEMO,
  change: { name: (t) => t('Returns the change to you') },
  stranger: { name: (t) => t('Pays somebody else'), as: 'address', valueText: orNone((t) => t('nobody else')) },
};

const COSMOS_MESSAGE: Readonly<Record<string, FieldLook>> = {
  type: { name: (t) => t('Message') },
  amount: { name: (t) => t('Amount') },
  from: { name: (t) => t('From') },
  vault: { name: (t) => t('To the vault') },
  signer: { name: (t) => t('Signed by') },
  memo: MEMO,
  [OTHER_FIELD]: { name: (_t, { field }) => field.slice(OTHER_FIELD.length) },
};

const ACCOUNT_OF_RECEIVER: FieldLook = {
  name: (t) => t('Pay it into the token account'),
  note: (t, { toChannel }) =>
    toChannel ? t('of the deposit channel that was opened for this swap') : t('of the recipient'),
};

const JUPITER_SWAP: Readonly<Record<string, FieldLook>> = {
  swap: { name: (t) => t('Jupiter is asked to'), valueText: orNone((t) => t('do something else')) },
  sold: { name: (t) => t('Sell') },
  minimumBuy: { name: (t) => t('Buy at least, or nothing happens') },
  recipient: {
    name: (t) => t('Pay it to'),
    note: (t, { toChannel }) => (toChannel ? t('of the deposit channel that was opened for this swap') : undefined),
  },
  tokenAccount: ACCOUNT_OF_RECEIVER,
  affiliateFee: { name: (t) => t('Fee of this site') },
  fee: { name: (t) => t('Network fee'), note: (t) => t('signature and priority') },
};

const SOLANA_LOCK: Readonly<Record<string, FieldLook>> = {
  program: { name: (t) => t('Lock in Garden’s program (initiate)') },
  amount: { name: (t) => t('Lock'), valueText: tokenText },
  redeemer: { name: (t) => t('Who may take it') },
  timelock: { name: (t) => t('If it is not claimed, it can be refunded after'), valueText: slotText },
};

const LOOKS: Readonly<Record<string, Readonly<Record<string, FieldLook>>>> = {
  output: OUTPUT,
  message: COSMOS_MESSAGE,
  cost: {
    fee: FEE,
    feeRate: { name: (t) => t('Network fee'), shown: 'beside', valueText: rateText },
    gas: { name: (t) => t('Gas') },
  },
  signers: { signer: { name: (t) => t('Signed by'), shown: 'wrong' } },
  solTransfer: { amount: { name: (t) => t('Send'), valueText: tokenText }, recipient: { name: (t) => t('To') } },
  tokenTransfer: {
    amount: { name: (t) => t('Send'), valueText: tokenText },
    tokenAccount: { name: (t) => t('To the token account') },
  },
  vaultSwap: {
    program: { name: (t) => t('Deposit to Chainflip’s vault (swap program)') },
    amount: { name: (t) => t('Amount'), valueText: tokenText },
    record: {
      name: (t) => t('Held for the swap’s record'),
      valueText: (t) => t('a little SOL for an account, which Solana takes as rent'),
    },
  },
  solanaLock: SOLANA_LOCK,
  jupiterSwap: JUPITER_SWAP,
  opening: {
    owner: {
      name: (t) => t('Open a token account, if there is none, for'),
      note: (t) => t('Solana takes about {amount} as rent', { amount: '0.002 SOL' }),
    },
  },
  memo: { memo: { name: (t) => t('Memo'), valueText: memoText } },
  call: {
    program: {
      name: (t) => t('Calls a program that has nothing to do with this payment'),
      valueText: orNone((t) => t('not called')),
    },
  },
};

/** Undefined for a field that is not shown; where it is wrong, its fault says so. */
export function transactionLook(section: string, field: string): FieldLook | undefined {
  const { [section]: looks } = LOOKS;
  const named = field.startsWith(OTHER_FIELD) ? OTHER_FIELD : field;
  return looks && Object.hasOwn(looks, named) ? looks[named] : undefined;
}
