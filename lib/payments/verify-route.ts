/**
 * Compares a route, and the bytes to sign for it, with the request, without any network call: the caller supplies the
 * facts of chains, and unknown facts are faults. Runs in the browser and in programs.
 */
import { sameAddress } from '../chains/address.ts';
import { CHAINS } from '../chains/chains.ts';
import { type Asset, assetOf } from '../domain/asset.ts';
import type { AskedSwap } from './asked-swap.ts';
import { cfAssetOf } from './chainflip/assets.ts';
import type { EvmFacts } from './evm/evm-terms.ts';
import { readEvmPayment } from './evm/read-payment.ts';
import { type HeldRoute, type HoldAt, holdTerms, LONGEST_SECONDS } from './hold-terms.ts';
import { feeEarnerFaults } from './jupiter/fee-earner.ts';
import { poolsOfSwap } from './oneinch/read-swap.ts';
import { isPlainTransfer, type PaidBy } from './payable-route.ts';
import type { PaymentSection } from './payment-fields.ts';
import { type RouteFault, valueText } from './route-fault.ts';
import { readSolanaPayment } from './solana/read-solana.ts';
import { NO_FACTS, type SolanaFacts } from './solana/solana-facts.ts';
import { readCosmosPayment } from './thor-family/read-messages.ts';
import { signedLeg } from './two-leg/signed-leg.ts';
import { readPsbtPayment } from './utxo/read-utxo.ts';

/** A route as it is to be paid: one of the wire, with its copy of the transaction. */
export type VerifiableRoute = HeldRoute & { transaction?: unknown };

export type VerifyAt = HoldAt & {
  /** Decimals of the sold and the bought token, when the caller knows them: a chain's own coins need none. */
  decimals?: { sell?: number | undefined; buy?: number | undefined } | undefined;
  /** Facts of EVM chains; otherwise the decimals above count. */
  evm?: EvmFacts | undefined;
  /** Solana's mints and lookup tables. */
  solana?: SolanaFacts | undefined;
  /** Default: the message as well, when the route has one. */
  by?: PaidBy | undefined;
};

/** Tokens whose decimals are known in the code, whatever a gateway says. */
function knownDecimals(asset: Asset): number | undefined {
  return asset.kind === 'native' ? CHAINS[asset.chain].native.decimals : cfAssetOf(asset)?.decimals;
}

/** @param route as it is signed: of two legs the first. */
function decimalFaults(route: VerifiableRoute, { evm, decimals, solana }: VerifyAt): RouteFault[] {
  const mintOf = (id: string): number | undefined => {
    const asset = assetOf(id);
    return asset.kind === 'token' && CHAINS[asset.chain].kind === 'solana'
      ? solana?.mints[asset.address]?.decimals
      : undefined;
  };
  const held = (field: string, id: string, said: number | undefined): RouteFault[] => {
    const known = knownDecimals(assetOf(id));
    if (said === undefined || known === undefined || said === known) return [];
    const message = 'The token has another number of decimals than was said.';
    return [{ field, asked: String(known), actual: String(said), message }];
  };
  return [
    ...held('sellDecimals', route.sellAsset, evm?.tokenDecimals ?? mintOf(route.sellAsset) ?? decimals?.sell),
    ...held('buyDecimals', route.buyAsset, evm?.buyDecimals ?? mintOf(route.buyAsset) ?? decimals?.buy),
  ];
}

function evmFactsOf(route: VerifiableRoute, { evm, decimals }: VerifyAt): EvmFacts {
  const [sell, buy] = [assetOf(route.sellAsset), assetOf(route.buyAsset)];
  const tokenDecimals = evm?.tokenDecimals ?? decimals?.sell ?? knownDecimals(sell);
  const buyDecimals = evm?.buyDecimals ?? decimals?.buy ?? knownDecimals(buy);
  return {
    ...evm,
    ...(tokenDecimals === undefined ? {} : { tokenDecimals }),
    ...(buyDecimals === undefined ? {} : { buyDecimals }),
  };
}

const nothingToRead: PaymentSection = {
  section: 'transaction',
  fields: [
    {
      field: 'transaction',
      actual: { kind: 'none' },
      fault: { code: 'unreadable', message: 'Nobody knows how this is signed.' },
    },
  ],
};

function sectionsOf(route: VerifiableRoute, at: VerifyAt): readonly PaymentSection[] {
  const { tx, meta } = route;
  const { network, nowSeconds } = at;
  if (meta.txType === 'EVM') {
    const leg = signedLeg(route).route ?? route;
    const by = at.by ?? (meta.typedData === undefined ? 'transaction' : 'signature');
    const context = { network, ...(nowSeconds === undefined ? {} : { nowSeconds }), facts: evmFactsOf(leg, at) };
    return readEvmPayment(route, context, by).sections;
  }
  if (meta.txType === 'COSMOS') return readCosmosPayment(route);
  if (typeof tx !== 'string') return [nothingToRead];
  if (meta.txType === 'PSBT') return readPsbtPayment(tx, route, network);
  return meta.txType === 'SOLANA' ? readSolanaPayment(tx, route, at.solana ?? NO_FACTS) : [nothingToRead];
}

/** An unreadable payment, for whatever reason, must not be signed; an invalid address of the route is one. */
function readSections(route: VerifiableRoute, at: VerifyAt): readonly PaymentSection[] {
  try {
    return sectionsOf(route, at);
  } catch {
    return [nothingToRead];
  }
}

function bytesFaults(route: VerifiableRoute, at: VerifyAt): RouteFault[] {
  const last = at.nowSeconds === undefined ? undefined : BigInt(at.nowSeconds + LONGEST_SECONDS);
  return readSections(route, at).flatMap(({ section, fields }) =>
    fields.flatMap(({ field, actual, expected, fault }): RouteFault[] => {
      const isEndless = last !== undefined && actual.kind === 'time' && actual.atSeconds > last;
      const message = fault?.message ?? (isEndless ? 'The payment may be made for longer than any waits.' : undefined);
      return message === undefined
        ? []
        : [{ field: `${section}.${field}`, asked: valueText(expected), actual: valueText(actual), message }];
    }),
  );
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/**
 * A call that names pools trusts what they report of themselves, and pays them first: a pool of the liar's own would
 * keep the sold amount. Source: Aggregation Router V6, UnoswapRouter.sol `_unoswapV2`, `_curfe`.
 */
function poolFaults(route: VerifiableRoute, { witnessed }: VerifyAt): RouteFault[] {
  const { chain } = assetOf(route.sellAsset);
  const known = witnessed?.contracts ?? [];
  return poolsOfSwap(route)
    .filter((pool) => !known.some((one) => sameAddress(chain, one, pool)))
    .map((pool) => ({
      field: 'routerSwap.pool',
      asked: undefined,
      actual: pool,
      message: 'The call believes a pool that nobody knows, which could keep what is sold.',
    }));
}

/** Some clients read `transaction` instead of `tx`: both must be equal. */
function copyFaults({ tx, transaction, sellAsset }: VerifiableRoute): RouteFault[] {
  if (transaction === undefined) return [];
  const copy = isRecord(transaction) ? transaction : {};
  const original = isRecord(tx) ? tx : {};
  const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
  const { chain } = assetOf(sellAsset);
  const wanted: Record<string, unknown> = { ...original, chain };
  const isIt = (key: string): boolean => {
    const [one, other] = [text(copy[key]), text(wanted[key])];
    if (one === undefined || other === undefined) return false;
    return key === 'to' || key === 'from' ? sameAddress(chain, one, other) : one === other;
  };
  return ['to', 'from', 'value', 'data', 'chain'].flatMap((key) =>
    isIt(key)
      ? []
      : [
          {
            field: `transaction.${key}`,
            asked: text(wanted[key]),
            actual: text(copy[key]),
            message: 'The route’s two transactions differ.',
          },
        ],
  );
}

/** An address that waits for one payment must be paid in time. */
function overFaults(route: VerifiableRoute, { nowSeconds }: VerifyAt): RouteFault[] {
  const { expiration } = route;
  if (!isPlainTransfer(route) || expiration === undefined || nowSeconds === undefined) return [];
  return Number(expiration) > nowSeconds
    ? []
    : [
        {
          field: 'expiration',
          asked: `after ${nowSeconds}`,
          actual: expiration,
          message: 'The time for this payment is over.',
        },
      ];
}

/**
 * Every point in which the route differs from the request, or its payment from the route. Empty when it may be paid:
 * by its transaction, its message, or by a transfer to the address that it names, with its memo. @param at what the
 * caller knows of the time, the network and the chains. @throws {Error} when `asked` names no assets.
 */
export function verifyRoute(asked: AskedSwap, route: VerifiableRoute, at: VerifyAt): RouteFault[] {
  const terms = holdTerms(asked, route, at);
  if (terms.some(({ field }) => field === 'sellAsset' || field === 'buyAsset')) return terms;
  return [
    ...terms,
    ...overFaults(route, at),
    ...decimalFaults(signedLeg(route).route ?? route, at),
    ...(route.tx === undefined ? [] : [...bytesFaults(route, at), ...poolFaults(signedLeg(route).route ?? route, at)]),
    ...feeEarnerFaults(asked.affiliates, signedLeg(route).route ?? route, at.solana ?? NO_FACTS),
    ...copyFaults(route),
  ];
}
