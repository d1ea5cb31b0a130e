import { encodeErrorResult, type Hex, toHex } from 'viem';
import { describe, expect, it, vi } from 'vitest';
import { ChainUnavailable, RpcError } from '../../chain-clients/chain-clients.ts';
import { deriveSwap } from '../../domain/derive-swap.ts';
import type { ReasonCode } from '../../domain/swap-status.ts';
import { NATIVE_TOKEN } from '../../payments/oneinch/router.ts';
import { besidePermit } from '../../payments/testing/permit.ts';
import type { TrackedLeg } from '../provider.ts';
import {
  ALICE,
  BOB,
  ETH,
  MALLORY,
  ROUTER,
  SWAP_ABI,
  USDC,
  USDC_ADDRESS,
  WETH,
  WETH_ADDRESS,
} from './testing/oneinch-double.ts';
import {
  BLOCK,
  BLOCK_TIME,
  HASH,
  legOf,
  look,
  lookingAt,
  outputOf,
  toEth,
  toUsdc,
  transfer,
  type World,
} from './testing/track-look.ts';

describe('a successful swap', () => {
  it('is completed in its own transaction with the amount really paid out', async () => {
    const logs = [transfer(USDC_ADDRESS, ROUTER, ALICE, 3100n), transfer(WETH_ADDRESS, ROUTER, ALICE, 7n)];
    const { observations, stale } = await look(toUsdc, { receipt: { logs } });
    expect(stale).toBe(false);
    expect(observations.map(({ kind, at }) => [kind, at])).toEqual([
      ['swapDone', BLOCK_TIME * 1000],
      ['outboundSent', BLOCK_TIME * 1000],
    ]);
    const derived = deriveSwap(observations, { now: 0 });
    expect(derived.trackingStatus).toBe('completed');
    expect(derived.outbound).toMatchObject({
      hash: HASH,
      chain: 'ETH',
      address: ALICE,
      blockNumber: BLOCK,
      amount: { baseUnits: 3100n },
    });
  });

  it('is not reported before its block is final, and always with the same facts', async () => {
    expect((await look(toUsdc, { tip: BLOCK })).observations).toEqual([]);
    const late = await look(toUsdc, { tip: BLOCK + 500 });
    expect((await look(toUsdc, { tip: BLOCK + 1 })).observations).toEqual(late.observations);
  });

  it('is not reported by a receipt whose block was replaced: mined again, it may have come to another price', async () => {
    expect(await look(toUsdc, { movedTo: BLOCK + 10 })).toEqual({ observations: [], stale: false });
  });

  it('counts what the receiver gave back within it, and no other transfers', async () => {
    const logs = [
      transfer(USDC_ADDRESS, ROUTER, ALICE, 4000n),
      transfer(USDC_ADDRESS, ALICE, BOB, 500n),
      transfer(USDC_ADDRESS, ROUTER, BOB, 9n),
    ];
    expect(await outputOf(toUsdc, { receipt: { logs } })).toBe(3500n);
  });

  it('is what a deposit channel received, when the swap is a first leg that pays one', async () => {
    const leg = legOf(USDC, USDC_ADDRESS, { receiver: BOB });
    const logs = [transfer(USDC_ADDRESS, ROUTER, BOB, 3100n), transfer(USDC_ADDRESS, ROUTER, ALICE, 9n)];
    expect(await outputOf(leg, { receipt: { logs } })).toBe(3100n);
    expect((await look(leg, { receipt: { logs } })).observations.at(-1)).toMatchObject({
      kind: 'outboundSent',
      leg: 0,
      tx: { address: BOB },
    });
  });

  it('shows the remainder of a token that taxes transfers, even below the limit', async () => {
    expect(await outputOf(toUsdc, { receipt: { logs: [transfer(USDC_ADDRESS, ROUTER, ALICE, 2500n)] } })).toBe(2500n);
  });

  it('reports no amount when the logs have none', async () => {
    expect(await outputOf(toUsdc, {})).toBeUndefined();
  });
});

const balances =
  (before: bigint, after: bigint) =>
  ([, block]: unknown[]) =>
    toHex(Number(block) === BLOCK ? after : before);
const block = (transactions: { hash: string; from: string; to?: string }[]) => () => ({ transactions });
const OTHER = { hash: `0x${'cd'.repeat(32)}`, from: MALLORY, to: BOB };

describe('coins that a swap paid out', () => {
  it('are read from a trace when the node has one, without the payment’s own value', async () => {
    const frame = {
      type: 'CALL',
      from: ALICE,
      to: ROUTER,
      value: '0x5',
      calls: [
        {
          type: 'CALL',
          from: ROUTER,
          to: WETH_ADDRESS,
          value: '0x0',
          calls: [{ type: 'CALL', from: WETH_ADDRESS, to: ROUTER, value: '0xbb8' }],
        },
        { type: 'CALL', from: ROUTER, to: ALICE, value: '0xbb8' },
        { type: 'DELEGATECALL', from: ROUTER, to: ALICE, value: '0xbb8' },
        { type: 'CALL', from: ROUTER, to: ALICE, value: '0x1', error: 'reverted' },
      ],
    };
    expect(await outputOf(toEth, { rpc: { debug_traceTransaction: () => frame } })).toBe(3000n);
  });

  it('are the difference of balances, with the gas that the receiver paid as sender', async () => {
    const rpc = {
      eth_getBalance: balances(1000n, 1000n + 3000n - 300n),
      eth_getBlockByNumber: block([OTHER, { hash: HASH, from: ALICE, to: ROUTER }]),
      eth_getTransactionReceipt: () => ({}),
    };
    expect(await outputOf(toEth, { rpc })).toBe(3000n);
  });

  it('include the data fee of a rollup', async () => {
    const rpc = {
      eth_getBalance: balances(1000n, 1000n + 3000n - 300n - 20n),
      eth_getBlockByNumber: block([]),
      eth_getTransactionReceipt: () => ({ l1Fee: '0x14' }),
    };
    expect(await outputOf(toEth, { rpc })).toBe(3000n);
  });

  it('are the plain difference when another account paid the gas', async () => {
    const rpc = { eth_getBalance: balances(0n, 3000n), eth_getBlockByNumber: block([]) };
    expect(await outputOf(legOf(ETH, NATIVE_TOKEN, { receiver: BOB }), { rpc })).toBe(3000n);
  });

  it.each<[string, World['rpc']]>([
    ['the node keeps no old state', { eth_getBlockByNumber: block([]) }],
    [
      'another payment in the block moved the balance',
      { eth_getBalance: balances(0n, 9000n), eth_getBlockByNumber: block([{ ...OTHER, to: ALICE }]) },
    ],
    [
      'the balance shows less than the router enforced',
      { eth_getBalance: balances(0n, 2000n), eth_getBlockByNumber: block([]) },
    ],
  ])('are left out rather than guessed when %s', async (_what, rpc) => {
    expect(await outputOf(toEth, { rpc: rpc ?? {} })).toBeUndefined();
  });

  const down = () => {
    throw new ChainUnavailable('down');
  };
  it.each<[string, World['rpc']]>([
    ['while a node fails', { eth_getBalance: down, eth_getBlockByNumber: block([]) }],
    [
      'where only a trace can tell them and that one question failed',
      {
        debug_traceTransaction: down,
        eth_getBalance: balances(0n, 9000n),
        eth_getBlockByNumber: block([{ ...OTHER, to: ALICE }]),
      },
    ],
  ])('are asked for again %s, for ten minutes: no swap stays open for it', async (_what, rpc) => {
    vi.useFakeTimers({ toFake: ['performance'] });
    // However long ago the payment was.
    const nowMs = (BLOCK_TIME + 3600) * 1000;
    const again = lookingAt({ rpc: rpc ?? {}, nowMs });
    for (const ms of [0, 1, 599_998]) {
      vi.advanceTimersByTime(ms);
      expect(await again(toEth)).toEqual({ observations: [], stale: true });
    }
    vi.advanceTimersByTime(1);
    const { observations } = await again(toEth);
    expect(observations.map(({ kind }) => kind)).toEqual(['swapDone', 'outboundSent']);
    expect(await again(toEth)).toEqual({ observations, stale: false });
    expect(observations.at(-1)).not.toHaveProperty('tx.amount');
    vi.useRealTimers();
  });

  it('are told by balances where the trace failed and nothing else moved them', async () => {
    const rpc = {
      debug_traceTransaction: down,
      eth_getBalance: balances(0n, 9000n - 300n),
      eth_getBlockByNumber: block([]),
    };
    expect(await outputOf(toEth, { rpc })).toBe(9000n);
  });

  it('that were wrapped are tokens', async () => {
    const leg = legOf(WETH, WETH_ADDRESS);
    expect(await outputOf(leg, { receipt: { logs: [transfer(WETH_ADDRESS, ROUTER, ALICE, 3000n)] } })).toBe(3000n);
  });
});

describe('a swap that the code of an account makes', () => {
  const OWNER = BOB;
  const CALL = { to: ROUTER, from: ALICE, value: '0', data: `0x07ed2379${'11'.repeat(64)}` };
  const bySafe: TrackedLeg = { ...toUsdc, route: { ...toUsdc.route, tx: { type: 'EVM', tx: CALL } } };
  const word = (text: string) => text.replace(/^0x/, '').padStart(64, '0');
  const input = `0x6a761202${word(ROUTER)}${word('0')}${CALL.data.slice(2)}`;
  const receipt = { from: OWNER, to: ALICE.toLowerCase() };
  const arrived = [transfer(USDC_ADDRESS, ROUTER, ALICE, 3100n)];

  it('is completed with what arrived, although an owner of the account sent it', async () => {
    expect(await outputOf(bySafe, { receipt: { ...receipt, logs: arrived }, input })).toBe(3100n);
  });

  it('is not reported where nothing proves that it was made, and not for another call', async () => {
    for (const world of [
      { receipt: { ...receipt, logs: [] }, input },
      { receipt: { ...receipt, logs: arrived }, input: `${input.slice(0, -2)}22` },
    ])
      expect((await look(bySafe, world)).observations).toEqual([]);
  });

  it('failed, with the router’s reason, where the account’s own call failed within', async () => {
    const calls: unknown[] = [];
    const failure = {
      address: ALICE,
      topics: ['0x23428b18acfb3ea64b08dc0c1d296ea9c09702c09083ca5272e64d115b687d23'],
      data: '0x',
    };
    const { observations } = await look(bySafe, {
      receipt: { ...receipt, logs: [failure] },
      input,
      rpc: {
        eth_call: (params) => {
          calls.push(params[0]);
          throw new RpcError(3, 'execution reverted', '0xf4059071');
        },
      },
    });
    expect(observations).toMatchObject([{ kind: 'providerFailed', reason: expect.stringContaining('allowance') }]);
    expect(calls).toEqual([{ from: ALICE, to: ROUTER, value: '0x0', data: CALL.data }]);
  });
});

const refusing = (data?: Hex) => ({
  eth_call: () => {
    throw new RpcError(3, 'execution reverted', data);
  },
});

describe('a swap that reverted', () => {
  it.each<[string, World['rpc'], string, ReasonCode]>([
    [
      'a price that moved',
      refusing(encodeErrorResult({ abi: SWAP_ABI, errorName: 'ReturnAmountIsNotEnough', args: [1n, 2n] })),
      'The price moved past your limit. Nothing was sold, only gas was spent.',
      'priceLimit',
    ],
    [
      'a missing allowance',
      refusing('0xf4059071'),
      'The swap was refused on its chain: the sold token could not be taken: its balance or the allowance of the router is too low. Nothing was sold, only gas was spent.',
      'insufficientFunds',
    ],
    [
      'a router that is paused',
      refusing('0xd93c0665'),
      'The swap was refused on its chain: 1inch has paused its router. Nothing was sold, only gas was spent.',
      'halted',
    ],
    [
      'something that nobody knows',
      refusing('0x12345678'),
      'The swap was refused on its chain: custom error 0x12345678. Nothing was sold, only gas was spent.',
      'swapFailed',
    ],
    [
      'something that does not happen again',
      { eth_call: () => '0x' },
      'The swap was refused on its chain. Nothing was sold, only gas was spent.',
      'swapFailed',
    ],
    [
      'something of which the node keeps no state',
      {},
      'The swap was refused on its chain. Nothing was sold, only gas was spent.',
      'swapFailed',
    ],
  ])('failed by %s, with a sentence', async (_what, rpc, reason, reasonCode) => {
    const { observations } = await look(toUsdc, { receipt: { status: 'reverted' }, rpc: rpc ?? {} });
    expect(observations).toMatchObject([{ kind: 'providerFailed', at: BLOCK_TIME * 1000, leg: 0, reason }]);
    expect(deriveSwap(observations, { now: 0 })).toMatchObject({ trackingStatus: 'failed', reason, reasonCode });
  });

  it('because the allowance that it carries came too late says so', async () => {
    const input = besidePermit('0x07ed2379', BLOCK_TIME - 1);
    const { observations } = await look(toEth, { receipt: { status: 'reverted' }, input });
    expect(deriveSwap(observations, { now: 0 })).toMatchObject({
      reason:
        'The signed allowance had expired before the transaction was in a block. Nothing was sold, only gas was spent.',
      reasonCode: 'expired',
    });
  });

  it('is asked on the state before its block, as it was sent', async () => {
    const calls: unknown[] = [];
    await look(toUsdc, {
      receipt: { status: 'reverted' },
      value: 5n,
      rpc: { eth_call: (params) => calls.push(params) },
    });
    expect(calls).toEqual([[{ from: ALICE, to: ROUTER.toLowerCase(), value: '0x5', data: '0x07ed2379' }, '0x63']]);
  });
});

describe('nothing is reported', () => {
  it.each<[string, TrackedLeg, World]>([
    ['before there is a hash', legOf(USDC, USDC_ADDRESS, { hash: '' }), {}],
    ['while no block has it', toUsdc, { receipt: 'none' }],
    ['of a call of another contract', toUsdc, { receipt: { to: MALLORY } }],
    ['of somebody else’s swap', toUsdc, { receipt: { from: MALLORY } }],
    ['of a route that is not 1inch’s', { ...toUsdc, route: { ...toUsdc.route, tracking: {} } }, {}],
  ])('%s', async (_what, leg, world) => {
    expect(await look(leg, world)).toEqual({ observations: [], stale: false });
  });

  it('but that it is stale, when the chain’s node is far behind: its silence proves nothing', async () => {
    const nowMs = (BLOCK_TIME + 200) * 1000;
    const headAt = (ageSeconds: number) => ({ nowMs, headSeconds: BLOCK_TIME + 200 - ageSeconds });
    expect(await look(toUsdc, { receipt: 'none', ...headAt(185) })).toEqual({ observations: [], stale: true });
    // Ethereum may miss ten blocks, and clocks differ.
    expect(await look(toUsdc, { receipt: 'none', ...headAt(175) })).toEqual({ observations: [], stale: false });
    expect((await look(toUsdc, headAt(185))).stale).toBe(false);
  });

  it('but that it is stale, while the chain cannot be asked', async () => {
    expect(await look(toUsdc, { down: true })).toEqual({ observations: [], stale: true });
  });
});
