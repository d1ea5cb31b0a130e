/** Lists the tokens of the local Solana: real mints with their real addresses and decimals, at the sandbox's prices. */
import { TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from './addresses.ts';
import { USDC_MINT, USDT_MINT } from './chainflip-accounts.ts';

export const WRAPPED_SOL_MINT = 'So11111111111111111111111111111111111111112';
export const PYUSD_MINT = '2b1kV6DkPAnxd5ixfnxCpjxmKwqjjaYmCZfHsFu24GXo';
export const CBBTC_MINT = 'cbbtcf3aa214zXHbiAZQwf4122FBYbraNdFqgw4iMij';
export const JUP_MINT = 'JUPyiwrYJFskUPiHa7hkeR8VUtAeFoSYbKedZNsDvCN';
export const BONK_MINT = 'DezXAZ8z7PnrnRJjz3wXBoRgixCa6xjnB7YaB1pPB263';
export const JITOSOL_MINT = 'J1toso1uCk3RLmjorhTtrVwY9HJ7X8V9yYac6Y7kGCPn';

export type LocalMint = {
  mint: string;
  symbol: string;
  name: string;
  decimals: number;
  /** The token program that owns the mint. */
  program: string;
  /** Dollars per whole coin at the world's start. */
  usd: number;
  /** The amount that the sandbox's wallet gets, in whole coins; undefined for none. */
  gift?: string;
  tags: readonly string[];
};

const token = (
  mint: string,
  names: readonly [symbol: string, name: string],
  decimals: number,
  usd: number,
  more: Partial<LocalMint> = {},
): LocalMint => ({
  mint,
  symbol: names[0],
  name: names[1],
  decimals,
  program: TOKEN_PROGRAM,
  usd,
  tags: ['strict', 'verified'],
  ...more,
});

export const MINTS: readonly LocalMint[] = [
  token(WRAPPED_SOL_MINT, ['SOL', 'Wrapped SOL'], 9, 150),
  token(USDC_MINT, ['USDC', 'USD Coin'], 6, 1, { gift: '50000' }),
  token(USDT_MINT, ['USDT', 'USDT'], 6, 1, { gift: '50000' }),
  // Its extensions are those that change how it is paid and what its accounts cost: a transfer fee of zero, and no
  // hook.
  token(PYUSD_MINT, ['PYUSD', 'PayPal USD'], 6, 1, { program: TOKEN_2022_PROGRAM, gift: '5000' }),
  token(CBBTC_MINT, ['cbBTC', 'Coinbase Wrapped BTC'], 8, 95_000, { gift: '1' }),
  token(JUP_MINT, ['JUP', 'Jupiter'], 6, 0.5, { gift: '1000', tags: ['community', 'strict', 'verified'] }),
  token(BONK_MINT, ['Bonk', 'Bonk'], 5, 0.000_02, { gift: '10000000', tags: ['community', 'strict', 'verified'] }),
  token(JITOSOL_MINT, ['JitoSOL', 'Jito Staked SOL'], 9, 180, { tags: ['lst', 'strict', 'verified'] }),
];

export const mintNamed = (mint: string): LocalMint | undefined => MINTS.find((one) => one.mint === mint);

/** For unknown mints, the classic program. */
export const programOfMint = (mint: string): string => mintNamed(mint)?.program ?? TOKEN_PROGRAM;
