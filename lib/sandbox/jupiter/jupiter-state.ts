/** What the parts of the emulated Jupiter share. */
import type { World } from '../ledger.ts';
import type { SolanaLedger } from '../solana/solana-ledger.ts';
import type { Market } from './market.ts';

export type Jupiter = { world: World; ledger: SolanaLedger; market: Market };

/** Name of its faults' target. */
export const TARGET = 'jupiter';

/** Counts one use of a fault that has a number of them; boards that cannot count leave it on. */
export function use({ world: { faults } }: Pick<Jupiter, 'world'>, kind: string): void {
  if ('use' in faults && typeof faults.use === 'function') faults.use(TARGET, kind);
}

export const fault = ({ world }: Pick<Jupiter, 'world'>, kind: string): Record<string, unknown> | undefined =>
  world.faults.get(TARGET, kind);
