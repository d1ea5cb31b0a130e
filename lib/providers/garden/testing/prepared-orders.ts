/** For this folder's tests: orders that are placed and completed for a payer, and the EVM chain that pays them. */
import { decodeFunctionData, encodeFunctionResult, erc20Abi } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { type EvmClient, RpcError } from '../../../chain-clients/chain-clients.ts';
import type { KnownClients } from '../../../chain-clients/test-clients.ts';
import type { RouteDraft } from '../../../domain/route.ts';
import type { ProviderQuoteRequest } from '../../provider.ts';
import { options, startBench } from './bench.ts';
import { ALICE_BTC, type Json, NOW_MS, orderFor, WBTC, wbtcToBtc } from './garden-double.ts';

export type Body = Parameters<typeof orderFor>[0];
export const ACCOUNT = privateKeyToAccount(`0x${'42'.repeat(32)}`);
export const asked = wbtcToBtc({ sourceAddress: ACCOUNT.address, includeTx: true });

export type Chain = {
  balance?: bigint;
  allowance?: bigint;
  estimate?: string | RpcError;
  code?: string;
  word?: string;
};
/** A token that knows balances and allowances, and refuses to change an allowance that is not zero when it is like USDT. */
export function evm(
  { balance = 10n ** 30n, allowance = 0n, estimate = '0x10000', code = '0x', word = '0x' }: Chain,
  usdtLike = false,
): Partial<EvmClient> {
  return {
    chain: 'ETH',
    blockNumber: async () => 10,
    blockTime: async () => NOW_MS / 1000,
    codeAt: async () => code,
    call: async (to, data) => {
      if (to.toLowerCase() !== WBTC.toLowerCase()) return word;
      const { functionName } = decodeFunctionData({ abi: erc20Abi, data: data as `0x${string}` });
      const result = functionName === 'allowance' ? allowance : balance;
      return encodeFunctionResult({ abi: erc20Abi, functionName: 'balanceOf', result });
    },
    rpc: async (method) => {
      if (method === 'eth_getBalance') return `0x${balance.toString(16)}`;
      if (method === 'eth_call' && usdtLike) throw new RpcError(3, 'execution reverted');
      if (estimate instanceof RpcError) throw estimate;
      return method === 'eth_estimateGas' ? estimate : '0x';
    },
  };
}

export const orderForAsked = (): Json =>
  orderFor({
    source: { asset: 'ethereum:wbtc', owner: ACCOUNT.address, amount: '1000000' },
    destination: { asset: 'bitcoin:btc', owner: ALICE_BTC, amount: '997000' },
    solver_id: 's',
  });

/** Starts the double; `prepared` places an order, `completed` completes it for a payment. */
export function startPreparing() {
  const bench = startBench();

  async function prepared(given: ProviderQuoteRequest = asked): Promise<RouteDraft> {
    const provider = bench.provider();
    const [draft] = await provider.quote(given, options());
    if (!draft || !provider.prepare) throw new Error('no route');
    return (await provider.prepare.create(draft, given, options())).draft;
  }

  async function completed(draft: RouteDraft, known: KnownClients, given = asked, now = NOW_MS) {
    return bench.provider(known, { now: () => now }).prepare?.complete(draft, given, options());
  }
  return { bench, prepared, completed };
}
