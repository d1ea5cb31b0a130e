/** Estimates what the sender pays on its own chain for the payment, in that chain's gas coin. */
import type { Chain } from '../../chains/chain.ts';
import { CHAINS } from '../../chains/chains.ts';
import { dataScriptBytes } from '../../chains/utxo-size.ts';
import type { Amount } from '../../domain/amount.ts';
import type { Asset } from '../../domain/asset.ts';
import type { ChainId } from '../../domain/chain-id.ts';
import { memoBytes } from '../../domain/memo.ts';
import { SIGNATURE_FEE_LAMPORTS } from '../../transfer/solana-tx.ts';
import { standardScriptBytes, typicalFee } from '../../transfer/utxo-fee.ts';
import type { FamilyConfig } from './config.ts';
import type { NetworkState } from './network-state.ts';
import type { NodeQuote } from './upstream-schemas.ts';

/** The length of a swap memo with a limit and an affiliate, while the memo is unknown. */
const TYPICAL_MEMO_BYTES = 60;
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

type Paid = { state: NetworkState; quote: Pick<NodeQuote, 'recommended_gas_rate' | 'memo'> };

/** Base units per virtual byte, already rounded up by the node; the higher of list and quote. */
export function utxoRate({ state, quote }: Paid, chain: ChainId): bigint | undefined {
  const [listed, quoted] = [state.inbound.get(chain)?.gas_rate, quote.recommended_gas_rate];
  return listed !== undefined && quoted !== undefined && listed > quoted ? listed : (quoted ?? listed);
}

function utxoFee(chain: Chain, paid: Paid): bigint | undefined {
  const rate = utxoRate(paid, chain.id);
  const memo = paid.quote.memo === undefined ? TYPICAL_MEMO_BYTES : memoBytes(paid.quote.memo);
  return rate === undefined ? undefined : typicalFee(chain, rate, [standardScriptBytes(chain), dataScriptBytes(memo)]);
}

function baseUnitsOf(config: FamilyConfig, paid: Paid, sell: Asset): bigint | undefined {
  const { state } = paid;
  if (sell.chain === 'THOR') return state.network?.native_tx_fee_rune ?? 2_000_000n;
  if (sell.chain === config.nativeChain) return config.nativeTxFee;
  if (sell.chain === 'GAIA') return ATOM_FEE;
  const chain = CHAINS[sell.chain];
  if (chain.kind === 'solana') return SIGNATURE_FEE_LAMPORTS;
  if (chain.kind === 'utxo') return utxoFee(chain, paid);
  const { gas_rate: rate, gas_rate_units: units = '' } = state.inbound.get(sell.chain) ?? {};
  const weiPerUnit = WEI_PER_RATE_UNIT[units.toLowerCase()];
  if (chain.kind !== 'evm' || rate === undefined || weiPerUnit === undefined) return undefined;
  return rate * weiPerUnit * (sell.kind === 'token' ? TOKEN_DEPOSIT_GAS + APPROVAL_GAS : NATIVE_DEPOSIT_GAS);
}

/** Undefined when no sensible figure is known. */
export function inboundFee(config: FamilyConfig, paid: Paid, sell: Asset): Amount | undefined {
  const baseUnits = baseUnitsOf(config, paid, sell);
  const { symbol, decimals } = CHAINS[sell.chain].native;
  return baseUnits === undefined
    ? undefined
    : { asset: { kind: 'native', chain: sell.chain, symbol }, decimals, baseUnits };
}
