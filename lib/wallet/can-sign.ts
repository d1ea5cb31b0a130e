/** Says for which payments some wallet can sign, so that nobody is asked to connect one that could not pay. */
import { chainOf } from '../chains/chains.ts';
import type { ChainId } from '../domain/chain-id.ts';
import type { PaymentKind } from './wallet-types.ts';

const KINDS: Partial<Record<ReturnType<typeof chainOf>['kind'], readonly PaymentKind[]>> = {
  // A memo travels in the call of a router, which the route prepares.
  evm: ['transaction', 'transfer', 'signature'],
  utxo: ['transaction', 'memo', 'transfer'],
  cosmos: ['transaction'],
  solana: ['transaction', 'transfer'],
};

/** @param kind left out: any. */
export function canSign(chain: ChainId, kind?: PaymentKind): boolean {
  const { kind: chainKind, tradable } = chainOf(chain);
  const kinds = KINDS[chainKind] ?? [];
  return tradable && (kind === undefined ? kinds.length > 0 : kinds.includes(kind));
}

/** A connected account that a person would look for here, and why Portage does not take it. */
export type Refused = 'composedDeposit' | 'polkadot';

/**
 * Vultisig sends THORChain's and Maya's deposits and Polkadot's transfers by itself and gives back a hash alone: what it
 * signed can be held against the review neither before nor after, so it is not asked. Source: vultisig-windows,
 * clients/extension/docs/integration-guide.md.
 */
export const REFUSED_NAMESPACES: Partial<Record<ChainId, { path: string; why: Refused }>> = {
  THOR: { path: 'vultisig.thorchain', why: 'composedDeposit' },
  MAYA: { path: 'vultisig.mayachain', why: 'composedDeposit' },
  DOT: { path: 'vultisig.polkadot', why: 'polkadot' },
};
