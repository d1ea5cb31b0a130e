/** What a node refuses, with which messages; and what happens to an output that two payments spend. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { CHAINS } from '../../chains/chains.ts';
import type { ChainId } from '../../domain/chain-id.ts';
import { type HeldWorld, heldWorld } from './held-world.ts';
import { opReturnScript } from './scripts.ts';
import { scriptOfKey } from './signer.ts';
import { COIN, type Coin, codeAndText, fundedWallet, get, getJson, hexOf, KEY, spend, TO } from './test-spend.ts';
import type { RawTransaction } from './tx-encoding.ts';

let held: HeldWorld;
beforeEach(() => {
  held = heldWorld();
});
afterEach(() => held.remove());

const nextBlock = () => held.world.clock.step(CHAINS.BTC.blockSeconds);

describe('what a node refuses, and its messages', () => {
  const cases: [string, (coins: Coin[]) => RawTransaction, number, RegExp][] = [
    [
      'an output that does not exist',
      ([coin]) =>
        spend('BTC', {
          coins: [{ txid: '77'.repeat(32), vout: 0, value: coin?.value ?? 0n }],
          outputs: [{ value: COIN - 1000n, script: TO }],
        }),
      -25,
      /^bad-txns-inputs-missingorspent$/,
    ],
    [
      'more out than in',
      (coins) => spend('BTC', { coins, outputs: [{ value: COIN + 1n, script: TO }] }),
      -26,
      /^bad-txns-in-belowout, value in \(1\.00\) < value out \(1\.00000001\)$/,
    ],
    [
      'the same output twice',
      (coins) => spend('BTC', { coins: [...coins, ...coins], outputs: [{ value: COIN, script: TO }] }),
      -26,
      /^bad-txns-inputs-duplicate$/,
    ],
    [
      'no fee',
      (coins) => spend('BTC', { coins, outputs: [{ value: COIN, script: TO }] }),
      -26,
      /^min relay fee not met, 0 < 1\d\d$/,
    ],
    [
      'a fee by mistake',
      (coins) => spend('BTC', { coins, outputs: [{ value: 1000n, script: TO }] }),
      -25,
      /^Fee exceeds maximum/,
    ],
    [
      'dust',
      (coins) =>
        spend('BTC', {
          coins,
          outputs: [
            { value: 545n, script: TO },
            { value: COIN - 2000n, script: TO },
          ],
        }),
      -26,
      /^dust$/,
    ],
    [
      'a memo of 81 bytes',
      (coins) =>
        spend('BTC', {
          coins,
          outputs: [
            { value: COIN - 1000n, script: TO },
            { value: 0n, script: opReturnScript(new Uint8Array(81)) },
          ],
        }),
      -26,
      /^scriptpubkey$/,
    ],
    [
      'two memos',
      (coins) =>
        spend('BTC', {
          coins,
          outputs: [
            { value: COIN - 1000n, script: TO },
            { value: 0n, script: opReturnScript(new Uint8Array(9)) },
            { value: 0n, script: opReturnScript(new Uint8Array(9)) },
          ],
        }),
      -26,
      /^multi-op-return$/,
    ],
    [
      'an output of no known kind',
      (coins) => spend('BTC', { coins, outputs: [{ value: COIN - 1000n, script: Uint8Array.of(0x51) }] }),
      -26,
      /^scriptpubkey$/,
    ],
    [
      'a lock time to come',
      (coins) =>
        spend('BTC', { coins, outputs: [{ value: COIN - 1000n, script: TO }], sequence: 0, lockTime: 101, version: 1 }),
      -26,
      /^non-final$/,
    ],
    [
      'a relative lock that has not run out',
      (coins) => spend('BTC', { coins, outputs: [{ value: COIN - 1000n, script: TO }], sequence: 2 }),
      -26,
      /^non-BIP68-final$/,
    ],
    [
      'an unknown version',
      (coins) => spend('BTC', { coins, outputs: [{ value: COIN - 1000n, script: TO }], version: 9 }),
      -26,
      /^version$/,
    ],
    ['no outputs', (coins) => spend('BTC', { coins, outputs: [] }), -26, /^bad-txns-vout-empty$/],
    [
      'coins out of nothing',
      () => ({
        version: 1,
        inputs: [
          { txid: '0'.repeat(64), vout: 0xffffffff, scriptSig: Uint8Array.of(1, 1), sequence: 0xffffffff, witness: [] },
        ],
        outputs: [{ value: COIN, script: TO }],
        lockTime: 0,
      }),
      -26,
      /^coinbase$/,
    ],
  ];

  test.each(cases)('%s', async (_name, make, code, text) => {
    const { ledger, address, coins } = await fundedWallet(held.world);
    const [given, message] = codeAndText(() => ledger.broadcast(hexOf(make(coins))));
    expect(message).toMatch(text);
    expect(given).toBe(code);
    expect(ledger.balance(address)).toBe(COIN);
  });

  test('bytes that are no transaction, with the body that Esplora answers', async () => {
    const { ledger } = await fundedWallet(held.world);
    for (const body of ['zz', '00', '01000000', 'ff'.repeat(100)]) {
      expect(await get(ledger, '/tx', body)).toMatchObject({
        status: 400,
        body: 'sendrawtransaction RPC error: {"code":-22,"message":"TX decode failed. Make sure the tx has at least one input."}',
      });
    }
  });

  test('ZEC below the conventional fee of ZIP 317', async () => {
    const { ledger, coins } = await fundedWallet(held.world, 'ZEC');
    const pay = (fee: bigint) => hexOf(spend('ZEC', { coins, outputs: [{ value: COIN - fee, script: TO }] }));
    expect(codeAndText(() => ledger.broadcast(pay(9_999n)))).toEqual([-26, 'min relay fee not met, 9999 < 10000']);
    expect(codeAndText(() => ledger.broadcast(pay(10_000n)))[0]).toBe(0);
  });

  test('a memo of exactly 80 bytes passes', async () => {
    const { ledger, coins } = await fundedWallet(held.world);
    const outputs = [
      { value: COIN - 1000n, script: TO },
      { value: 0n, script: opReturnScript(new Uint8Array(80).fill(65)) },
    ];
    expect(codeAndText(() => ledger.broadcast(hexOf(spend('BTC', { coins, outputs }))))[0]).toBe(0);
  });
});

describe('spending the same output twice', () => {
  const pay = (coins: Coin[], fee: bigint, sequence: number, chain: ChainId = 'BTC') =>
    spend(chain, { coins, outputs: [{ value: COIN - fee, script: TO }], sequence });

  test('a payment that did not ask for it is not replaced', async () => {
    const { ledger, coins } = await fundedWallet(held.world);
    ledger.broadcast(hexOf(pay(coins, 1000n, 0xffffffff)));
    expect(codeAndText(() => ledger.broadcast(hexOf(pay(coins, 9000n, 0xfffffffd))))).toEqual([
      -26,
      'txn-mempool-conflict',
    ]);
  });

  test('one that did is replaced by a better paying one, with what hung on it', async () => {
    const { ledger, address, coins } = await fundedWallet(held.world);
    const own = scriptOfKey(KEY, 'p2wpkh');
    const first = spend('BTC', { coins, outputs: [{ value: COIN - 1000n, script: own }], sequence: 0xfffffffd });
    const firstId = ledger.broadcast(hexOf(first));
    const child = spend('BTC', {
      coins: [{ txid: firstId, vout: 0, value: COIN - 1000n }],
      outputs: [{ value: COIN - 3000n, script: TO }],
    });
    const childId = ledger.broadcast(hexOf(child));
    expect(codeAndText(() => ledger.broadcast(hexOf(pay(coins, 1001n, 0xfffffffd))))[1]).toMatch(/insufficient fee/);
    expect(codeAndText(() => ledger.broadcast(hexOf(pay(coins, 2900n, 0xfffffffd))))[1]).toMatch(
      /less fees than conflicting/,
    );
    const winner = ledger.broadcast(hexOf(pay(coins, 5000n, 0xfffffffd)));
    expect(await ledger.confirmations(firstId)).toBeUndefined();
    expect(await ledger.confirmations(childId)).toBeUndefined();
    expect(await getJson(ledger, `/tx/${coins[0]?.txid}/outspend/0`)).toEqual({
      spent: true,
      txid: winner,
      vin: 0,
      status: { confirmed: false },
    });
    expect(ledger.balance(address)).toBe(0n);
  });

  test('chains whose nodes do not replace never do', async () => {
    const { ledger, coins } = await fundedWallet(held.world, 'BCH');
    ledger.broadcast(hexOf(pay(coins, 1000n, 1, 'BCH')));
    expect(codeAndText(() => ledger.broadcast(hexOf(pay(coins, 9000n, 1, 'BCH'))))[1]).toBe('txn-mempool-conflict');
  });

  test('after a block it is spent for good, and the block keeps what it has', async () => {
    const { ledger, coins } = await fundedWallet(held.world);
    const first = hexOf(pay(coins, 1000n, 0xfffffffd));
    const txid = ledger.broadcast(first);
    expect(ledger.broadcast(first)).toBe(txid);
    await nextBlock();
    expect(codeAndText(() => ledger.broadcast(hexOf(pay(coins, 9000n, 0xfffffffd))))).toEqual([
      -25,
      'bad-txns-inputs-missingorspent',
    ]);
    expect(codeAndText(() => ledger.broadcast(first))).toEqual([-27, 'Transaction already in block chain']);
  });
});
