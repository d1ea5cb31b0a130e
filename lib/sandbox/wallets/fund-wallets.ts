/** Funds the sandbox's wallets, each gift once in the life of a world. */
import { z } from 'zod';
import { chainOf } from '../../chains/chains.ts';
import { toBaseUnits } from '../../domain/amount.ts';
import type { ChainId } from '../../domain/chain-id.ts';
import { tokensOf } from '../evm/tokens.ts';
import type { World } from '../ledger.ts';
import { MINTS } from '../solana/mints.ts';
import { ASSET_DECIMALS, ASSETS } from '../substrate/asset-hub.ts';
import { walletAddress } from './wallet-accounts.ts';

/**
 * Amounts in whole coins. Bitcoin-family wallets get theirs in several parts, so that payments need not wait for
 * change.
 */
const COINS: Partial<Record<ChainId, { amount: string; outputs?: number }>> = {
  BTC: { amount: '1', outputs: 5 },
  LTC: { amount: '20', outputs: 5 },
  DOGE: { amount: '10000', outputs: 5 },
  BCH: { amount: '10', outputs: 5 },
  DASH: { amount: '40', outputs: 5 },
  ZEC: { amount: '10', outputs: 5 },
  GAIA: { amount: '2000' },
  THOR: { amount: '20000' },
  MAYA: { amount: '50000' },
  ETH: { amount: '20' },
  ARB: { amount: '20' },
  BASE: { amount: '20' },
  AVAX: { amount: '500' },
  BSC: { amount: '50' },
  SOL: { amount: '100' },
  DOT: { amount: '2000' },
};

/** Tokens that are in no contract list, and denominations beside the native one: whole coins and decimals. */
const DENOMS: Partial<Record<ChainId, readonly { token: string; amount: string; decimals: number }[]>> = {
  THOR: [
    { token: 'tcy', amount: '20000', decimals: 8 },
    { token: 'x/ruji', amount: '5000', decimals: 8 },
  ],
  MAYA: [{ token: 'maya', amount: '100', decimals: 4 }],
  SOL: MINTS.flatMap(({ mint, gift, decimals }) =>
    gift === undefined ? [] : [{ token: mint, amount: gift, decimals }],
  ),
  DOT: [...ASSETS.keys()].map((id) => ({ token: String(id), amount: '50000', decimals: ASSET_DECIMALS })),
};

/** Amounts in whole tokens by symbol; all others get 1000. */
const TOKENS: Record<string, string> = {
  USDC: '50000',
  USDT: '50000',
  DAI: '50000',
  LUSD: '50000',
  GUSD: '50000',
  USDP: '50000',
  WBTC: '1',
  BTCB: '1',
  CBBTC: '1',
  WSTETH: '10',
  WETH: '5',
  WBNB: '20',
  WAVAX: '200',
  YFI: '1',
  PEPE: '500000000',
  MOG: '500000000',
  HOT: '500000',
};
const OTHER_TOKENS = '1000';

type Gift = { key: string; baseUnits: bigint; token?: string };

const units = (amount: string, decimals: number): bigint => toBaseUnits(amount, decimals, 'down') ?? 0n;

function giftsOn(chain: ChainId): Gift[] {
  const coin = COINS[chain];
  const { decimals } = chainOf(chain).native;
  const coins = coin
    ? Array.from({ length: coin.outputs ?? 1 }, (_, index) => ({
        key: `${chain}/${index}`,
        baseUnits: units(coin.amount, decimals),
      }))
    : [];
  const tokens = tokensOf(chain).map(({ symbol, address, decimals: of }) => ({
    key: `${chain}/${address}`,
    token: address,
    baseUnits: units(TOKENS[symbol] ?? OTHER_TOKENS, of),
  }));
  const denoms = (DENOMS[chain] ?? []).map(({ token, amount, decimals: of }) => ({
    key: `${chain}/${token}`,
    token,
    baseUnits: units(amount, of),
  }));
  return [...coins, ...tokens, ...denoms];
}

/**
 * Funds the wallets on all chains of the world in parallel. Gifts made earlier, also before a restart, are not
 * repeated.
 */
export async function fundWallets(world: World, seed: Uint8Array): Promise<void> {
  let given = new Set<string>();
  const saved = world.persist({
    name: 'wallets',
    dump: () => [...given],
    load: (state) => {
      given = new Set(z.array(z.string()).parse(state));
    },
  });
  await Promise.all(
    Object.values(world.ledgers).map(async (ledger) => {
      const address = walletAddress(seed, ledger.chain);
      for (const { key, baseUnits, token } of giftsOn(ledger.chain)) {
        if (given.has(key)) continue;
        await ledger.fund(address, baseUnits, token);
        given.add(key);
        saved.flush();
      }
    }),
  );
}
