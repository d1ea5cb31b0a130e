/**
 * Defines which upstreams are put into which trouble: what every server can do, and what is specific to an upstream.
 */

export type Fault = { target: string; kind: string } & Record<string, unknown>;

export const UPSTREAMS = [
  ...['thornode', 'mayanode', 'thorchain-midgard', 'mayachain-midgard'],
  ...['chainflip-backend', 'chainflip-rpc', 'chainflip-broker', 'oneinch', 'jupiter', 'garden'],
  ...['rpc/eth', 'rpc/sol', 'esplora/btc'],
] as const;
export const SERVER_FAULTS = ['429', '500', 'html', 'garbage', 'down', 'hang', 'slow'] as const;

/** These are in the sandbox's controls. Those that concern payments under way are journeys of their own. */
const OWN: Record<string, readonly (string | Fault)[]> = {
  thornode: ['stale', 'pauseTrading', 'pauseChain', 'otherDestination', 'otherVault', 'wrongTypes'],
  mayanode: ['stale', 'pauseTrading', 'pauseChain', 'otherDestination', 'otherVault', 'wrongTypes'],
  'chainflip-backend': ['maintenance', 'noLiquidity', 'stale', 'unknownFields'],
  'chainflip-broker': ['error', 'unknownFields'],
  'chainflip-rpc': ['denyChannels', 'closedState', 'shuffleBatch', 'unknownFields'],
  oneinch: ['noGas', 'noLiquidity', 'rateLimit', 'keyRevoked', 'unknownFields'],
  jupiter: ['rateLimit', 'noRoute', 'unknownFields', 'stripped'],
  garden: ['noLiquidity', 'noQuotes', 'emptyQuotes', 'stale', 'unhealthy', 'unauthorised', 'unknownFields', 'oldNames'],
};

export const MATRIX: readonly Fault[] = UPSTREAMS.flatMap((target) => [
  ...SERVER_FAULTS.map((kind): Fault => ({ target, kind })),
  ...(OWN[target] ?? []).map((one): Fault => (typeof one === 'string' ? { target, kind: one } : one)),
]);
