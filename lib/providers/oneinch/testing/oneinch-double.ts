/** Answers as 1inch does, and as a chain behind it does, for this folder's tests. */
import { readFileSync } from 'node:fs';
import { decodeFunctionData, encodeFunctionData, erc20Abi, type Hex, parseAbi } from 'viem';
import { type EvmClient, RpcError } from '../../../chain-clients/chain-clients.ts';
import { clientsWith } from '../../../chain-clients/test-clients.ts';
import { assetOf, checksumAddress } from '../../../domain/asset.ts';
import { NATIVE_TOKEN, oneinchRouter } from '../../../payments/oneinch/router.ts';
import type { ProviderQuoteRequest } from '../../provider.ts';
import { type Call, loopbackFetch, type Reply, type Responder } from '../../test-upstream.ts';
import { createOneinch, type OneinchOptions } from '../index.ts';

const hex = (text: string): Hex => text as Hex;

export const NOW_MS = 1_791_000_000_000;
export const ALICE = '0x1111111111111111111111111111111111111111';
export const BOB = '0x2222222222222222222222222222222222222222';
export const MALLORY = '0x6666666666666666666666666666666666666666';
export const EXECUTOR = hex(checksumAddress('0x5f515f6c524b18ca30f7783fb58dd4be2e9904ec'));
export const REFERRER = '0x2773378be02162f28cF199089A64E5e2307Fc0F5';
export const ROUTER = oneinchRouter('ETH') ?? '';
export const ETH = assetOf('ETH.ETH');
export const USDC_ADDRESS = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
export const USDC = assetOf(`ETH.USDC-${USDC_ADDRESS}`);
export const WETH_ADDRESS = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2';
export const WETH = assetOf(`ETH.WETH-${WETH_ADDRESS}`);

export type Json = Record<string, unknown>;
export const fixture = (name: string): Json =>
  JSON.parse(readFileSync(new URL(`../__fixtures__/${name}.json`, import.meta.url), 'utf8')) as Json;

export const SWAP_ABI = parseAbi([
  'struct Desc { address srcToken; address dstToken; address srcReceiver; address dstReceiver; uint256 amount; uint256 minReturnAmount; uint256 flags; }',
  'function swap(address executor, Desc desc, bytes data) payable returns (uint256, uint256)',
  'function unoswap(uint256 token, uint256 amount, uint256 minReturn, uint256 dex)',
  'function unoswapTo(uint256 to, uint256 token, uint256 amount, uint256 minReturn, uint256 dex)',
  'function ethUnoswapTo(uint256 to, uint256 minReturn, uint256 dex) payable',
  'error ReturnAmountIsNotEnough(uint256 result, uint256 minReturn)',
]);

/** 1 ETH is 3300 USDC: whole units of either. */
const TOKENS: Record<string, { symbol: string; name: string; decimals: number; usd: string; tags: string[] }> = {
  [NATIVE_TOKEN.toLowerCase()]: {
    symbol: 'ETH',
    name: 'Ether',
    decimals: 18,
    usd: '3300',
    tags: ['native', 'RISK:norisk'],
  },
  [USDC_ADDRESS.toLowerCase()]: { symbol: 'USDC', name: 'USD Coin', decimals: 6, usd: '1', tags: ['PEG:USD'] },
  [WETH_ADDRESS.toLowerCase()]: { symbol: 'WETH', name: 'Wrapped Ether', decimals: 18, usd: '3300', tags: ['PEG:ETH'] },
};

const tokenInfo = (address: string) => {
  const { usd: _usd, ...token } = TOKENS[address] ?? { symbol: 'X', name: 'X', decimals: 18, usd: '1', tags: [] };
  return { address, ...token };
};

/** A thousandth less than the market, less the affiliate's percent. */
export function dstAmountOf(query: URLSearchParams): bigint {
  const [src, dst] = ['src', 'dst'].map((key) => TOKENS[(query.get(key) ?? '').toLowerCase()]);
  if (!src || !dst) return 0n;
  const market =
    (BigInt(query.get('amount') ?? '0') * BigInt(src.usd) * 10n ** BigInt(dst.decimals)) /
    (BigInt(dst.usd) * 10n ** BigInt(src.decimals));
  const fee = Math.round(Number(query.get('fee') ?? '0') * 100);
  return (((market * 999n) / 1000n) * BigInt(10_000 - fee)) / 10_000n;
}

export type SwapDesc = {
  srcToken: string;
  dstToken: string;
  srcReceiver: string;
  dstReceiver: string;
  amount: bigint;
  minReturnAmount: bigint;
  flags: bigint;
};

export const swapData = (desc: SwapDesc): Hex =>
  encodeFunctionData({
    abi: SWAP_ABI,
    functionName: 'swap',
    args: [
      EXECUTOR,
      {
        ...desc,
        srcToken: hex(desc.srcToken),
        dstToken: hex(desc.dstToken),
        srcReceiver: hex(desc.srcReceiver),
        dstReceiver: hex(desc.dstReceiver),
      },
      '0x0102',
    ],
  });

/** The request to `/swap` as the honest router call. */
export function descOf(query: URLSearchParams): SwapDesc {
  const slippageBps = BigInt(Math.round(Number(query.get('slippage')) * 100));
  return {
    srcToken: query.get('src') ?? '',
    dstToken: query.get('dst') ?? '',
    srcReceiver: EXECUTOR,
    dstReceiver: query.get('receiver') ?? query.get('from') ?? '',
    amount: BigInt(query.get('amount') ?? '0'),
    minReturnAmount: (dstAmountOf(query) * (10_000n - slippageBps)) / 10_000n,
    flags: 0n,
  };
}

export function swapTx(query: URLSearchParams, desc: Partial<SwapDesc> = {}) {
  const isNative = (query.get('src') ?? '').toLowerCase() === NATIVE_TOKEN.toLowerCase();
  return {
    from: query.get('from') ?? '',
    to: ROUTER.toLowerCase(),
    data: swapData({ ...descOf(query), ...desc }),
    value: isNative ? (query.get('amount') ?? '0') : '0',
    gas: 200_000,
    gasPrice: '3000000000',
  };
}

/** Uniswap V3 (1 at bit 253), the first token for the second (bit 247). */
export const DEX = (1n << 253n) | (1n << 247n) | 0xe0554a476a092703abdb3ef35c80e0d76d32939fn;

/** The request as a swap through one pool that names its recipient. */
export function poolTx(query: URLSearchParams, changes: Partial<SwapDesc> & { dex?: bigint } = {}) {
  const { dex = DEX, ...desc } = { ...descOf(query), ...changes };
  const { srcToken, dstReceiver, amount, minReturnAmount } = desc;
  const to = BigInt(dstReceiver);
  const isCoin = srcToken.toLowerCase() === NATIVE_TOKEN.toLowerCase();
  const data = isCoin
    ? encodeFunctionData({ abi: SWAP_ABI, functionName: 'ethUnoswapTo', args: [to, minReturnAmount, dex] })
    : encodeFunctionData({
        abi: SWAP_ABI,
        functionName: 'unoswapTo',
        args: [to, BigInt(srcToken), amount, minReturnAmount, dex],
      });
  return { ...swapTx(query), data };
}

export type OneinchAnswers = {
  /** Undefined: the honest answer. */
  quote?: (query: URLSearchParams) => Reply | undefined;
  swap?: (query: URLSearchParams) => Reply | undefined;
  prices?: () => Reply;
  tokens?: (chainId: string) => Reply | undefined;
  /** Ids of `/liquidity-sources`. */
  sources?: (chainId: string) => Reply | undefined;
};

/** As the chains have them, among others. */
const SOURCES: Readonly<Record<string, readonly string[]>> = {
  '1': ['UNISWAP_V1', 'UNISWAP_V2', 'SUSHI', 'CURVE', 'UNISWAP_V3', 'PMM1'],
  '42161': ['ARBITRUM_BALANCER_V2', 'ARBITRUM_SUSHISWAP', 'ARBITRUM_UNISWAP_V3'],
  '56': ['PANCAKESWAP_V2', 'BSC_DODO_V2'],
};
export const sourcesBody = (ids: readonly string[]): Json => ({
  protocols: ids.map((id) => ({ id, title: id, img: '', img_color: '' })),
});

export const quoteBody = (query: URLSearchParams): Json => ({
  srcToken: tokenInfo((query.get('src') ?? '').toLowerCase()),
  dstToken: tokenInfo((query.get('dst') ?? '').toLowerCase()),
  dstAmount: dstAmountOf(query).toString(),
  gas: 180_000,
});

const tokenList = (): Json => ({ tokens: Object.fromEntries(Object.keys(TOKENS).map((one) => [one, tokenInfo(one)])) });

const pricesBody = (tokens: string): Json =>
  Object.fromEntries(tokens.split(',').map((token) => [token, TOKENS[token]?.usd ?? '0']));

function swapBody(query: Call['query']): Json {
  const { gas: _gas, ...body } = quoteBody(query);
  const tx = query.has('protocols') && query.has('receiver') ? poolTx(query) : swapTx(query);
  return { ...body, tx };
}

const sourcesReply = (ids: Parameters<typeof sourcesBody>[0] | undefined): Reply | undefined =>
  ids && { json: sourcesBody(ids) };

const tokensReply = (chainId: string): Reply | undefined => (chainId === '1' ? { json: tokenList() } : undefined);

export const oneinchDouble =
  (answers: OneinchAnswers = {}): Responder =>
  ({ path, query }: Call): Reply | undefined => {
    const [, api, , chainId = '', call] = path.split('/');
    if (api === 'price') return answers.prices?.() ?? { json: pricesBody(call ?? '') };
    if (api !== 'swap') return undefined;
    if (call === 'quote') return answers.quote?.(query) ?? { json: quoteBody(query) };
    if (call === 'swap') return answers.swap?.(query) ?? { json: swapBody(query) };
    if (call === 'liquidity-sources') return answers.sources?.(chainId) ?? sourcesReply(SOURCES[chainId]);
    return call === 'tokens' ? (answers.tokens?.(chainId) ?? tokensReply(chainId)) : undefined;
  };

const word = (value: bigint): Hex => `0x${value.toString(16).padStart(64, '0')}`;

export type ChainFacts = {
  balance?: bigint;
  allowance?: bigint;
  /** Refuses to change an allowance that is not zero. */
  isUsdtLike?: boolean;
  /** The revert reason of the router's call. */
  reverts?: Hex;
  gas?: bigint;
  /** The pools' answer when they are asked for a token. */
  poolToken?: string;
};

/** A chain on which the sender holds what is given, for quotes. */
export function evmDouble(facts: ChainFacts = {}): Partial<EvmClient> {
  const { balance = 10n ** 24n, allowance = 0n } = facts;
  return {
    async call(to, data) {
      if (data === '0x313ce567') return word(BigInt(TOKENS[to.toLowerCase()]?.decimals ?? 18));
      if (data === '0x0dfe1681' || data === '0xd21220a7') return word(BigInt(facts.poolToken ?? '0'));
      const { functionName } = decodeFunctionData({ abi: erc20Abi, data: data as Hex });
      return word(functionName === 'balanceOf' ? balance : allowance);
    },
    async rpc(method) {
      if (method === 'eth_gasPrice') return word(2_000_000_000n).replace(/^0x0+/, '0x');
      if (method === 'eth_getBalance') return word(balance);
      if (method === 'eth_call' && facts.isUsdtLike) throw new RpcError(3, 'execution reverted');
      if (method === 'eth_call') return word(1n);
      if (method === 'eth_estimateGas' && facts.reverts) throw new RpcError(3, 'execution reverted', facts.reverts);
      if (method === 'eth_estimateGas') return `0x${(facts.gas ?? 150_000n).toString(16)}`;
      throw new RpcError(-32601, `no ${method}`);
    },
  };
}

export const request = (changes: Partial<ProviderQuoteRequest> = {}): ProviderQuoteRequest => ({
  providerId: 'ONEINCH',
  sellAsset: ETH,
  buyAsset: USDC,
  sellAmount: '1',
  slippageBps: 50,
  sourceAddress: ALICE,
  destinationAddress: ALICE,
  includeTx: false,
  ...changes,
});

let made = 0;

/** Each with an allowance of requests of its own. */
export const oneinchAt = (url: string, changes: Partial<OneinchOptions> = {}) =>
  createOneinch({
    fetch: loopbackFetch,
    now: () => NOW_MS,
    log: () => undefined,
    network: 'mainnet',
    baseUrls: [url],
    apiKey: `test-key-${++made}`,
    version: 'v6.1',
    perSecond: 1000,
    clients: clientsWith({ evm: evmDouble() }),
    ...changes,
  });
