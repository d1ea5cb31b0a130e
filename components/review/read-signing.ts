/** Reads whatever a route has a wallet sign, with the chain asked for what the bytes only point at. */
import { createGatewayClient } from '../../lib/api/gateway.ts';
import type { NetworkName } from '../../lib/chains/chain.ts';
import { CHAINS } from '../../lib/chains/chains.ts';
import { assetOf } from '../../lib/domain/asset.ts';
import type { Text } from '../../lib/i18n/text.ts';
import type { PaidBy, PayableRoute } from '../../lib/payments/payable-route.ts';
import { NO_FACTS } from '../../lib/payments/solana/solana-facts.ts';
import { payeeTraits } from '../../lib/payments/traits.ts';
import { memoDifferences } from './memo-differences.ts';
import type { Signing, SigningState } from './signing.ts';
import type { ListedAssets } from './use-listed.ts';

export type SigningRequest = {
  /** As it is signed: of two legs the first. */
  route: PayableRoute;
  by: PaidBy;
  network: NetworkName;
  toChannel: boolean;
  listed: ListedAssets;
};

async function readEvmRoute(t: Text, { route, by, network, toChannel, listed }: SigningRequest): Promise<Signing> {
  const [{ evmFacts }, { evmReader }, { readEvm }] = await Promise.all([
    import('../../lib/wallet/evm/evm-facts.ts'),
    import('../../lib/wallet/export/evm-reads.ts'),
    import('./read-evm.ts'),
  ]);
  const { chain } = assetOf(route.sellAsset);
  const facts = await evmFacts(evmReader(chain, location.origin), route).catch(() => undefined);
  const decimals = (asset: string) => listed[asset.toLowerCase()]?.decimals;
  return readEvm(t, {
    route,
    by,
    network,
    toChannel,
    facts,
    listed: { sell: decimals(route.sellAsset), buy: decimals(route.buyAsset) },
  });
}

async function readSolanaRoute(
  t: Text,
  transaction: string,
  { route, toChannel }: SigningRequest,
): Promise<Signing | 'unasked'> {
  const { solanaFacts } = await import('../../lib/wallet/solana/solana-facts.ts');
  const facts = await solanaFacts(createGatewayClient({ baseUrl: '' }), transaction, route).catch(() => undefined);
  if (!payeeTraits(route.providers?.[0]).settlesInOneTransaction)
    return (await import('./read-solana.ts')).readSolana(t, transaction, route, facts ?? NO_FACTS);
  if (!facts) return 'unasked';
  return (await import('./read-jupiter.ts')).readJupiter(t, transaction, { route, facts, toChannel });
}

async function readTx(t: Text, request: SigningRequest): Promise<Signing | 'unasked'> {
  const { route, network } = request;
  const type = route.meta.txType;
  if (type === 'EVM') return readEvmRoute(t, request);
  if (type === 'COSMOS') return (await import('./read-cosmos.ts')).readCosmos(t, route);
  if (typeof route.tx !== 'string') throw new Error('there is nothing that could be read');
  if (type === 'PSBT') return (await import('./read-psbt.ts')).readPsbtSigning(t, route.tx, route, network);
  if (type === 'SOLANA') return readSolanaRoute(t, route.tx, request);
  throw new Error('nobody knows how this is signed');
}

/** Never throws. A route without a transaction is read by its memo alone. */
export async function readSigning(t: Text, request: SigningRequest): Promise<SigningState> {
  const { route } = request;
  const { memoLimitBytes } = CHAINS[assetOf(route.sellAsset).chain];
  try {
    const memo = route.memo === undefined ? [] : memoDifferences(t, route.memo, route, memoLimitBytes);
    const read: Signing | 'unasked' =
      route.tx === undefined ? { sections: [], differences: [], raw: [] } : await readTx(t, request);
    if (read === 'unasked') return read;
    return { ...read, differences: [...read.differences, ...memo] };
  } catch {
    return 'unreadable';
  }
}
