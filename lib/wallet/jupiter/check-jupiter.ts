/**
 * A swap of Jupiter's is signed only where every instruction of it is part of the swap that was reviewed: the sender
 * alone signs, the reviewed amount goes in, the guaranteed one comes out at the reviewed receiver, nothing else moves.
 */
import { chainOf } from '../../chains/chains.ts';
import { toBaseUnits } from '../../domain/amount.ts';
import { type Asset, assetOf } from '../../domain/asset.ts';
import { percentToBps } from '../../domain/slippage.ts';
import { type JupiterSide, type JupiterTerms, jupiterFault } from '../../payments/jupiter/check-transaction.ts';
import { type JupiterTransaction, readJupiterTransaction } from '../../payments/jupiter/transaction.ts';
import type { PayableRoute } from '../../payments/payable-route.ts';
import { SOLANA_PROGRAMS } from '../../payments/solana/instructions.ts';
import { WRAPPED_SOL_MINT } from '../../payments/solana/token-account.ts';
import type { SolanaFacts } from '../solana/solana-facts.ts';

const LAMPORT_DECIMALS = chainOf('SOL').native.decimals;
const NO_LIMIT_BPS = 10_000;

type Side = { side: JupiterSide; decimals: number };

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
 * Who takes this site's fee is not in the route: where the transaction opens an account for it, that one is meant, and
 * it must then be the one that the swap pays.
 */
function feeAccountOf(tx: JupiterTransaction, route: PayableRoute): string | undefined {
  const others = tx.steps.flatMap(({ read }) =>
    read.kind === 'createTokenAccount' && ![route.sourceAddress, route.destinationAddress].includes(read.owner)
      ? [read.account]
      : [],
  );
  return others[0] ?? tx.swap?.feeAccount;
}

function termsOf(tx: JupiterTransaction, route: PayableRoute, facts: SolanaFacts): JupiterTerms | string {
  const sell = sideOf(assetOf(route.sellAsset), facts);
  const buy = sideOf(assetOf(route.buyAsset), facts);
  if (!sell || !buy) return 'What is sold or bought is not known on Solana.';
  const sellBaseUnits = toBaseUnits(route.sellAmount, sell.decimals, 'exact');
  const leastBuyBaseUnits = toBaseUnits(route.expectedBuyAmountMaxSlippage, buy.decimals, 'exact');
  if (sellBaseUnits === undefined || leastBuyBaseUnits === undefined) return 'The amounts cannot be read.';
  const bps = route.meta.affiliateFee ?? 0;
  const account = feeAccountOf(tx, route);
  const { slippagePercent } = route.meta;
  return {
    sender: route.sourceAddress,
    destination: route.destinationAddress,
    sell: sell.side,
    buy: buy.side,
    sellBaseUnits,
    leastBuyBaseUnits,
    slippageBps: slippagePercent === undefined ? NO_LIMIT_BPS : percentToBps(slippagePercent),
    ...(bps > 0 ? { fee: { bps, ...(account === undefined ? {} : { account }) } } : {}),
  };
}

/**
 * Why the transaction is not the route's, a sentence; undefined where it is.
 * @param alsoAllowed programs that wallets add, which move nothing.
 */
export function jupiterTxFault(
  transaction: string | Uint8Array,
  route: PayableRoute,
  facts: SolanaFacts,
  alsoAllowed: ReadonlySet<string> = new Set(),
): string | undefined {
  const tx = readJupiterTransaction(transaction, facts.tables);
  const unknown = tx.lookups.find(({ table }) => !Object.hasOwn(facts.tables, table));
  if (unknown) return 'It names accounts out of a lookup table that the chain does not show.';
  const terms = termsOf(tx, route, facts);
  return typeof terms === 'string' ? terms : jupiterFault(tx, { ...terms, alsoAllowed });
}
