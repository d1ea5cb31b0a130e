/**
 * Reads the signed messages of a Cosmos payment: one transfer with a memo to the vault, or one native deposit into
 * THORChain or Maya. Each field is compared with the route's.
 */
import { z } from 'zod';
import { messageTxSchema } from '../../api/schemas/route.ts';
import { sameAddress } from '../../chains/address.ts';
import { CHAINS, chainOf } from '../../chains/chains.ts';
import { toBaseUnits } from '../../domain/amount.ts';
import { assetOf, parseAsset } from '../../domain/asset.ts';
import type { ChainId } from '../../domain/chain-id.ts';
import type { PayableRoute } from '../payable-route.ts';
import {
  addressValue,
  type FieldValue,
  heldField,
  mismatch,
  type PaymentField,
  type PaymentSection,
  unreadable,
} from '../payment-fields.ts';

/** Without leading zeros, as chains write amounts: the comparison is by number, but the text is signed. */
const digits = z.string().regex(/^(0|[1-9]\d*)$/);
type Coin = { denom: string; amount: bigint };
type Message = z.infer<typeof messageTxSchema>['msgs'][number];

/** Amino names that may be signed; every other message is refused. */
const SEND = new Set(['cosmos-sdk/MsgSend', 'thorchain/MsgSend', 'mayachain/MsgSend']);
const DEPOSIT: Record<string, string> = { THOR: 'thorchain/MsgDeposit', MAYA: 'mayachain/MsgDeposit' };

/** Highest reasonable fee in the chain's own coin, in base units: some hundred times the cost of a payment. */
const MAX_FEE: Record<string, bigint> = { GAIA: 1_000_000n, THOR: 200_000_000n, MAYA: 100_000_000_000n };

const bankCoins = z.array(z.object({ denom: z.string(), amount: digits }));
const depositCoins = z.array(
  z.object({ asset: z.string(), amount: digits }).transform(({ asset, amount }) => ({ denom: asset, amount })),
);

/** Undefined when unreadable. */
const coinsOf = (value: unknown, schema: typeof bankCoins | typeof depositCoins): Coin[] | undefined =>
  schema.safeParse(value).data?.map(({ denom, amount }) => ({ denom, amount: BigInt(amount) }));

/** The route's spelling of a chain's coin; undefined for coins that are not the chain's own. */
function assetNamed(denom: string, chain: ChainId): string | undefined {
  const { native, denom: own, otherDenoms = {} } = CHAINS[chain];
  if (denom === own) return `${chain}.${native.symbol}`;
  const symbol = Object.entries(otherDenoms).find(([, name]) => name === denom)?.[0];
  if (symbol !== undefined) return `${chain}.${symbol}`;
  return denom.includes('.') && parseAsset(denom).ok ? denom : undefined;
}

/** MAYA, the token beside CACAO, has four decimals; all others have those of the chain's coin. */
const decimalsOf = (asset: string, chain: ChainId): number =>
  asset.toUpperCase() === 'MAYA.MAYA' ? 4 : chainOf(chain).native.decimals;

function coinValue({ denom, amount }: Coin, chain: ChainId): FieldValue {
  const asset = assetNamed(denom, chain);
  return asset === undefined
    ? { kind: 'code', text: `${amount} ${denom}` }
    : { kind: 'amount', asset, baseUnits: amount, decimals: decimalsOf(asset, chain) };
}

/** @param isSold whether a coin of this name is the sold asset. */
function amountFields(
  coins: readonly Coin[] | undefined,
  route: PayableRoute,
  { isSold, what }: { isSold: (denom: string) => boolean; what: string },
): PaymentField[] {
  const { chain } = assetOf(route.sellAsset);
  const decimals = decimalsOf(route.sellAsset, chain);
  const baseUnits = toBaseUnits(route.sellAmount, decimals, 'exact');
  if (baseUnits === undefined)
    return [{ field: 'amount', actual: { kind: 'none' }, fault: unreadable('The amount cannot be read.') }];
  const sold = (units: bigint): FieldValue => ({ kind: 'amount', asset: route.sellAsset, baseUnits: units, decimals });
  const [coin, ...others] = coins ?? [];
  if (!coin) return [heldField('amount', { kind: 'none' }, sold(baseUnits), { agrees: false, what })];
  const actual = isSold(coin.denom) ? sold(coin.amount) : coinValue(coin, chain);
  const agrees = isSold(coin.denom) && coin.amount === baseUnits;
  return [
    heldField('amount', actual, sold(baseUnits), { agrees, what }),
    ...others.map((other) => ({ field: 'amount', actual: coinValue(other, chain), fault: mismatch(what) })),
  ];
}

const memoValue = (memo: unknown): FieldValue =>
  typeof memo === 'string' && memo !== '' ? { kind: 'memo', text: memo } : { kind: 'none' };

/** A route without a memo is not paid by a message. */
function memoField(actual: unknown, { memo }: PayableRoute): PaymentField {
  const what = { agrees: Boolean(memo) && actual === memo, what: 'The memo is not that of the route.' };
  return heldField('memo', memoValue(actual), memoValue(memo), what);
}

function addressField(
  field: 'from' | 'vault' | 'signer',
  value: unknown,
  route: PayableRoute,
  what: string,
): PaymentField {
  const { chain } = assetOf(route.sellAsset);
  const expected = field === 'vault' ? route.inboundAddress : route.sourceAddress;
  const said = typeof value === 'string' ? value : '';
  const agrees =
    Boolean(expected) && (field === 'vault' ? sameAddress(chain, said, expected ?? '') : said === expected);
  return heldField(field, addressValue(chain, said), addressValue(chain, expected), { agrees, what });
}

/** Prefix of the fields that a message has beside the compared ones; its own name for the field follows. */
export const OTHER_FIELD = 'other ';

const otherFields = (value: Message['value'], known: readonly string[]): PaymentField[] =>
  Object.entries(value)
    .filter(([key]) => !known.includes(key))
    .map(([name, other]) => ({
      field: `${OTHER_FIELD}${name}`,
      actual: { kind: 'code', text: typeof other === 'string' ? other : JSON.stringify(other) },
      fault: mismatch('The message says more than a payment does.'),
    }));

function depositFields({ value }: Message, outer: string | undefined, route: PayableRoute): PaymentField[] {
  const isSold = (denom: string) => denom.toUpperCase() === route.sellAsset.toUpperCase();
  return [
    ...amountFields(coinsOf(value.coins, depositCoins), route, { isSold, what: 'The deposit is not what you sell.' }),
    memoField(value.memo, route),
    // The transaction's own memo is signed as well, and the network reads the message's.
    ...(outer ? [memoField(outer, route)] : []),
    addressField('signer', value.signer, route, 'The deposit is for another account.'),
    ...otherFields(value, ['coins', 'memo', 'signer']),
  ];
}

function sendFields({ value }: Message, memo: string | undefined, route: PayableRoute): PaymentField[] {
  const isSold = (denom: string) => denom === chainOf(assetOf(route.sellAsset).chain).denom;
  return [
    ...amountFields(coinsOf(value.amount, bankCoins), route, { isSold, what: 'The transfer is not what you sell.' }),
    addressField('from', value.from_address, route, 'The transfer comes from another account.'),
    addressField('vault', value.to_address, route, 'The transfer does not go to the vault.'),
    memoField(memo, route),
    ...otherFields(value, ['amount', 'from_address', 'to_address']),
  ];
}

function messageSection(
  message: Message,
  index: number,
  memo: string | undefined,
  route: PayableRoute,
): PaymentSection {
  const { type, value } = message;
  const isDeposit = type === DEPOSIT[assetOf(route.sellAsset).chain];
  const isOne = index === 0;
  const isKnown = isDeposit || SEND.has(type);
  const what = isKnown ? 'The transaction cannot be read.' : `The message ${type} is not a payment.`;
  const named: PaymentField = {
    field: 'type',
    actual: { kind: 'code', text: type },
    ...(isKnown && isOne ? {} : { fault: mismatch(what) }),
  };
  const fields = isDeposit
    ? depositFields(message, memo, route)
    : isKnown
      ? sendFields(message, memo, route)
      : otherFields(value, []);
  return { section: 'message', fields: [named, ...fields] };
}

function costSection({ fee }: z.infer<typeof messageTxSchema>, route: PayableRoute): PaymentSection {
  const { chain } = assetOf(route.sellAsset);
  const most = MAX_FEE[chain] ?? 0n;
  const fault = mismatch('The network fee is out of bounds.');
  const coins = coinsOf(fee.amount, bankCoins);
  const paid = (coins ?? []).map((coin, index): PaymentField => {
    const isRight = index === 0 && coin.denom === chainOf(chain).denom && coin.amount <= most;
    return { field: 'fee', actual: coinValue(coin, chain), ...(isRight ? {} : { fault }) };
  });
  const none: PaymentField = { field: 'fee', actual: { kind: 'none' }, ...(coins ? {} : { fault }) };
  const units: PaymentField = digits.safeParse(fee.gas).success
    ? { field: 'gas', actual: { kind: 'count', value: BigInt(fee.gas) } }
    : { field: 'gas', actual: { kind: 'code', text: fee.gas }, fault };
  return { section: 'cost', fields: [...(paid.length > 0 ? paid : [none]), units] };
}

/** The effect of the transaction, message by message, and its cost. */
export function readCosmosPayment(route: PayableRoute): PaymentSection[] {
  const parsed = messageTxSchema.safeParse(route.tx);
  if (!parsed.success || parsed.data.msgs.length === 0) {
    const fault = unreadable('The transaction cannot be read.');
    return [{ section: 'message', fields: [{ field: 'type', actual: { kind: 'none' }, fault }] }];
  }
  const { msgs, memo } = parsed.data;
  return [
    ...msgs.map((message, index) => messageSection(message, index, memo, route)),
    costSection(parsed.data, route),
  ];
}
