/**
 * Defines the local Asset Hub's constants: pallets, calls, versions and rules of the real runtime. Source:
 * polkadot-fellows/runtimes system-parachains/asset-hubs/asset-hub-polkadot/src/lib.rs, construct_runtime and VERSION.
 */

export const PALLET = {
  system: 0,
  timestamp: 3,
  balances: 10,
  transactionPayment: 11,
  utility: 40,
  assets: 50,
} as const;

/** Index of each call in its pallet. Source: polkadot-sdk substrate/frame/{balances,assets,utility}/src/lib.rs. */
export const BALANCES_CALL = { transferAllowDeath: 0, transferKeepAlive: 3, transferAll: 4 } as const;
export const ASSETS_CALL = { assetTransfer: 8, assetTransferKeepAlive: 9 } as const;
export const UTILITY_CALL = { asDerivative: 1, batchAll: 2 } as const;

export const SPEC_NAME = 'statemint';
export const SPEC_VERSION = 2_003_002;
export const TRANSACTION_VERSION = 15;

/** The generic prefix, so that no wallet of a public network shows these addresses as its own. */
export const SS58_PREFIX = 42;
/** The smallest possible balance: 0.01 DOT. */
export const EXISTENTIAL_DEPOSIT = 100_000_000n;
export const DOT_DECIMALS = 10;

/** Sufficient assets: holding one keeps an account alive without DOT. The smallest balance is 0.01. */
export const ASSETS: ReadonlyMap<number, { symbol: string; minBalance: bigint }> = new Map([
  [1337, { symbol: 'USDC', minBalance: 10_000n }],
  [1984, { symbol: 'USDT', minBalance: 10_000n }],
]);
export const ASSET_DECIMALS = 6;

/** The fee of an extrinsic in planck: a fixed part and a part per byte, close to the real network's. It is burnt. */
export const feeOf = (bytes: number): bigint => 12_000_000n + 100_000n * BigInt(bytes);

/** How far back the block whose hash an era begins with may be. Source: runtime constant BlockHashCount. */
export const BLOCK_HASH_COUNT = 4096;
export const BLOCK_SECONDS = 6;
/** The height of a new world, of the real chain's order of magnitude. */
export const START_HEIGHT = 10_000_000;
/** How many blocks the finalized head is behind the best one. */
export const FINALITY_LAG = 2;
