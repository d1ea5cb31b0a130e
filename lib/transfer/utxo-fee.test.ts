/** The cost of a payment that a seller sees before anything is built is what a wallet then pays. */
import { base64 } from '@scure/base';
import { p2pkh, p2wpkh, Script, Transaction } from '@scure/btc-signer';
import { pubECDSA } from '@scure/btc-signer/utils.js';
import { expect, it } from 'vitest';
import type { UtxoClient } from '../chain-clients/chain-clients.ts';
import { CHAINS } from '../chains/chains.ts';
import { dataScriptBytes } from '../chains/utxo-size.ts';
import { psbtFee, standardScriptBytes, typicalFee } from './utxo-fee.ts';
import { payFromOutputs, signerOf, utxoRules } from './utxo-psbt.ts';

const KEY = new Uint8Array(32).fill(7);
const { signal } = new AbortController();

it.each([
  ['BTC', 12n, 40],
  ['BTC', 3n, 79],
  ['LTC', 5n, 60],
  ['DOGE', 500_000n, 70],
  ['DASH', 10n, 70],
] as const)(
  'of %s at %d a byte with a memo of %d bytes is what one input, payment, memo and change pay',
  async (id, rate, memoBytes) => {
    const chain = CHAINS[id];
    const network = chain.mainnet.utxo;
    const rules = utxoRules(chain);
    if (!network || 'unavailable' in rules) throw new Error('not a chain whose payments are built');
    const [pubKeyHash = 0, scriptHash = 0] = [network.pubKeyHash[0], network.scriptHash[0]];
    const params = { bech32: network.bech32 ?? '', pubKeyHash, scriptHash, wif: network.wif };
    const own = (network.bech32 ? p2wpkh : p2pkh)(pubECDSA(KEY), params);
    const signer = signerOf(own.address ?? '', [network]);
    if ('unavailable' in signer) throw new Error(signer.unavailable);
    const before = new Transaction({ allowUnknownInputs: true, disableScriptCheck: true });
    before.addOutput({ script: own.script, amount: 100_000_000_000n });
    before.addInput({ txid: '11'.repeat(32), index: 0, finalScriptSig: Uint8Array.of(0x51) });
    const client = {
      utxos: async () => [{ txid: before.id, vout: 0, value: 100_000_000_000n, confirmed: true }],
      transactionHex: async () => before.hex,
    } as Partial<UtxoClient> as UtxoClient;
    const outputs = [
      { script: own.script, amount: 1_000_000_000n },
      { script: Script.encode(['RETURN', new Uint8Array(memoBytes).fill(0x61)]), amount: 0n },
    ];
    const built = await payFromOutputs({ chain, client, signer, rules, rate, outputs }, signal);
    if ('unavailable' in built || built.tx.type !== 'PSBT') throw new Error('no PSBT');
    const estimated = typicalFee(chain, rate, [standardScriptBytes(chain), dataScriptBytes(memoBytes)]);
    expect(psbtFee(built.tx.tx)).toBe(estimated);
    const signed = Transaction.fromPSBT(base64.decode(built.tx.tx), { allowUnknownOutputs: true });
    signed.sign(KEY);
    signed.finalize();
    expect(signed.outputsLength).toBe(3);
    // Per byte the fee is the rate: hardly more, and never so little that the payment would wait.
    const perByte = Number(estimated) / Number(rate) / signed.vsize;
    expect(perByte).toBeGreaterThanOrEqual(0.99);
    expect(perByte).toBeLessThan(1.03);
  },
);
