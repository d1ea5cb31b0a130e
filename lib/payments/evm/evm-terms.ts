/**
 * Collects the values that a payment on an EVM chain is compared with: the route's terms in base units, and facts of
 * the chain.
 */
import type { WireEvmTx } from '../../api/schemas/route.ts';
import { sameAddress } from '../../chains/address.ts';
import type { NetworkName } from '../../chains/chain.ts';
import { CHAINS, networkOf } from '../../chains/chains.ts';
import { toBaseUnits } from '../../domain/amount.ts';
import { type Asset, assetOf } from '../../domain/asset.ts';
import type { ChainId } from '../../domain/chain-id.ts';
import type { PayableRoute } from '../payable-route.ts';
import {
  addressValue,
  type FieldFault,
  type FieldValue,
  heldField,
  mismatch,
  type PaymentField,
} from '../payment-fields.ts';

/**
 * Facts from the chain itself: `tokenDecimals` of the sold token and `buyDecimals` of the bought one (the chain's own
 * coins need none), `poolOutput` the token that the last pool of a swap pays out, `permit` present when the sold token
 * takes EIP-2612 permits.
 */
export type EvmFacts = { tokenDecimals?: number; buyDecimals?: number; poolOutput?: string; permit?: PermitFacts };

/** `name` and `version` give the token's own `separator` (0x and hex). `nonce` of the sender's next permit, decimal. */
export type PermitFacts = { name: string; version: string; separator: string; nonce: string };

export type EvmContext = {
  network: NetworkName;
  /** Undefined: expiry is not checked. */
  nowSeconds?: number;
  /** Undefined while the chain cannot be asked: values that depend on it are not compared. */
  facts: EvmFacts | undefined;
  /** Decimals from token lists, when the chain cannot be asked. */
  listed?: { sell?: number | undefined; buy?: number | undefined };
};

/** Rows of every transaction; `transaction` when it is unreadable. */
export type CommonField = 'transaction' | 'from' | 'network' | 'value';

export type EvmTerms = EvmContext & {
  route: PayableRoute;
  chain: ChainId;
  sold: Asset;
  bought: Asset;
  /** The sold token's contract; undefined for the chain's own coin. */
  token: string | undefined;
  /**
   * Base units of the sold asset; undefined when unknown, for which `amountFault` has the sentence when that is a
   * fault.
   */
  amount: bigint | undefined;
  amountFault: FieldFault | undefined;
  soldDecimals: number | undefined;
  boughtDecimals: number | undefined;
};

/** Seconds that must remain before a payment expires, so that it can still be mined. */
export const LEAST_SECONDS_LEFT = 120;

export function evmTerms(route: PayableRoute, context: EvmContext): EvmTerms {
  const { facts, listed } = context;
  const [sold, bought] = [assetOf(route.sellAsset), assetOf(route.buyAsset)];
  const decimalsOf = (asset: Asset, ofToken: number | undefined): number | undefined =>
    asset.kind === 'native' ? CHAINS[asset.chain].native.decimals : ofToken;
  const soldDecimals = decimalsOf(sold, facts ? facts.tokenDecimals : listed?.sell);
  const boughtDecimals = decimalsOf(bought, facts ? facts.buyDecimals : listed?.buy);
  const amount = soldDecimals === undefined ? undefined : toBaseUnits(route.sellAmount, soldDecimals, 'exact');
  const isUnasked = facts === undefined && soldDecimals === undefined;
  return {
    ...context,
    route,
    chain: sold.chain,
    sold,
    bought,
    token: sold.kind === 'token' ? sold.address : undefined,
    amount,
    amountFault: amount === undefined && !isUnasked ? mismatch('The amount cannot be read.') : undefined,
    soldDecimals,
    boughtDecimals,
  };
}

/** A row with an address, compared with the route's. @param what the sentence for a difference. */
export const addressField = <F extends string>(
  field: F,
  { chain }: Pick<EvmTerms, 'chain'>,
  actual: string,
  expected: string | undefined,
  what: string,
): PaymentField<F> =>
  heldField(field, addressValue(chain, actual), addressValue(chain, expected), {
    agrees: expected !== undefined && expected !== '' && sameAddress(chain, actual, expected),
    what,
  });

export const soldValue = ({ route, soldDecimals }: EvmTerms, baseUnits: bigint): FieldValue => ({
  kind: 'amount',
  asset: route.sellAsset,
  baseUnits,
  decimals: soldDecimals,
});

/** A row with sold base units, compared with the route's amount when that is known. */
export function soldField<F extends string>(
  field: F,
  terms: EvmTerms,
  baseUnits: bigint,
  what: string,
): PaymentField<F> {
  const actual = soldValue(terms, baseUnits);
  const { amount, amountFault } = terms;
  if (amount === undefined) return { field, actual, ...(amountFault ? { fault: amountFault } : {}) };
  return heldField(field, actual, soldValue(terms, amount), { agrees: baseUnits === amount, what });
}

/** A row with the network that something is signed for. @param id EIP-155; undefined when it names none. */
export function networkField(
  id: number | string | undefined,
  { chain, network }: Pick<EvmTerms, 'chain' | 'network'>,
  what: string,
): PaymentField<'network'> {
  const { networkId } = networkOf(chain, network);
  const value = (one: number | string | undefined): FieldValue =>
    one === undefined ? { kind: 'none' } : { kind: 'network', chain, networkId: String(one) };
  return heldField('network', value(id), value(networkId), { agrees: String(id) === String(networkId), what });
}

/** The account and the network of a transaction. */
export const commonFields = (tx: WireEvmTx, terms: EvmTerms): PaymentField<CommonField>[] => [
  addressField('from', terms, tx.from, terms.route.sourceAddress, 'The transaction is for another account.'),
  networkField(tx.chain_id, terms, 'The transaction is for another network.'),
];

/** A row with the coins that a transaction sends. */
export function coinsField(
  tx: WireEvmTx,
  { chain }: Pick<EvmTerms, 'chain'>,
  { wanted, what }: { wanted: bigint; what: string },
): PaymentField<CommonField> {
  const { symbol, decimals } = CHAINS[chain].native;
  const value = (baseUnits: bigint): FieldValue => ({
    kind: 'amount',
    asset: `${chain}.${symbol}`,
    baseUnits,
    decimals,
  });
  const units = BigInt(tx.value);
  return heldField('value', value(units), value(wanted), { agrees: units === wanted, what });
}

/** The coins that a payment sends: the sold amount if it is the chain's own coin, otherwise none. */
export function valueField(tx: WireEvmTx, terms: EvmTerms): PaymentField<CommonField> {
  const what = 'The transaction sends another amount.';
  return terms.token === undefined
    ? soldField('value', terms, BigInt(tx.value), what)
    : coinsField(tx, terms, { wanted: 0n, what });
}
