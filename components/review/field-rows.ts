/** Words the rows of a payment's reading in the reader's language; the reading itself decides what differs. */

import { CHAINS } from '../../lib/chains/chains.ts';
import { checksumAddress } from '../../lib/domain/asset.ts';
import { dateTimeFormat } from '../../lib/i18n/formatters.ts';
import type { Text } from '../../lib/i18n/text.ts';
import {
  type FieldValue,
  firstFault,
  type PaymentField,
  type PaymentSection,
} from '../../lib/payments/payment-fields.ts';
import { assetView } from '../tokens/asset-view.ts';
import { duration, fullAmount, percent } from '../ui/format.ts';
import type { FieldContext, FieldLook, Say } from './field-look.ts';
import { formattedAmount, Reader, type Signing, type SignRow } from './signing.ts';
import { transactionLook } from './transaction-looks.ts';

const call =
  (contract: (t: Text) => string): Say =>
  (t, _row, { isLater }) =>
    isLater ? t('Then, call {contract}', { contract: contract(t) }) : t('Call {contract}', { contract: contract(t) });

const isZero = ({ actual }: PaymentField): boolean => actual.kind === 'amount' && actual.baseUnits === 0n;

function allowanceName(t: Text, row: PaymentField, { isFirst }: FieldContext): string {
  if (isZero(row)) return isFirst ? t('First, revoke an old allowance') : t('Then, revoke an old allowance');
  return isFirst ? t('First, allow') : t('Then, allow');
}

const LOCK: Readonly<Record<string, Say>> = {
  amount: (t) => t('Lock'),
  redeemer: (t) => t('Who may take it'),
  timelock: (t) => t('If it is not claimed, it can be refunded after'),
  secretHash: (t) => t('Hash of the secret'),
};

/** Labels by section and field. A field without a label is not shown; where it is wrong, its fault says so. */
const NAMES: Readonly<Record<string, Readonly<Record<string, Say>>>> = {
  approval: {
    function: (t) => t('It is asked to'),
    allowance: allowanceName,
    spender: (t) => t('Who may take it (spender)'),
    token: (t) => t('Token'),
  },
  deposit: {
    contract: call((t) => t('the router')),
    function: (t) => t('It is asked to'),
    amount: (t) => t('Amount'),
    vault: (t) => t('Receiving vault'),
    memo: (t) => t('Memo'),
    expiration: (t) => t('Refused after'),
    value: (t) => t('Coins sent along'),
  },
  routerSwap: {
    contract: call((t) => t('the router of 1inch')),
    function: (t) => t('It is asked to'),
    sellAmount: (t) => t('Sell'),
    minimumBuy: (t) => t('Buy at least, or nothing happens'),
    recipient: (t) => t('Pay it to'),
    sender: (t) => t('Pay it to'),
    executor: (t) => t('Swapped by'),
    uniswapV2Pool: (t) => t('Through the pool ({kind})', { kind: 'Uniswap V2' }),
    uniswapV3Pool: (t) => t('Through the pool ({kind})', { kind: 'Uniswap V3' }),
    curvePool: (t) => t('Through the pool ({kind})', { kind: 'Curve' }),
    value: (t) => t('Coins sent along'),
  },
  lock: {
    ...LOCK,
    contract: call((t) => t('Garden’s lock')),
    function: (t) => t('It is asked to'),
    value: (t) => t('Coins sent along'),
  },
  lockMessage: {
    ...LOCK,
    contract: (t, _row, { isLater }) =>
      isLater ? t('Then, sign a message for Garden’s lock') : t('Sign a message for Garden’s lock'),
    message: (t) => t('The message'),
    network: (t) => t('Valid on'),
  },
  vaultSwap: {
    contract: call((t) => t('the vault of Chainflip')),
    function: (t) => t('It is asked to'),
    buyAsset: (t) => t('Buy'),
    recipient: (t) => t('Pay it to'),
    minimumBuy: (t) => t('Minimum before payout fee'),
    retryDuration: (t) => t('Try again, then refund'),
    refundAddress: (t) => t('Refund to'),
    chunks: (t) => t('In parts'),
    boostFee: (t) => t('Boost, at most'),
    affiliateFee: (t) => t('Fee of this site'),
    value: (t) => t('Coins sent along'),
  },
  transfer: {
    contract: call((t) => t('the token')),
    amount: (t) => t('Send'),
    recipient: (t) => t('To the deposit address that was opened for this swap'),
    data: (t) => t('It is asked to'),
    value: (t) => t('Coins sent along'),
  },
};

/** The review shows the memo separately, and a transfer is right where it has no extra bytes. */
const SHOWN_WHERE_WRONG: ReadonlySet<string> = new Set(['deposit.memo', 'transfer.data']);

/** What the function of a call does. */
function functionText(t: Text, section: string, name: string): string {
  if (section === 'approval') return t('give an allowance');
  if (section === 'deposit') return t('deposit ({function})', { function: name });
  if (section === 'lock') return t('lock ({function})', { function: name });
  return name === 'swap' ? t('swap') : t('swap ({function})', { function: name });
}

function amountText(t: Text, field: string, { asset, baseUnits, decimals }: Extract<FieldValue, { kind: 'amount' }>) {
  const { chain, symbol } = assetView(asset);
  const { native } = CHAINS[chain];
  if (field === 'value') return formattedAmount(t, baseUnits, decimals, native.shownSymbol ?? native.symbol);
  if (field !== 'allowance') return formattedAmount(t, baseUnits, decimals, symbol);
  return baseUnits === 0n
    ? t('to zero')
    : t('{amount}, no more', { amount: formattedAmount(t, baseUnits, decimals, symbol) });
}

const spelled = (address: string): string => (/^0x[0-9a-f]{40}$/i.test(address) ? checksumAddress(address) : address);

function nothing(t: Text, field: string): string {
  if (field === 'memo') return t('no memo');
  return field === 'buyAsset' ? t('an asset that is not known') : '—';
}

function assetText(t: Text, asset: string): string {
  const { symbol, chainName } = assetView(asset);
  return t('{asset} on {chain}', { asset: symbol, chain: chainName });
}

function durationText(t: Text, { seconds, blocks }: Extract<FieldValue, { kind: 'duration' }>): string {
  const time = duration(seconds, t.tag);
  return blocks === undefined
    ? time
    : t('{blocks} blocks, about {time}', { blocks: fullAmount(blocks.toString(), t.tag), time });
}

const timeText = (t: Text, atSeconds: bigint): string =>
  dateTimeFormat(t.tag, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(Number(atSeconds) * 1000));

function valueText(t: Text, section: string, field: string, value: FieldValue): string {
  switch (value.kind) {
    case 'amount':
      return amountText(t, field, value);
    case 'address':
      return spelled(value.address);
    case 'asset':
      return assetText(t, value.asset);
    case 'memo':
    case 'code':
      return value.text;
    case 'function':
      return functionText(t, section, value.name);
    case 'time':
      return timeText(t, value.atSeconds);
    case 'duration':
      return durationText(t, value);
    case 'share':
      return percent(value.bps / 100, t.tag, { digits: 3 });
    case 'count':
      return fullAmount(value.value.toString(), t.tag);
    case 'network':
      return t('network number {n}', { n: value.networkId });
    case 'none':
      return nothing(t, field);
  }
}

function noteOf(t: Text, field: string, { toChannel, buyAsset }: FieldContext): string | undefined {
  if (field === 'sender') return t('you, who send it');
  if (field === 'recipient' && toChannel) return t('the deposit channel that was opened for this swap');
  if (field !== 'redeemer') return undefined;
  const { symbol } = assetView(buyAsset);
  return t('only with the secret that is shown once {symbol} is paid to you', { symbol });
}

type Shown = { name: string; value: string; note: string | undefined; as?: SignRow['as'] | undefined };

const rowOf = (t: Text, { actual }: PaymentField, { name, value, note, as }: Shown): SignRow => {
  if (actual.kind === 'network') {
    const { name: chain } = CHAINS[actual.chain];
    return { name, value: t('{chain} only', { chain }), note: value };
  }
  return { name, value, ...(as ? { as } : {}), ...(note === undefined ? {} : { note }) };
};

/** The text of a value without a text of its own. */
function valueAs(field: string, { kind }: FieldValue): SignRow['as'] {
  if (kind === 'address') return 'address';
  return kind === 'memo' || (kind === 'code' && field !== 'message') ? 'code' : undefined;
}

function lookOf(section: string, field: string): FieldLook | undefined {
  const name = NAMES[section]?.[field];
  const shown = SHOWN_WHERE_WRONG.has(`${section}.${field}`) ? ('wrong' as const) : undefined;
  return transactionLook(section, field) ?? (name && { name, ...(shown ? { shown } : {}) });
}

/** The rows that a section shows, and each point in which it differs from the review. */
export function readFields(t: Text, { section, fields }: PaymentSection, context: FieldContext): Reader {
  const reader = new Reader();
  for (const one of fields) {
    const { field, actual, expected, fault } = one;
    const look = lookOf(section, field);
    if (!look || (!fault && look.shown === 'wrong')) continue;
    const textOf = (value: FieldValue) => look.valueText?.(t, value, context) ?? valueText(t, section, field, value);
    const note = look.note ? look.note(t, context) : noteOf(t, field, context);
    const as = look.as ?? (look.valueText?.(t, actual, context) === undefined ? valueAs(field, actual) : undefined);
    const row = rowOf(t, one, { name: look.name(t, one, context), value: textOf(actual), note, as });
    const reviewed = fault && expected && textOf(expected);
    reader.held(row, reviewed === row.value ? undefined : reviewed, look.shown === 'beside');
  }
  return reader;
}

/**
 * The reading of one transaction.
 * @param raw as it goes to the wallet. @throws {Error} where the reading cannot say what the transaction would do, so
 * that nothing can be shown.
 */
export function signingOf(
  t: Text,
  sections: readonly PaymentSection[],
  { context, title, raw }: { context: FieldContext; title?: (section: string) => string | undefined; raw: string },
): Signing {
  const fault = firstFault(sections);
  if (sections.some(({ fields }) => fields.some((row) => row.fault?.code === 'unreadable')))
    throw new Error(fault?.message);
  const readers = sections.map((one) => ({ title: title?.(one.section), reader: readFields(t, one, context) }));
  return {
    sections: readers.filter(({ reader }) => reader.rows.length > 0).map((one) => one.reader.section(one.title)),
    differences: readers.flatMap(({ reader }) => reader.differences),
    ...(fault === undefined ? {} : { fault: fault.message }),
    raw: [{ name: t('Transaction'), text: raw }],
  };
}
