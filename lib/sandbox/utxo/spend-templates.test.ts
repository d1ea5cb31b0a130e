/**
 * Each kind of spend is accepted when an ordinary wallet library has signed it, and refused after any change that a
 * thief or a bug could make.
 */
import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js';
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { p2pk, p2sh, p2tr, p2wpkh, p2wsh, Script, Transaction } from '@scure/btc-signer';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { chainOf } from '../../chains/chains.ts';
import type { ChainId } from '../../domain/chain-id.ts';
import { rulesOf } from './chain-rules.ts';
import { type HeldWorld, heldWorld } from './held-world.ts';
import { decodeTransaction, encodeTransaction } from './raw-transaction.ts';
import { scriptOfAddress } from './scripts.ts';
import { finalizePsbt, type KeyScript, publicKeyOf, scriptOfKey, signPsbt, signTransaction } from './signer.ts';
import type { RawTransaction, TxOutput } from './tx-encoding.ts';
import { createUtxoLedger, type UtxoLedger } from './utxo-ledger.ts';
import { verifyInput } from './verify-input.ts';

const KEY = new Uint8Array(32).fill(7);
const PUBLIC = publicKeyOf(KEY);
const VALUE = 500_000_000n;
const MEMO = '=:e:0x0000000000000000000000000000000000000001:1';

const TEMPLATES: [ChainId, KeyScript][] = [
  ['BTC', 'p2pkh'],
  ['BTC', 'p2wpkh'],
  ['BTC', 'p2sh-p2wpkh'],
  ['BTC', 'p2tr'],
  ['LTC', 'p2pkh'],
  ['LTC', 'p2wpkh'],
  ['LTC', 'p2sh-p2wpkh'],
  ['LTC', 'p2tr'],
  ['DOGE', 'p2pkh'],
  ['DASH', 'p2pkh'],
  ['BCH', 'p2pkh'],
  ['ZEC', 'p2pkh'],
];

let held: HeldWorld;
beforeEach(() => {
  held = heldWorld();
});
afterEach(() => held.remove());

type Funded = { ledger: UtxoLedger; coin: { txid: string; vout: number }; spent: TxOutput };

async function funded(chain: ChainId, kind: KeyScript): Promise<Funded> {
  const ledger = createUtxoLedger(held.world, chainOf(chain));
  const address = ledger.addressOfKey(KEY, kind);
  await ledger.fund(address, VALUE);
  const answer = await ledger.service.handle({
    method: 'GET',
    path: `/address/${address}/utxo`,
    query: new URLSearchParams(),
    body: '',
  });
  const [coin] = JSON.parse(answer.body);
  return { ledger, coin, spent: { value: VALUE, script: scriptOfKey(KEY, kind) } };
}

const fee = (chain: ChainId): bigint => (chain === 'DOGE' ? 1_000_000n : 30_000n);

/** Signs as a wallet does: with the PSBT library if it knows the chain, else over the chain's own digest. */
function spend(chain: ChainId, kind: KeyScript, { ledger, coin, spent }: Funded, previous: string): RawTransaction {
  const to = scriptOfAddress(ledger.vaultAddress('thor-0'), chainOf(chain)) ?? new Uint8Array();
  const outputs = [
    { script: to, amount: VALUE - fee(chain) },
    { script: Script.encode(['RETURN', utf8ToBytes(MEMO)]), amount: 0n },
  ];
  const rules = rulesOf(chain);
  if (chain === 'BCH' || chain === 'ZEC') {
    const { consensusBranchId } = rules;
    const tx: RawTransaction = {
      version: consensusBranchId === undefined ? 2 : 5,
      inputs: [{ ...coin, scriptSig: new Uint8Array(), sequence: 0xffffffff, witness: [] }],
      outputs: outputs.map(({ script, amount }) => ({ script, value: amount })),
      lockTime: 0,
      ...(consensusBranchId === undefined ? {} : { zcash: { consensusBranchId, expiryHeight: 0 } }),
    };
    return signTransaction(tx, [spent], KEY, rules);
  }
  const psbt = new Transaction({ allowUnknownOutputs: true });
  const witnessUtxo = { script: spent.script, amount: VALUE };
  psbt.addInput({
    txid: coin.txid,
    index: coin.vout,
    ...(kind === 'p2pkh' ? { nonWitnessUtxo: hexToBytes(previous) } : { witnessUtxo }),
    ...(kind === 'p2sh-p2wpkh' ? { redeemScript: p2wpkh(PUBLIC).script } : {}),
    ...(kind === 'p2tr' ? { tapInternalKey: schnorr.getPublicKey(KEY) } : {}),
  });
  for (const output of outputs) psbt.addOutput(output);
  const { raw } = finalizePsbt(signPsbt(psbt.toPSBT(), KEY));
  return decodeTransaction(raw, rules.format);
}

async function rawOf(ledger: UtxoLedger, txid: string): Promise<string> {
  const request = { method: 'GET', path: `/tx/${txid}/hex`, query: new URLSearchParams(), body: '' };
  return (await ledger.service.handle(request)).body;
}

const flip = (bytes: Uint8Array, at: number): Uint8Array =>
  bytes.map((byte, index) => (index === at ? byte ^ 1 : byte));

const TAMPERED: [string, (tx: RawTransaction) => RawTransaction][] = [
  [
    'amount',
    (tx) => ({ ...tx, outputs: tx.outputs.map((each, at) => (at ? each : { ...each, value: each.value - 1n })) }),
  ],
  [
    'recipient',
    (tx) => ({ ...tx, outputs: tx.outputs.map((each, at) => (at ? each : { ...each, script: flip(each.script, 5) })) }),
  ],
  [
    'memo',
    (tx) => ({
      ...tx,
      outputs: tx.outputs.map((each, at) => (at ? { ...each, script: flip(each.script, 20) } : each)),
    }),
  ],
  ['order of outputs', (tx) => ({ ...tx, outputs: [...tx.outputs].reverse() })],
  ['sequence', (tx) => ({ ...tx, inputs: tx.inputs.map((each) => ({ ...each, sequence: 0xfffffffd })) })],
  ['lock time', (tx) => ({ ...tx, lockTime: 1 })],
  [
    'signature',
    (tx) => ({
      ...tx,
      inputs: tx.inputs.map((each) => ({
        ...each,
        // Within r, behind the DER header.
        scriptSig: each.witness.length ? each.scriptSig : flip(each.scriptSig, 20),
        witness: each.witness.map((item, at) => (at ? item : flip(item, 20))),
      })),
    }),
  ],
  [
    'input script',
    (tx) => ({
      ...tx,
      inputs: tx.inputs.map((each) => ({ ...each, scriptSig: Uint8Array.of(...each.scriptSig, 1, 1) })),
    }),
  ],
];

describe.each(TEMPLATES)('%s %s', (chain, kind) => {
  test('a payment that its owner signed is taken, and mined', async () => {
    const given = await funded(chain, kind);
    const tx = spend(chain, kind, given, await rawOf(given.ledger, given.coin.txid));
    const txid = given.ledger.broadcast(bytesToHex(encodeTransaction(tx)));
    expect(await given.ledger.confirmations(txid)).toBe(0);
    await held.world.clock.step(chainOf(chain).blockSeconds);
    expect(await given.ledger.confirmations(txid)).toBe(1);
    expect(given.ledger.balance(given.ledger.vaultAddress('thor-0'))).toBe(VALUE - fee(chain));
  });

  test.each(TAMPERED)('a changed %s is refused and nothing is spent', async (_name, change) => {
    const given = await funded(chain, kind);
    const tx = change(spend(chain, kind, given, await rawOf(given.ledger, given.coin.txid)));
    expect(() => given.ledger.broadcast(bytesToHex(encodeTransaction(tx)))).toThrow(
      /script-verify-flag|bad-txns-nonstandard-inputs/,
    );
    expect(given.ledger.balance(given.ledger.addressOfKey(KEY, kind))).toBe(VALUE);
  });

  test('the signature of another key is refused', async () => {
    const given = await funded(chain, kind);
    const tx = spend(chain, kind, given, await rawOf(given.ledger, given.coin.txid));
    const foreign = { ...given.spent, script: scriptOfKey(new Uint8Array(32).fill(8), kind) };
    expect(() => verifyInput(tx, 0, [foreign], rulesOf(chain))).toThrow(/mandatory-script-verify-flag-failed/);
  });
});

const COMMIT_TO_VALUE = TEMPLATES.filter(([chain, kind]) => kind !== 'p2pkh' || chain === 'BCH' || chain === 'ZEC');

describe.each(COMMIT_TO_VALUE)('%s %s', (chain, kind) => {
  test('the value spent is signed too, so that no one can hide a fee', async () => {
    const given = await funded(chain, kind);
    const tx = spend(chain, kind, given, await rawOf(given.ledger, given.coin.txid));
    const richer = { ...given.spent, value: VALUE + 1n };
    expect(() => verifyInput(tx, 0, [richer], rulesOf(chain))).toThrow(/mandatory-script-verify-flag-failed/);
  });
});

describe('what cannot be verified is refused with a message', () => {
  const spendOf = (script: Uint8Array, witness: Uint8Array[] = [], scriptSig: Uint8Array = new Uint8Array()) => {
    const tx: RawTransaction = {
      version: 2,
      inputs: [{ txid: '11'.repeat(32), vout: 0, scriptSig, sequence: 0xffffffff, witness }],
      outputs: [{ value: 1000n, script }],
      lockTime: 0,
    };
    return () => verifyInput(tx, 0, [{ value: 2000n, script }], rulesOf('BTC'));
  };

  test('witness script hashes, wrapped scripts, Taproot annexes and bare keys', () => {
    expect(spendOf(p2wsh(p2pk(PUBLIC)).script, [PUBLIC])).toThrow(/v0_p2wsh outputs are not spent here: P2PKH, P2WPKH/);
    const wrapped = p2sh(p2pk(PUBLIC));
    expect(spendOf(wrapped.script, [], Script.encode([wrapped.redeemScript ?? PUBLIC]))).toThrow(/not spent here/);
    expect(spendOf(p2tr(schnorr.getPublicKey(KEY)).script, [PUBLIC, Uint8Array.of(0x50)])).toThrow(
      /annexes are not checked/,
    );
    expect(spendOf(p2pk(PUBLIC).script)).toThrow(/unknown outputs are not spent here/);
  });

  test('hash types that leave a part of the payment open', () => {
    const script = scriptOfKey(KEY, 'p2wpkh');
    const signature = Uint8Array.of(...secp256k1.sign(new Uint8Array(32), KEY, { format: 'der' }), 0x83);
    expect(spendOf(script, [signature, PUBLIC])).toThrow(/hash type 0x83 is not checked here/);
  });

  test('a ZEC payment signed for another network upgrade', async () => {
    const given = await funded('ZEC', 'p2pkh');
    const tx = spend('ZEC', 'p2pkh', given, '');
    const old = { ...tx, zcash: { consensusBranchId: 0xc8e71055, expiryHeight: 0 } };
    expect(() => given.ledger.broadcast(bytesToHex(encodeTransaction(old)))).toThrow(/branch-id-mismatch/);
  });
});
