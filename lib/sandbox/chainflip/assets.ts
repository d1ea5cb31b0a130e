/**
 * Lists the assets and chains of the emulated Chainflip under all their names: REST and RPC pairs, internal names,
 * contract ids, and this world's chain and token. Source: chainflip-product-toolkit packages/utils/src/chainflip.ts,
 * chainflip-backend state-chain/primitives.
 */
import type { ChainId } from '../../domain/chain-id.ts';

export const CF_CHAINS = ['Ethereum', 'Bitcoin', 'Arbitrum', 'Solana', 'Assethub', 'Bsc'] as const;
export type CfChain = (typeof CF_CHAINS)[number];

export const INTERNAL_ASSETS = [
  'Usdc',
  'Usdt',
  'Wbtc',
  'Cbbtc',
  'Flip',
  'Eth',
  'Btc',
  'ArbUsdc',
  'ArbUsdt',
  'ArbEth',
  'Sol',
  'SolUsdc',
  'SolUsdt',
  'HubDot',
  'HubUsdt',
  'HubUsdc',
  'Bnb',
  'BscUsdt',
] as const;
export type InternalAsset = (typeof INTERNAL_ASSETS)[number];

/** The prices for which the state chain has an oracle, all in US dollars. */
export const ORACLES = ['Btc', 'Eth', 'Sol', 'Usdc', 'Usdt'] as const;
export type Oracle = (typeof ORACLES)[number];

/** An asset's name on the wire. */
export type AssetRef = { chain: string; asset: string };

export type CfAsset = {
  id: InternalAsset;
  chain: CfChain;
  asset: string;
  contractId: number;
  decimals: number;
  /** Contract, mint or asset id on the chain; undefined for its native coin. */
  token?: string;
  /** Treated as worth one dollar. */
  stable: boolean;
  oracle?: Oracle;
};

type CfChainInfo = {
  name: CfChain;
  contractId: number;
  chainId: ChainId;
  kind: 'evm' | 'bitcoin' | 'solana' | 'assethub';
  /** The average block time in seconds with which the swap backend computes durations. */
  blockSeconds: number;
  /** The life of a deposit channel in blocks of the chain, about a day. */
  expiryBlocks: number;
  /** The coin that pays the chain's fees. */
  gasAsset: InternalAsset;
};

type Row = readonly [chain: CfChain, asset: string, contractId: number, decimals: number, token?: string];

const ROWS: Readonly<Record<InternalAsset, Row>> = {
  Usdc: ['Ethereum', 'USDC', 3, 6, '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'],
  Usdt: ['Ethereum', 'USDT', 8, 6, '0xdAC17F958D2ee523a2206206994597C13D831ec7'],
  Wbtc: ['Ethereum', 'WBTC', 14, 8, '0x2260FAC5E5542a773Aa44fBCfeDf7C193bc2C599'],
  Cbbtc: ['Ethereum', 'CBBTC', 21, 8, '0xcbB7C0000aB88B473b1f5aFd9ef808440eed33Bf'],
  Flip: ['Ethereum', 'FLIP', 2, 18, '0x826180541412D574cf1336d22c0C0a287822678A'],
  Eth: ['Ethereum', 'ETH', 1, 18],
  Btc: ['Bitcoin', 'BTC', 5, 8],
  ArbUsdc: ['Arbitrum', 'USDC', 7, 6, '0xaf88d065e77c8cC2239327C5EDb3A432268e5831'],
  ArbUsdt: ['Arbitrum', 'USDT', 15, 6, '0xFd086bC7CD5C481DCC9C85ebE478A1C0b69FCbb9'],
  ArbEth: ['Arbitrum', 'ETH', 6, 18],
  Sol: ['Solana', 'SOL', 9, 9],
  SolUsdc: ['Solana', 'USDC', 10, 6, 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'],
  SolUsdt: ['Solana', 'USDT', 16, 6, 'Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB'],
  HubDot: ['Assethub', 'DOT', 11, 10],
  HubUsdt: ['Assethub', 'USDT', 12, 6, '1984'],
  HubUsdc: ['Assethub', 'USDC', 13, 6, '1337'],
  Bnb: ['Bsc', 'BNB', 19, 18],
  BscUsdt: ['Bsc', 'USDT', 20, 18, '0x55d398326f99059fF775485246999027B3197955'],
};

/** FLIP, DOT, BNB, wrapped bitcoins and BSC's stablecoins have none. */
const ORACLE_OF: Readonly<Partial<Record<InternalAsset, Oracle>>> = {
  Usdc: 'Usdc',
  Usdt: 'Usdt',
  Eth: 'Eth',
  Btc: 'Btc',
  ArbUsdc: 'Usdc',
  ArbUsdt: 'Usdt',
  ArbEth: 'Eth',
  Sol: 'Sol',
  SolUsdc: 'Usdc',
  SolUsdt: 'Usdt',
  HubUsdt: 'Usdt',
  HubUsdc: 'Usdc',
};

export const CHAIN_INFO: Readonly<Record<CfChain, CfChainInfo>> = {
  Ethereum: {
    name: 'Ethereum',
    contractId: 1,
    chainId: 'ETH',
    kind: 'evm',
    blockSeconds: 12,
    expiryBlocks: 6171,
    gasAsset: 'Eth',
  },
  Bitcoin: {
    name: 'Bitcoin',
    contractId: 3,
    chainId: 'BTC',
    kind: 'bitcoin',
    blockSeconds: 600,
    expiryBlocks: 144,
    gasAsset: 'Btc',
  },
  Arbitrum: {
    name: 'Arbitrum',
    contractId: 4,
    chainId: 'ARB',
    kind: 'evm',
    blockSeconds: 0.26,
    expiryBlocks: 345_600,
    gasAsset: 'ArbEth',
  },
  Solana: {
    name: 'Solana',
    contractId: 5,
    chainId: 'SOL',
    kind: 'solana',
    blockSeconds: 0.8,
    expiryBlocks: 216_000,
    gasAsset: 'Sol',
  },
  Assethub: {
    name: 'Assethub',
    contractId: 6,
    chainId: 'DOT',
    kind: 'assethub',
    blockSeconds: 3,
    expiryBlocks: 7200,
    gasAsset: 'HubDot',
  },
  Bsc: {
    name: 'Bsc',
    contractId: 8,
    chainId: 'BSC',
    kind: 'evm',
    blockSeconds: 0.45,
    expiryBlocks: 192_000,
    gasAsset: 'Bnb',
  },
};

export const ASSETS: Readonly<Record<InternalAsset, CfAsset>> = Object.fromEntries(
  INTERNAL_ASSETS.map((id) => {
    const [chain, asset, contractId, decimals, token] = ROWS[id];
    const oracle = ORACLE_OF[id];
    const row: CfAsset = {
      id,
      chain,
      asset,
      contractId,
      decimals,
      stable: asset === 'USDC' || asset === 'USDT',
      ...(token === undefined ? {} : { token }),
      ...(oracle === undefined ? {} : { oracle }),
    };
    return [id, row];
  }),
  // The keys are the list itself, so every internal asset has its entry.
) as Record<InternalAsset, CfAsset>;

/** The asset in which every pool is quoted. */
export const USDC: CfAsset = ASSETS.Usdc;

const list: readonly CfAsset[] = INTERNAL_ASSETS.map((id) => ASSETS[id]);

/** Finds an asset by its wire pair; names are case-sensitive, as upstream. */
export const assetOfRef = (ref: AssetRef): CfAsset | undefined =>
  list.find((one) => one.chain === ref.chain && one.asset === ref.asset);

export const refOf = (asset: CfAsset): AssetRef => ({ chain: asset.chain, asset: asset.asset });

export const assetOfContractId = (contractId: number): CfAsset | undefined =>
  list.find((one) => one.contractId === contractId);

/** Finds an asset by this world's chain and token; EVM tokens are compared ignoring letter case. */
export const assetOfToken = (chain: ChainId, token: string | undefined): CfAsset | undefined =>
  list.find(
    (one) =>
      CHAIN_INFO[one.chain].chainId === chain &&
      (CHAIN_INFO[one.chain].kind === 'evm' ? one.token?.toLowerCase() === token?.toLowerCase() : one.token === token),
  );

export const chainOfContractId = (contractId: number): CfChainInfo | undefined =>
  CF_CHAINS.map((name) => CHAIN_INFO[name]).find((one) => one.contractId === contractId);

export const assetsOfChain = (chain: CfChain): CfAsset[] => list.filter((one) => one.chain === chain);

/** Internal names appear in a few texts (`Asset ArbUsdc is disabled`). */
export const isInternalAsset = (text: string): text is InternalAsset =>
  (INTERNAL_ASSETS as readonly string[]).includes(text);
