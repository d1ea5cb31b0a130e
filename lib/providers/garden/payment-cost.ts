/** Estimates what locking the amount costs the sender on its own chain; absent when the chain gives no price. */
import { CHAINS } from '../../chains/chains.ts';
import { P2TR_BYTES } from '../../chains/utxo-size.ts';
import type { Asset } from '../../domain/asset.ts';
import type { Fee } from '../../domain/fee.ts';
import { typicalFee } from '../../transfer/utxo-fee.ts';
import type { UnitPrices } from '../unit-price.ts';

/** Gas of a lock: six words of storage, and of a token its transfer. */
const NATIVE_LOCK_GAS = 150_000n;
const TOKEN_LOCK_GAS = 190_000n;
const LAMPORTS_A_SIGNATURE = 5_000n;

async function costOf(sell: Asset, prices: UnitPrices, signal: AbortSignal): Promise<bigint | undefined> {
  const chain = CHAINS[sell.chain];
  const { kind } = chain;
  if (kind === 'solana') return LAMPORTS_A_SIGNATURE;
  const price = await prices.of(sell.chain, signal);
  if (price === undefined) return undefined;
  // The lock is a Taproot output.
  if (kind === 'utxo') return typicalFee(chain, price, [P2TR_BYTES]);
  return price * (sell.kind === 'token' ? TOKEN_LOCK_GAS : NATIVE_LOCK_GAS);
}

/** Reported as `inbound`, like every payment that a sender pays on top. */
export async function paymentFee(sell: Asset, prices: UnitPrices, signal: AbortSignal): Promise<Fee[]> {
  const baseUnits = await costOf(sell, prices, signal);
  if (baseUnits === undefined || baseUnits === 0n) return [];
  const { chain } = sell;
  const { symbol, decimals } = CHAINS[chain].native;
  const amount = { asset: { kind: 'native' as const, chain, symbol }, decimals, baseUnits };
  return [{ type: 'inbound', amount, chain, protocol: 'GARDEN' }];
}
