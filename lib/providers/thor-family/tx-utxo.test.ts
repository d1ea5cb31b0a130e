import { sha256 } from '@noble/hashes/sha2.js';
import { base64, hex } from '@scure/base';
import { Address, NETWORK, OutScript, p2pkh, RawTx, Script, Transaction } from '@scure/btc-signer';
import { describe, expect, it } from 'vitest';
import type { Utxo, UtxoClient } from '../../chain-clients/chain-clients.ts';
import { clientsWith } from '../../chain-clients/test-clients.ts';
import { CHAINS } from '../../chains/chains.ts';
import type { RouteDraft } from '../../domain/route.ts';
import { fc, property } from '../../domain/test-property.ts';
import { build, MEMO } from './testing/build-payment.ts';
import { ALICE_BTC } from './testing/node-double.ts';

const utxo = (value: bigint, i = 0, confirmed = true): Utxo => ({
  txid: String(i).padStart(64, 'a'),
  vout: 1,
  value,
  confirmed,
});

/** A previous transaction that pays `value` to the script at output 1. */
function previous(script: Uint8Array, value: bigint): { txid: string; rawHex: string } {
  const raw = RawTx.encode({
    version: 2,
    segwitFlag: false,
    inputs: [
      { txid: new Uint8Array(32).fill(0xbb), index: 0, finalScriptSig: Uint8Array.of(0x51), sequence: 0xffffffff },
    ],
    outputs: [
      { amount: 1000n, script: OutScript.encode({ type: 'wpkh', hash: new Uint8Array(20) }) },
      { amount: value, script },
    ],
    witnesses: [],
    lockTime: 0,
  });
  return { txid: hex.encode(sha256(sha256(raw)).reverse()), rawHex: hex.encode(raw) };
}

const utxoClient = (outputs: Utxo[], more: Partial<UtxoClient> = {}): Partial<UtxoClient> => ({
  utxos: async () => outputs,
  ...more,
});
const vaultBtc = 'bc1qct4mxayrdy96d4py20l4u02mu06r667f42p9fp';
const btc = { asset: 'BTC.BTC', decimals: 8, baseUnits: 100_000n };
const btcRoute = { sourceAddress: ALICE_BTC, inboundAddress: vaultBtc };

function psbtOf(built: { tx?: RouteDraft['tx']; txUnavailable?: string }): Transaction {
  if (built.tx?.type !== 'PSBT') throw new Error(`no PSBT: ${built.txUnavailable}`);
  return Transaction.fromPSBT(base64.decode(built.tx.tx), { allowUnknownOutputs: true });
}
const outputsOf = (tx: Transaction) => Array.from({ length: tx.outputsLength }, (_, i) => tx.getOutput(i));
const inputsTotal = (tx: Transaction, value: (i: number) => bigint) =>
  Array.from({ length: tx.inputsLength }, (_, i) => value(i)).reduce((sum, one) => sum + one, 0n);

describe('PSBTs', () => {
  it('pay the vault first, carry the whole memo second and bring the change back', async () => {
    const tx = psbtOf(await build('thor', btc, btcRoute, clientsWith({ utxo: utxoClient([utxo(500_000n)]) }), 4n));
    const [vault, memo, change] = outputsOf(tx);
    expect(vault?.amount).toBe(100_000n);
    expect(vault?.script && Address(NETWORK).encode(OutScript.decode(vault.script))).toBe(vaultBtc);
    expect(memo?.amount).toBe(0n);
    expect(memo?.script && Script.decode(memo.script)).toEqual(['RETURN', new TextEncoder().encode(MEMO)]);
    expect(change?.script && Address(NETWORK).encode(OutScript.decode(change.script))).toBe(ALICE_BTC);
    const fee = 500_000n - 100_000n - (change?.amount ?? 0n);
    expect(fee).toBeGreaterThanOrEqual(4n * 200n);
    expect(fee).toBeLessThan(4n * 260n);
    expect(tx.getInput(0).sequence).toBe(0xffffffff);
    expect(tx.getInput(0).witnessUtxo?.amount).toBe(500_000n);
  });

  it('keep that order for any scripts: the outputs are never sorted', async () => {
    for (const value of [200_000n, 100_100_000n]) {
      const tx = psbtOf(
        await build(
          'thor',
          { ...btc, baseUnits: value - 50_000n },
          btcRoute,
          clientsWith({ utxo: utxoClient([utxo(value)]) }),
          1n,
        ),
      );
      expect(outputsOf(tx)[0]?.amount).toBe(value - 50_000n);
      expect(outputsOf(tx)[1]?.amount).toBe(0n);
    }
  });

  it('leave change below dust to the fee', async () => {
    const tx = psbtOf(await build('thor', btc, btcRoute, clientsWith({ utxo: utxoClient([utxo(101_200n)]) }), 4n));
    expect(tx.outputsLength).toBe(2);
  });

  property([
    fc.array(fc.bigInt({ min: 1n, max: 10_000_000n }), { minLength: 1, maxLength: 30 }),
    fc.bigInt({ min: 10_000n, max: 20_000_000n }),
    fc.bigInt({ min: 1n, max: 900n }),
  ])(
    'never spend more than there is, never pay the vault another amount, never leave dust',
    async (values, amount, rate) => {
      const outputs = values.map((value, i) => utxo(value, i));
      const built = await build(
        'thor',
        { ...btc, baseUnits: amount },
        btcRoute,
        clientsWith({ utxo: utxoClient(outputs) }),
        rate,
      );
      if (built.txUnavailable) return;
      const tx = psbtOf(built);
      const [vault, , change] = outputsOf(tx);
      const total = inputsTotal(tx, (i) => tx.getInput(i).witnessUtxo?.amount ?? 0n);
      expect(vault?.amount).toBe(amount);
      const fee = total - amount - (change?.amount ?? 0n);
      expect(fee).toBeGreaterThanOrEqual(rate * BigInt(100 + 68 * tx.inputsLength));
      if (change) expect(change.amount).toBeGreaterThanOrEqual(546n);
      else expect(fee).toBeLessThan(rate * BigInt(200 + 68 * tx.inputsLength + 31) + 546n);
    },
  );

  it('carry whole previous transactions for legacy inputs', async () => {
    const legacy = p2pkh(hex.decode('0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798'), NETWORK);
    const { txid, rawHex } = previous(legacy.script, 900_000n);
    const client = utxoClient([{ txid, vout: 1, value: 900_000n, confirmed: true }], {
      transactionHex: async () => rawHex,
    });
    const tx = psbtOf(
      await build('thor', btc, { ...btcRoute, sourceAddress: legacy.address ?? '' }, clientsWith({ utxo: client }), 4n),
    );
    const input = tx.getInput(0);
    expect(input.witnessUtxo).toBeUndefined();
    expect(input.nonWitnessUtxo && hex.encode(RawTx.encode(input.nonWitnessUtxo))).toBe(rawHex);
  });

  it.each([
    ['LTC', 'thor', 'ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9', 'ltc1q2w4h6e0pwlucnugce4rshpw3z52kv9etx7fpu5'],
    ['DOGE', 'thor', 'DH5yaieqoZN36fDVciNyRueRGvGLR3mr7L', 'DNbdjeaEicpCpRpjopS35QGFCS42TLF4eU'],
    ['DASH', 'maya', 'XaxT9NnuEUKQTLJ7QsBG4WLXZNJ4A7P6Ec', 'XdwUXJsAaw1jjcrqTuLz6zWYkyZQRUquUB'],
  ] as const)('are made for %s', async (chain, variant, source, vault) => {
    const { utxo: net } = CHAINS[chain].mainnet;
    const coder = Address({
      bech32: net?.bech32 ?? '',
      pubKeyHash: net?.pubKeyHash[0] ?? 0,
      scriptHash: net?.scriptHash[0] ?? 0,
      wif: 0,
    });
    const { txid, rawHex } = previous(OutScript.encode(coder.decode(source)), 90_000_000_000n);
    const client = utxoClient([{ txid, vout: 1, value: 90_000_000_000n, confirmed: true }], {
      transactionHex: async () => rawHex,
    });
    const sell = { asset: `${chain}.${chain}`, decimals: 8, baseUnits: 5_000_000_000n };
    const tx = psbtOf(
      await build(variant, sell, { sourceAddress: source, inboundAddress: vault }, clientsWith({ utxo: client }), 300n),
    );
    const [first, second, third] = outputsOf(tx);
    expect(first?.script && coder.encode(OutScript.decode(first.script))).toBe(vault);
    expect(first?.amount).toBe(5_000_000_000n);
    expect(second?.amount).toBe(0n);
    expect(third?.script && coder.encode(OutScript.decode(third.script))).toBe(source);
  });

  it('spend no unconfirmed outputs but the sender’s own change', async () => {
    const mine = { ...utxo(400_000n, 1, false) };
    const theirs = { ...utxo(900_000n, 2, false) };
    const client = utxoClient([theirs, mine], {
      transaction: async (txid) => ({
        txid,
        vin: [{ txid: 'cc'.repeat(32), vout: 0, address: txid === mine.txid ? ALICE_BTC : vaultBtc }],
        vout: [],
      }),
    });
    const tx = psbtOf(await build('thor', btc, btcRoute, clientsWith({ utxo: client }), 4n));
    expect(tx.inputsLength).toBe(1);
    expect(tx.getInput(0).witnessUtxo?.amount).toBe(400_000n);
    const { txUnavailable } = await build(
      'thor',
      btc,
      btcRoute,
      clientsWith({ utxo: { ...client, utxos: async () => [theirs] } }),
      4n,
    );
    expect(txUnavailable).toContain('can spend 0 BTC');
    expect(txUnavailable).toContain('; 0.009 BTC more can be spent once a block has it.');
  });

  it.each([
    ['BCH', 'qzlhal4g3edkspvhcf8pt0wfm8uem7zazgm4jk9dz3'],
    ['ZEC', 't1Rv4exT7bqhZqi2j7xz8bUHDMxwosrjADU'],
  ])('are not made for %s, and the sentence says so', async (chain, sourceAddress) => {
    const built = await build(
      'thor',
      { asset: `${chain}.${chain}`, decimals: 8, baseUnits: 1_000_000n },
      { sourceAddress, inboundAddress: sourceAddress },
    );
    expect(built.txUnavailable).toContain('prepares no');
  });

  it.each([
    [
      'a Taproot sender',
      { sourceAddress: 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0' },
      'Taproot',
    ],
    ['a script sender', { sourceAddress: 'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3' }, 'P2WSH'],
    ['no sender', { sourceAddress: '' }, 'sent from'],
    ['a vault that is no address', { inboundAddress: 'bc1qnope' }, 'vault'],
    ['a memo of 81 bytes', { memo: 'x'.repeat(81) }, 'memo'],
  ])('are not made for %s', async (_what, changes, sentence) => {
    const built = await build(
      'thor',
      btc,
      { ...btcRoute, ...changes },
      clientsWith({ utxo: utxoClient([utxo(500_000n)]) }),
      4n,
    );
    expect(built.tx).toBeUndefined();
    expect(built.txUnavailable).toContain(sentence);
  });

  it('are not made without the money, or at an unreasonable fee rate', async () => {
    const poor = clientsWith({ utxo: utxoClient([utxo(100_100n)]) });
    expect((await build('thor', btc, btcRoute, poor, 4n)).txUnavailable).toContain('can spend 0.001001 BTC');
    expect((await build('thor', btc, btcRoute, poor, 5000n)).txUnavailable).toContain('beyond reason');
    expect((await build('thor', btc, btcRoute)).txUnavailable).toContain('Nothing is configured');
  });

  it('take addresses of both networks in the sandbox, and only the main ones on mainnet', async () => {
    const regtest = { ...btcRoute, inboundAddress: 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080' };
    const clients = clientsWith({ utxo: utxoClient([utxo(500_000n)]) });
    expect((await build('thor', btc, regtest, clients, 4n, 'sandbox')).tx?.type).toBe('PSBT');
    expect((await build('thor', btc, regtest, clients, 4n)).txUnavailable).toContain('vault');
  });
});
