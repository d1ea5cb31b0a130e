/** Address and script convert into each other: the address that is shown is the one that is paid. */
import { hex } from '@scure/base';
import { Address, NETWORK, OutScript } from '@scure/btc-signer';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CHAIN_LIST } from '../../chains/chains.ts';
import { addressOfScript, scriptOfAddress } from './address-script.ts';

const FORMS = [
  { type: 'pkh', length: 20 },
  { type: 'sh', length: 20 },
  { type: 'wpkh', length: 20 },
  { type: 'wsh', length: 32 },
] as const;
const scripts = fc
  .tuple(fc.constantFrom(...FORMS), fc.uint8Array({ minLength: 32, maxLength: 32 }))
  .map(([{ type, length }, bytes]) => ({ type, hash: bytes.slice(0, length) }));

test('on Bitcoin they equal those of another library', () => {
  fc.assert(
    fc.property(scripts, (script) => {
      const scriptHex = hex.encode(OutScript.encode(script));
      const address = Address(NETWORK).encode(script);
      expect(addressOfScript('BTC', scriptHex, 'mainnet')).toBe(address);
      expect(scriptOfAddress('BTC', address, 'mainnet')).toBe(scriptHex);
    }),
  );
  const taproot = 'bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr';
  expect(addressOfScript('BTC', scriptOfAddress('BTC', taproot, 'mainnet') ?? '', 'mainnet')).toBe(taproot);
});

test('on every chain of the family the address of a script is paid by that script', () => {
  const chains = CHAIN_LIST.filter(({ mainnet }) => mainnet.utxo).map(({ id }) => id);
  expect(chains.length).toBeGreaterThan(4);
  fc.assert(
    fc.property(
      fc.constantFrom(...chains),
      scripts,
      fc.constantFrom('mainnet', 'sandbox'),
      (chain, script, network) => {
        const scriptHex = hex.encode(OutScript.encode(script));
        const address = addressOfScript(chain, scriptHex, network);
        if (address !== undefined) expect(scriptOfAddress(chain, address, network)).toBe(scriptHex);
        else expect(['wpkh', 'wsh']).toContain(script.type);
      },
    ),
  );
});

test('a script of an unknown form has no address', () => {
  for (const script of ['', '6a0100', '0014aa', `0020${'11'.repeat(20)}`, `0014${'11'.repeat(32)}`, '51'])
    expect(addressOfScript('BTC', script, 'mainnet')).toBeUndefined();
});
