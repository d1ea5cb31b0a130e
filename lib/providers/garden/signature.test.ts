/** A signature pays an order once, only if the order's own account signed it, and never without the allowance. */
import { privateKeyToAccount } from 'viem/accounts';
import { describe, expect, it } from 'vitest';
import type { KnownClients } from '../../chain-clients/test-clients.ts';
import type { RouteDraft } from '../../domain/route.ts';
import { readTypedData } from '../../payments/garden/typed-data.ts';
import { errorOf, options } from './testing/bench.ts';
import { gardenDouble, type Json, NOW_MS, ORDER_ID, ok, refusal } from './testing/garden-double.ts';
import { ACCOUNT, evm, orderForAsked, startPreparing } from './testing/prepared-orders.ts';

const { bench, prepared } = startPreparing();

async function signed(draft: RouteDraft, account = ACCOUNT): Promise<string> {
  const read = readTypedData(draft.typedData);
  if (!read) throw new Error('nothing to sign');
  const { domain, message, types } = read.typedData;
  return account.signTypedData({
    domain: {
      ...domain,
      chainId: Number(domain.chainId),
      verifyingContract: domain.verifyingContract as `0x${string}`,
    },
    message,
    primaryType: 'Initiate',
    types: { Initiate: types.Initiate },
  } as Parameters<typeof account.signTypedData>[0]);
}

describe('a payment by signature', () => {
  const HASH = `0x${'AB'.repeat(32)}`;
  const allowed = { evm: evm({ allowance: 1_000_000n }) };
  const submit = (draft: RouteDraft, signature: string, known: KnownClients = allowed, now = NOW_MS) => {
    const { submitSignature } = bench.provider(known, { now: () => now });
    if (!submitSignature) throw new Error('no signatures');
    return submitSignature(draft, signature, options());
  };
  const patches = () => bench.upstream().calls.filter(({ method }) => method === 'PATCH');

  it('is handed to Garden, which returns the transaction', async () => {
    const draft = await prepared();
    bench.answer(gardenDouble({ order: () => ok(orderForAsked()), patch: () => ok(HASH) }));
    const signature = await signed(draft);
    expect(await submit(draft, signature)).toEqual({ hash: HASH.toLowerCase() });
    expect(patches()).toHaveLength(1);
    expect(patches()[0]?.path).toBe(`/orders/${ORDER_ID}`);
    expect(patches()[0]?.query.get('action')).toBe('initiate');
    expect(JSON.parse(patches()[0]?.body ?? '')).toEqual({ signature });
  });

  it('of a wallet that writes the last byte as 0 or 1 is corrected', async () => {
    const draft = await prepared();
    bench.answer(gardenDouble({ order: () => ok(orderForAsked()) }));
    const signature = await signed(draft);
    const odd = `${signature.slice(0, -2)}${signature.endsWith('1b') ? '00' : '01'}`;
    await submit(draft, odd);
    expect(JSON.parse(patches()[0]?.body ?? '')).toEqual({ signature });
  });

  it('of another account is never sent', async () => {
    const draft = await prepared();
    bench.answer(gardenDouble({ order: () => ok(orderForAsked()) }));
    const other = await signed(draft, privateKeyToAccount(`0x${'43'.repeat(32)}`));
    const good = await signed(draft);
    for (const bad of [
      other,
      `${good.slice(0, 10)}0${good.slice(11)}0`,
      good.slice(0, -2),
      '0x',
      'nonsense',
      `${good}00`,
    ]) {
      const error = await errorOf(submit(draft, bad));
      expect(error.code).toBe('unknownError');
      expect(error.message).toContain('signature');
    }
    expect(patches()).toEqual([]);
  });

  it('of a contract is verified by the contract', async () => {
    const draft = await prepared();
    bench.answer(gardenDouble({ order: () => ok(orderForAsked()) }));
    const agrees = { evm: evm({ allowance: 1_000_000n, code: '0x60', word: `0x1626ba7e${'0'.repeat(56)}` }) };
    const denies = { evm: evm({ allowance: 1_000_000n, code: '0x60', word: `0x${'f'.repeat(64)}` }) };
    expect((await submit(draft, `0x${'12'.repeat(200)}`, agrees)).hash).toMatch(/^0x/);
    expect((await errorOf(submit(draft, `0x${'12'.repeat(200)}`, denies))).message).toContain('signature');
  });

  it('waits for the allowance, which Garden’s transaction needs', async () => {
    const draft = await prepared();
    bench.answer(gardenDouble({ order: () => ok(orderForAsked()) }));
    const error = await errorOf(submit(draft, await signed(draft), { evm: evm({ allowance: 999_999n }) }));
    expect(error.message).toContain('approval');
    expect(patches()).toEqual([]);
  });

  it('given twice is one payment: the second time its hash is returned', async () => {
    const draft = await prepared();
    const order = orderForAsked();
    const paid = { ...order, source_swap: { ...(order.source_swap as Json), initiate_tx_hash: HASH } };
    bench.answer(gardenDouble({ order: () => ok(paid) }));
    expect(await submit(draft, await signed(draft))).toEqual({ hash: HASH.toLowerCase() });
    expect(patches()).toEqual([]);
  });

  it('that comes too late is refused, and nothing was paid', async () => {
    const draft = await prepared();
    bench.answer(gardenDouble({ order: () => ok(orderForAsked()) }));
    const error = await errorOf(submit(draft, await signed(draft), allowed, NOW_MS + 3_600_000));
    expect(error).toMatchObject({ code: 'quoteNotFound', message: expect.stringContaining('expired') });
    expect(patches()).toEqual([]);
  });

  it('keeps Garden’s message for what it refuses, and refuses routes that have no message', async () => {
    const draft = await prepared();
    bench.answer(gardenDouble({ order: () => ok(orderForAsked()), patch: () => refusal('Missing signature') }));
    expect((await errorOf(submit(draft, await signed(draft)))).message).toContain('no signature');
    const { typedData: _none, ...rest } = draft;
    expect((await errorOf(submit(rest, await signed(draft)))).message).toContain('not paid by a signature');
  });
});
