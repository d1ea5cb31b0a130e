/** Shows a swap through Jupiter: first its result, then every program that it calls. */

import { CHAINS } from '../../lib/chains/chains.ts';
import { fromBaseUnits } from '../../lib/domain/amount.ts';
import { assetOf } from '../../lib/domain/asset.ts';
import type { Text } from '../../lib/i18n/text.ts';
import { type JupiterRead, readJupiterTransaction } from '../../lib/payments/jupiter/transaction.ts';
import type { PayableRoute } from '../../lib/payments/payable-route.ts';
import { readSolanaPayment } from '../../lib/payments/solana/read-solana.ts';
import type { SolanaFacts } from '../../lib/payments/solana/solana-facts.ts';
import { assetView } from '../tokens/asset-view.ts';
import { fullAmount, shortText } from '../ui/format.ts';
import { signingOf } from './field-rows.ts';
import { formattedAmount, type Signing } from './signing.ts';

type Context = { route: PayableRoute; facts: SolanaFacts; toChannel: boolean };

const solText = (t: Text, lamports: bigint): string =>
  `${fullAmount(fromBaseUnits(lamports, CHAINS.SOL.native.decimals), t.tag)} SOL`;

function soldText(t: Text, baseUnits: bigint, { route, facts }: Context): string {
  const sold = assetOf(route.sellAsset);
  const decimals = sold.kind === 'token' ? facts.mints[sold.address]?.decimals : CHAINS.SOL.native.decimals;
  return formattedAmount(t, baseUnits, decimals, assetView(route.sellAsset).symbol);
}

function stepText(t: Text, read: JupiterRead, context: Context): string {
  switch (read.kind) {
    case 'jupiterSwap':
      return t('Swaps {sell} to {buy}, from {from} into {to}.', {
        sell: soldText(t, read.swap.amount, context),
        buy: assetView(context.route.buyAsset).symbol,
        from: read.swap.source,
        to: read.swap.destination,
      });
    case 'transfer':
      return t('Moves {amount} from {from} to {to}.', {
        amount: solText(t, read.baseUnits),
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
  const { route, facts, toChannel } = context;
  const signing = signingOf(t, readSolanaPayment(transaction, route, facts), {
    context: { toChannel, buyAsset: route.buyAsset },
    raw: transaction,
  });
  const { steps } = readJupiterTransaction(transaction, facts.tables);
  const called = {
    title: t('Programs that it calls, in their order'),
    rows: [],
    steps: steps.map(({ name, read }) => ({ name, text: stepText(t, read, context) })),
  };
  return { ...signing, sections: [...signing.sections, called] };
}
