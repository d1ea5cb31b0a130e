import { encodeFunctionData } from 'viem';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { clientsWith } from '../../chain-clients/test-clients.ts';
import { ProviderError } from '../../domain/errors.ts';
import type { RouteDraft } from '../../domain/route.ts';
import type { ProviderQuoteRequest } from '../provider.ts';
import { type LoopbackUpstream, startLoopbackUpstream } from '../test-upstream.ts';
import {
  ALICE,
  BOB,
  type ChainFacts,
  dstAmountOf,
  evmDouble,
  fixture,
  type Json,
  MALLORY,
  oneinchAt,
  oneinchDouble,
  quoteBody,
  ROUTER,
  request,
  SWAP_ABI,
  type SwapDesc,
  swapTx,
  USDC,
  USDC_ADDRESS,
  WETH,
  WETH_ADDRESS,
} from './testing/oneinch-double.ts';

let upstream: LoopbackUpstream;
beforeAll(async () => {
  upstream = await startLoopbackUpstream(oneinchDouble());
});
beforeEach(() => upstream.answer());
afterAll(() => upstream.close());

type Change = { tx?: Json; desc?: Partial<SwapDesc>; body?: Json };

/** The result of a quote whose transaction was changed on its way. */
async function handedOut(
  change: Change,
  changes: Partial<ProviderQuoteRequest> = {},
  chain: ChainFacts = {},
): Promise<RouteDraft | { code: string; message: string }> {
  upstream.answer(
    oneinchDouble({
      swap: (query) => ({
        json: { ...quoteBody(query), ...change.body, tx: { ...swapTx(query, change.desc), ...change.tx } },
      }),
    }),
  );
  const provider = oneinchAt(upstream.url, { clients: clientsWith({ evm: evmDouble(chain) }) });
  try {
    const [route] = await provider.quote(request({ includeTx: true, ...changes }), {
      signal: new AbortController().signal,
    });
    return route ?? { code: 'nothing', message: '' };
  } catch (error) {
    if (error instanceof ProviderError) return { code: error.code, message: error.message };
    throw error;
  }
}

const tokenSell = { sellAsset: USDC, buyAsset: WETH, sellAmount: '1000' };

/** 1000 USDC through one pool of Uniswap V3. */
const unoswap = (changed: {
  token?: string;
  amount?: bigint;
  minReturn?: bigint;
  flags?: bigint;
  selector?: string;
}): Change => {
  const query = new URLSearchParams({ src: USDC_ADDRESS, dst: WETH_ADDRESS, amount: '1000000000' });
  const least = (dstAmountOf(query) * 9950n) / 10_000n;
  const pool = 0xe0554a476a092703abdb3ef35c80e0d76d32939fn | (1n << 253n) | (1n << 247n) | (changed.flags ?? 0n);
  const { token = USDC_ADDRESS, amount = 1_000_000_000n, minReturn = least } = changed;
  const data = encodeFunctionData({
    abi: SWAP_ABI,
    functionName: 'unoswap',
    args: [BigInt(token), amount, minReturn, pool],
  });
  return { tx: { data } };
};

describe('a transaction that is not the requested swap is not handed out', () => {
  it('while the honest one is', async () => {
    expect(await handedOut({})).toMatchObject({ tx: { type: 'EVM', tx: { to: ROUTER, from: ALICE } } });
    expect(await handedOut({}, { destinationAddress: BOB })).toMatchObject({ tx: { type: 'EVM' } });
    expect(await handedOut(unoswap({}), tokenSell, { poolToken: WETH_ADDRESS })).toMatchObject({ tx: { type: 'EVM' } });
  });

  it('is left out, and the route stays, when the chain cannot be asked what the call pays out', async () => {
    upstream.answer(
      oneinchDouble({
        swap: (query) => ({ json: { ...quoteBody(query), tx: { ...swapTx(query), ...unoswap({}).tx } } }),
      }),
    );
    const known = evmDouble({});
    const call = (to: string, ...rest: [string]) =>
      to === USDC_ADDRESS || to === WETH_ADDRESS ? known.call?.(to, ...rest) : Promise.reject(new Error('away'));
    const provider = oneinchAt(upstream.url, { clients: clientsWith({ evm: { ...known, call } as typeof known }) });
    const [route] = await provider.quote(request({ includeTx: true, ...tokenSell }), {
      signal: new AbortController().signal,
    });
    expect(route?.tx).toBeUndefined();
    expect(route?.txUnavailable).toBe('Ethereum could not be asked what the swap pays out.');
  });

  it.each<[string, Change, RegExp, Partial<ProviderQuoteRequest>?]>([
    ['another contract', { tx: { to: MALLORY } }, /goes to/],
    ['the router of the version before', { tx: { to: '0x1111111254eeb25477b68fb85ed929f73a960582' } }, /goes to/],
    [
      'a whole recorded call of that router',
      { tx: { ...(fixture('swap-v60-ldo-weth-unoswap-v5router').tx as Json), from: ALICE } },
      /goes to/,
      tokenSell,
    ],
    ['more coins than are sold', { tx: { value: '2000000000000000000' } }, /carries 2000000000000000000 wei/],
    ['coins with a token’s sale', { tx: { value: '1' } }, /carries 1 wei instead of 0/, tokenSell],
    ['another sender', { tx: { from: MALLORY } }, /sender/],
    ['another chain', { tx: { chainId: 56 } }, /chain 56/],
    ['another source token', { desc: { srcToken: WETH_ADDRESS } }, /sells 0xC02/],
    ['another destination token', { desc: { dstToken: WETH_ADDRESS } }, /buys 0xC02/],
    ['another receiver', { desc: { dstReceiver: MALLORY } }, /pays 0x6666/],
    [
      'the sender as receiver where another was asked for',
      { desc: { dstReceiver: ALICE } },
      /pays 0x1111/,
      { destinationAddress: BOB },
    ],
    ['a larger amount', { desc: { amount: 2n * 10n ** 18n } }, /sells 2000000000000000000 base units/],
    [
      'a smaller least return',
      { desc: { minReturnAmount: 3_000_000_000n } },
      /guarantees 3000000000 base units instead of/,
    ],
    ['no least return', { desc: { minReturnAmount: 0n } }, /guarantees 0/],
    ['a least return above what is expected', { desc: { minReturnAmount: 3_300_000_000n } }, /more than it expects/],
    ['a larger expectation than its call enforces', { body: { dstAmount: '9999000000' } }, /instead of 9949005000/],
    ['a part only', { desc: { flags: 1n } }, /part only/],
    ['extra coins', { desc: { flags: 2n } }, /more coins/],
    ['Permit2', { desc: { flags: 4n } }, /Permit2/],
    ['a flag that nobody knows', { desc: { flags: 1n << 9n } }, /flag/],
    ['a token’s approve', { tx: { data: `0x095ea7b3${'0'.repeat(128)}` } }, /0x095ea7b3/],
    ['a limit order’s fill', { tx: { data: `0xf497df75${'0'.repeat(640)}` } }, /0xf497df75/],
    ['a permit before the call', { tx: { data: `0x5816d723${'0'.repeat(640)}` } }, /0x5816d723/],
    ['calldata that is cut', { tx: { data: '0x07ed2379' } }, /ends too early/],
  ])('%s', async (_what, change, message, changes) => {
    const answer = await handedOut(change, changes);
    expect(answer).toMatchObject({ code: 'unknownError' });
    expect('message' in answer && answer.message).toMatch(message);
    expect('message' in answer && answer.message).toContain('not handed out');
  });

  it.each<[string, Change, RegExp, ChainFacts]>([
    ['a pool that gives another token', unoswap({}), /buys 0xA0b8/, { poolToken: USDC_ADDRESS }],
    [
      'a pool that cannot be asked',
      unoswap({}),
      /could not tell what it pays out/,
      { poolToken: `0x${'f'.repeat(64)}` },
    ],
    ['a pool that unwraps', unoswap({ flags: 1n << 252n }), /buys 0xEeee/, { poolToken: WETH_ADDRESS }],
    ['another sold token', unoswap({ token: WETH_ADDRESS }), /sells 0xC02/, { poolToken: WETH_ADDRESS }],
    ['another amount', unoswap({ amount: 5n }), /sells 5 base units/, { poolToken: WETH_ADDRESS }],
    ['a smaller least return', unoswap({ minReturn: 1n }), /guarantees 1 /, { poolToken: WETH_ADDRESS }],
    ['Permit2', unoswap({ flags: 1n << 250n }), /Permit2/, { poolToken: WETH_ADDRESS }],
  ])('a call through single pools: %s', async (_what, change, message, chain) => {
    const answer = await handedOut(change, tokenSell, chain);
    expect(answer).toMatchObject({ code: 'unknownError' });
    expect('message' in answer && answer.message).toMatch(message);
  });
});
