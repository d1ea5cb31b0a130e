/** Estimates what the sender pays on its own chain for the payment, in that chain's gas coin. */
import { CHAINS } from '../../chains/chains.ts';
import type { Amount } from '../../domain/amount.ts';
import type { Asset } from '../../domain/asset.ts';
import { SIGNATURE_FEE_LAMPORTS } from '../../transfer/solana-tx.ts';
import type { FamilyConfig } from './config.ts';
import type { NetworkState } from './network-state.ts';

/** A payment with one or two inputs, vault, memo and change. */
const UTXO_VBYTES = 250n;
/** `depositWithExpiry` with the coin, with a token, and the approval before it. Measured on the deployed routers. */
const NATIVE_DEPOSIT_GAS = 80_000n;
const TOKEN_DEPOSIT_GAS = 90_000n;
const APPROVAL_GAS = 50_000n;
/** 200000 gas at 0.025 uatom. */
const ATOM_FEE = 5_000n;

/** Wei of one unit of `gas_rate`. Source: THORNode common/chain.go, GetGasUnits. */
const WEI_PER_RATE_UNIT: Readonly<Record<string, bigint>> = {
  wei: 1n,
  mwei: 1_000_000n,
  centigwei: 10_000_000n,
  gwei: 1_000_000_000n,
  navax: 1_000_000_000n,
};

function baseUnitsOf(config: FamilyConfig, state: NetworkState, sell: Asset): bigint | undefined {
  if (sell.chain === 'THOR') return state.network?.native_tx_fee_rune ?? 2_000_000n;
  if (sell.chain === config.nativeChain) return config.nativeTxFee;
  if (sell.chain === 'GAIA') return ATOM_FEE;
  if (CHAINS[sell.chain].kind === 'solana') return SIGNATURE_FEE_LAMPORTS;
  const entry = state.inbound.get(sell.chain);
  const rate = entry?.gas_rate;
  if (rate === undefined) return undefined;
  const kind = CHAINS[sell.chain].kind;
  if (kind === 'utxo') return rate * UTXO_VBYTES;
  const weiPerUnit = WEI_PER_RATE_UNIT[entry?.gas_rate_units?.toLowerCase() ?? ''];
  if (kind !== 'evm' || weiPerUnit === undefined) return undefined;
  return rate * weiPerUnit * (sell.kind === 'token' ? TOKEN_DEPOSIT_GAS + APPROVAL_GAS : NATIVE_DEPOSIT_GAS);
}

/** Undefined where nothing sensible is known. */
export function inboundFee(config: FamilyConfig, state: NetworkState, sell: Asset): Amount | undefined {
  const baseUnits = baseUnitsOf(config, state, sell);
  const { symbol, decimals } = CHAINS[sell.chain].native;
  return baseUnits === undefined
    ? undefined
    : { asset: { kind: 'native', chain: sell.chain, symbol }, decimals, baseUnits };
}
