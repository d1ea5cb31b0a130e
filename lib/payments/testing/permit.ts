/** For tests: payments of 1inch's router with a signed allowance (EIP-2612). */
import { networkOf } from '../../chains/chains.ts';
import { assetOf } from '../../domain/asset.ts';
import type { Hex } from '../evm/hex.ts';
import { PERMIT_SECONDS, type Permit } from '../evm/permit.ts';
import { decodeAllowance } from '../evm/token-call.ts';
import { domainSeparator } from '../evm/typed-domain.ts';
import { permitAndCall } from '../oneinch/permit-call.ts';
import { isRouterSwap } from '../oneinch/read-swap.ts';
import type { VerifiableRoute, VerifyAt } from '../verify-route.ts';

const ANYBODY = `0x${'12'.repeat(20)}`;
const SIGNATURE: Hex = `0x${'11'.repeat(64)}1b`;

/** @param deadline Unix seconds. */
export const besidePermit = (action: string, deadline = 1): string =>
  permitAndCall(
    {
      domain: { name: '', version: '', chainId: '1', verifyingContract: ANYBODY },
      message: { owner: ANYBODY, spender: ANYBODY, value: '1', nonce: '0', deadline: String(deadline) },
    },
    SIGNATURE,
    action,
  );

/** The route with another message, which its call carries. @param action in place of the route's own call. */
export const carrying = (route: VerifiableRoute, permit: Permit, action: string): VerifiableRoute => ({
  ...route,
  tx: { ...(route.tx as object), data: permitAndCall(permit, SIGNATURE, action) },
  transaction: undefined,
  meta: { ...route.meta, approvals: undefined, permit },
});

/** The same payment with its allowance signed; empty where the contract takes none, or none is needed. */
export function byPermit<H extends { route: VerifiableRoute; at: VerifyAt }>(honest: H): H[] {
  const { route, at } = honest;
  const [approval] = (route.meta.approvals ?? []).slice(-1) as { to: string; from: string; data: string }[];
  const allowed = approval && decodeAllowance(approval.data);
  if (!allowed || !isRouterSwap(route)) return [];
  const { networkId } = networkOf(assetOf(route.sellAsset).chain, at.network);
  const domain = { name: 'A token', version: '2', chainId: String(networkId), verifyingContract: approval.to };
  const deadline = String((at.nowSeconds ?? 0) + PERMIT_SECONDS);
  const message = {
    owner: approval.from,
    spender: allowed.spender,
    value: String(allowed.amount),
    nonce: '7',
    deadline,
  };
  const { data } = route.tx as { data: string };
  const { name, version, chainId } = domain;
  const separator = domainSeparator({ ...domain, chainId: BigInt(chainId) });
  const evm = { ...at.evm, permit: { name, version, separator, nonce: '7' } };
  return [{ ...honest, route: carrying(route, { domain, message }, data), at: { ...at, evm } }];
}
