/**
 * The local Asset Hub's numbers: pallets, calls, versions and rules as the real runtime has them. Source:
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

/** Calls by their index in the pallet. Source: polkadot-sdk substrate/frame/{balances,assets,utility}/src/lib.rs. */
export const BALANCES_CALL = { transferAllowDeath: 0, transferKeepAlive: 3, transferAll: 4 } as const;
export const ASSETS_CALL = { assetTransfer: 8, assetTransferKeepAlive: 9 } as const;
export const UTILITY_CALL = { asDerivative: 1, batchAll: 2 } as const;

export const SPEC_NAME = 'statemint';
export const SPEC_VERSION = 2_003_002;
export const TRANSACTION_VERSION = 15;

/** The generic prefix: on a public network these addresses belong to nobody's wallet. */
export const SS58_PREFIX = 42;
/** Smaller balances do not exist: 0.01 DOT. */
export const EXISTENTIAL_DEPOSIT = 100_000_000n;
export const DOT_DECIMALS = 10;

/** Assets with sufficiency: an account lives by them alone. Smallest balance 0.01. */
export const ASSETS: ReadonlyMap<number, { symbol: string; minBalance: bigint }> = new Map([
  [1337, { symbol: 'USDC', minBalance: 10_000n }],
  [1984, { symbol: 'USDT', minBalance: 10_000n }],
]);
export const ASSET_DECIMALS = 6;

/** Of an extrinsic in planck: a fixed part and one a byte; the real network's comes near it. It goes to nobody. */
export const feeOf = (bytes: number): bigint => 12_000_000n + 100_000n * BigInt(bytes);

/** Blocks whose hash an era may begin with. Source: runtime constant BlockHashCount. */
export const BLOCK_HASH_COUNT = 4096;
export const BLOCK_SECONDS = 6;
/** Height of a new world, in the order of the real chain's. */
export const START_HEIGHT = 10_000_000;
/** The finalized head is so many blocks behind the best. */
export const FINALITY_LAG = 2;
