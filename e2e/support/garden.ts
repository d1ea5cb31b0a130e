/** Reads the local Garden for journeys: its orders by state, and the assets that it swaps. */
import { z } from 'zod';
import type { Sandbox } from './sandbox.ts';

export const WBTC = '0x2260FAC5E5542a773Aa44fBCfeDf7C193bc2C599';
export const ETH_WBTC = `ETH.WBTC-${WBTC}`;
const stateSchema = z.object({
  orders: z.number(),
  byStatus: z.record(z.string(), z.number()),
  stock: z.record(z.string(), z.string()),
});

export const gardenState = async (sandbox: Sandbox): Promise<z.infer<typeof stateSchema>> =>
  stateSchema.parse(await sandbox.control('garden-state', {}));

export const ordersPlaced = async (sandbox: Sandbox): Promise<number> => (await gardenState(sandbox)).orders;

/**
 * Sets a shorter time lock, in blocks, for new orders that sell the asset, so that a refund comes within hours instead
 * of a day.
 */
export async function holdFor(sandbox: Sandbox, asset: string, timelock: number): Promise<void> {
  await sandbox.control('garden-set', { asset, timelock });
}
