/**
 * Each message is accepted when its owner has signed it, and refused after any change that a thief or a bug could make.
 */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { CHAINS } from '../../chains/chains.ts';
import type { InboundPayment } from '../ledger.ts';
import { type HeldWorld, heldWorld } from '../utxo/held-world.ts';
import type { AminoMessage, SignDoc } from './amino.ts';
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

let held: HeldWorld;
beforeEach(() => {
  held = heldWorld();
});
afterEach(() => held.remove());

const nextBlock = () => held.world.clock.step(6);

type Template = {
  name: string;
  chain: Id;
  denom: string;
  message(from: string, to: string, amount: bigint): AminoMessage;
};
const TEMPLATES: Template[] = [
  { name: 'GAIA cosmos-sdk/MsgSend', chain: 'GAIA', denom: 'uatom', message: (f, t, a) => bankSend(f, t, a, 'uatom') },
  { name: 'THOR cosmos-sdk/MsgSend', chain: 'THOR', denom: 'rune', message: (f, t, a) => bankSend(f, t, a, 'rune') },
  {
    name: 'THOR thorchain/MsgSend',
    chain: 'THOR',
    denom: 'rune',
    message: (f, t, a) => nodeSend('thorchain', f, t, a, 'rune'),
  },
  {
    name: 'MAYA mayachain/MsgSend',
    chain: 'MAYA',
    denom: 'cacao',
    message: (f, t, a) => nodeSend('mayachain', f, t, a, 'cacao'),
  },
  {
    name: 'THOR thorchain/MsgDeposit',
    chain: 'THOR',
    denom: 'rune',
    message: (f, _t, a) => deposit('thorchain', f, 'THOR.RUNE', a),
  },
  {
    name: 'MAYA mayachain/MsgDeposit',
    chain: 'MAYA',
    denom: 'cacao',
    message: (f, _t, a) => deposit('mayachain', f, 'MAYA.CACAO', a),
  },
];

describe.each(TEMPLATES)('$name', ({ chain, denom, message }) => {
  const amount = 7n * UNITS[chain];

  test('is taken, mined, charged and observed when its owner signed it', async () => {
    const { ledger, address, vault } = await wallet(held.world, chain);
    const order = message(address, vault, amount);
    const isDeposit = order.type.endsWith('MsgDeposit');
    const hash = ledger.broadcast(sign(chain, docOf(chain, ledger, [order], { memo: isDeposit ? '' : MEMO })));
    expect(hash).toMatch(/^[0-9A-F]{64}$/);
    expect(await ledger.confirmations(hash)).toBe(0);
    expect(await ledger.inboundsAbove(0)).toEqual([]);
    await nextBlock();
    const fee = NATIVE_FEE[chain] || 1000n;
    expect(ledger.balance(address)).toBe(100n * UNITS[chain] - amount - fee);
    expect(ledger.balance(isDeposit ? ledger.moduleAddress : vault)).toBe(amount);
    expect(await ledger.confirmations(hash)).toBe(1);
    const seen: InboundPayment = {
      chain,
      hash,
      from: address,
      to: isDeposit ? 'module' : vault,
      amountBaseUnits: amount,
      memo: MEMO,
      blockHeight: ledger.height(),
      gasBaseUnits: fee,
    };
    expect(await ledger.inboundsAbove(ledger.height() - 1)).toEqual([seen]);
    expect(await ledger.inboundsAbove(ledger.height())).toEqual([]);
  });

  const differently: [string, Partial<SignDoc>][] = [
    ['chain id', { chain_id: 'thorchain-1' }],
    ['account number', { account_number: '999' }],
    ['memo', { memo: 'another' }],
    ['fee', { fee: { amount: [{ denom, amount: '1001' }], gas: '200000' } }],
    ['gas', { fee: { amount: chain === 'GAIA' ? [{ denom, amount: '1000' }] : [], gas: '199999' } }],
    ['timeout', { timeout_height: '5000' }],
  ];
  test.each(differently)('is refused when another %s was signed than is sent', async (_name, change) => {
    const { ledger, address, vault } = await wallet(held.world, chain);
    const sent = docOf(chain, ledger, [message(address, vault, amount)]);
    const { signature } = signAmino({ ...sent, ...change }, KEY);
    const bytes = encodeSignedTx({ signed: sent, signature }, CHAINS[chain]);
    const [code, text] = refusal(() => ledger.broadcast(bytes));
    expect(code).toBe(4);
    expect(text).toBe(
      `signature verification failed; please verify account number (1), sequence (0) and chain-id (${CHAINS[chain].sandbox.networkId}): unauthorized`,
    );
  });

  test('is refused when amount, recipient or sender was changed after signing', async () => {
    const { ledger, address, vault } = await wallet(held.world, chain);
    const thief = ledger.addressOfKey(OTHER);
    const signed = docOf(chain, ledger, [message(address, vault, amount)]);
    const { signature } = signAmino(signed, KEY);
    const send = (msgs: AminoMessage[]) =>
      ledger.broadcast(encodeSignedTx({ signed: { ...signed, msgs }, signature }, CHAINS[chain]));
    expect(refusal(() => send([message(address, vault, amount + 1n)]))[0]).toBe(4);
    const redirected = message(address, thief, amount);
    if (!redirected.type.endsWith('MsgDeposit')) expect(refusal(() => send([redirected]))[0]).toBe(4);
    expect(refusal(() => send([message(address, vault, amount), message(address, vault, amount)]))[0]).toBe(4);
    expect(refusal(() => send([message(thief, vault, amount)]))).toEqual([
      8,
      'pubKey does not match signer address: invalid pubkey',
    ]);
    await nextBlock();
    expect(ledger.balance(address)).toBe(100n * UNITS[chain]);
  });

  test('is refused with another sequence, and no signed transaction is carried out twice', async () => {
    const { ledger, address, vault } = await wallet(held.world, chain);
    const doc = docOf(chain, ledger, [message(address, vault, amount)]);
    expect(refusal(() => ledger.broadcast(sign(chain, { ...doc, sequence: '1' })))).toEqual([
      32,
      'account sequence mismatch, expected 0, got 1: incorrect account sequence',
    ]);
    const bytes = sign(chain, doc);
    ledger.broadcast(bytes);
    expect(refusal(() => ledger.broadcast(bytes))[0]).toBe(19);
    // A second transaction may be queued behind the first.
    ledger.broadcast(sign(chain, docOf(chain, ledger, [message(address, vault, amount)])));
    await nextBlock();
    expect(refusal(() => ledger.broadcast(bytes))[0]).toBe(19);
    expect(ledger.account(address)?.sequence).toBe('2');
    expect(ledger.balance(address)).toBe(100n * UNITS[chain] - 2n * (amount + (NATIVE_FEE[chain] || 1000n)));
  });

  test('of more than there is costs its fee and moves nothing else', async () => {
    const { ledger, address, vault } = await wallet(held.world, chain);
    const hash = ledger.broadcast(sign(chain, docOf(chain, ledger, [message(address, vault, 100n * UNITS[chain])])));
    await nextBlock();
    expect(ledger.balance(address)).toBe(100n * UNITS[chain] - (NATIVE_FEE[chain] || 1000n));
    expect(ledger.balance(vault)).toBe(0n);
    expect(await ledger.inboundsAbove(0)).toEqual([]);
    const answer = await ledger.service.handle({
      method: 'GET',
      path: `/cosmos/tx/v1beta1/txs/${hash}`,
      query: new URLSearchParams(),
      body: '',
    });
    const { tx_response } = JSON.parse(answer.body);
    expect(tx_response).toMatchObject({ code: 5, codespace: 'sdk' });
    expect(tx_response.raw_log).toMatch(
      /^failed to execute message; message index: 0: spendable balance .* is smaller than .*: insufficient funds$/,
    );
  });
});
