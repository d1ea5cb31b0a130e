/** What journeys know of the local Garden: how many orders it has, in which states, and which assets it swaps. */
import { z } from 'zod';
import type { Sandbox } from './sandbox.ts';

export const WBTC = '0x2260FAC5E5542a773Aa44fBCfeDf7C193bc2C599';
export const ETH_WBTC = `ETH.WBTC-${WBTC}`;
/** Longer than the time lock of 144 blocks of Bitcoin, and of 7200 of Ethereum. */
export const LOCK_IS_OVER_SECONDS = 90_000;

const stateSchema = z.object({
  orders: z.number(),
  byStatus: z.record(z.string(), z.number()),
  stock: z.record(z.string(), z.string()),
});

export const gardenState = async (sandbox: Sandbox): Promise<z.infer<typeof stateSchema>> =>
  stateSchema.parse(await sandbox.control('garden-state', {}));

export const ordersPlaced = async (sandbox: Sandbox): Promise<number> => (await gardenState(sandbox)).orders;
