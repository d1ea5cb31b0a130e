/** Reads what a wallet signs for a route, and asks the chain for what the bytes only refer to. */
import { createGatewayClient } from '../../lib/api/gateway.ts';
import type { NetworkName } from '../../lib/chains/chain.ts';
import { CHAINS } from '../../lib/chains/chains.ts';
import { assetOf } from '../../lib/domain/asset.ts';
import type { Text } from '../../lib/i18n/text.ts';
import { type PaidBy, type PayableRoute, withoutTransaction } from '../../lib/payments/payable-route.ts';
import { NO_FACTS } from '../../lib/payments/solana/solana-facts.ts';
import { payeeTraits } from '../../lib/payments/traits.ts';
import type { VerifyAt } from '../../lib/payments/verify-route.ts';
import type { Asked } from '../../lib/wallet/wallet-types.ts';
import { askedDifferences } from './asked-differences.ts';
import { memoDifferences } from './memo-differences.ts';
import type { Signing, SigningState } from './signing.ts';
import type { ListedAssets } from './use-listed.ts';

export type SigningRequest = {
  /** The user's request; undefined where a payment is only shown. */
  asked?: { swap: Asked; reviewed: PayableRoute } | undefined;
  /** The route that is signed: the first leg of two. */
  route: PayableRoute;
  by: PaidBy;
  network: NetworkName;
  toChannel: boolean;
  listed: ListedAssets;
};

type Facts = Pick<VerifyAt, 'evm' | 'solana' | 'decimals'>;
/**
 * `unasked` also where the chain could not be asked; what depends on its answer is then checked before the signature.
 */
type Read = { read: Signing | 'unasked'; facts: Facts };

async function readEvmRoute(t: Text, { route, by, network, toChannel, listed }: SigningRequest): Promise<Read> {
  const [{ evmFacts }, { evmReader }, { readEvm }] = await Promise.all([
    import('../../lib/wallet/evm/evm-facts.ts'),
    import('../../lib/wallet/export/evm-reads.ts'),
    import('./read-evm.ts'),
  ]);
  const { chain } = assetOf(route.sellAsset);
  const facts = await evmFacts(evmReader(chain, location.origin), route).catch(() => undefined);
  const decimals = (asset: string) => listed[asset.toLowerCase()]?.decimals;
  const known = { sell: decimals(route.sellAsset), buy: decimals(route.buyAsset) };
  const read = readEvm(t, { route, by, network, toChannel, facts, listed: known });
  return { read, facts: { evm: facts, decimals: known } };
}

async function readSolanaRoute(t: Text, transaction: string, { route, toChannel }: SigningRequest): Promise<Read> {
  const { solanaFacts } = await import('../../lib/wallet/solana/solana-facts.ts');
  const facts = await solanaFacts(createGatewayClient({ baseUrl: '' }), transaction, route).catch(() => undefined);
  if (!payeeTraits(route.providers?.[0]).settlesInOneTransaction) {
    const { readSolana } = await import('./read-solana.ts');
    return { read: readSolana(t, transaction, route, facts ?? NO_FACTS), facts: { solana: facts } };
  }
  if (!facts) return { read: 'unasked', facts: {} };
  const { readJupiter } = await import('./read-jupiter.ts');
  return { read: readJupiter(t, transaction, { route, facts, toChannel }), facts: { solana: facts } };
}

async function readTx(t: Text, request: SigningRequest): Promise<Read> {
  const { route, network } = request;
  const type = route.meta.txType;
  if (type === 'EVM') return readEvmRoute(t, request);
  if (type === 'COSMOS') return { read: (await import('./read-cosmos.ts')).readCosmos(t, route), facts: {} };
  if (typeof route.tx !== 'string') throw new Error('there is nothing that could be read');
  if (type === 'PSBT')
    return { read: (await import('./read-psbt.ts')).readPsbtSigning(t, route.tx, route, network), facts: {} };
  if (type === 'SOLANA') return readSolanaRoute(t, route.tx, request);
  throw new Error('nobody knows how this is signed');
}

const NOTHING: Signing = { sections: [], differences: [], raw: [] };

/** Never throws. A route without a transaction is read by its memo and its terms alone. */
export async function readSigning(t: Text, request: SigningRequest): Promise<SigningState> {
  const { route, asked, by, network } = request;
  const { memoLimitBytes } = CHAINS[assetOf(route.sellAsset).chain];
  try {
    const memo = route.memo === undefined ? [] : memoDifferences(t, route.memo, route, memoLimitBytes);
    const { read, facts } = route.tx === undefined ? { read: NOTHING, facts: {} } : await readTx(t, request);
    const differences = [...(read === 'unasked' ? [] : read.differences), ...memo];
    if (!asked) return read === 'unasked' ? read : { ...read, differences };
    const { verifyRoute } = await import('../../lib/payments/verify-route.ts');
    // What cannot be asked yet is checked by the signing code, with the chain's own answer.
    const reviewed = read === 'unasked' ? withoutTransaction(asked.reviewed) : asked.reviewed;
    const at = { network, nowSeconds: Math.floor(Date.now() / 1000), witnessed: asked.swap.witnessed, by, ...facts };
    const faults = verifyRoute(asked.swap, reviewed, at);
    const all = [...askedDifferences(t, faults, differences), ...differences];
    if (read === 'unasked') return all.length === 0 ? read : { ...NOTHING, differences: all };
    return { ...read, differences: all };
  } catch {
    return 'unreadable';
  }
}
