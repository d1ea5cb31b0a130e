/** Constants of the local 1inch (its router, tokens of Ethereum), and control of its prices. */
import type { Sandbox } from './sandbox.ts';

/** Aggregation Router V6. */
export const ROUTER = '0x111111125421cA6dc452d289314280a0f8842A65';
export const USDC = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
export const USDT = '0xdAC17F958D2ee523a2206206994597C13D831ec7';

/** Changes an asset's market price on every chain while `run` runs, and restores it. */
export async function withOneinchPriceMoved<T>(
  sandbox: Sandbox,
  { asset, percent }: { asset: string; percent: number },
  run: () => Promise<T>,
): Promise<T> {
  await sandbox.control('oneinch-move-price', { asset, percent });
  try {
    return await run();
  } finally {
    const back = (100 / (1 + percent / 100) - 100).toFixed(4);
    await sandbox.control('oneinch-move-price', { asset, percent: Number(back) });
  }
}
