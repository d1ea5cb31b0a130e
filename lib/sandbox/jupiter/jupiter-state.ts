/** Defines what the parts of the emulated Jupiter share. */
import type { World } from '../ledger.ts';
import type { SolanaLedger } from '../solana/solana-ledger.ts';
import type { Market } from './market.ts';

export type Jupiter = { world: World; ledger: SolanaLedger; market: Market };

/** The target of its faults. */
export const TARGET = 'jupiter';

/** Counts one use of a fault with a limited number of them. */
export function use({ world: { faults } }: Pick<Jupiter, 'world'>, kind: string): void {
  faults.use(TARGET, kind);
}

export const fault = ({ world }: Pick<Jupiter, 'world'>, kind: string): Record<string, unknown> | undefined =>
  world.faults.get(TARGET, kind);
