/** What a wallet, a vault and a tracker may rely on, whatever the order of events. */
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { CHAINS } from '../../chains/chains.ts';
import type { ChainId } from '../../domain/chain-id.ts';
import { TransactionRefused } from './accept-transaction.ts';
import { buildPayment } from './build-payment.ts';
import { rulesOf } from './chain-rules.ts';
import { type HeldWorld, heldWorld } from './held-world.ts';
import { encodeTransaction, txidOf } from './raw-transaction.ts';
import { addressOfScript, opReturnScript, p2pkhScript, scriptOfAddress, witnessScript } from './scripts.ts';
import { type KeyScript, scriptOfKey, signTransaction } from './signer.ts';
import type { RawTransaction, TxOutput } from './tx-parts.ts';
import { createUtxoLedger, type UtxoLedger } from './utxo-ledger.ts';

const KEY = new Uint8Array(32).fill(7);
const OTHER = new Uint8Array(32).fill(8);
const COIN = 100_000_000n;
const FAMILY = ['BTC', 'LTC', 'DOGE', 'BCH', 'DASH', 'ZEC'] as const satisfies ChainId[];
const kindOf = (chain: ChainId): KeyScript => (rulesOf(chain).segwit ? 'p2wpkh' : 'p2pkh');

let held: HeldWorld;
beforeEach(() => {
  held = heldWorld();
});
afterEach(() => held.remove());

const open = (chain: ChainId = 'BTC'): UtxoLedger => createUtxoLedger(held.world, CHAINS[chain]);
const nextBlock = (chain: ChainId = 'BTC') => held.world.clock.step(CHAINS[chain].blockSeconds);

async function get(ledger: UtxoLedger, path: string, body = '') {
  const method = body ? 'POST' : 'GET';
  return ledger.service.handle({ method, path, query: new URLSearchParams(), body });
}
const getJson = async (ledger: UtxoLedger, path: string) => JSON.parse((await get(ledger, path)).body);

type Coin = { txid: string; vout: number; value: bigint };
async function coinsOf(ledger: UtxoLedger, address: string): Promise<Coin[]> {
  const list: { txid: string; vout: number; value: number }[] = await getJson(ledger, `/address/${address}/utxo`);
  return list.map(({ txid, vout, value }) => ({ txid, vout, value: BigInt(value) }));
}

const hexOf = (tx: RawTransaction): string => bytesToHex(encodeTransaction(tx));

type Spend = {
  coins: Coin[];
  outputs: TxOutput[];
  sequence?: number;
  lockTime?: number;
  version?: number;
  key?: Uint8Array;
};
function spend(chain: ChainId, { coins, outputs, sequence = 0xffffffff, lockTime = 0, version, key = KEY }: Spend) {
  const rules = rulesOf(chain);
  const script = scriptOfKey(key, kindOf(chain));
  const { consensusBranchId } = rules;
  const tx: RawTransaction = {
    version: version ?? (consensusBranchId === undefined ? 2 : 5),
    inputs: coins.map(({ txid, vout }) => ({ txid, vout, scriptSig: new Uint8Array(), sequence, witness: [] })),
    outputs,
    lockTime,
    ...(consensusBranchId === undefined ? {} : { zcash: { consensusBranchId, expiryHeight: 0 } }),
  };
  const spent = coins.map(({ value }) => ({ value, script }));
  return signTransaction(tx, spent, key, rules);
}

const codeAndText = (work: () => unknown): [number, string] => {
  try {
    work();
  } catch (error) {
    if (error instanceof TransactionRefused) return [error.code, error.message];
    throw error;
  }
  return [0, 'accepted'];
};

async function fundedWallet(chain: ChainId = 'BTC', value = COIN) {
  const ledger = open(chain);
  const address = ledger.addressOfKey(KEY, kindOf(chain));
  await ledger.fund(address, value);
  const script = scriptOfKey(KEY, kindOf(chain));
  return { ledger, address, script, coins: await coinsOf(ledger, address) };
}

const TO = p2pkhScript(new Uint8Array(20).fill(9));

describe('what a node refuses, and with which words', () => {
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
    const { ledger, address, coins } = await fundedWallet();
    const [given, message] = codeAndText(() => ledger.broadcast(hexOf(make(coins))));
    expect(message).toMatch(text);
    expect(given).toBe(code);
    expect(ledger.balance(address)).toBe(COIN);
  });

  test('bytes that are no transaction, with the body that Esplora answers', async () => {
    const { ledger } = await fundedWallet();
    for (const body of ['zz', '00', '01000000', 'ff'.repeat(100)]) {
      expect(await get(ledger, '/tx', body)).toMatchObject({
        status: 400,
        body: 'sendrawtransaction RPC error: {"code":-22,"message":"TX decode failed. Make sure the tx has at least one input."}',
      });
    }
  });

  test('ZEC below the conventional fee of ZIP 317', async () => {
    const { ledger, coins } = await fundedWallet('ZEC');
    const pay = (fee: bigint) => hexOf(spend('ZEC', { coins, outputs: [{ value: COIN - fee, script: TO }] }));
    expect(codeAndText(() => ledger.broadcast(pay(9_999n)))).toEqual([-26, 'min relay fee not met, 9999 < 10000']);
    expect(codeAndText(() => ledger.broadcast(pay(10_000n)))[0]).toBe(0);
  });

  test('a memo of exactly 80 bytes passes', async () => {
    const { ledger, coins } = await fundedWallet();
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
    const { ledger, coins } = await fundedWallet();
    ledger.broadcast(hexOf(pay(coins, 1000n, 0xffffffff)));
    expect(codeAndText(() => ledger.broadcast(hexOf(pay(coins, 9000n, 0xfffffffd))))).toEqual([
      -26,
      'txn-mempool-conflict',
    ]);
  });

  test('one that did is replaced by a better paying one, with what hung on it', async () => {
    const { ledger, address, coins } = await fundedWallet();
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
    const { ledger, coins } = await fundedWallet('BCH');
    ledger.broadcast(hexOf(pay(coins, 1000n, 1, 'BCH')));
    expect(codeAndText(() => ledger.broadcast(hexOf(pay(coins, 9000n, 1, 'BCH'))))[1]).toBe('txn-mempool-conflict');
  });

  test('after a block it is spent for good, and the block keeps what it has', async () => {
    const { ledger, coins } = await fundedWallet();
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

describe.each(FAMILY)('%s vaults', (chain) => {
  const memo = '=:e:0x0000000000000000000000000000000000000001:1/3/0';
  const value = 50n * COIN;
  const rate = rulesOf(chain).feePerVbyte;

  async function paidIn() {
    const { ledger, address, script, coins } = await fundedWallet(chain, value);
    const vault = ledger.vaultAddress('thor-0');
    const pay = { value: 10n * COIN, script: scriptOfAddress(vault, CHAINS[chain]) ?? script };
    const { tx, feeBaseUnits } = buildPayment({
      rules: rulesOf(chain),
      privateKey: KEY,
      ownScript: script,
      coins,
      pay,
      memo,
      feePerVbyte: rate,
    });
    const hash = ledger.broadcast(hexOf(tx));
    return { ledger, address, vault, hash, feeBaseUnits };
  }

  test('see a payment once its block is there, with sender, amount and memo', async () => {
    const { ledger, address, vault, hash, feeBaseUnits } = await paidIn();
    const before = ledger.height();
    expect(await ledger.inboundsAbove(0)).toEqual([]);
    await nextBlock(chain);
    const seen = {
      chain,
      hash,
      from: address,
      to: vault,
      amountBaseUnits: 10n * COIN,
      memo,
      blockHeight: before + 1,
      gasBaseUnits: feeBaseUnits,
    };
    expect(await ledger.inboundsAbove(before)).toEqual([seen]);
    expect(await ledger.inboundsAbove(before + 1)).toEqual([]);
  });

  test('pay out really signed transactions, one for a key, also after a kill, and never see their own change', async () => {
    const { ledger, vault } = await paidIn();
    await nextBlock(chain);
    const to = ledger.addressOfKey(OTHER, 'p2pkh');
    const order = { key: 'swap-1', vault: 'thor-0', to, amountBaseUnits: 3n * COIN, memo: `OUT:${'AB'.repeat(32)}` };
    const first = await ledger.payOut(order);
    // Its change still waits, and pays the second one.
    const second = await ledger.payOut({ ...order, key: 'swap-2' });
    expect(await ledger.payOut(order)).toEqual(first);
    expect(second.hash).not.toBe(first.hash);
    held.kill();
    const again = open(chain);
    expect(await again.payOut(order)).toEqual(first);
    expect(await again.confirmations(second.hash)).toBe(0);
    await nextBlock(chain);
    expect(again.balance(to)).toBe(6n * COIN);
    expect(again.balance(vault)).toBe(4n * COIN - first.gasBaseUnits - second.gasBaseUnits);
    expect((await again.inboundsAbove(0)).map((payment) => payment.amountBaseUnits)).toEqual([10n * COIN]);
    const tx = await getJson(again, `/tx/${first.hash}`);
    expect(tx.vout[0].scriptpubkey_address).toBe(to);
    expect(tx.vout.at(-1).scriptpubkey_type).toBe('op_return');
    expect(tx.fee).toBe(Number(first.gasBaseUnits));
  });

  test('refuse to pay what they do not have, dust, and memos that are too long', async () => {
    const { ledger } = await paidIn();
    const order = { key: 'k', vault: 'thor-0', to: ledger.addressOfKey(OTHER, 'p2pkh'), memo: '' };
    // The inbound is not in a block yet: its sender may still replace it.
    await expect(ledger.payOut({ ...order, amountBaseUnits: COIN })).rejects.toThrow(/insufficient funds/);
    await nextBlock(chain);
    await expect(ledger.payOut({ ...order, amountBaseUnits: 10n * COIN })).rejects.toThrow(/insufficient funds/);
    await expect(ledger.payOut({ ...order, amountBaseUnits: 1n })).rejects.toThrow(/dust/);
    await expect(ledger.payOut({ ...order, amountBaseUnits: COIN, memo: 'x'.repeat(81) })).rejects.toThrow(/81 bytes/);
    expect((await ledger.payOut({ ...order, amountBaseUnits: COIN })).hash).toMatch(/^[0-9a-f]{64}$/);
  });
});

describe('a kill at any moment', () => {
  test('loses no coin, no waiting transaction, no vault and no height that was answered', async () => {
    const { ledger, address, script, coins } = await fundedWallet();
    const vault = ledger.vaultAddress('thor-7');
    const to = scriptOfAddress(vault, CHAINS.BTC) ?? script;
    const outputs = [
      { value: COIN - 2000n, script: to },
      { value: 0n, script: opReturnScript(utf8ToBytes('=:e:0x1')) },
    ];
    await nextBlock();
    const hash = ledger.broadcast(hexOf(spend('BTC', { coins, outputs })));
    const height = ledger.height();
    held.kill();
    const again = open();
    expect(again.height()).toBeGreaterThanOrEqual(height);
    expect(await again.confirmations(hash)).toBe(0);
    expect(again.balance(address)).toBe(0n);
    expect(again.balance(vault)).toBe(COIN - 2000n);
    expect(
      codeAndText(() =>
        again.broadcast(hexOf(spend('BTC', { coins, outputs: [{ value: COIN - 9000n, script: TO }] }))),
      )[1],
    ).toBe('txn-mempool-conflict');
    await nextBlock();
    expect(await again.inboundsAbove(height)).toMatchObject([{ hash, to: vault, from: address }]);
    held.kill();
    const last = open();
    expect(await last.inboundsAbove(height)).toHaveLength(1);
    expect(await last.confirmations(hash)).toBe(1);
  });

  test('a chain whose blocks are kept away goes on waiting', async () => {
    const { ledger, coins } = await fundedWallet();
    const hash = ledger.broadcast(hexOf(spend('BTC', { coins, outputs: [{ value: COIN - 1000n, script: TO }] })));
    held.world.faults.set({ target: 'BTC', kind: 'no-blocks', params: {} });
    await nextBlock();
    expect(await ledger.confirmations(hash)).toBe(0);
    held.world.faults.clear('BTC', 'no-blocks');
    await nextBlock();
    expect(await ledger.confirmations(hash)).toBe(1);
  });
});

describe('addresses', () => {
  const samples: [ChainId, string, string][] = [
    // Main-network forms of one key hash or program, with published vectors where there are some.
    [
      'BTC',
      'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
      bytesToHex(witnessScript(0, hexToBytes('751e76e8199196d454941c45d1b3a323f1433bd6'))),
    ],
    [
      'BTC',
      '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2',
      bytesToHex(p2pkhScript(hexToBytes('77bff20c60e522dfaa3350c39b030a5d004e839a'))),
    ],
    [
      'BTC',
      'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
      bytesToHex(witnessScript(1, hexToBytes('79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798'))),
    ],
    [
      'BCH',
      'bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a',
      bytesToHex(p2pkhScript(hexToBytes('76a04053bda0a88bda5177b86a15c3b29f559873'))),
    ],
    [
      'BCH',
      'qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a',
      bytesToHex(p2pkhScript(hexToBytes('76a04053bda0a88bda5177b86a15c3b29f559873'))),
    ],
  ];
  test.each(samples)('%s %s is found by the script behind it', (chain, address, script) => {
    expect(bytesToHex(scriptOfAddress(address, CHAINS[chain]) ?? new Uint8Array())).toBe(script);
  });

  test.each(FAMILY)(
    '%s: both networks name the same owner, and one is paid by the form of the other',
    async (chain) => {
      const ledger = open(chain);
      for (const script of [
        scriptOfKey(OTHER, 'p2pkh'),
        scriptOfKey(OTHER, 'p2sh-p2wpkh'),
        scriptOfKey(OTHER, kindOf(chain)),
      ]) {
        const own = addressOfScript(script, CHAINS[chain].sandbox.utxo ?? { pubKeyHash: [], scriptHash: [], wif: 0 });
        const main = addressOfScript(script, CHAINS[chain].mainnet.utxo ?? { pubKeyHash: [], scriptHash: [], wif: 0 });
        if (!own || !main) throw new Error('no address');
        expect(own).not.toBe(main);
        expect(scriptOfAddress(own, CHAINS[chain])).toEqual(script);
        const before = ledger.balance(own);
        await ledger.fund(main, COIN);
        expect(ledger.balance(own)).toBe(before + COIN);
        const [utxo] = await getJson(ledger, `/address/${main}/txs`);
        expect(utxo.vout[0].scriptpubkey_address).toBe(own);
      }
    },
  );

  test('corrupted addresses and those of other chains are nobody’s', async () => {
    const ledger = open('LTC');
    for (const bad of [
      'rltc1qqqqqq',
      'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
      '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2',
      '',
    ])
      expect(scriptOfAddress(bad, CHAINS.LTC)).toBeUndefined();
    expect(await get(ledger, '/address/nonsense')).toMatchObject({ status: 400, body: 'Invalid Litecoin address' });
    await expect(ledger.fund('nonsense', 1n)).rejects.toThrow(/not a Litecoin address/);
  });
});

type Step = { from: number; to: number; part: number; fee: number; mine: boolean; replaceable: boolean; kill: boolean };
const stepArbitrary: fc.Arbitrary<Step> = fc.record({
  from: fc.nat(2),
  to: fc.nat(2),
  part: fc.integer({ min: -5, max: 110 }),
  fee: fc.integer({ min: -2000, max: 20_000 }),
  mine: fc.boolean(),
  replaceable: fc.boolean(),
  kill: fc.integer({ min: 0, max: 9 }).map((dice) => dice === 0),
});

describe('whatever is broadcast', () => {
  test.each(['BTC', 'BCH', 'ZEC'] as const)(
    '%s: the coins there are and the fees paid are the coins given',
    async (chain) => {
      await fc.assert(
        fc.asyncProperty(fc.array(stepArbitrary, { maxLength: 14 }), async (steps) => {
          const world = heldWorld();
          try {
            let ledger = createUtxoLedger(world.world, CHAINS[chain]);
            const keys = [1, 2, 3].map((byte) => new Uint8Array(32).fill(byte));
            const addresses = keys.map((key) => ledger.addressOfKey(key, kindOf(chain)));
            for (const address of addresses) await ledger.fund(address, COIN);
            const accepted = new Set<string>();
            for (const step of steps) {
              const [key, from, to] = [keys[step.from], addresses[step.from], addresses[step.to]];
              if (!key || !from || !to) continue;
              const coins = (await coinsOf(ledger, from)).slice(0, 2);
              const total = coins.reduce((sum, coin) => sum + coin.value, 0n);
              const first = (total * BigInt(step.part)) / 100n;
              const rest = total - first - BigInt(step.fee);
              const outputs = [
                { value: first, script: scriptOfAddress(to, CHAINS[chain]) ?? TO },
                { value: rest, script: scriptOfAddress(from, CHAINS[chain]) ?? TO },
              ].filter((output) => output.value > 0n);
              const sequence = step.replaceable ? 0xfffffffd : 0xffffffff;
              if (coins.length > 0) {
                const tx = spend(chain, { coins, outputs, sequence, key });
                if (codeAndText(() => ledger.broadcast(hexOf(tx)))[0] === 0) accepted.add(txidOf(tx));
              }
              if (step.mine) await world.world.clock.step(CHAINS[chain].blockSeconds);
              if (step.kill) ledger = createUtxoLedger(world.kill(), CHAINS[chain]);
            }
            let fees = 0n;
            for (const txid of accepted) {
              const answer = await get(ledger, `/tx/${txid}`);
              if (answer.status === 200) fees += BigInt(JSON.parse(answer.body).fee);
            }
            const balances = addresses.reduce((sum, address) => sum + ledger.balance(address), 0n);
            expect(balances + fees).toBe(3n * COIN);
            expect(fees).toBeGreaterThanOrEqual(0n);
          } finally {
            world.remove();
          }
        }),
        { numRuns: 25 },
      );
    },
  );
});
