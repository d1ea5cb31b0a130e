/** A swap through Jupiter is paid as reviewed, by any wallet, or nothing is sold and the user learns why. */
import { concatBytes } from '@noble/hashes/utils.js';
import { base58, base64 } from '@scure/base';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { FACTS, plus, routeOf, stepsOf, TABLE, txOf, VENUES } from '../../payments/jupiter/testing/sol-for-usdc.ts';
import { computeLimit, payLamports, TOKEN, tableAccount, USDC } from '../../payments/jupiter/testing/swap-encoder.ts';
import { LOOKUP_TABLE_PROGRAM } from '../../payments/solana/transaction.ts';
import { answerGateway, faultOf, paymentOf } from '../testing/routes.ts';
import { SOL_SENDER, SOL_STRANGER, signedWire } from '../testing/solana-routes.ts';
import type { SolanaWallet } from '../wallet-kinds.ts';
import { paySolana } from './pay-solana.ts';
import { checkSignedSolana } from './signed-transaction.ts';

beforeEach(() => vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network in tests'))));
afterEach(() => vi.unstubAllGlobals());

test('a wallet’s signed transaction is checked by the same rules; assertions that it adds are allowed', async () => {
  const wire = base64.decode(txOf());
  expect(checkSignedSolana(signedWire(wire), routeOf(), FACTS).signature).toMatch(/^[1-9A-HJ-NP-Za-km-z]{80,90}$/);
  const other = signedWire(base64.decode(txOf(plus(payLamports(SOL_SENDER, SOL_STRANGER, 1n)))));
  expect(await faultOf(() => checkSignedSolana(other, routeOf(), FACTS))).toMatchObject({ fault: 'mismatch' });
  const asserting = { ...computeLimit(1), programId: 'L2TExMFKdjpN9kozasaurPirfHy9P8sbXoAN1qA3S95' };
  const added = signedWire(base64.decode(txOf([...stepsOf(), asserting])));
  expect(() => checkSignedSolana(added, routeOf(), FACTS)).not.toThrow();
});

describe('paying it', () => {
  const mintData = concatBytes(new Uint8Array(44), Uint8Array.of(6), new Uint8Array(37));
  const tableData = tableAccount(VENUES.map((venue) => base58.decode(venue)));
  const account = (owner: string, data: Uint8Array) => ({ owner, data: [base64.encode(data), 'base64'] });
  const chain = {
    rpc: { body: { result: { value: [account(LOOKUP_TABLE_PROGRAM, tableData), account(TOKEN, mintData)] } } },
  };
  const wallet = (sign: (wire: Uint8Array) => Promise<Uint8Array>): SolanaWallet => ({
    kind: 'solana',
    option: { id: 'standard:Test', name: 'Test' },
    chains: ['SOL'],
    connect: async () => undefined,
    reconnect: async () => undefined,
    sign,
  });
  const paying = (answers: Parameters<typeof answerGateway>[1], route = routeOf()) => {
    const { context, record } = paymentOf(route, 'standard:Test');
    vi.stubGlobal(
      'fetch',
      answerGateway(record, {
        simulate: { body: { ok: true } },
        broadcast: { body: { hash: 'X' } },
        ...chain,
        ...answers,
      }),
    );
    const sign = vi.fn(async (wire: Uint8Array) => signedWire(wire));
    return { record: record, sign, run: () => paySolana(wallet(sign), context) };
  };

  test('asks the chain for tables and mints, simulates the swap, has it signed and sends it', async () => {
    const { run, record, sign } = paying({});
    const { hash } = await run();
    expect(record.hashes).toEqual([hash]);
    expect(sign).toHaveBeenCalledOnce();
    expect(record.requests[0]?.body).toMatchObject({ method: 'getMultipleAccounts', params: [[TABLE, USDC], {}] });
    expect(record.requests.map(({ url }) => url)).toEqual([
      '/chain/sol/rpc',
      '/chain/sol/simulate',
      '/chain/sol/broadcast',
    ]);
  });

  test('does not ask the wallet while the chain is unavailable', async () => {
    const { run, sign } = paying({ rpc: { status: 502, body: {} } });
    expect(await faultOf(run)).toMatchObject({ fault: 'unknown', nothingSent: true });
    expect(sign).not.toHaveBeenCalled();
  });

  test('reports that the price moved, not that a program failed with a number', async () => {
    const reason = 'the program says: Slippage tolerance exceeded';
    const { run, sign } = paying({ simulate: { body: { ok: false, reason } } });
    const fault = await faultOf(run);
    expect(fault).toMatchObject({ fault: 'priceMoved', nothingSent: true });
    expect(fault.message).toContain('less than 297 USDC');
    expect(sign).not.toHaveBeenCalled();
  });

  test('reports that nothing was sold when it expired during the review', async () => {
    const late = { status: 422, body: { detail: 'it is too old', refused: true, fault: 'expired' } };
    const fault = await faultOf(paying({ broadcast: late }).run);
    expect(fault).toMatchObject({ fault: 'expired', nothingSent: true });
    expect(fault.message).toContain('Nothing was sold');
  });

  test('reports the same when a wallet that sends by itself learns it from its node', async () => {
    const { context, record } = paymentOf(routeOf(), 'standard:Test');
    vi.stubGlobal('fetch', answerGateway(record, { simulate: { body: { ok: true } }, ...chain }));
    const { sign: _sign, ...rest } = wallet(async (wire) => wire);
    const sends = { ...rest, signAndSend: () => Promise.reject(new Error('Simulation failed: Blockhash not found')) };
    expect(await faultOf(() => paySolana(sends, context))).toMatchObject({ fault: 'expired', nothingSent: true });
  });
});
