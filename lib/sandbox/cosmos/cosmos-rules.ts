/** Defines how GAIA, THOR and MAYA differ: coins, message names and fees. */
import type { ChainId } from '../../domain/chain-id.ts';

export type CosmosRules = {
  /** The prefix of amino names, on chains that accept `/types.*` messages; undefined on chains without MsgDeposit. */
  network?: 'thorchain' | 'mayachain';
  /** Charged to the sender of every transaction, base units of the native coin. */
  nativeFee: bigint;
  /** The least fee per unit of gas, in millionths of a base unit of the native coin. */
  gasPriceMicro: bigint;
  /** Denominations by the name of the coin in MsgDeposit. */
  denoms: Readonly<Record<string, string>>;
};

const RULES: Partial<Record<ChainId, CosmosRules>> = {
  // Chain registry: fixed_min_gas_price 0.005 uatom.
  GAIA: { nativeFee: 0n, gasPriceMicro: 5000n, denoms: {} },
  // THORNode /network native_tx_fee_rune: 0.02 RUNE.
  THOR: {
    network: 'thorchain',
    nativeFee: 2_000_000n,
    gasPriceMicro: 0n,
    denoms: { 'THOR.RUNE': 'rune', 'THOR.TCY': 'tcy', 'THOR.RUJI': 'x/ruji' },
  },
  // MAYANode: 0.2 CACAO, which has ten decimals.
  MAYA: {
    network: 'mayachain',
    nativeFee: 2_000_000_000n,
    gasPriceMicro: 0n,
    denoms: { 'MAYA.CACAO': 'cacao', 'MAYA.MAYA': 'maya' },
  },
};

/** @throws {Error} for other chains. */
export function cosmosRulesOf(chain: ChainId): CosmosRules {
  const rules = RULES[chain];
  if (!rules) throw new Error(`no Cosmos rules for ${chain}`);
  return rules;
}
