/** For tests: asks the 1inch adapter about a swap whose transaction and chain the test decides. */
import { encodeEventTopics, type Hex, parseAbi, toHex } from 'viem';
import { ChainUnavailable, type EvmClient, type EvmReceipt, RpcError } from '../../../chain-clients/chain-clients.ts';
import { clientsWith } from '../../../chain-clients/test-clients.ts';
import type { Asset } from '../../../domain/asset.ts';
import { NATIVE_TOKEN } from '../../../payments/oneinch/router.ts';
import type { TrackedLeg } from '../../provider.ts';
import { ALICE, ETH, oneinchAt, ROUTER, USDC, USDC_ADDRESS } from './oneinch-double.ts';

export const HASH = `0x${'ab'.repeat(32)}`;
export const BLOCK = 100;
/** Unix seconds. */
export const BLOCK_TIME = 1_791_000_000;
const signal = new AbortController().signal;

export function legOf(buyAsset: Asset, dstToken: string, { receiver = ALICE, hash = HASH } = {}): TrackedLeg {
  const sell = { asset: buyAsset === ETH ? USDC : ETH, decimals: 18, baseUnits: 10n ** 18n };
  const buy = { asset: buyAsset, decimals: buyAsset === USDC ? 6 : 18, baseUnits: 3000n };
  return {
    route: {
      providers: ['ONEINCH'],
      sell,
      expectedBuy: buy,
      guaranteedBuy: buy,
      sourceAddress: ALICE,
      destinationAddress: receiver,
      fees: [],
      totalSlippageBps: 0,
      legs: [{ provider: 'ONEINCH', sell, buy, buyAtMaxSlippage: buy }],
      warnings: [],
      pricesUsd: [],
      tracking: {
        router: ROUTER,
        srcToken: NATIVE_TOKEN,
        dstToken,
        sender: ALICE,
        receiver,
        function: 'swap',
        minReturn: '2900',
      },
    },
    leg: 0,
    hash,
    chain: 'ETH',
    knownSince: 0,
  };
}
export const toUsdc = legOf(USDC, USDC_ADDRESS);
export const toEth = legOf(ETH, NATIVE_TOKEN);

const TRANSFER = parseAbi(['event Transfer(address indexed from, address indexed to, uint256 value)']);
export const transfer = (token: string, from: string, to: string, value: bigint) => ({
  address: token,
  topics: encodeEventTopics({ abi: TRANSFER, args: { from: from as Hex, to: to as Hex } }) as string[],
  data: toHex(value, { size: 32 }),
});

export type World = {
  receipt?: Partial<EvmReceipt> | 'none';
  tip?: number;
  /** The block that holds the transaction after a fork that happens while the tip is asked for. */
  movedTo?: number;
  rpc?: Partial<Record<string, (params: unknown[]) => unknown>>;
  down?: boolean;
  value?: bigint;
  input?: string;
  nowMs?: number;
  /** Of the newest block. */
  headSeconds?: number;
};

/** One adapter, which remembers its looks. */
export function lookingAt({
  receipt = {},
  tip = BLOCK + 10,
  movedTo,
  rpc = {},
  down,
  value = 0n,
  input = '0x07ed2379',
  nowMs = BLOCK_TIME * 1000,
  headSeconds = BLOCK_TIME,
}: World) {
  let block = BLOCK;
  const evm: Partial<EvmClient> = {
    async receipt() {
      if (down) throw new ChainUnavailable('down');
      if (receipt === 'none') return undefined;
      return {
        hash: HASH,
        status: 'success',
        blockNumber: block,
        from: ALICE,
        to: ROUTER.toLowerCase(),
        logs: [],
        gasUsed: 100n,
        effectiveGasPrice: 3n,
        ...receipt,
      };
    },
    transaction: async () => ({
      hash: HASH,
      from: receipt === 'none' ? ALICE : (receipt.from ?? ALICE),
      to: receipt === 'none' ? ROUTER : (receipt.to ?? ROUTER.toLowerCase()),
      nonce: 1,
      value,
      input,
      blockNumber: BLOCK,
    }),
    async blockNumber() {
      block = movedTo ?? block;
      return tip;
    },
    blockTime: async (block) => (block === tip ? headSeconds : BLOCK_TIME),
    async rpc(method, params) {
      const answer = rpc[method];
      if (!answer) throw new RpcError(-32601, `the method ${method} does not exist`);
      return answer(params);
    },
  };
  const oneinch = oneinchAt('http://127.0.0.1:9', { clients: clientsWith({ evm }), now: () => nowMs });
  return (leg: TrackedLeg) => oneinch.track(leg, { signal });
}

export const look = (leg: TrackedLeg, world: World) => lookingAt(world)(leg);

export async function outputOf(leg: TrackedLeg, world: World): Promise<bigint | undefined> {
  const { observations } = await look(leg, world);
  const sent = observations.find((fact) => fact.kind === 'outboundSent');
  if (sent?.kind !== 'outboundSent') throw new Error('nothing was paid out');
  return sent.tx.amount?.baseUnits;
}
