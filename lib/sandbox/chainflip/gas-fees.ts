/**
 * Computes the network's charges for its own transactions' gas: ingress and egress fees, in the asset itself. Source:
 * chainflip-backend state-chain/chains (EVM, Bitcoin, Solana, Asset Hub fee estimation).
 */
import { ASSETS, type CfAsset, CHAIN_INFO } from './assets.ts';
import { type MarketState, PRICE_SCALE } from './market.ts';

/** How the money arrived: in a channel, or by a call of the vault. `internal`: from a state-chain account. */
export type IngressKind = 'channel' | 'vault' | 'internal';

const MILLION = 1_000_000n;
/** Gas units: to fetch the native coin, extra for a token; to send the native coin, to send a token. */
const EVM_GAS: Readonly<Record<string, { base: bigint; fetchToken: bigint; sendCoin: bigint; sendToken: bigint }>> = {
  Ethereum: { base: 50_000n, fetchToken: 30_000n, sendCoin: 20_000n, sendToken: 40_000n },
  Arbitrum: { base: 60_000n, fetchToken: 30_000n, sendCoin: 20_000n, sendToken: 40_000n },
  Bsc: { base: 70_000n, fetchToken: 35_000n, sendCoin: 16_000n, sendToken: 36_000n },
};
/** The gas limit of a payout with a call, and the vault's own part of it. Each byte of the message costs one more. */
const CALL_GAS_LIMIT: Readonly<Record<string, bigint>> = {
  Ethereum: 10_000_000n,
  Arbitrum: 25_000_000n,
  Bsc: 10_000_000n,
};
const CALL_OVERHEAD = { coin: 90_000n, token: 120_000n } as const;
/** Virtual bytes: of an input, and of a transaction with one payout (overhead, input, two outputs). */
const BTC_INPUT_VBYTES = 78n;
const BTC_EGRESS_VBYTES = 176n;
/** Lamports. A token payout may have to create the receiver's account, whose rent is added. */
const SOL_FETCH = 7000n;
const SOL_VAULT_CLOSE = 5000n;
const SOL_EGRESS = 14_000n;
const SOL_TOKEN_RENT = 2_039_280n;
/** Planck (1e-10 DOT). */
const DOT_FETCH = 60_000_000n;
const DOT_EGRESS = 80_000_000n;

/** The ingress fee in base units of `asset`. */
export function ingressFee(market: MarketState, asset: CfAsset, kind: IngressKind): bigint {
  if (kind === 'internal') return 0n;
  const { gasPrice } = market.chains[asset.chain];
  const family = CHAIN_INFO[asset.chain].kind;
  if (family === 'evm') {
    if (kind === 'vault') return 0n;
    const gas = evmGas(asset);
    return inAsset(market, asset, gasPrice * (gas.base + (asset.token === undefined ? 0n : gas.fetchToken)));
  }
  if (family === 'bitcoin') return (BTC_INPUT_VBYTES * gasPrice) / 1000n;
  if (family === 'solana')
    return inAsset(market, asset, ((kind === 'vault' ? SOL_VAULT_CLOSE : SOL_FETCH) * gasPrice) / MILLION);
  return inAsset(market, asset, (DOT_FETCH * gasPrice) / MILLION);
}

/** The call that a payout makes at its receiver. */
export type ContractCall = { gasBudget: bigint; messageBytes: number };

/** The most gas that a caller may request; undefined for chains on which contracts are not called. */
export const mostCallGas = (asset: CfAsset): bigint | undefined => CALL_GAS_LIMIT[asset.chain];

/**
 * The gas limit of the whole transaction that pays and calls: the requested gas and the vault's own, at most the
 * chain's limit. The caller's request must cover the calldata cost of the message. Source: chainflip-backend
 * state-chain/chains (calculate_ccm_gas_limit of each EVM chain).
 */
export function callGasLimit(asset: CfAsset, { gasBudget, messageBytes }: ContractCall): bigint {
  const overhead = asset.token === undefined ? CALL_OVERHEAD.coin : CALL_OVERHEAD.token;
  const wanted = overhead + BigInt(messageBytes) + gasBudget;
  const most = mostCallGas(asset) ?? wanted;
  return wanted < most ? wanted : most;
}

/** The cost of a payout in base units of `asset`, including the call of its receiver, if any. */
export function egressFee(market: MarketState, asset: CfAsset, call?: ContractCall): bigint {
  const { gasPrice } = market.chains[asset.chain];
  const family = CHAIN_INFO[asset.chain].kind;
  const ccmGas = call?.gasBudget ?? 0n;
  if (family === 'evm') {
    if (call !== undefined) return inAsset(market, asset, gasPrice * callGasLimit(asset, call));
    const gas = evmGas(asset);
    const send = asset.token === undefined ? gas.sendCoin : gas.sendToken;
    return inAsset(market, asset, gasPrice * (gas.base + send));
  }
  if (family === 'bitcoin') return (BTC_EGRESS_VBYTES * gasPrice) / 1000n;
  if (family === 'solana') {
    const lamports = SOL_EGRESS + (asset.token === undefined ? 0n : SOL_TOKEN_RENT) + ccmGas;
    return inAsset(market, asset, (lamports * gasPrice) / MILLION);
  }
  return inAsset(market, asset, ((DOT_EGRESS + ccmGas) * gasPrice) / MILLION);
}

function evmGas(asset: CfAsset) {
  const gas = EVM_GAS[asset.chain];
  if (gas === undefined) throw new Error(`${asset.chain} has no gas figures`);
  return gas;
}

/** Converts an amount of the chain's native coin to the asset, at the pools' mid prices. */
function inAsset(market: MarketState, asset: CfAsset, coinBaseUnits: bigint): bigint {
  if (asset.token === undefined) return coinBaseUnits;
  const coin = ASSETS[CHAIN_INFO[asset.chain].gasAsset];
  const coinPrice = market.pools[coin.id]?.mid ?? PRICE_SCALE;
  const assetPrice = asset.id === 'Usdc' ? PRICE_SCALE : (market.pools[asset.id]?.mid ?? PRICE_SCALE);
  const value = coinBaseUnits * coinPrice * 10n ** BigInt(asset.decimals);
  const unit = assetPrice * 10n ** BigInt(coin.decimals);
  return value / unit;
}
