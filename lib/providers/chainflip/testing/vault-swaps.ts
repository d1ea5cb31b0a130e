/** Vault swaps of every kind: what is asked, what the broker encodes and what is built from it. */
import {
  type ChainClients,
  type EvmClient,
  RpcError,
  type SolanaClient,
  type UtxoClient,
} from '../../../chain-clients/chain-clients.ts';
import { clientsWith } from '../../../chain-clients/test-clients.ts';
import { assetOf } from '../../../domain/asset.ts';
import { ProviderError } from '../../../domain/errors.ts';
import type { StateChainNode } from '../state-chain/confirm-channel.ts';
import { createVaultWitness } from '../state-chain/confirm-vault.ts';
import type { SwapTerms } from '../terms.ts';
import { buildVaultSwap } from '../vault-swap/build.ts';
import type { VaultSwapDeps, VaultSwapRequest } from '../vault-swap/request.ts';
import { AFFILIATE, BROKER, BTC_VAULT, type Change, nodeDouble } from '../vault-swap/testing/node-double.ts';

export const EVM_USER = '0x1111111111111111111111111111111111111111';
export const EVM_DESTINATION = '0x2222222222222222222222222222222222222222';
export const BTC_USER = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
export const SOL_USER = 'A21o4asMbFHYadqXdLusT9Bvx9xaC5YV9gcaidjqtdXC';
export const signal = new AbortController().signal;

export const terms = (changes: Partial<SwapTerms>): SwapTerms => ({
  src: { chain: 'Ethereum', asset: 'ETH' },
  dst: { chain: 'Bitcoin', asset: 'BTC' },
  amount: '5000000000000000000',
  minPriceX128: (123_456_789n << 60n).toString(),
  maxOraclePriceSlippage: 150,
  retryDurationBlocks: 300,
  dca: { numberOfChunks: 4, chunkIntervalBlocks: 2 },
  maxBoostFeeBps: 0,
  brokerCommissionBps: 12,
  affiliates: [{ account: AFFILIATE, bps: 30 }],
  ...changes,
});

export type Kind = { request: VaultSwapRequest };

export const request = (
  sold: string,
  decimals: number,
  of: SwapTerms,
  who: Pick<VaultSwapRequest, 'sourceAddress' | 'destinationAddress' | 'refundAddress'>,
): Kind => ({ request: { terms: of, sell: { asset: assetOf(sold), decimals, baseUnits: BigInt(of.amount) }, ...who } });

export const evmWho = { sourceAddress: EVM_USER, destinationAddress: BTC_USER, refundAddress: EVM_USER };
export const ethToBtc = request('ETH.ETH', 18, terms({}), evmWho);
const word = (value: bigint) => `0x${value.toString(16).padStart(64, '0')}`;

export function evm(facts: {
  balance?: bigint;
  allowance?: bigint;
  wantsReset?: boolean;
  reverts?: string;
}): Partial<EvmClient> {
  const { balance = 10n ** 30n, allowance = 0n } = facts;
  return {
    call: async (_to, data) => word(data.startsWith('0x70a08231') ? balance : allowance),
    rpc: async (method) => {
      if (method === 'eth_getBalance') return `0x${balance.toString(16)}`;
      if (method === 'eth_estimateGas' && facts.reverts) throw new RpcError(3, `execution reverted: ${facts.reverts}`);
      if (method === 'eth_estimateGas') return '0x186a0';
      if (method === 'eth_call' && facts.wantsReset) throw new Error('execution reverted');
      return '0x';
    },
  };
}

export const utxo = (values: bigint[], rate: bigint | undefined = 5n): Partial<UtxoClient> => ({
  utxos: async () => values.map((value, i) => ({ txid: String(i).padStart(64, 'a'), vout: 1, value, confirmed: true })),
  feeRate: async () => rate,
});

export function solana(
  facts: { lamports?: bigint; tokens?: bigint; simulation?: unknown } = {},
): Partial<SolanaClient> {
  return {
    balance: async () => facts.lamports ?? 10n ** 12n,
    tokenBalance: async () => facts.tokens ?? 10n ** 12n,
    latestBlockhash: async () => ({
      blockhash: '4uQeVj5tqViQh7yWWGStvkEG1Zmhx6uasJtWCJziofM',
      lastValidBlockHeight: 1000,
    }),
    rpc: async () => facts.simulation ?? { value: { err: null, logs: [] } },
  };
}

export const rich = { evm: evm({}), utxo: utxo([50_000_000n]), solana: solana() };
export const SEED = new Uint8Array(32).fill(9);

/** A node that names these addresses of Bitcoin vaults, or is away. */
export const vaultNode = (name: string, vaults: readonly string[] | undefined): StateChainNode => ({
  name,
  async call() {
    if (!vaults) throw new ProviderError('httpError', `${name} does not answer.`);
    return { bitcoin: vaults.map((vault) => [BROKER, { Btc: [...new TextEncoder().encode(vault)] }]) };
  },
});

const HONEST = [vaultNode('first.example', [BTC_VAULT]), vaultNode('second.example', [BTC_VAULT])];

export const depsWith = (
  client: VaultSwapDeps['client'],
  clients = clientsWith(rich),
  brokerId: string | undefined = BROKER,
  nodes: readonly StateChainNode[] = HONEST,
): VaultSwapDeps => ({ client, clients, confirmVault: createVaultWitness(nodes), network: 'mainnet', brokerId });

export const build = (
  { request: of }: Kind,
  change: Change = {},
  ...others: [clients?: ChainClients, brokerId?: string | undefined, nodes?: readonly StateChainNode[]]
) => buildVaultSwap({ ...depsWith(nodeDouble(change), ...others), randomBytes: () => SEED }, of, { signal });

export const changed = ({ request: of }: Kind, changes: Partial<VaultSwapRequest>): Kind => ({
  request: { ...of, ...changes },
});

export const withTerms = (kind: Kind, changes: Partial<SwapTerms>): Kind =>
  changed(kind, { terms: { ...kind.request.terms, ...changes } });
