import { decodeFunctionData, erc20Abi } from 'viem';
import type { EvmClient } from '../../../chain-clients/chain-clients.ts';
import { clientsWith } from '../../../chain-clients/test-clients.ts';
import { assetOf } from '../../../domain/asset.ts';
import type { EvmTx, RouteDraft } from '../../../domain/route.ts';
import { DEPOSIT_ABI } from '../../../payments/thor-family/deposit-data.ts';
import { createTxBuilder } from '../build-tx.ts';
import { FAMILY, type FamilyVariant } from '../config.ts';
import { toRoute } from '../to-routes.ts';
import { quoteSchema } from '../upstream-schemas.ts';
import type { InboundChain } from '../vaults.ts';
import { ALICE_ETH, NOW_MS, request, thorQuote } from './node-double.ts';

export const VAULT_ETH = '0xfc7a552fb07e83fe74b91638505a0b5bdb3e1d00';
export const ROUTER = '0xD37BbE5744D730a1d98d8DC97c42F0Ca46aD7146';
export const USDT = 'ETH.USDT-0xdAC17F958D2ee523a2206206994597C13D831ec7';
export const USDT_ADDRESS = '0xdAC17F958D2ee523a2206206994597C13D831ec7';
export const MEMO = '=:b:bc1q07kx42qz758yhr7jn3pu9ffz2rwy0snlwztwf8:646211';
export const signal = new AbortController().signal;

export type Changes = Partial<RouteDraft> & { chain?: string };

/** A checked route whose sold amount, addresses and memo are what a test needs. */
export function build(
  variant: FamilyVariant,
  sell: { asset: string; decimals: number; baseUnits: bigint },
  changes: Changes,
  clients = clientsWith(),
  gasRate?: bigint,
  network: 'mainnet' | 'sandbox' = 'mainnet',
  allowUnfunded = false,
) {
  const asset = assetOf(sell.asset);
  const of = request({ sellAsset: asset, includeTx: true, allowUnfunded });
  const inbound = new Map<string, InboundChain>(
    gasRate === undefined
      ? []
      : [
          [
            asset.chain,
            {
              chain: asset.chain,
              vaults: [],
              halted: false,
              global_trading_paused: false,
              chain_trading_paused: false,
              gas_rate: gasRate,
              gas_rate_units: 'satsperbyte',
              dust_threshold: undefined,
              outbound_fee: undefined,
            },
          ],
        ],
  );
  const swap = {
    request: of,
    sell: { asset, decimals: sell.decimals, baseUnits: sell.baseUnits },
    buyDecimals: 8,
    quote: quoteSchema.parse(thorQuote({ recommended_gas_rate: undefined })),
    memo: undefined,
    affiliate: undefined,
    interval: 0,
    state: { pools: new Map(), inbound },
  };
  const route: RouteDraft = { ...toRoute(FAMILY[variant], swap), memo: MEMO, ...changes };
  const builder = createTxBuilder({ config: FAMILY[variant], clients, network, now: () => NOW_MS });
  return builder.build(route, { swap, decimalsCertain: true }, { signal });
}

const word = (value: bigint) => `0x${value.toString(16).padStart(64, '0')}`;

export function evm(facts: {
  code?: string;
  balance?: bigint;
  allowance?: bigint;
  resetWanted?: boolean;
  estimate?: bigint;
}): Partial<EvmClient> {
  const { code = '0x', balance = 10n ** 30n, allowance = 0n, resetWanted = false, estimate = 50_000n } = facts;
  return {
    codeAt: async () => code,
    call: async (_to, data) => word(data.startsWith('0x70a08231') ? balance : allowance),
    rpc: async (method) => {
      if (method === 'eth_getBalance') return `0x${balance.toString(16)}`;
      if (method === 'eth_estimateGas') return `0x${estimate.toString(16)}`;
      if (method === 'eth_call' && resetWanted) throw new Error('execution reverted');
      return '0x';
    },
  };
}

export const evmRoute = {
  sourceAddress: ALICE_ETH,
  targetAddress: ROUTER,
  vaultAddress: VAULT_ETH,
  expirationSeconds: 0,
};
export const eth = { asset: 'ETH.ETH', decimals: 18, baseUnits: 1_123_456_780_000_000_000n };
export const usdt = { asset: USDT, decimals: 6, baseUnits: 1_500_000_000n };
export const asEvm = (built: { tx?: RouteDraft['tx'] }): EvmTx => {
  if (built.tx?.type !== 'EVM') throw new Error('no EVM transaction');
  return built.tx.tx;
};
export const depositOf = (tx: EvmTx) => decodeFunctionData({ abi: DEPOSIT_ABI, data: tx.data as `0x${string}` });
export const approvalOf = (tx: EvmTx) => decodeFunctionData({ abi: erc20Abi, data: tx.data as `0x${string}` }).args;
