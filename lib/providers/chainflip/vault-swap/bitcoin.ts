/**
 * Vault swaps from Bitcoin: deposit, payload and change in this order; the change address is where refunds go.
 * Source: docs.chainflip.io, Bitcoin vault swaps; chainflip-backend engine/src/witness/btc/vault_swaps.rs.
 */
import { Script } from '@scure/btc-signer';
import { z } from 'zod';
import { sameAddress } from '../../../chains/address.ts';
import { CHAINS } from '../../../chains/chains.ts';
import { mulDiv } from '../../../domain/amount.ts';
import { bytesOfHex, DecodeError } from '../../../payments/byte-reader.ts';
import { decodeBtcPayload } from '../../../payments/chainflip/btc-payload.ts';
import { type Unavailable, unavailable, withoutClient } from '../../../transfer/built-tx.ts';
import { feeRateOf } from '../../../transfer/utxo-fee-rate.ts';
import { payFromOutputs, scriptOf, signerOf, utxoNetworksOf, utxoRules } from '../../../transfer/utxo-psbt.ts';
import { dcaText, type Facts, insistOn, oracleText, sharesText, tampered } from './facts.ts';
import { type BuiltVaultSwap, encodingFor, hexNumber, type VaultSwap } from './request.ts';

export const encodingSchema = z.object({
  chain: z.string(),
  nulldata_payload: z.string(),
  deposit_address: z.string(),
});
export type BtcEncoding = z.output<typeof encodingSchema>;

/** 255 stands for none. */
const MOST_ORACLE_BPS = 254;
const MOST_BPS = 255;
const MOST_AFFILIATES = 2;
const MOST_U16 = 0xffff;

/** Why a payload cannot express the swap, as a sentence; undefined when it can. */
function tooMuchForPayload({ terms, affiliates }: VaultSwap): string | undefined {
  const { numberOfChunks = 0, chunkIntervalBlocks = 0 } = terms.dca ?? {};
  if ((terms.maxOraclePriceSlippage ?? 0) > MOST_ORACLE_BPS)
    return `live price protection above ${MOST_ORACLE_BPS} bps`;
  if (terms.brokerCommissionBps > MOST_BPS) return `a fee above ${MOST_BPS} bps`;
  if (affiliates.length > MOST_AFFILIATES) return `more than ${MOST_AFFILIATES} affiliates`;
  return Math.max(numberOfChunks, chunkIntervalBlocks) > MOST_U16 ? 'so many chunks' : undefined;
}

/**
 * The minimum output for the whole deposit at the minimum price, rounded up: the chain converts it to a price again,
 * which must not be lower.
 */
export const minOutputOf = (minPriceX128: bigint, amount: bigint): bigint =>
  mulDiv(minPriceX128, amount, 1n << 128n, 'up');

/** @throws {DecodeError} */
export function btcFacts({ chain, nulldata_payload }: BtcEncoding): Facts {
  const payload = decodeBtcPayload(bytesOfHex(nulldata_payload));
  const { numberOfChunks, chunkIntervalBlocks } = payload;
  return {
    'source chain': chain,
    'destination address': payload.dstAddress,
    'destination asset': String(payload.dstToken),
    'retry duration': `${payload.retryDurationBlocks} blocks`,
    'minimum output': payload.minOutputAmount.toString(),
    'live price protection': oracleText(payload.maxOraclePriceSlippage),
    // One chunk is a swap that is not split; the interval then means nothing.
    DCA: dcaText(numberOfChunks === 1 ? undefined : { numberOfChunks, chunkIntervalBlocks }),
    'boost fee': `${payload.boostFeeBps} bps`,
    'broker fee': `${payload.brokerBps} bps`,
    affiliates: sharesText(payload.affiliates),
  };
}

function wanted(swap: VaultSwap, minOutput: bigint): Facts {
  const { terms } = swap;
  return {
    'source chain': terms.src.chain,
    'destination address': swap.dstAddress,
    'destination asset': String(swap.dstToken),
    'retry duration': `${terms.retryDurationBlocks} blocks`,
    'minimum output': minOutput.toString(),
    'live price protection': oracleText(terms.maxOraclePriceSlippage),
    DCA: dcaText(terms.dca?.numberOfChunks === 1 ? undefined : terms.dca),
    'boost fee': `${terms.maxBoostFeeBps} bps`,
    'broker fee': `${terms.brokerCommissionBps} bps`,
    affiliates: sharesText(swap.affiliates),
  };
}

function check(swap: VaultSwap, minOutput: bigint, encoding: BtcEncoding): void {
  let encoded: Facts;
  try {
    encoded = btcFacts(encoding);
  } catch (error) {
    if (error instanceof DecodeError) throw tampered([error.message], error);
    throw error;
  }
  insistOn(wanted(swap, minOutput), encoded);
}

export async function buildBtcVaultSwap(swap: VaultSwap): Promise<BuiltVaultSwap | Unavailable> {
  const { sell, terms, deps, sourceAddress, refundAddress, signal } = swap;
  const chain = CHAINS[sell.asset.chain];
  const rules = utxoRules(chain);
  if ('unavailable' in rules) return rules;
  const client = deps.clients.utxo(chain.id);
  if (!client) return withoutClient(deps.clients, chain.id);
  if (!sameAddress(chain.id, refundAddress, sourceAddress))
    return unavailable(
      'Payments from Bitcoin in one transaction send refunds to the address that pays. Pay through a deposit channel to have them sent elsewhere.',
    );
  const tooMuch = tooMuchForPayload(swap);
  if (tooMuch !== undefined)
    return unavailable(`A Bitcoin transaction cannot carry ${tooMuch}. Pay through a deposit channel instead.`);
  const networks = utxoNetworksOf(chain.id, deps.network);
  const signer = signerOf(sourceAddress, networks);
  if ('unavailable' in signer) return signer;
  const minOutput = minOutputOf(BigInt(terms.minPriceX128), sell.baseUnits);
  const extra = {
    min_output_amount: hexNumber(minOutput),
    retry_duration: terms.retryDurationBlocks,
    max_oracle_price_slippage: terms.maxOraclePriceSlippage,
  };
  const encoding = await encodingFor(swap, extra, encodingSchema);
  if ('unavailable' in encoding) return encoding;
  check(swap, minOutput, encoding);
  const deposit = scriptOf(encoding.deposit_address, networks)?.script;
  if (!deposit) throw tampered([`deposit address ${encoding.deposit_address} is none of ${chain.name}`]);
  const outputs = [
    { script: deposit, amount: sell.baseUnits },
    { script: Script.encode(['RETURN', bytesOfHex(encoding.nulldata_payload)]), amount: 0n },
  ];
  const [confirmation, rate] = await Promise.all([
    deps.confirmVault(encoding.deposit_address, signal),
    feeRateOf(client, rules, signal),
  ]);
  if ('mismatch' in confirmation) throw tampered([confirmation.mismatch]);
  if ('unasked' in confirmation)
    return unavailable(
      `The address that takes Bitcoin payments in one transaction could not be confirmed (${confirmation.unasked}). Pay through a deposit channel instead.`,
    );
  if (typeof rate !== 'bigint') return rate;
  const changeNeeded = 'Some change must be left over: the address that it goes to is where a refund is sent.';
  const paid = await payFromOutputs({ chain, client, signer, rules, rate, outputs, changeNeeded }, signal);
  return 'unavailable' in paid ? paid : { ...paid, targetAddress: encoding.deposit_address };
}
