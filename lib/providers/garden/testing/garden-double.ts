/** Answers as Garden's API v2 does, in the shapes of recorded bodies, for this folder's tests. */
import { encodeFunctionData, erc20Abi } from 'viem';
import { assetOf } from '../../../domain/asset.ts';
import { htlcAddress } from '../../../payments/garden/bitcoin-htlc.ts';
import { HTLC_ABI } from '../../../payments/garden/htlc-abi.ts';
import type { ProviderQuoteRequest } from '../../provider.ts';
import type { Call, Reply, Responder } from '../../test-upstream.ts';
import { assetSchema } from '../upstream-schemas.ts';

export type Json = Record<string, unknown>;

export const NOW_MS = 1_782_589_000_000;
export const ALICE_BTC = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
export const ALICE_ETH = '0x1111111111111111111111111111111111111111';
export const SOLVER_ETH = '0x661bA32eb5f86CaB358DDbB7F264b10c5825e2dd';
export const HTLC = '0x5fA58e4E89c85B8d678Ade970bD6afD4311aF17E';
export const ORDER_ID = '646eabe9fd9e7612ac712d54d899cf3f1847251927184fbc22d80f2a9a55987d';
export const SECRET_HASH = '61d22856ce12bc3693df0cd4967d404400449f61810080c52638fd805b379723';
export const SOLVER_KEY = '460f2e8ff81fc4e0a8e6ce7796704e3829e3e3eedb8db9390bdc51f4f04cf0a6';
export const DELEGATE_KEY = 'bc182774238a970984da3727d8acdc8c93c23f85167afd7d58db73ef9e81b9b0';
export const WBTC = '0x2260FAC5E5542a773Aa44fBCfeDf7C193bc2C599';

const evmAsset = (id: string, chainId: number, token: string, decimals: number, extra: Json = {}): Json => ({
  id,
  name: `${id}:${id.split(':')[1]?.toUpperCase()}`,
  chain: `evm:${chainId}`,
  icon: 'https://garden.example/icon.svg',
  htlc: { address: HTLC, schema: 'evm:htlc_erc20' },
  token: token === '' ? null : { address: token, schema: 'evm:erc20' },
  decimals,
  min_amount: '10000',
  max_amount: '500000000',
  price: 95_000,
  is_active: true,
  ...extra,
});

const ether = (min: string, max: string, price: number): Json => ({ min_amount: min, max_amount: max, price });

export const ASSETS: Json[] = [
  {
    id: 'bitcoin:btc',
    name: 'Bitcoin:BTC',
    chain: 'bitcoin',
    htlc: null,
    token: null,
    decimals: 8,
    min_amount: '10000',
    max_amount: '500000000',
    price: 95_000,
    is_active: true,
  },
  {
    id: 'litecoin:ltc',
    name: 'Litecoin:LTC',
    chain: 'bitcoin',
    htlc: { address: 'primary' },
    token: { address: 'primary' },
    decimals: 8,
    min_amount: '1000000',
    max_amount: '650000000000',
    price: 100,
  },
  evmAsset('ethereum:wbtc', 1, WBTC, 8),
  evmAsset('ethereum:cbbtc', 1, '0xcbB7C0000aB88B473b1f5aFd9ef808440eed33Bf', 8),
  evmAsset('ethereum:eth', 1, '', 18, ether('10000000000000000', '100000000000000000000', 3300)),
  evmAsset('ethereum:usdc', 1, '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', 6, ether('10000000', '450000000000', 1)),
  evmAsset(
    'bnbchain:btcb',
    56,
    '0x7130d2A12B9BCbFAe4f2634d864A1Ee1Ce3Ead9c',
    18,
    ether('100000000000000', '5000000000000000000', 95_000),
  ),
  evmAsset('base:cbbtc', 8453, '0xcbB7C0000aB88B473b1f5aFd9ef808440eed33Bf', 8),
  evmAsset('base:usdt', 8453, '0xfde4C96c8593536E31F229EA8f37b2ADa2699bb2', 6, { is_active: false }),
  evmAsset('monad:mon', 143, '', 18),
  {
    id: 'solana:sol',
    name: 'Solana:SOL',
    chain: 'solana:101',
    htlc: { address: '2bag6xpshpvPe7SJ9nSDLHpxqhEAoHPGpEkjNSv7gxoF', schema: 'solana:htlc_native' },
    token: { address: 'primary', schema: 'solana:native' },
    decimals: 9,
    min_amount: '100000000',
    max_amount: '3500000000000',
    price: 150,
    is_active: true,
  },
  {
    id: 'starknet:wbtc',
    name: 'Wrapped BTC:WBTC',
    chain: 'starknet:SN_MAIN',
    decimals: 8,
    token: { address: '0x03f' },
    htlc: { address: '0x06' },
    price: 95_000,
  },
];

export const POLICY: Json = {
  default: 'open',
  isolation_groups: [],
  blacklist_pairs: ['ethereum:usdc <-> bitcoin:btc'],
  whitelist_overrides: [],
};
export const LIQUIDITY: Json[] = [
  {
    solver_id: 'solver-1',
    liquidity: [
      { asset: 'ethereum:wbtc', balance: '300000000' },
      { asset: 'bitcoin:btc', balance: '300000000' },
    ],
  },
];

export const ok = (result: unknown): Reply => ({ json: { status: 'Ok', result } });
export const refusal = (error: string, status = 400): Reply => ({ status, json: { status: 'Error', error } });

const known = ASSETS.map((one) => assetSchema.parse(one));
const entryOf = (id: string) => {
  const found = known.find((one) => one.id === id);
  if (!found) throw new Error(`no asset ${id}`);
  return found;
};

/** At the listed prices, less `feeBps` and the affiliate's. */
export function quoteOf(query: URLSearchParams, change: Json = {}): Json {
  const [from, to] = [entryOf(query.get('from') ?? ''), entryOf(query.get('to') ?? '')];
  const amount = BigInt(query.get('from_amount') ?? '0');
  const affiliate = Number(query.get('affiliate_fee') ?? 0);
  const usd = (Number(amount) / 10 ** from.decimals) * (from.price ?? 0);
  const out = usd * (1 - (30 + affiliate) / 10_000);
  const units = BigInt(Math.round((out / (to.price ?? 1)) * 10 ** 8)) * 10n ** BigInt(Math.max(0, to.decimals - 8));
  const bought = to.decimals < 8 ? units / 10n ** BigInt(8 - to.decimals) : units;
  return {
    source: { asset: from.id, amount: amount.toString(), display: '', value: usd.toFixed(4) },
    destination: { asset: to.id, amount: bought.toString(), display: '', value: out.toFixed(4) },
    solver_id: 'solver-1',
    estimated_time: 20,
    slippage: 0,
    fee: 30,
    fixed_fee: '0',
    ...change,
  };
}

const swapRest = {
  filled_amount: '0',
  asset_price: 95_000,
  secret_hash: SECRET_HASH,
  secret: '',
  initiate_tx_hash: '',
  redeem_tx_hash: '',
  refund_tx_hash: '',
  initiate_block_number: '0',
  redeem_block_number: '0',
  refund_block_number: '0',
  required_confirmations: 1,
  current_confirmations: 0,
  initiate_timestamp: null,
  redeem_timestamp: null,
  refund_timestamp: null,
};

const TIMELOCK: Record<string, number> = { bitcoin: 144, litecoin: 144, solana: 216_000 };
const chainName = (id: string) => id.split(':')[0] ?? '';

type OrderBody = {
  source: { asset: string; owner: string; amount: string };
  destination: { asset: string; owner: string; amount: string };
  solver_id: string;
  affiliate_fees?: unknown[];
};

/** The order as `GET /orders/{id}` has it, unpaid. */
export function orderFor(body: OrderBody): Json {
  const created_at = new Date(NOW_MS).toISOString();
  const { source, destination } = body;
  const isBitcoin = (id: string) => TIMELOCK[chainName(id)] === 144;
  const redeemer = isBitcoin(source.asset)
    ? SOLVER_KEY
    : chainName(source.asset) === 'solana'
      ? '5aYv3mxzXupjUa6Yyi23Yn3n1kbgGEDfrJ6uBDq6VwQo'
      : SOLVER_ETH;
  return {
    created_at,
    source_swap: {
      ...swapRest,
      created_at,
      swap_id: '30facc712b6eaa7a2453dba968da223d180322f224285db2820a8cdd7125147a',
      chain: chainName(source.asset),
      asset: source.asset,
      initiator: source.owner,
      redeemer,
      ...(isBitcoin(source.asset) ? { delegate: DELEGATE_KEY } : {}),
      timelock: TIMELOCK[chainName(source.asset)] ?? 7200,
      amount: source.amount,
    },
    destination_swap: {
      ...swapRest,
      created_at,
      swap_id: 'destination',
      chain: chainName(destination.asset),
      asset: destination.asset,
      initiator: isBitcoin(destination.asset) ? SOLVER_KEY : SOLVER_ETH,
      redeemer: destination.owner,
      ...(isBitcoin(destination.asset) ? { delegate: DELEGATE_KEY } : {}),
      timelock: 12,
      amount: destination.amount,
    },
    nonce: '1',
    order_id: ORDER_ID,
    affiliate_fees: body.affiliate_fees ?? [],
    integrator: 'portage',
    version: 'v2',
  };
}

/** The shape that the deployed API has for its messages. */
export const typedDataFor = (terms: { timelock: number; amount: string }, chainId = 1): Json => ({
  domain: { name: 'HTLC', version: '2', chainId: `0x${chainId.toString(16)}`, verifyingContract: HTLC },
  message: {
    redeemer: SOLVER_ETH,
    timelock: `0x${terms.timelock.toString(16)}`,
    amount: terms.amount,
    secretHash: `0x${SECRET_HASH}`,
  },
  primaryType: 'Initiate',
  types: {
    EIP712Domain: [
      { name: 'name', type: 'string' },
      { name: 'version', type: 'string' },
      { name: 'chainId', type: 'uint256' },
      { name: 'verifyingContract', type: 'address' },
    ],
    Initiate: [
      { name: 'redeemer', type: 'address' },
      { name: 'timelock', type: 'uint256' },
      { name: 'amount', type: 'uint256' },
      { name: 'secretHash', type: 'bytes32' },
    ],
  },
});

export const initiateData = (
  amount: string,
  change: { redeemer?: string; timelock?: bigint; secretHash?: string } = {},
) =>
  encodeFunctionData({
    abi: HTLC_ABI,
    functionName: 'initiate',
    args: [
      (change.redeemer ?? SOLVER_ETH) as `0x${string}`,
      change.timelock ?? 7200n,
      BigInt(amount),
      `0x${change.secretHash ?? SECRET_HASH}`,
    ],
  });

/** What `POST /orders` answers, by the source chain. */
export function createdFor(body: OrderBody, network: 'mainnet' | 'sandbox' = 'mainnet'): Json {
  const { asset, amount } = body.source;
  if (TIMELOCK[chainName(asset)] === 144) {
    const hrp = chainName(asset) === 'litecoin' ? 'ltc' : network === 'mainnet' ? 'bc' : 'bcrt';
    const to = htlcAddress(
      { redeemer: SOLVER_KEY, initiator: DELEGATE_KEY, secretHash: SECRET_HASH, timelock: 144 },
      hrp,
    );
    return { order_id: ORDER_ID, to, amount };
  }
  const entry = entryOf(asset);
  const chainId = Number(entry.chain.split(':')[1]);
  const token = entry.token?.address;
  const approve = token && encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [HTLC, BigInt(amount)] });
  return {
    order_id: ORDER_ID,
    approval_transaction: approve
      ? { chain_id: chainId, to: token, value: '0x0', data: approve, gas_limit: '0x493e0' }
      : null,
    initiate_transaction: {
      chain_id: chainId,
      data: initiateData(amount),
      gas_limit: '0x493e0',
      to: HTLC.toLowerCase(),
      value: token ? '0x0' : `0x${BigInt(amount).toString(16)}`,
    },
    typed_data: token ? typedDataFor({ timelock: 7200, amount }, chainId) : null,
  };
}

export type GardenAnswers = {
  assets?: () => Reply;
  policy?: () => Reply;
  liquidity?: () => Reply;
  quote?: (query: URLSearchParams) => Reply;
  create?: (body: OrderBody) => Reply;
  order?: (body: OrderBody | undefined) => Reply;
  patch?: (call: Call) => Reply;
  list?: (call: Call) => Reply;
};

function factsReply(answers: GardenAnswers, path: string): Reply | undefined {
  if (path === '/assets') return answers.assets?.() ?? ok(ASSETS);
  if (path === '/policy') return answers.policy?.() ?? ok(POLICY);
  return path === '/liquidity' ? (answers.liquidity?.() ?? ok(LIQUIDITY)) : undefined;
}

/** Remembers the last order that was created, as Garden does. */
export function gardenDouble(answers: GardenAnswers = {}): Responder {
  let last: OrderBody | undefined;
  return (call) => {
    const { method, path, query } = call;
    if (method === 'PATCH') return answers.patch?.(call) ?? ok(`0x${'ab'.repeat(32)}`);
    if (method === 'POST' && path === '/orders') {
      last = JSON.parse(call.body) as OrderBody;
      return answers.create?.(last) ?? ok(createdFor(last));
    }
    if (path === '/quote') return answers.quote?.(query) ?? ok([quoteOf(query)]);
    if (path === '/orders') return answers.list?.(call) ?? ok({ data: [] });
    if (path.startsWith('/orders/'))
      return answers.order?.(last) ?? (last ? ok(orderFor(last)) : refusal('order not found', 404));
    return factsReply(answers, path);
  };
}

export const request = (change: Partial<ProviderQuoteRequest> = {}): ProviderQuoteRequest => ({
  providerId: 'GARDEN',
  sellAsset: assetOf('BTC.BTC'),
  buyAsset: assetOf(`ETH.WBTC-${WBTC}`),
  sellAmount: '0.01',
  slippageBps: 100,
  sourceAddress: ALICE_BTC,
  destinationAddress: ALICE_ETH,
  includeTx: false,
  ...change,
});

export const wbtcToBtc = (change: Partial<ProviderQuoteRequest> = {}): ProviderQuoteRequest =>
  request({
    sellAsset: assetOf(`ETH.WBTC-${WBTC}`),
    buyAsset: assetOf('BTC.BTC'),
    sourceAddress: ALICE_ETH,
    destinationAddress: ALICE_BTC,
    ...change,
  });
