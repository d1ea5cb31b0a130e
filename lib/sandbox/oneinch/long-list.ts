/**
 * Makes the token lists as long as mainnet's, with made-up names at unused addresses, which are listed but never
 * traded.
 */
import { keccak256, toHex } from 'viem';
import type { ChainId } from '../../domain/chain-id.ts';

const FIRST = [
  'Amber',
  'Basin',
  'Cedar',
  'Delta',
  'Ember',
  'Fjord',
  'Grove',
  'Harbor',
  'Inlet',
  'Juniper',
  'Kelp',
  'Lagoon',
];
const SECOND = [
  'Coin',
  'Dollar',
  'Finance',
  'Inu',
  'Network',
  'Protocol',
  'Share',
  'Staked Ether',
  'Swap',
  'Token',
  'Yield',
];
/** Symbols that many tokens imitate. */
const BORROWED = ['USDC', 'USDT', 'WBTC', 'PEPE', 'LINK'];
/** Every `BORROWED_EVERY`th token imitates a symbol; every `UNRATED_EVERY`th is one that 1inch has not rated. */
const BORROWED_EVERY = 97;
const UNRATED_EVERY = 10;

const pick = (list: readonly string[], at: number): string => list[at % list.length] ?? '';

/** The nth made-up token, always the same. Source of the shape: see views.ts. */
function madeUp(chain: ChainId, n: number) {
  const hash = keccak256(toHex(`portage sandbox list ${chain} ${n}`));
  const [first, second] = [pick(FIRST, n), pick(SECOND, Math.floor(n / FIRST.length))];
  const address = `0x${hash.slice(-40)}`;
  const borrows = n % BORROWED_EVERY === BORROWED_EVERY - 1;
  const own = `${first.slice(0, 2)}${second.slice(0, 1)}${n.toString(36)}`.toUpperCase();
  return {
    address,
    symbol: borrows ? pick(BORROWED, Math.floor(n / BORROWED_EVERY)) : own,
    name: `${first} ${second} ${n}`,
    decimals: n % 3 === 0 ? 6 : 18,
    logoURI: `https://tokens.1inch.io/${address}.png`,
    tags: ['tokens', n % UNRATED_EVERY === UNRATED_EVERY - 1 ? 'RISK:unknown' : 'RISK:norisk'],
  };
}

/** By lower-case address, like the API's `tokens`. */
export const longList = (chain: ChainId, count: number): Record<string, ReturnType<typeof madeUp>> =>
  Object.fromEntries(
    Array.from({ length: count }, (_, n) => {
      const token = madeUp(chain, n);
      return [token.address, token];
    }),
  );
