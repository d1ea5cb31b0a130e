import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkAddress } from '../chains/address.ts';
import { CHAIN_LIST, CHAINS, networkOf } from '../chains/chains.ts';
import type { ChainId } from '../domain/chain-id.ts';
import { addressOfRecord, coinTypeOf } from './ens-address.ts';

const bytes = (hex: string): Uint8Array => Uint8Array.from(Buffer.from(hex, 'hex'));
const read = (chain: ChainId, hex: string) => addressOfRecord(chain, CHAINS[chain].mainnet, bytes(hex));

describe('binary address records', () => {
  it.each<[ChainId, string, string]>([
    // Sources: the examples in the table of ENSIP-9; BIP-173 and BIP-350 for witness programs.
    ['BTC', '76a91462e907b15cbf27d5425399ebf6f0fb50ebb88f1888ac', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'],
    ['BTC', 'a91462e907b15cbf27d5425399ebf6f0fb50ebb88f1887', '3Ai1JZ8pdJb2ksieUV8FsxSNVJCpoPi8W6'],
    ['BTC', '0014751e76e8199196d454941c45d1b3a323f1433bd6', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'],
    [
      'BTC',
      '512079be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798',
      'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
    ],
    ['LTC', '76a914a5f4d12ce3685781b227c1f39548ddef429e978388ac', 'LaMT348PWRnrqeeWArpwQPbuanpXDZGEUz'],
    ['DOGE', '76a9144620b70031f0e9437e374a2100934fba4911046088ac', 'DBXu2kgc3xtvCUWFcxFE3r9hEYgmuaaCyD'],
    [
      'BCH',
      '76a91476a04053bda0a88bda5177b86a15c3b29f55987388ac',
      'bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a',
    ],
    ['ETH', '314159265dd8dbb310642f98f50c066173c1259b', '0x314159265dD8dbb310642f98f50C066173C1259b'],
  ])('of %s become the address that ENSIP-9 gives', (chain, record, address) => {
    const text = read(chain, record) ?? '';
    expect(text).toBe(chain === 'BCH' ? address.slice('bitcoincash:'.length) : address);
    expect(checkAddress(chain, text, 'mainnet').ok).toBe(true);
  });

  it('of any 20 or 32 bytes, in a form of that chain, become an address that can be paid there', () => {
    const forms: [ChainId, number, (hash: string) => string][] = [
      ...(['BTC', 'LTC', 'DOGE', 'DASH', 'BCH', 'ZEC'] as const).flatMap(
        (chain): [ChainId, number, (hash: string) => string][] => [
          [chain, 20, (hash) => `76a914${hash}88ac`],
          [chain, 20, (hash) => `a914${hash}87`],
        ],
      ),
      ['BTC', 20, (hash) => `0014${hash}`],
      ['LTC', 32, (hash) => `0020${hash}`],
      ['BTC', 32, (hash) => `5120${hash}`],
      ['GAIA', 20, (hash) => hash],
      ['THOR', 20, (hash) => hash],
      ['DOT', 32, (hash) => hash],
    ];
    const hash = fc.uint8Array({ minLength: 32, maxLength: 32 });
    fc.assert(
      fc.property(fc.constantFrom(...forms), hash, ([chain, length, form], random) => {
        const record = bytes(form(Buffer.from(random.slice(0, length)).toString('hex')));
        for (const network of ['mainnet', 'sandbox'] as const) {
          const text = addressOfRecord(chain, networkOf(chain, network), record) ?? '';
          expect(checkAddress(chain, text, network)).toMatchObject({ ok: true, canonical: text });
        }
      }),
    );
  });

  it('of any other bytes are undefined, and never an error', () => {
    const chains = CHAIN_LIST.map(({ id }) => id);
    fc.assert(
      fc.property(fc.constantFrom(...chains), fc.uint8Array({ maxLength: 42 }), (chain, record) => {
        const text = addressOfRecord(chain, networkOf(chain, 'sandbox'), record);
        expect(text === undefined || text.length > 0).toBe(true);
      }),
    );
  });

  it('that are scripts of another kind are no address', () => {
    expect(read('BTC', '76a91462e907b15cbf27d5425399ebf6f0fb50ebb88f1888')).toBeUndefined();
    expect(read('BTC', '6a0400000000')).toBeUndefined();
    expect(read('ETH', '00')).toBeUndefined();
    expect(read('MAYA', '00')).not.toBe('');
  });

  it('are requested by the numbers of ENSIP-9 and ENSIP-11, and public ones in the sandbox too', () => {
    expect(coinTypeOf('BTC')).toBe(0n);
    expect(coinTypeOf('ETH')).toBe(60n);
    // Source: the examples in the table of ENSIP-11.
    expect(coinTypeOf('OP')).toBe(2147483658n);
    expect(coinTypeOf('ARB')).toBe(2147525809n);
    expect(coinTypeOf('MAYA')).toBeUndefined();
  });
});
