/** A swap through Jupiter in words: what it does in all, then every program that it calls, held against the review. */
import { CHAINS } from '../../lib/chains/chains.ts';
import { toBaseUnits } from '../../lib/domain/amount.ts';
import { assetOf } from '../../lib/domain/asset.ts';
import type { Text } from '../../lib/i18n/text.ts';
import { enforcedMinimum, type JupiterSwap } from '../../lib/payments/jupiter/decode-swap.ts';
import { type JupiterRead, readJupiterTransaction } from '../../lib/payments/jupiter/transaction.ts';
import type { PayableRoute } from '../../lib/payments/payable-route.ts';
import { associatedTokenAccount } from '../../lib/payments/solana/token-account.ts';
import { checkSolanaTx } from '../../lib/wallet/solana/check-solana.ts';
import type { SolanaFacts } from '../../lib/wallet/solana/solana-facts.ts';
import { assetView } from '../tokens/asset-view.ts';
import { fullAmount, percent, shortText } from '../ui/format.ts';
import { SIGNATURE_LAMPORTS, solWords } from './read-solana.ts';
import { amountWords, faultOf, Reader, type Signing } from './signing.ts';

type Context = { route: PayableRoute; facts: SolanaFacts; toChannel: boolean };

const decimalsOf = (asset: string, { mints }: SolanaFacts): number | undefined => {
  const parsed = assetOf(asset);
  return parsed.kind === 'token' ? mints[parsed.address]?.decimals : CHAINS.SOL.native.decimals;
};

const sideWords = (t: Text, baseUnits: bigint, asset: string, facts: SolanaFacts): string =>
  amountWords(t, baseUnits, decimalsOf(asset, facts), assetView(asset).symbol);

/** Where the bought asset may end: the receiver itself, or its account for the token under either token program. */
function isReceiver(destination: string, { route, facts }: Context): boolean {
  const bought = assetOf(route.buyAsset);
  if (destination === route.destinationAddress) return true;
  const mint = bought.kind === 'token' ? bought.address : undefined;
  if (mint === undefined) return false;
  const program = facts.mints[mint]?.tokenProgram;
  return destination === associatedTokenAccount(route.destinationAddress, mint, program);
}

function readSwap(t: Text, swap: JupiterSwap, context: Context): Reader {
  const { route, facts, toChannel } = context;
  const least = swap.exactOut ? undefined : enforcedMinimum(swap);
  const units = (asset: string, decimal: string) => {
    const decimals = decimalsOf(asset, facts);
    return decimals === undefined ? undefined : toBaseUnits(decimal, decimals, 'down');
  };
  const sold = units(route.sellAsset, route.sellAmount);
  const guaranteed = units(route.buyAsset, route.expectedBuyAmountMaxSlippage);
  const reader = new Reader()
    .row({ name: t('Jupiter is asked to'), value: t('swap ({function})', { function: swap.name }) })
    .held(
      { name: t('Sell'), value: sideWords(t, swap.amount, route.sellAsset, facts) },
      sold === undefined || sold === swap.amount ? undefined : sideWords(t, sold, route.sellAsset, facts),
    );
  if (least !== undefined)
    reader.held(
      { name: t('Buy at least, or nothing happens'), value: sideWords(t, least, route.buyAsset, facts) },
      guaranteed === undefined || least >= guaranteed ? undefined : sideWords(t, guaranteed, route.buyAsset, facts),
    );
  const direct = swap.destination === route.destinationAddress;
  // Bought SOL goes through the receiver's wrapped account, which the whole check follows to its end.
  const follows = assetOf(route.buyAsset).kind !== 'token' || isReceiver(swap.destination, context);
  reader.held(
    {
      name: direct ? t('Pay it to') : t('Pay it into the token account'),
      value: swap.destination,
      as: 'address',
      ...(toChannel
        ? { note: t('of the deposit channel that was opened for this swap') }
        : direct
          ? {}
          : { note: t('of the address that receives') }),
    },
    follows ? undefined : route.destinationAddress,
  );
  const fee = route.meta.affiliateFee ?? 0;
  if (swap.platformFeeBps > 0)
    reader.held(
      { name: t('Fee of this site'), value: percent(swap.platformFeeBps / 100, t.tag) },
      swap.platformFeeBps <= fee ? undefined : percent(fee / 100, t.tag),
    );
  return reader;
}

function stepWords(t: Text, read: JupiterRead, { route, facts }: Context): string {
  switch (read.kind) {
    case 'jupiterSwap':
      return t('Swaps {sell} to {buy}, from {from} into {to}.', {
        sell: sideWords(t, read.swap.amount, route.sellAsset, facts),
        buy: assetView(route.buyAsset).symbol,
        from: read.swap.source,
        to: read.swap.destination,
      });
    case 'transfer':
      return t('Moves {amount} from {from} to {to}.', {
        amount: solWords(t, read.baseUnits),
        from: read.from,
        to: read.to,
      });
    case 'tokenTransfer':
      return t('Moves {amount} from {from} to {to}.', {
        amount: t('{amount} base units of {symbol}', {
          amount: fullAmount(read.baseUnits.toString(), t.tag),
          symbol: read.mint === undefined ? t('an unknown token') : shortText(read.mint),
        }),
        from: read.source,
        to: read.destination,
      });
    case 'createTokenAccount':
      return t('Opens the account of {owner} for the token {token}; {payer} pays its rent.', {
        owner: read.owner,
        token: read.mint,
        payer: read.payer,
      });
    case 'syncNative':
      return t('Counts the SOL on {account} as wrapped SOL.', { account: read.account });
    case 'closeAccount':
      return t('Closes {account}; the SOL and the rent on it go to {to}.', {
        account: read.account,
        to: read.destination,
      });
    case 'computeLimit':
      return t('Lets the transaction use up to {n} compute units.', { n: fullAmount(String(read.units), t.tag) });
    case 'computePrice':
      return t('Offers {n} millionths of a lamport for each compute unit as priority fee.', {
        n: fullAmount(read.microLamports.toString(), t.tag),
      });
    case 'vaultSwap':
      return t('Calls the swap program of Chainflip.');
    case 'unknown':
      return t('Calls {program} in a way that Portage does not know.', { program: read.programId });
  }
}

/** @throws {Error} unless all of it can be read. */
export function readJupiter(t: Text, transaction: string, context: Context): Signing {
  const { route, facts } = context;
  const tx = readJupiterTransaction(transaction, facts.tables);
  const swap = tx.swap ? readSwap(t, tx.swap, context) : new Reader();
  if (!tx.swap)
    swap.differences.push({ name: t('Jupiter is asked to'), reviewed: t('swap'), signed: t('do something else') });
  const fee = tx.priorityLamports + SIGNATURE_LAMPORTS * BigInt(tx.signers.length);
  swap.row({ name: t('Network fee'), value: solWords(t, fee), note: t('signature and priority') });
  const others = tx.signers.filter((signer) => signer !== route.sourceAddress);
  if (others.length > 0)
    swap.differences.push({ name: t('Signed by'), reviewed: route.sourceAddress, signed: tx.signers.join(', ') });
  const fault = faultOf(() => checkSolanaTx(route, facts));
  return {
    sections: [
      swap.section(),
      {
        title: t('Programs that it calls, in their order'),
        rows: [],
        steps: tx.steps.map(({ name, read }) => ({ name, words: stepWords(t, read, context) })),
      },
    ],
    differences: swap.differences,
    ...(fault === undefined ? {} : { fault }),
    raw: [{ name: t('Transaction'), text: transaction }],
  };
}
