/**
 * The market of the right service, made by hand: seven assets, five providers that quote, seven that give a reason not
 * to.
 */
import { addressOn } from '../addresses.ts';
import { chainKind } from '../vocabulary.ts';

export type RightToken = {
  asset: string;
  chain: string;
  symbol: string;
  name: string;
  decimals: number;
  providers: string[];
  /** Whole dollars, so that outputs divide without a remainder. */
  priceUsd: number;
  address?: string;
};

const THOR = ['THORCHAIN', 'THORCHAIN_STREAMING'];
const token = (asset: string, name: string, decimals: number, priceUsd: number, providers: string[]): RightToken => {
  const [chain = '', rest = ''] = asset.split('.');
  const [symbol = '', address] = rest.split('-');
  return { asset, chain, symbol, name, decimals, providers, priceUsd, ...(address ? { address } : {}) };
};

/** Sorted by chain, symbol and address. */
export const TOKENS: readonly RightToken[] = [
  token('BTC.BTC', 'Bitcoin', 8, 100_000, [...THOR, 'CHAINFLIP', 'GARDEN']),
  token('ETH.DAI-0x6B175474E89094C44Da98b954EedeAC495271d0F', 'Dai', 18, 1, ['ONEINCH', 'ONEINCH->CHAINFLIP']),
  token('ETH.ETH', 'Ether', 18, 4000, [...THOR, 'CHAINFLIP', 'ONEINCH', 'GARDEN']),
  token('ETH.USDC-0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', 'USD Coin', 6, 1, [...THOR, 'CHAINFLIP', 'ONEINCH']),
  token('GAIA.ATOM', 'Atom', 6, 10, THOR),
  token('SOL.BONK-DezXAZ8z7PnrnRJjz3wXBoRgixCa6xjnB7YaB1pPB263', 'Bonk', 5, 1, ['JUPITER']),
  token('SOL.SOL', 'Solana', 9, 200, ['CHAINFLIP', 'JUPITER']),
];

export const findToken = (asset: string): RightToken | undefined =>
  TOKENS.find((one) => one.asset.toLowerCase() === asset.toLowerCase());

export type RightRequest = {
  sellAsset: string;
  buyAsset: string;
  sellAmount?: string;
  buyAmount?: string;
  exact?: 'guaranteed' | 'expected';
  slippage: number;
  providers?: string[];
  sourceAddress?: string;
  destinationAddress?: string;
  affiliate?: string;
  affiliateFee?: number;
  includeTx?: boolean;
  allowUnfunded?: boolean;
};

/** Duration in seconds, and the provider's fee in thousandths. */
const QUOTING: Readonly<Record<string, { seconds: number; fee: number }>> = {
  THORCHAIN: { seconds: 600, fee: 6 },
  THORCHAIN_STREAMING: { seconds: 1200, fee: 4 },
  CHAINFLIP: { seconds: 900, fee: 5 },
  ONEINCH: { seconds: 30, fee: 2 },
  JUPITER: { seconds: 5, fee: 2 },
  'ONEINCH->CHAINFLIP': { seconds: 930, fee: 7 },
};

/** Amounts count in units of 10^-18; as text they have no trailing zeros. */
const UNIT = 10n ** 18n;
const unitsOf = (decimal: string): bigint => {
  const [whole = '0', fraction = ''] = decimal.split('.');
  return BigInt(whole) * UNIT + BigInt(fraction.padEnd(18, '0').slice(0, 18));
};
function written(units: bigint, decimals: number): string {
  const fraction = (units % UNIT).toString().padStart(18, '0').slice(0, decimals).replace(/0+$/, '');
  return `${units / UNIT}${fraction ? `.${fraction}` : ''}`;
}
const thousandths = (units: bigint, share: number): bigint => (units * BigInt(share)) / 1000n;

const feeOf = (type: string, units: bigint, of: RightToken, protocol: string) => ({
  type,
  amount: written(units, of.decimals),
  asset: of.asset,
  chain: of.chain,
  protocol,
  usd: Number(written(units, of.decimals)) * of.priceUsd,
});

function txOf(sell: RightToken, from: string) {
  const kind = chainKind(sell.chain);
  const to = addressOn('ETH') ?? '';
  if (kind === 'evm') {
    const tx = { to, from, value: '1000', data: '0x', chain_id: 1, gas_limit: '21000' };
    return { tx, transaction: { to, from, value: '1000', data: '0x', chain: sell.chain }, txType: 'EVM' };
  }
  if (kind !== 'cosmos') return { tx: 'cHNidP8BAHUCAAAA', txType: kind === 'utxo' ? 'PSBT' : 'SOLANA' };
  const coins = [{ denom: 'uatom', amount: '1000' }];
  return {
    tx: {
      msgs: [{ type: 'cosmos-sdk/MsgSend', value: { from_address: from, to_address: from, amount: coins } }],
      fee: { amount: coins, gas: '200000' },
      memo: '=:BTC.BTC',
    },
    txType: 'COSMOS',
  };
}

function legsOf(
  id: string,
  sell: RightToken,
  buy: RightToken,
  amounts: { sold: string; expected: string; least: string },
  fees: unknown[],
) {
  const [first = id, second] = id.split('->');
  const leg = (provider: string, from: RightToken, to: RightToken, sold: string, expected: string, least: string) => ({
    provider,
    sellAsset: from.asset,
    sellAmount: sold,
    buyAsset: to.asset,
    buyAmount: expected,
    buyAmountMaxSlippage: least,
    fees,
  });
  if (second === undefined) return [leg(id, sell, buy, amounts.sold, amounts.expected, amounts.least)];
  const between = findToken('ETH.ETH') ?? sell;
  return [
    leg(first, sell, between, amounts.sold, '0.1', '0.09'),
    leg(second, between, buy, '0.1', amounts.expected, amounts.least),
  ];
}

/** In units of `unitsOf`: what is sold, of a wanted output a little more than that takes. */
function soldOf(request: RightRequest, sell: RightToken, buy: RightToken, kept: number): bigint {
  if (request.buyAmount === undefined) return unitsOf(request.sellAmount ?? '0');
  const least = request.exact === 'expected' ? 10_000n : BigInt(Math.round((100 - request.slippage) * 100));
  const gross = (unitsOf(request.buyAmount) * 1000n * 10_000n) / (BigInt(kept) * least);
  return ((gross + gross / 1_000_000n + 1n) * BigInt(buy.priceUsd)) / BigInt(sell.priceUsd) + 1n;
}

function routeOf(id: string, request: RightRequest, sell: RightToken, buy: RightToken) {
  const { seconds, fee } = QUOTING[id] ?? { seconds: 60, fee: 0 };
  const sold = soldOf(request, sell, buy, 1000 - fee - 3);
  const gross = (sold * BigInt(sell.priceUsd)) / BigInt(buy.priceUsd);
  const affiliate = request.affiliate !== undefined && (request.affiliateFee ?? 0) > 0;
  const expected = thousandths(gross, 1000 - fee - (affiliate ? 3 : 0));
  const least = (expected * BigInt(Math.round((100 - request.slippage) * 100))) / 10_000n;
  const amounts = {
    sold: written(sold, 18),
    expected: written(expected, buy.decimals),
    least: written(least, buy.decimals),
  };
  const fees = [
    feeOf('liquidity', thousandths(gross, fee), buy, id),
    feeOf('inbound', unitsOf('0.00001'), sell, id),
    ...(affiliate ? [feeOf('affiliate', thousandths(gross, 3), buy, id)] : []),
  ];
  const { sourceAddress = '', destinationAddress = '' } = request;
  const asked = request.includeTx && sourceAddress !== '' && destinationAddress !== '';
  // One account of Ethereum has a balance.
  const holds = chainKind(sell.chain) !== 'evm' || sourceAddress === addressOn('ETH');
  const paid = asked && (holds || request.allowUnfunded);
  const { txType, ...payment } = paid ? txOf(sell, sourceAddress) : { txType: undefined };
  return {
    providers: [id],
    sellAsset: sell.asset,
    sellAmount: amounts.sold,
    buyAsset: buy.asset,
    expectedBuyAmount: amounts.expected,
    expectedBuyAmountMaxSlippage: amounts.least,
    sourceAddress,
    destinationAddress,
    ...(destinationAddress === ''
      ? {}
      : { memo: `=:${buy.asset}:${destinationAddress}`, expiration: String(Math.floor(Date.now() / 1000) + 900) }),
    fees,
    estimatedTime: { inbound: 1, swap: 1, outbound: 1, total: seconds },
    totalSlippageBps: fee * 10,
    legs: legsOf(id, sell, buy, amounts, fees),
    warnings: request.slippage > 50 ? [{ code: 'highSlippage', display: 'A high tolerance', tooltip: 'Really.' }] : [],
    ...payment,
    meta: {
      tags: [] as string[],
      priceImpact: 0.1,
      slippagePercent: request.slippage,
      feesUsd: fees.reduce((sum, { usd }) => sum + usd, 0),
      assets: [sell, buy].map(({ asset, priceUsd }) => ({
        asset,
        price: priceUsd,
        image: 'https://example.org/a.svg',
      })),
      ...(txType === undefined ? {} : { txType }),
      ...(asked && !paid ? { txUnavailable: 'The source address holds nothing.' } : {}),
      ...(id === 'GARDEN' ? {} : { affiliate: request.affiliate }),
    },
    /** Used for sorting only, and left out of the answer. */
    units: expected,
    seconds,
  };
}
type Made = ReturnType<typeof routeOf>;

const failure = (provider: string, errorCode: string, message: string) => ({ provider, errorCode, message });

function offerOf(id: string, request: RightRequest) {
  const [sell, buy] = [findToken(request.sellAsset), findToken(request.buyAsset)];
  if (!sell || !buy) {
    const there = TOKENS.find(({ address }) => address !== undefined && request.buyAsset.endsWith(`-${address}`));
    return failure(id, 'tokenNotFound', `Nobody lists it.${there ? ` Listed at this address: ${there.asset}.` : ''}`);
  }
  if (((request.sellAmount ?? '').split('.')[1] ?? '').length > sell.decimals)
    return failure(id, 'invalidSellAmount', 'The amount is finer than the asset.');
  if (QUOTING[id] === undefined) return failure(id, 'tradingHalted', 'It is paused.');
  const [first = id, second = first] = id.split('->');
  if (!sell.providers.includes(first) || !buy.providers.includes(second))
    return failure(id, 'crossChainNotSupported', 'It does not trade these.');
  return routeOf(id, request, sell, buy);
}

function tag(routes: Made[]): Made[] {
  const byAmount = [...routes].sort((one, other) => (one.units < other.units ? 1 : -1));
  const fastest = [...byAmount].sort((one, other) => one.seconds - other.seconds)[0];
  byAmount[0]?.meta.tags.push('RECOMMENDED', 'CHEAPEST');
  fastest?.meta.tags.push('FASTEST');
  return byAmount;
}

/** @param ids all requested providers. */
export function quoteAnswer(quoteId: string, request: RightRequest, ids: readonly string[]) {
  const offers = ids.map((id) => offerOf(id, request));
  const failures = offers.filter((one) => 'errorCode' in one);
  const routes = tag(offers.filter((one) => 'legs' in one)).map(
    ({ units: _units, seconds: _seconds, ...route }) => route,
  );
  return {
    quoteId,
    routes,
    ...(routes.length === 0 ? { error: 'There is no route.' } : {}),
    ...(failures.length > 0 ? { providerErrors: failures } : {}),
  };
}
