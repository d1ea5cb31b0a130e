/** Addresses of both networks lead to the same script, and an invalid address leads to none. */
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { CHAINS } from '../../chains/chains.ts';
import type { ChainId } from '../../domain/chain-id.ts';
import { type HeldWorld, heldWorld } from './held-world.ts';
import { addressOfScript, p2pkhScript, scriptOfAddress, witnessScript } from './scripts.ts';
import { scriptOfKey } from './signer.ts';
import { COIN, FAMILY, get, getJson, kindOf, OTHER } from './test-spend.ts';
import { createUtxoLedger, type UtxoLedger } from './utxo-ledger.ts';

let held: HeldWorld;
beforeEach(() => {
  held = heldWorld();
});
afterEach(() => held.remove());

const open = (chain: ChainId): UtxoLedger => createUtxoLedger(held.world, CHAINS[chain]);

describe('addresses', () => {
  const samples: [ChainId, string, string][] = [
    // Mainnet addresses of one key hash or program, from published vectors where they exist.
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

  test('corrupted addresses and those of other chains are invalid', async () => {
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
