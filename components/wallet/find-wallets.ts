/**
 * Finds the wallets in the page for a chain at each call, because extensions arrive late, and loads only that kind's
 * code.
 */
import type { NetworkName } from '../../lib/chains/chain.ts';
import { chainOf } from '../../lib/chains/chains.ts';
import type { ChainId } from '../../lib/domain/chain-id.ts';
import { pause } from '../../lib/domain/waiting.ts';
import type { InjectedWallet } from '../../lib/wallet/wallet-kinds.ts';

async function ofKind(chain: ChainId, network: NetworkName): Promise<InjectedWallet[]> {
  const { kind } = chainOf(chain);
  if (kind === 'utxo') return (await import('../../lib/wallet/utxo/utxo-wallets.ts')).utxoWallets(network);
  if (kind === 'cosmos') return (await import('../../lib/wallet/cosmos/cosmos-wallets.ts')).cosmosWallets(network);
  if (kind === 'solana') return (await import('../../lib/wallet/solana/solana-wallets.ts')).solanaWallets(network);
  return [];
}

export const walletsFor = async (chain: ChainId, network: NetworkName): Promise<InjectedWallet[]> =>
  (await ofKind(chain, network)).filter((wallet) => wallet.chains.includes(chain));

export const walletById = async (
  walletId: string,
  chain: ChainId,
  network: NetworkName,
): Promise<InjectedWallet | undefined> =>
  (await walletsFor(chain, network)).find(({ option }) => option.id === walletId);

/** Some extensions inject their wallet seconds after the page has loaded. */
const LOOK_AGAIN_MS = 250;
const LOOK_FOR_MS = 10_000;

export async function arrivedWallet(
  walletId: string,
  chain: ChainId,
  network: NetworkName,
  stopped: () => boolean,
): Promise<InjectedWallet | undefined> {
  const until = Date.now() + LOOK_FOR_MS;
  while (!stopped() && Date.now() < until) {
    const wallet = await walletById(walletId, chain, network);
    if (wallet) return wallet;
    await pause(LOOK_AGAIN_MS);
  }
  return undefined;
}
