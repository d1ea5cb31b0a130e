/**
 * Defines what a standard node of each Bitcoin-family chain relays: formats, limits and fees. Sources: the nodes'
 * default policies.
 */
import type { ChainId } from '../../domain/chain-id.ts';
import { compactSize } from './bytes.ts';
import type { TransactionFormat } from './raw-transaction.ts';
import { type ScriptKind, scriptKind } from './scripts.ts';
import type { RawTransaction, TxOutput } from './tx-encoding.ts';

export type ChainRules = {
  format: TransactionFormat;
  /** How P2PKH inputs sign. */
  p2pkhDigest: 'legacy' | 'forkid' | 'zip244';
  segwit: boolean;
  taproot: boolean;
  /** Whether nodes replace an unconfirmed transaction by one with a higher fee (BIP 125). */
  replaceable: boolean;
  /** Base units per 1000 virtual bytes; ZEC also requires the fee of ZIP 317. */
  minRelayFeePerKvb: bigint;
  /** The dust limit in base units, or the rate per 1000 bytes from which it is computed. */
  dust: { fixed: bigint } | { perKvb: bigint };
  maxMoney: bigint;
  /** The fee of an ordinary payment, base units per virtual byte. */
  feePerVbyte: bigint;
  /** The ZIP 200 branch id of the network upgrade in force, which a ZEC signature covers. */
  consensusBranchId?: number;
};

const COIN = 100_000_000n;
/** NU6.1 (ZIP 255). */
const NU6_1_BRANCH_ID = 0x4dec4df0;

const BITCOIN_LIKE: ChainRules = {
  format: 'segwit',
  p2pkhDigest: 'legacy',
  segwit: true,
  taproot: true,
  replaceable: true,
  minRelayFeePerKvb: 1000n,
  dust: { perKvb: 3000n },
  maxMoney: 21_000_000n * COIN,
  feePerVbyte: 12n,
};
const WITHOUT_SEGWIT = { format: 'bitcoin', segwit: false, taproot: false, replaceable: false } as const;

const RULES: Partial<Record<ChainId, ChainRules>> = {
  BTC: BITCOIN_LIKE,
  // Litecoin Core 0.21 policy.h: DUST_RELAY_TX_FEE 30000.
  LTC: { ...BITCOIN_LIKE, dust: { perKvb: 30_000n }, maxMoney: 84_000_000n * COIN, feePerVbyte: 4n },
  // Dogecoin Core 1.14.9 policy.h: hard dust limit 0.001 DOGE, relay 0.001 DOGE/kB, replacement off.
  DOGE: {
    ...BITCOIN_LIKE,
    ...WITHOUT_SEGWIT,
    minRelayFeePerKvb: 100_000n,
    dust: { fixed: 100_000n },
    maxMoney: 10_000_000_000n * COIN,
    feePerVbyte: 1000n,
  },
  BCH: { ...BITCOIN_LIKE, ...WITHOUT_SEGWIT, p2pkhDigest: 'forkid', feePerVbyte: 2n },
  DASH: { ...BITCOIN_LIKE, ...WITHOUT_SEGWIT, feePerVbyte: 2n },
  // zcashd 6 policy: relay 100 zat/kB, dust 54 zat; ZIP 317 decides in practice.
  ZEC: {
    ...BITCOIN_LIKE,
    ...WITHOUT_SEGWIT,
    format: 'zcash',
    p2pkhDigest: 'zip244',
    minRelayFeePerKvb: 100n,
    dust: { fixed: 54n },
    feePerVbyte: 1n,
    consensusBranchId: NU6_1_BRANCH_ID,
  },
};

/** @throws {Error} for a chain outside the Bitcoin family. */
export function rulesOf(chain: ChainId): ChainRules {
  const rules = RULES[chain];
  if (!rules) throw new Error(`no Bitcoin-family rules for ${chain}`);
  return rules;
}

/** The longest OP_RETURN payload in bytes that nodes relay and vaults read. */
export const OP_RETURN_LIMIT = 80;

const isWitness = (kind: ScriptKind): boolean =>
  kind.type === 'v0_p2wpkh' || kind.type === 'v0_p2wsh' || kind.type === 'v1_p2tr';

/** The least value of an output, base units. Source: Bitcoin Core policy/policy.cpp GetDustThreshold. */
export function dustLimit(rules: ChainRules, script: Uint8Array): bigint {
  const kind = scriptKind(script);
  if (kind.type === 'op_return') return 0n;
  if ('fixed' in rules.dust) return rules.dust.fixed;
  const outputSize = 8 + compactSize(script.length).length + script.length;
  const spendSize = isWitness(kind) ? 67 : 148;
  return (BigInt(outputSize + spendSize) * rules.dust.perKvb) / 1000n;
}

/** ZIP 317: 5000 zat per action, at least two; a transparent action is 150 bytes of inputs or 34 bytes of outputs. */
function conventionalFee(inputCount: number, outputs: readonly TxOutput[]): bigint {
  const outputSize = outputs.reduce(
    (sum, output) => sum + 8 + compactSize(output.script.length).length + output.script.length,
    0,
  );
  return 5000n * BigInt(Math.max(2, inputCount, Math.ceil(outputSize / 34)));
}

/** The least fee at which nodes relay such a transaction, in base units. */
export function minRelayFee(rules: ChainRules, tx: RawTransaction, vsize: number): bigint {
  const bySize = (BigInt(vsize) * rules.minRelayFeePerKvb + 999n) / 1000n;
  if (rules.format !== 'zcash') return bySize;
  const conventional = conventionalFee(tx.inputs.length, tx.outputs);
  return conventional > bySize ? conventional : bySize;
}
