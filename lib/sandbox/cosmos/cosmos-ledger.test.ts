/** The guarantees for networks, wallets and trackers, in any order of events and after a kill. */
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { base64, bech32 } from '@scure/base';
import { TxRaw } from 'cosmjs-types/cosmos/tx/v1beta1/tx';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { CHAINS } from '../../chains/chains.ts';
import { cases } from '../../domain/test-effort.ts';
import type { InboundPayment } from '../ledger.ts';
import { type HeldWorld, heldWorld } from '../utxo/held-world.ts';
import { type AminoMessage, canonicalJson } from './amino.ts';
import { type CosmosLedger, createCosmosLedger } from './cosmos-ledger.ts';
import { encodeSignedTx, signAmino } from './cosmos-signer.ts';
import {
  bankSend,
  deposit,
  docOf,
  type Id,
  KEY,
  MEMO,
  NATIVE_FEE,
  nodeSend,
  OTHER,
  refusal,
  sign,
  UNITS,
  wallet,
} from './test-tx.ts';
import { assetText, decodeMsgDeposit, encodeMsgDeposit, parseAssetText } from './thor-messages.ts';

let held: HeldWorld;
beforeEach(() => {
  held = heldWorld();
});
afterEach(() => held.remove());

const open = (chain: Id): CosmosLedger => createCosmosLedger(held.world, CHAINS[chain]);
const nextBlock = () => held.world.clock.step(6);

describe('what else is refused', () => {
  test('a signer without an account, without the fee, and with too small a fee', async () => {
    const ledger = open('GAIA');
    const address = ledger.addressOfKey(KEY);
    const order = bankSend(address, address, 1n, 'uatom');
    expect(refusal(() => ledger.broadcast(sign('GAIA', docOf('GAIA', ledger, [order]))))).toEqual([
      9,
      `account ${address} does not exist: unknown address`,
    ]);
    await ledger.fund(address, 999n);
    expect(refusal(() => ledger.broadcast(sign('GAIA', docOf('GAIA', ledger, [order]))))).toEqual([
      5,
      'spendable balance 999uatom is smaller than 1000uatom: insufficient funds',
    ]);
    const cheap = docOf('GAIA', ledger, [order], {
      fee: { amount: [{ denom: 'uatom', amount: '999' }], gas: '200000' },
    });
    expect(refusal(() => ledger.broadcast(sign('GAIA', cheap)))).toEqual([
      13,
      'insufficient fees; got: 999uatom required: 1000uatom: insufficient fee',
    ]);
  });

  test('MsgDeposit on a chain without it, of a coin that is not its own, of two coins, of nothing', async () => {
    const gaia = await wallet(held.world, 'GAIA');
    expect(
      refusal(() =>
        gaia.ledger.broadcast(
          sign('GAIA', docOf('GAIA', gaia.ledger, [deposit('thorchain', gaia.address, 'THOR.RUNE', 1n)])),
        ),
      ),
    ).toEqual([2, 'unable to resolve type URL /types.MsgDeposit: tx parse error']);
    const { ledger, address } = await wallet(held.world, 'THOR');
    const send = (order: AminoMessage) => refusal(() => ledger.broadcast(sign('THOR', docOf('THOR', ledger, [order]))));
    expect(send(deposit('thorchain', address, 'BTC/BTC', 1n))[1]).toMatch(/BTC\/BTC is not a coin of this chain/);
    expect(send(deposit('thorchain', address, 'THOR.RUNE', 0n))[1]).toMatch(/invalid coins/);
    const twice = deposit('thorchain', address, 'THOR.RUNE', 1n);
    const coins = [
      { asset: 'THOR.RUNE', amount: '1' },
      { asset: 'THOR.TCY', amount: '1' },
    ];
    expect(send({ ...twice, value: { ...twice.value, coins } })[1]).toMatch(/must only include one coin/);
  });

  test('bytes that are no transaction, other sign modes, memos that are too long', async () => {
    const { ledger, address } = await wallet(held.world, 'THOR');
    expect(refusal(() => ledger.broadcast(hexToBytes('ffff')))[0]).toBe(2);
    const order = bankSend(address, address, 1n, 'rune');
    expect(
      refusal(() => ledger.broadcast(sign('THOR', docOf('THOR', ledger, [order], { memo: 'x'.repeat(257) }))))[0],
    ).toBe(12);
    expect(refusal(() => ledger.broadcast(sign('THOR', docOf('THOR', ledger, []))))[0]).toBe(18);
    const raw = TxRaw.decode(sign('THOR', docOf('THOR', ledger, [order])));
    // Changes ModeInfo.Single.mode from 127 (amino JSON) to 1 (direct).
    const direct = bytesToHex(raw.authInfoBytes).replace('0a02087f', '0a020801');
    const bytes = TxRaw.encode({ ...raw, authInfoBytes: hexToBytes(direct) }).finish();
    expect(refusal(() => ledger.broadcast(bytes))[1]).toMatch(/SIGN_MODE_LEGACY_AMINO_JSON signatures only/);
    expect(
      refusal(() => ledger.broadcast(sign('THOR', docOf('THOR', ledger, [order], { timeout_height: '100' }))))[0],
    ).toBe(30);
  });

  test('a signature with a high S, which the same signer never made', async () => {
    const { ledger, address } = await wallet(held.world, 'GAIA');
    const doc = docOf('GAIA', ledger, [bankSend(address, address, 1n, 'uatom')]);
    const { signed, signature } = signAmino(doc, KEY);
    const { r, s } = secp256k1.Signature.fromBytes(base64.decode(signature.signature), 'compact');
    const high = new secp256k1.Signature(r, secp256k1.Point.Fn.ORDER - s).toBytes('compact');
    const bytes = encodeSignedTx({ signed, signature: { ...signature, signature: base64.encode(high) } }, CHAINS.GAIA);
    expect(refusal(() => ledger.broadcast(bytes))[0]).toBe(4);
  });
});

describe('deposits', () => {
  test('that the network refuses leave a failed transaction, cost the fee and move no coin', async () => {
    const { ledger, address } = await wallet(held.world, 'THOR');
    const asked: InboundPayment[] = [];
    ledger.onDeposit = (payment) => {
      asked.push(payment);
      return payment.memo === 'bad' ? 'invalid tx type: bad' : undefined;
    };
    const bad = ledger.broadcast(
      sign('THOR', docOf('THOR', ledger, [deposit('thorchain', address, 'THOR.RUNE', UNITS.THOR, 'bad')])),
    );
    const good = ledger.broadcast(
      sign('THOR', docOf('THOR', ledger, [deposit('thorchain', address, 'THOR.RUNE', UNITS.THOR)])),
    );
    await nextBlock();
    expect(asked.map(({ hash, memo, to, amountBaseUnits }) => ({ hash, memo, to, amountBaseUnits }))).toEqual([
      { hash: bad, memo: 'bad', to: 'module', amountBaseUnits: UNITS.THOR },
      { hash: good, memo: MEMO, to: 'module', amountBaseUnits: UNITS.THOR },
    ]);
    expect((await ledger.inboundsAbove(0)).map((payment) => payment.hash)).toEqual([good]);
    expect(ledger.balance(address)).toBe(99n * UNITS.THOR - 2n * NATIVE_FEE.THOR);
    const answer = await ledger.service.handle({
      method: 'GET',
      path: `/cosmos/tx/v1beta1/txs/${bad}`,
      query: new URLSearchParams(),
      body: '',
    });
    expect(JSON.parse(answer.body).tx_response).toMatchObject({
      code: 99,
      codespace: 'thorchain',
      raw_log: 'failed to execute message; message index: 0: invalid tx type: bad',
    });
  });

  test('of a coin that is not the native one name its denomination', async () => {
    const { ledger, address } = await wallet(held.world, 'THOR');
    await ledger.fund(address, 500n, 'tcy');
    ledger.broadcast(sign('THOR', docOf('THOR', ledger, [deposit('thorchain', address, 'THOR.TCY', 400n)])));
    await nextBlock();
    expect(await ledger.inboundsAbove(0)).toMatchObject([{ token: 'tcy', amountBaseUnits: 400n, to: 'module' }]);
    expect(ledger.balance(address, 'tcy')).toBe(100n);
  });

  test('may be made by a send to the network’s module with the memo on the transaction', async () => {
    const { ledger, address } = await wallet(held.world, 'THOR');
    ledger.onDeposit = ({ memo }) => (memo === MEMO ? undefined : 'wrong memo');
    const order = nodeSend('thorchain', address, ledger.moduleAddress, UNITS.THOR, 'rune');
    ledger.broadcast(sign('THOR', docOf('THOR', ledger, [order], { memo: MEMO })));
    await nextBlock();
    expect(await ledger.inboundsAbove(0)).toMatchObject([{ to: 'module', memo: MEMO, amountBaseUnits: UNITS.THOR }]);
  });

  test('keep their bytes: what is encoded reads back the same for every kind of asset', () => {
    const text = fc.stringMatching(/^[A-Z]{2,6}$/);
    const separator = fc.constantFrom('.', '/', '~', '-');
    fc.assert(
      fc.property(
        text,
        separator,
        text,
        fc.bigInt({ min: 0n, max: 2n ** 80n }),
        fc.string(),
        (chain, mark, symbol, amount, memo) => {
          const name = `${chain}${mark}${symbol}`;
          const message = {
            coins: [{ asset: parseAssetText(name), amount: amount.toString(), decimals: 8n }],
            memo,
            signer: new Uint8Array(20).fill(3),
          };
          const read = decodeMsgDeposit(encodeMsgDeposit(message));
          expect(read).toEqual(message);
          expect(read.coins.map(({ asset }) => assetText(asset))).toEqual([name]);
        },
      ),
    );
  });
});

describe('payouts', () => {
  test('from the module credit at once, once for a key, also to the main network’s form of the address', async () => {
    const { ledger } = await wallet(held.world, 'THOR');
    const to = ledger.addressOfKey(OTHER);
    const main = bech32.encode('thor', bech32.decode(`${to}` as `${string}1${string}`).words);
    const order = { key: 'out-1', vault: 'module', to: main, amountBaseUnits: 5n * UNITS.THOR, memo: 'OUT:AA' };
    const first = await ledger.payOut(order);
    expect(await ledger.payOut(order)).toEqual(first);
    expect(ledger.balance(to)).toBe(5n * UNITS.THOR);
    expect(await ledger.confirmations(first.hash)).toBe(1);
    held.kill();
    const again = open('THOR');
    expect(await again.payOut(order)).toEqual(first);
    expect(again.balance(main)).toBe(5n * UNITS.THOR);
    expect((await again.payOut({ ...order, key: 'out-2', token: 'tcy' })).hash).not.toBe(first.hash);
    expect(again.balance(to, 'tcy')).toBe(5n * UNITS.THOR);
    await expect(again.payOut({ ...order, key: 'out-3', to: 'cosmos1nothere' })).rejects.toThrow(
      /not a THORChain address/,
    );
  });

  test.each(['GAIA', 'THOR'] as const)(
    'from a vault on %s are signed sends, several in one block, and none is beyond its means',
    async (chain) => {
      const { ledger, vault } = await wallet(held.world, chain);
      await ledger.fund(vault, 10n * UNITS[chain]);
      const to = ledger.addressOfKey(OTHER);
      const order = { vault: 'maya-0', to, amountBaseUnits: 3n * UNITS[chain], memo: 'OUT:AB' };
      const first = await ledger.payOut({ ...order, key: '1' });
      const second = await ledger.payOut({ ...order, key: '2' });
      expect(await ledger.payOut({ ...order, key: '1' })).toEqual(first);
      await expect(ledger.payOut({ ...order, key: '3', amountBaseUnits: 4n * UNITS[chain] })).rejects.toThrow(
        /insufficient funds/,
      );
      held.kill();
      const again = open(chain);
      expect(await again.confirmations(second.hash)).toBe(0);
      await nextBlock();
      expect(again.balance(to)).toBe(6n * UNITS[chain]);
      expect(again.balance(vault)).toBe(4n * UNITS[chain] - first.gasBaseUnits - second.gasBaseUnits);
      const answer = await again.service.handle({
        method: 'GET',
        path: `/cosmos/tx/v1beta1/txs/${first.hash}`,
        query: new URLSearchParams(),
        body: '',
      });
      expect(JSON.parse(answer.body)).toMatchObject({
        tx: { body: { memo: 'OUT:AB' } },
        tx_response: { code: 0, txhash: first.hash },
      });
    },
  );

  test('of nothing, and from a missing module, are refused', async () => {
    const { ledger, address } = await wallet(held.world, 'GAIA');
    const order = { key: 'x', vault: 'module', to: address, memo: '' };
    await expect(ledger.payOut({ ...order, amountBaseUnits: 1n })).rejects.toThrow(/no module/);
    await expect(ledger.payOut({ ...order, amountBaseUnits: 0n })).rejects.toThrow(/payout of 0/);
  });
});

test('a kill loses no account, no waiting transaction, no result and no height that was answered', async () => {
  const { ledger, address, vault } = await wallet(held.world, 'GAIA');
  for (let block = 0; block < 40; block += 1) await nextBlock();
  const order = bankSend(address, vault, 5n, 'uatom');
  const hash = ledger.broadcast(sign('GAIA', docOf('GAIA', ledger, [order], { memo: MEMO })));
  const height = ledger.height();
  held.kill();
  const again = open('GAIA');
  expect(again.height()).toBeGreaterThanOrEqual(height);
  expect(await again.confirmations(hash)).toBe(0);
  expect(again.account(address)).toEqual({ accountNumber: '1', sequence: '1' });
  await nextBlock();
  expect(await again.inboundsAbove(height)).toMatchObject([{ hash, amountBaseUnits: 5n, memo: MEMO }]);
  held.kill();
  const last = open('GAIA');
  expect(await last.inboundsAbove(height)).toHaveLength(1);
  expect(last.balance(vault)).toBe(5n);
  expect(last.account(address)?.sequence).toBe('1');
});

test('the JSON that is signed is sorted and escaped as the Cosmos SDK does it', () => {
  expect(canonicalJson({ b: [{ z: 1, a: '<&>' }], a: 'ü\u2028', none: undefined })).toBe(
    '{"a":"ü\\u2028","b":[{"a":"\\u003c\\u0026\\u003e","z":1}]}',
  );
});

type Step = { key: number; to: number; amount: number; kind: number; refuse: boolean; mine: boolean; kill: boolean };
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.record({
    key: fc.nat(2),
    to: fc.nat(2),
    amount: fc.integer({ min: 0, max: 3_000_000 }),
    kind: fc.nat(2),
    refuse: fc.boolean(),
    mine: fc.boolean(),
    kill: fc.nat(9).map((dice) => dice === 0),
  }),
  { maxLength: 14 },
);

test('for any broadcast, every coin stays in some account and none is created', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (list) => {
      const world = heldWorld();
      try {
        let ledger = createCosmosLedger(world.world, CHAINS.THOR);
        const keys = [1, 2, 3].map((byte) => new Uint8Array(32).fill(byte));
        const addresses = keys.map((key) => ledger.addressOfKey(key));
        for (const address of addresses) await ledger.fund(address, 5_000_000n);
        const collector = bech32.encode(
          'tthor',
          bech32.toWords(hexToBytes('f1829676db577682e944fc3493d451b67ff3e29f')),
        );
        for (const step of list) {
          const [key, from, to] = [keys[step.key], addresses[step.key], addresses[step.to]];
          if (!key || !from || !to) continue;
          ledger.onDeposit = () => (step.refuse ? 'refused' : undefined);
          const amount = BigInt(step.amount);
          const order = [
            bankSend(from, to, amount, 'rune'),
            nodeSend('thorchain', from, to, amount, 'rune'),
            deposit('thorchain', from, 'THOR.RUNE', amount),
          ][step.kind];
          if (order) refusal(() => ledger.broadcast(sign('THOR', docOf('THOR', ledger, [order, order], {}, key), key)));
          if (step.mine) await world.world.clock.step(6);
          if (step.kill) ledger = createCosmosLedger(world.kill(), CHAINS.THOR);
        }
        await world.world.clock.step(6);
        const holders = [...addresses, ledger.moduleAddress, collector];
        expect(holders.reduce((sum, holder) => sum + ledger.balance(holder), 0n)).toBe(15_000_000n);
        for (const holder of holders) expect(ledger.balance(holder)).toBeGreaterThanOrEqual(0n);
      } finally {
        world.remove();
      }
    }),
    { numRuns: cases(25) },
  );
});
