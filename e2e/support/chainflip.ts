/** Controls the emulated Chainflip for journeys, through the sandbox's control endpoint. */
import { z } from 'zod';
import type { Sandbox } from './sandbox.ts';

const stateSchema = z.object({ block: z.number(), channelsOpened: z.number(), swaps: z.number() });

export const chainflipState = async (sandbox: Sandbox): Promise<z.infer<typeof stateSchema>> =>
  stateSchema.parse(await sandbox.control('chainflip-state', {}));

const heightsSchema = z.object({ chains: z.record(z.string(), z.object({ height: z.number() })) });

/** The block height of a local chain. */
export async function blockHeight(sandbox: Sandbox, chain: string): Promise<number> {
  const { chains } = heightsSchema.parse(await sandbox.control('state', {}));
  const height = chains[chain]?.height;
  if (height === undefined) throw new Error(`no chain ${chain}`);
  return height;
}

/** Changes an asset's market price while `run` runs, and restores it. */
export async function withPriceMoved<T>(
  sandbox: Sandbox,
  { asset, percent }: { asset: string; percent: number },
  run: () => Promise<T>,
): Promise<T> {
  await sandbox.control('chainflip-move-price', { asset, percent });
  try {
    return await run();
  } finally {
    const back = (100 / (1 + percent / 100) - 100).toFixed(4);
    await sandbox.control('chainflip-move-price', { asset, percent: Number(back) });
  }
}
