/**
 * Reads a swap through Jupiter. It may be signed only if every instruction belongs to the reviewed swap: the sender
 * alone signs, the reviewed amount goes in, the guaranteed amount reaches the reviewed receiver, and nothing else
 * moves.
 */
import { chainOf } from '../../chains/chains.ts';
import { toBaseUnits } from '../../domain/amount.ts';
import { type Asset, assetOf } from '../../domain/asset.ts';
import { percentToBps } from '../../domain/slippage.ts';
import { type PayableRoute, upstreamOf } from '../payable-route.ts';
import { type FieldValue, mismatch, type PaymentField, type PaymentSection } from '../payment-fields.ts';
import { SOLANA_PROGRAMS } from '../solana/instructions.ts';
import type { SolanaFacts } from '../solana/solana-facts.ts';
import { accountValue, feeField } from '../solana/solana-terms.ts';
import { WRAPPED_SOL_MINT } from '../solana/token-account.ts';
import { type JupiterPoint, type JupiterSide, type JupiterTerms, jupiterFaults } from './check-transaction.ts';
import { enforcedMinimum, type JupiterSwap } from './decode-swap.ts';
import { type JupiterRead, type JupiterTransaction, readJupiterTransaction } from './transaction.ts';

export const isJupiterSwap = (route: PayableRoute): boolean => upstreamOf(route) === 'JUPITER';

const LAMPORT_DECIMALS = chainOf('SOL').native.decimals;
const NO_LIMIT_BPS = 10_000;

type Side = { side: JupiterSide; decimals: number };
/** `point` of the check whose fault the row shows. */
type Row = PaymentField & { point: JupiterPoint };
type Known = { sell: Side; buy: Side; terms: JupiterTerms };

function sideOf(asset: Asset, { mints }: SolanaFacts): Side | undefined {
  if (asset.chain !== 'SOL') return undefined;
  if (asset.kind === 'native')
    return {
      side: { mint: WRAPPED_SOL_MINT, native: true, tokenProgram: SOLANA_PROGRAMS.token },
      decimals: LAMPORT_DECIMALS,
    };
  if (asset.kind !== 'token') return undefined;
  const mint = Object.hasOwn(mints, asset.address) ? mints[asset.address] : undefined;
  return (
    mint && { side: { mint: asset.address, native: false, tokenProgram: mint.tokenProgram }, decimals: mint.decimals }
  );
}

/**
 * The route does not name the fee's account: when the transaction opens an account for it, that one is taken, and the
 * swap must then pay it.
 */
function feeAccountOf(tx: JupiterTransaction, route: PayableRoute): string | undefined {
  const others = tx.steps.flatMap(({ read }) =>
    read.kind === 'createTokenAccount' && ![route.sourceAddress, route.destinationAddress].includes(read.owner)
      ? [read.account]
      : [],
  );
  return others[0] ?? tx.swap?.feeAccount;
}

/**
 * The accounts between which an instruction moves money. They belong to people, and no table needs to contain them:
 * the signed message must name them itself, whatever a table is said to contain.
 */
function ownAccounts(read: JupiterRead): string[] {
  switch (read.kind) {
    case 'jupiterSwap': {
      const { authority, source, destination, userDestination = destination } = read.swap;
      return [authority, source, destination, userDestination];
    }
    case 'transfer':
      return [read.from, read.to];
    case 'closeAccount':
      return [read.account, read.destination];
    case 'createTokenAccount':
      return [read.payer, read.account, read.owner];
    default:
      return [];
  }
}

/** @returns a sentence when the terms cannot be derived. */
function termsOf(
  tx: JupiterTransaction,
  route: PayableRoute,
  facts: SolanaFacts,
  alsoAllowed: ReadonlySet<string>,
): Known | string {
  if (tx.lookups.some(({ table }) => !Object.hasOwn(facts.tables, table)))
    return 'It names accounts out of a lookup table that the chain does not show.';
  if (tx.steps.flatMap(({ read }) => ownAccounts(read)).some((account) => !tx.accounts.includes(account)))
    return 'An account between which money moves stands in a lookup table, and not in what is signed.';
  const sell = sideOf(assetOf(route.sellAsset), facts);
  const buy = sideOf(assetOf(route.buyAsset), facts);
  if (!sell || !buy) return 'What is sold or bought is not known on Solana.';
  const sellBaseUnits = toBaseUnits(route.sellAmount, sell.decimals, 'exact');
  const leastBuyBaseUnits = toBaseUnits(route.expectedBuyAmountMaxSlippage, buy.decimals, 'exact');
  if (sellBaseUnits === undefined || leastBuyBaseUnits === undefined) return 'The amounts cannot be read.';
  const bps = route.meta.affiliateFee ?? 0;
  const account = feeAccountOf(tx, route);
  const { slippagePercent } = route.meta;
  const terms: JupiterTerms = {
    sender: route.sourceAddress,
    destination: route.destinationAddress,
    sell: sell.side,
    buy: buy.side,
    sellBaseUnits,
    leastBuyBaseUnits,
    slippageBps: slippagePercent === undefined ? NO_LIMIT_BPS : percentToBps(slippagePercent),
    ...(bps > 0 ? { fee: { bps, ...(account === undefined ? {} : { account }) } } : {}),
    alsoAllowed,
  };
  return { sell, buy, terms };
}

/** The swap's own values, beside the route's. `tokenAccount` or `recipient`: whether it is paid directly. */
function swapRows(swap: JupiterSwap, route: PayableRoute, { sell, buy, terms }: Known): Row[] {
  const sold = (baseUnits: bigint): FieldValue => ({
    kind: 'amount',
    asset: route.sellAsset,
    baseUnits,
    decimals: sell.decimals,
  });
  const bought = (baseUnits: bigint): FieldValue => ({
    kind: 'amount',
    asset: route.buyAsset,
    baseUnits,
    decimals: buy.decimals,
  });
  const share = (bps: number): FieldValue => ({ kind: 'share', bps });
  const wantedBps = terms.fee?.bps ?? 0;
  return [
    {
      field: 'sold',
      point: 'sold',
      actual: sold(swap.amount),
      ...(swap.exactOut ? {} : { expected: sold(terms.sellBaseUnits) }),
    },
    ...(swap.exactOut
      ? []
      : [
          {
            field: 'minimumBuy',
            point: 'minimumBuy' as const,
            actual: bought(enforcedMinimum(swap)),
            expected: bought(terms.leastBuyBaseUnits),
          },
        ]),
    {
      field: swap.destination === route.destinationAddress ? 'recipient' : 'tokenAccount',
      point: 'recipient',
      actual: accountValue(swap.destination),
      expected: accountValue(route.destinationAddress),
    },
    ...(swap.platformFeeBps > 0 || wantedBps > 0
      ? [
          {
            field: 'affiliateFee',
            point: 'affiliateFee' as const,
            actual: share(swap.platformFeeBps),
            ...(swap.platformFeeBps === wantedBps ? {} : { expected: share(wantedBps) }),
          },
        ]
      : []),
  ];
}

/** @throws {Error} unless all of it is readable. */
export function readJupiterSwap(
  transaction: string | Uint8Array,
  route: PayableRoute,
  facts: SolanaFacts,
  alsoAllowed: ReadonlySet<string>,
): PaymentSection[] {
  const tx = readJupiterTransaction(transaction, facts.tables);
  const { swap, signers } = tx;
  const known = termsOf(tx, route, facts, alsoAllowed);
  const name: FieldValue = swap ? { kind: 'function', name: swap.name } : { kind: 'none' };
  const fee = feeField(
    signers,
    tx.steps.map(({ read }) => read),
    undefined,
  );
  if (typeof known === 'string')
    return [{ section: 'jupiterSwap', fields: [{ field: 'swap', actual: name, fault: mismatch(known) }, fee] }];
  const faults = jupiterFaults(tx, known.terms);
  const rows: Row[] = [
    { field: 'swap', point: 'swap', actual: name, ...(swap ? {} : { expected: { kind: 'function', name: 'swap' } }) },
    ...(swap ? swapRows(swap, route, known) : []),
    { ...fee, point: 'fee' },
  ];
  // Faults without a row of their own are reported as well.
  const withoutRow = faults.filter(({ point }) => !rows.some((row) => row.point === point));
  return [
    {
      section: 'jupiterSwap',
      fields: [
        ...withoutRow.map(
          ({ point, what }): PaymentField => ({ field: point, actual: { kind: 'none' }, fault: mismatch(what) }),
        ),
        ...rows.map(({ point, ...row }): PaymentField => {
          const fault = faults.find((one) => one.point === point);
          return fault ? { ...row, fault: mismatch(fault.what) } : row;
        }),
      ],
    },
  ];
}
