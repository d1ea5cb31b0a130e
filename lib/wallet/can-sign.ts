/** Decides which payments some wallet can sign, so that users are not asked to connect one that cannot pay. */
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

/** @param kind absent: any. */
export function canSign(chain: ChainId, kind?: PaymentKind): boolean {
  const { kind: chainKind, tradable } = chainOf(chain);
  const kinds = KINDS[chainKind] ?? [];
  return tradable && (kind === undefined ? kinds.length > 0 : kinds.includes(kind));
}

/** A connected account that a person would look for here, and why Portage does not accept it. */
export type Refused = 'composedDeposit' | 'polkadot';

/**
 * Vultisig sends THORChain's and Maya's deposits and Polkadot's transfers by itself and returns only a hash: what it
 * signed can be compared with the review neither before nor after, so it is not asked. Source: vultisig-windows,
 * clients/extension/docs/integration-guide.md.
 */
export const REFUSED_NAMESPACES: Partial<Record<ChainId, { path: string; why: Refused }>> = {
  THOR: { path: 'vultisig.thorchain', why: 'composedDeposit' },
  MAYA: { path: 'vultisig.mayachain', why: 'composedDeposit' },
  DOT: { path: 'vultisig.polkadot', why: 'polkadot' },
};
