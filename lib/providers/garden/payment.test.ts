/** An order is paid by the exact payment that Portage prepares, and is not handed out once it cannot be paid. */
import { readFileSync } from 'node:fs';
import { base64, hex as hexCoder } from '@scure/base';
import { Transaction } from '@scure/btc-signer';
import { decodeFunctionData, erc20Abi } from 'viem';
import { describe, expect, it } from 'vitest';
import { RpcError } from '../../chain-clients/chain-clients.ts';
import type { KnownClients } from '../../chain-clients/test-clients.ts';
import { assetOf } from '../../domain/asset.ts';
import { readOrderTransaction } from '../../payments/garden/solana-transaction.ts';
import { withBudget } from '../helper-time.ts';
import type { ProviderQuoteRequest } from '../provider.ts';
import { errorOf } from './testing/bench.ts';
import {
  ALICE_BTC,
  gardenDouble,
  HTLC,
  initiateData,
  type Json,
  NOW_MS,
  ORDER_ID,
  ok,
  orderFor,
  quoteOf,
  refusal,
  request,
  WBTC,
} from './testing/garden-double.ts';
import { ACCOUNT, asked, type Body, evm, orderForAsked, startPreparing } from './testing/prepared-orders.ts';

const { bench, prepared, completed } = startPreparing();

describe('a node that hangs and ignores every abort', () => {
  const never = () => new Promise<never>(() => undefined);
  const silent = { blockNumber: never, blockTime: never, codeAt: never, call: never, rpc: never };
  const payments: [string, ProviderQuoteRequest, KnownClients][] = [
    ['a lock', asked, { evm: { chain: 'ETH', ...silent } }],
    ['a deposit', request({ includeTx: true }), { utxo: { chain: 'BTC', utxos: never, feeRate: never } }],
  ];

  it.each(payments)('costs %s its transaction, and the order is answered in time', async (_what, given, known) => {
    const draft = await prepared(given);
    const provider = bench.provider(known, { now: () => NOW_MS });
    const route = await provider.prepare?.complete(draft, given, withBudget(new AbortController().signal, 400));
    expect(route?.tx).toBeUndefined();
    expect(route?.txUnavailable).toMatch(/could not be asked for what a transaction needs/);
    expect(route?.orderId).toBe(draft.orderId);
  });
});

describe('a token’s payment', () => {
  it('needs the exact allowance for the contract first, and is given the gas that Garden advises', async () => {
    const route = await completed(await prepared(), { evm: evm({}) });
    expect(route?.approvals).toHaveLength(1);
    const [approval] = route?.approvals ?? [];
    expect(approval).toMatchObject({ to: WBTC, from: ACCOUNT.address, value: '0', chain_id: 1 });
    expect(decodeFunctionData({ abi: erc20Abi, data: (approval?.data ?? '0x') as `0x${string}` })).toMatchObject({
      functionName: 'approve',
      args: [HTLC, 1_000_000n],
    });
    expect(route?.tx).toEqual({
      type: 'EVM',
      tx: {
        to: HTLC,
        from: ACCOUNT.address,
        value: '0',
        data: initiateData('1000000'),
        chain_id: 1,
        gas_limit: '300000',
      },
    });
  });

  it('resets an allowance first where the token requires that', async () => {
    const route = await completed(await prepared(), { evm: evm({ allowance: 5n }, true) });
    const amounts = route?.approvals?.map(
      ({ data }) => decodeFunctionData({ abi: erc20Abi, data: data as `0x${string}` }).args?.[1],
    );
    expect(amounts).toEqual([0n, 1_000_000n]);
  });

  it('is simulated before it is handed out once the allowance is there', async () => {
    const route = await completed(await prepared(), { evm: evm({ allowance: 1_000_000n }) });
    expect(route?.approvals).toBeUndefined();
    expect(route?.tx?.type === 'EVM' && route.tx.tx.gas_limit).toBe('78643');
    const duplicate = new RpcError(3, 'execution reverted: HTLC: duplicate order');
    const refused = await completed(await prepared(), { evm: evm({ allowance: 1_000_000n, estimate: duplicate }) });
    expect(refused?.tx).toBeUndefined();
    expect(refused?.txUnavailable).toContain('paid already');
    expect(refused?.orderId).toBe(ORDER_ID);
  });

  it('is missing without the money, and the route says why', async () => {
    const route = await completed(await prepared(), { evm: evm({ balance: 5n }) });
    expect(route?.tx).toBeUndefined();
    expect(route?.txUnavailable).toContain('holds 0.00000005 WBTC');
    expect((await completed(await prepared(), {}))?.txUnavailable).toContain('ETH');
    const later = await completed(await prepared(), { evm: evm({ balance: 5n }) }, { ...asked, allowUnfunded: true });
    expect(later?.tx?.type).toBe('EVM');
    const down = { evm: { ...evm({}), call: async () => Promise.reject(new Error('down')) } };
    expect((await completed(await prepared(), down))?.txUnavailable).toContain('could not be asked');
  });

  it('of a native coin carries its value', async () => {
    const given = { ...asked, sellAsset: assetOf('ETH.ETH'), sellAmount: '1' };
    const route = await completed(await prepared(given), { evm: evm({}) }, given);
    expect(route?.tx).toMatchObject({ tx: { to: HTLC, value: '1000000000000000000' } });
    expect(route?.approvals).toBeUndefined();
  });
});

describe('a deposit of Bitcoin', () => {
  const given = request({ includeTx: true });
  const known = {
    utxo: {
      utxos: async () => [{ txid: 'ab'.repeat(32), vout: 0, value: 3_000_000n, confirmed: true }],
      feeRate: async () => 5n,
    },
  };

  it('pays the exact amount to the derived address, and the change back', async () => {
    const draft = await prepared(given);
    const route = await completed(draft, known, given);
    if (route?.tx?.type !== 'PSBT') throw new Error('no PSBT');
    const tx = Transaction.fromPSBT(base64.decode(route.tx.tx));
    const paid = tx.getOutput(0);
    expect(paid.amount).toBe(1_000_000n);
    expect(hexCoder.encode(paid.script ?? new Uint8Array())).toMatch(/^5120/);
    expect(tx.getOutputAddress(0)).toBe(draft.inboundAddress);
    expect(tx.getOutputAddress(1)).toBe(ALICE_BTC);
    expect(tx.outputsLength).toBe(2);
  });

  it('says what is missing', async () => {
    const poor = { utxo: { ...known.utxo, utxos: async () => [] } };
    expect((await completed(await prepared(given), poor, given))?.txUnavailable).toContain('0 BTC');
  });
});

describe('a payment on Solana', () => {
  const fixture = (name: string) =>
    JSON.parse(readFileSync(new URL(`./__fixtures__/${name}.json`, import.meta.url), 'utf8')).result;
  const lock = fixture('v2_solana_order_status').source_swap as Json;
  const given = request({
    sellAsset: assetOf('SOL.SOL'),
    buyAsset: assetOf('BTC.BTC'),
    sellAmount: '0.354608265',
    sourceAddress: String(lock.initiator),
    destinationAddress: ALICE_BTC,
    includeTx: true,
  });
  const solana = () =>
    gardenDouble({
      create: () => ok({ order_id: ORDER_ID, versioned_tx: fixture('v2_solana_create_order').versioned_tx }),
      order: (body) => {
        const order = orderFor(body as Body);
        const terms = { secret_hash: lock.secret_hash };
        return ok({
          ...order,
          source_swap: { ...(order.source_swap as Json), ...terms, redeemer: lock.redeemer, timelock: lock.timelock },
          destination_swap: { ...(order.destination_swap as Json), ...terms },
        });
      },
    });
  const known = (lamports: bigint) => ({
    solana: {
      balance: async () => lamports,
      latestBlockhash: async () => ({
        blockhash: '4uQeVj5tqViQh7yWWGStvkEG1Zmhx6uasJtWCJziofM',
        lastValidBlockHeight: 9,
      }),
    },
  });

  it('gets a fresh blockhash each time, and nothing else of it changes', async () => {
    bench.answer(solana());
    const draft = await prepared(given);
    const route = await completed(draft, known(10n ** 12n), given);
    if (route?.tx?.type !== 'SOLANA') throw new Error('no transaction');
    const before = readOrderTransaction(fixture('v2_solana_create_order').versioned_tx);
    const after = readOrderTransaction(route.tx.tx);
    expect(after?.blockhash).toBe('4uQeVj5tqViQh7yWWGStvkEG1Zmhx6uasJtWCJziofM');
    expect(before?.blockhash).not.toBe(after?.blockhash);
    expect(after?.instructions).toEqual(before?.instructions);
    expect(after?.signers).toEqual(before?.signers);
  });

  it('lapses with its blockhash, long before the order does', async () => {
    bench.answer(solana());
    const draft = await prepared(given);
    expect(draft.expirationSeconds).toBeGreaterThan(NOW_MS / 1000 + 60);
    const route = await completed(draft, known(10n ** 12n), given);
    expect(route?.expirationSeconds).toBe(Math.floor(NOW_MS / 1000) + 60);
  });

  it('says what is missing', async () => {
    bench.answer(solana());
    expect((await completed(await prepared(given), known(354_608_265n), given))?.txUnavailable).toContain('SOL');
  });
});

describe('an order is not handed out again', () => {
  it.each<[string, Json]>([
    ['paid', { initiate_tx_hash: `0x${'aa'.repeat(32)}` }],
    ['refunded', { refund_tx_hash: `0x${'aa'.repeat(32)}` }],
  ])('once it is %s', async (_name, change) => {
    const draft = await prepared();
    const order = orderForAsked();
    const over = { ...order, source_swap: { ...(order.source_swap as Json), ...change } };
    bench.answer(gardenDouble({ order: () => ok(over) }));
    expect(await completed(draft, { evm: evm({}) })).toBeUndefined();
  });

  it('once its hour is over, by this machine’s clock or by the chain’s', async () => {
    const draft = await prepared();
    expect(await completed(draft, {}, asked, NOW_MS + 3_600_000)).toBeUndefined();
    const ahead = { evm: { ...evm({}), blockTime: async () => NOW_MS / 1000 + 3601 } };
    expect(await completed(draft, ahead)).toBeUndefined();
  });

  it('once Garden no longer knows it', async () => {
    const draft = await prepared();
    bench.answer(gardenDouble({ order: () => refusal('order not found', 404) }));
    expect(await completed(draft, { evm: evm({}) })).toBeUndefined();
  });

  it('once it promises more than solvers still give, beyond the tolerance', async () => {
    const draft = await prepared();
    const known = { evm: evm({ allowance: 1_000_000n }) };
    const giving = (amount: bigint) =>
      gardenDouble({
        order: () => ok(orderForAsked()),
        quote: (query) => {
          const quote = quoteOf(query);
          return ok([{ ...quote, destination: { ...(quote.destination as Json), amount: amount.toString() } }]);
        },
      });
    const promised = draft.guaranteedBuy.baseUnits;
    bench.answer(giving((promised * 9n) / 10n));
    expect(await completed(draft, known)).toBeUndefined();
    bench.answer(giving(promised - 1n));
    expect(await completed(draft, known)).toBeDefined();
    bench.answer(gardenDouble({ order: () => ok(orderForAsked()), quote: () => refusal('no quotes available', 400) }));
    expect(await completed(draft, known)).toBeDefined();
  });

  it('but a failing upstream is an error, so that no second one is created', async () => {
    const draft = await prepared();
    bench.answer(gardenDouble({ order: () => ({ status: 502, body: '<html>' }) }));
    expect((await errorOf(Promise.resolve(completed(draft, { evm: evm({}) })))).code).toBe('httpError');
  });
});
