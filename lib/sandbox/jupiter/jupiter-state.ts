/** What the parts of the emulated Jupiter share. */
import type { World } from '../ledger.ts';
import type { SolanaLedger } from '../solana/solana-ledger.ts';
import type { Market } from './market.ts';

export type Jupiter = { world: World; ledger: SolanaLedger; market: Market };

/** Name of its faults' target. */
export const TARGET = 'jupiter';

export const fault = ({ world }: Pick<Jupiter, 'world'>, kind: string): Record<string, unknown> | undefined =>
  world.faults.get(TARGET, kind);
