/** Lists the contracts through which each upstream may be paid, and the payees that only its network can confirm. */
import { CHAINS } from '../chains/chains.ts';
import { assetOf } from '../domain/asset.ts';
import type { ChainId } from '../domain/chain-id.ts';
import { evmVault } from './chainflip/read-vault-call.ts';
import { SOLANA_SWAP_PROGRAM } from './chainflip/vaults.ts';
import { locksOf } from './garden/locks.ts';
import { isLock } from './garden/read-lock.ts';
import { redeemerOf } from './garden/redeemer.ts';
import { JUPITER_PROGRAM } from './jupiter/programs.ts';
import { oneinchRouter } from './oneinch/router.ts';
import { isPlainTransfer, type PayableRoute, upstreamOf } from './payable-route.ts';
import { routersOf } from './thor-family/routers.ts';

type Called = Pick<PayableRoute, 'sellAsset'>;

const chainOf = ({ sellAsset }: Called): ChainId => assetOf(sellAsset).chain;
const orNone = (address: string | undefined): readonly string[] => (address === undefined ? [] : [address]);

/** By upstream: the contracts and programs that a payment of the sold asset may call. */
const KNOWN: Readonly<Record<string, (route: Called) => readonly string[]>> = {
  THORCHAIN: (route) => routersOf('THORCHAIN', chainOf(route)),
  MAYACHAIN: (route) => routersOf('MAYACHAIN', chainOf(route)),
  ONEINCH: (route) => orNone(oneinchRouter(chainOf(route))),
  CHAINFLIP: (route) =>
    CHAINS[chainOf(route)].kind === 'solana' ? [SOLANA_SWAP_PROGRAM] : orNone(evmVault(chainOf(route))),
  GARDEN: ({ sellAsset }) => locksOf(assetOf(sellAsset)),
  JUPITER: () => [JUPITER_PROGRAM],
};

/** For the signed leg of a route, as `signedLeg` returns it. */
export function knownContracts(route: PayableRoute): readonly string[] {
  const upstream = upstreamOf(route) ?? '';
  return (Object.hasOwn(KNOWN, upstream) ? KNOWN[upstream]?.(route) : undefined) ?? [];
}

/** Chains whose payments with a memo go through a contract. */
const hasContracts = (chain: ChainId): boolean => ['evm', 'radix'].includes(CHAINS[chain].kind);

/** The contract or program that the payment calls; undefined when it is a transfer. */
export function calledContract(route: PayableRoute): string | undefined {
  const chain = chainOf(route);
  const { kind } = CHAINS[chain];
  if (isPlainTransfer(route) || kind === 'utxo' || kind === 'cosmos') return undefined;
  if (route.memo !== undefined && !hasContracts(chain)) return undefined;
  return route.tx === undefined && route.memo === undefined ? undefined : route.targetAddress;
}

/**
 * The addresses that only the network behind a route can confirm: a vault, a channel, an order's deposit address, the
 * redeemer of a lock. The route alone does not show whether they are right.
 */
export function payeesOf(route: PayableRoute): readonly string[] {
  const { memo, inboundAddress, targetAddress, meta } = route;
  const chain = chainOf(route);
  const channel = orNone(meta.bridge?.depositAddress);
  if (memo !== undefined) return [...orNone(hasContracts(chain) ? meta.vaultAddress : inboundAddress), ...channel];
  if (isPlainTransfer(route)) return [...orNone(inboundAddress), ...channel];
  if (isLock(route)) return orNone(redeemerOf(route));
  return [...(CHAINS[chain].kind === 'utxo' && route.tx !== undefined ? orNone(targetAddress) : []), ...channel];
}
