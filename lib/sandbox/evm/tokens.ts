/** Lists the tokens on the sandbox's EVM chains, at their addresses on the public chains. */
import type { ChainId } from '../../domain/chain-id.ts';

export type SandboxToken = {
  chain: ChainId;
  symbol: string;
  name: string;
  /** EIP-55. */
  address: `0x${string}`;
  decimals: number;
  /** Its functions return nothing, and an allowance must be zero before it can be changed. */
  usdtLike: boolean;
  /** It takes signed allowances (EIP-2612), in a domain of this version. */
  permitVersion?: string;
  /** `wrapped`: the native coin as a token, one to one; `taxed`: less arrives than is sent. */
  kind?: 'wrapped' | 'taxed';
};

type Row = readonly [symbol: string, name: string, address: `0x${string}`, decimals: number];

/** Circle's contract (FiatTokenV2_2), which Coinbase uses as well. Binance's USDC on its own chain is another one. */
const FIAT_TOKENS = ['USDC', 'CBBTC'];

const rows = (chain: ChainId, list: readonly Row[], usdtLike: readonly string[] = []): SandboxToken[] =>
  list.map(([symbol, name, address, decimals]) => ({
    chain,
    symbol,
    name,
    address,
    decimals,
    usdtLike: usdtLike.includes(symbol),
    ...(chain !== 'BSC' && FIAT_TOKENS.includes(symbol) ? { permitVersion: '2' } : {}),
  }));

const ETH = rows(
  'ETH',
  [
    ['AAVE', 'Aave', '0x7Fc66500c84A76Ad7e9c93437bFc5Ac33E2DDaE9', 18],
    ['CBBTC', 'Coinbase Wrapped BTC', '0xcbB7C0000aB88B473b1f5aFd9ef808440eed33Bf', 8],
    ['DAI', 'Dai', '0x6B175474E89094C44Da98b954EedeAC495271d0F', 18],
    ['DPI', 'DeFi Pulse Index', '0x1494CA1F11D487c2bBe4543E90080AeBa4BA3C2b', 18],
    ['FLIP', 'Chainflip', '0x826180541412D574cf1336d22c0C0a287822678A', 18],
    ['FOX', 'FOX', '0xc770EEfAd204B5180dF6a14Ee197D99d808ee52d', 18],
    ['GUSD', 'Gemini dollar', '0x056Fd409E1d7A124BD7017459dFEa2F387b6d5Cd', 2],
    ['HEGIC', 'Hegic', '0x584bC13c7D411c00c01A62e8019472dE68768430', 18],
    ['HOT', 'Holo', '0x6c6EE5e31d828De241282B9606C8e98Ea48526E2', 18],
    ['KYL', 'Kylin', '0x67B6D479c7bB412C54e03dCA8E1Bc6740ce6b99C', 18],
    ['LINK', 'Chainlink', '0x514910771AF9Ca656af840dff83E8264EcF986CA', 18],
    ['LUSD', 'Liquity USD', '0x5f98805A4E8be255a32880FDeC7F6728C6568bA0', 18],
    ['MOG', 'Mog Coin', '0xaaeE1A9723aaDB7afA2810263653A34bA2C21C7a', 18],
    ['PEPE', 'Pepe', '0x6982508145454Ce325dDbE47a25d4ec3d2311933', 18],
    ['RAZE', 'Raze Network', '0x5Eaa69B29f99C84Fe5dE8200340b4e9b4Ab38EaC', 18],
    ['SNX', 'Synthetix', '0xC011a73ee8576Fb46F5E1c5751cA3B9Fe0af2a6F', 18],
    ['TGT', 'THORWallet', '0x108a850856Db3f85d0269a2693D896B394C80325', 18],
    ['THOR', 'THORSwap', '0xa5f2211B9b8170F694421f2046281775E8468044', 18],
    ['UOS', 'Ultra', '0xD13c7342e1ef687C5ad21b27c2b65D772cAb5C8c', 4],
    ['USDC', 'USD Coin', '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', 6],
    ['USDP', 'Pax Dollar', '0x8E870D67F660D95d5be530380D0eC0bd388289E1', 18],
    ['USDT', 'Tether USD', '0xdAC17F958D2ee523a2206206994597C13D831ec7', 6],
    ['WBTC', 'Wrapped BTC', '0x2260FAC5E5542a773Aa44fBCfeDf7C193bc2C599', 8],
    ['WSTETH', 'Wrapped stETH', '0x7f39C581F595B53c5cb19bD0b3f8dA6c935E2Ca0', 18],
    ['XDEFI', 'XDEFI', '0x72B886d09C117654aB7dA13A14d603001dE0B777', 18],
    ['XRUNE', 'Thorstarter', '0x69fa0feE221AD11012BAb0FdB45d444D3D2Ce71c', 18],
    ['YFI', 'yearn.finance', '0x0bc529c00C6401aEF6D220BE8C6Ea1667F6Ad93e', 18],
  ],
  ['USDT'],
);

const AVAX = rows('AVAX', [
  ['USDC', 'USD Coin', '0xB97EF9Ef8734C71904D8002F8b6Bc66Dd9c48a6E', 6],
  ['USDT', 'Tether USD', '0x9702230A8Ea53601f5cD2dc00fDBc13d4dF4A8c7', 6],
]);

const BSC = rows('BSC', [
  ['BTCB', 'Binance-Peg BTCB Token', '0x7130d2A12B9BCbFAe4f2634d864A1Ee1Ce3Ead9c', 18],
  ['USDC', 'Binance-Peg USD Coin', '0x8AC76a51cc950d9822D68b83fE1Ad97B32Cd580d', 18],
  ['USDT', 'Binance-Peg BSC-USD', '0x55d398326f99059fF775485246999027B3197955', 18],
]);

const BASE = rows('BASE', [
  ['CBBTC', 'Coinbase Wrapped BTC', '0xcbB7C0000aB88B473b1f5aFd9ef808440eed33Bf', 8],
  ['USDC', 'USD Coin', '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913', 6],
]);

const ARB = rows('ARB', [
  ['ARB', 'Arbitrum', '0x912CE59144191C1204E64559FE8253a0e49E6548', 18],
  ['DAI', 'Dai', '0xDA10009cBd5D07dd0CeCc66161FC93D7c9000da1', 18],
  ['GLD', 'Goldario', '0xaFD091f140C21770f4e5d53d26B2859Ae97555Aa', 18],
  ['GMX', 'GMX', '0xfc5A1A6EB076a2C7aD06eD22C90d7E710E35ad0a', 18],
  ['GNS', 'Gains Network', '0x18c11FD286C5EC11c3b683Caa813B77f5163A122', 18],
  ['LEO', 'LEO', '0x93864d81175095DD93360FFA2A529b8642F76A6E', 3],
  ['LINK', 'Chainlink', '0xf97f4df75117a78c1A5a0DBb814Af92458539FB4', 18],
  ['PEPE', 'Pepe', '0x25d887Ce7a35172C62FeBFD67a1856F20FaEbB00', 18],
  ['SUSHI', 'SushiToken', '0xd4d42F0b6DEF4CE0383636770eF773390d85c61A', 18],
  ['TGT', 'THORWallet', '0x429fEd88f10285E61b12BDF00848315fbDfCC341', 18],
  ['UNI', 'Uniswap', '0xFa7F8980b0f1E64A2062791cc3b0871572f1F7f0', 18],
  ['USDC', 'USD Coin', '0xaf88d065e77c8cC2239327C5EDb3A432268e5831', 6],
  ['USDT', 'Tether USD', '0xFd086bC7CD5C481DCC9C85ebE478A1C0b69FCbb9', 6],
  ['WBTC', 'Wrapped BTC', '0x2f2a2543B76A4166549F7aaB2e75Bef0aefC5B0f', 8],
  ['WSTETH', 'Wrapped stETH', '0x5979D7b546E38E414F7E9822514be443A4800529', 18],
]);

const special = (chain: ChainId, kind: 'wrapped' | 'taxed', [symbol, name, address, decimals]: Row): SandboxToken => ({
  chain,
  symbol,
  name,
  address,
  decimals,
  usdtLike: false,
  kind,
});

const WRAPPED: readonly SandboxToken[] = [
  special('ARB', 'wrapped', ['WETH', 'Wrapped Ether', '0x82aF49447D8a07e3bd95BD0d56f35241523fBab1', 18]),
  special('AVAX', 'wrapped', ['WAVAX', 'Wrapped AVAX', '0xB31f66AA3C1e785363F0875A1B74E27b85FD66c7', 18]),
  special('BASE', 'wrapped', ['WETH', 'Wrapped Ether', '0x4200000000000000000000000000000000000006', 18]),
  special('BSC', 'wrapped', ['WBNB', 'Wrapped BNB', '0xbb4CdB9CBd36B01bD1cBaEBF2De08d9173bc095c', 18]),
  special('ETH', 'wrapped', ['WETH', 'Wrapped Ether', '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2', 18]),
];

/** An address derived from a name, unused on public chains. */
const TAXED = special('ETH', 'taxed', ['TAXED', 'Taxed Token', '0x82b93293020682C15536B33E7b07ae7c1e4375Ce', 18]);

/** The tax on every transfer of the taxed token, basis points. */
export const TAX_BPS = 200;

export const SANDBOX_TOKENS: readonly SandboxToken[] = [
  ...[...ARB, ...AVAX, ...BASE, ...BSC, ...ETH],
  ...[...WRAPPED, TAXED],
];

/** The wrapped native coin of a chain. */
export const wrappedOf = (chain: ChainId): SandboxToken | undefined => WRAPPED.find((token) => token.chain === chain);

export const tokensOf = (chain: ChainId): SandboxToken[] => SANDBOX_TOKENS.filter((token) => token.chain === chain);

/** The token at an address in any letter case. */
export const tokenAt = (chain: ChainId, address: string): SandboxToken | undefined =>
  SANDBOX_TOKENS.find((token) => token.chain === chain && token.address.toLowerCase() === address.toLowerCase());
