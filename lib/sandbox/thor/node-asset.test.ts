/** If these fail, a shortened token in a quote or memo refers to another token than the one the user chose. */
import { describe, expect, it } from 'vitest';
import { addressChains } from './addresses.ts';
import { formatNodeAsset, fuzzyMatch, nodeAsset, type PoolName, parseNodeAsset, reverseFuzzy } from './node-asset.ts';

const pool = (name: string, depth = 1000n, available = true): PoolName => ({
  asset: nodeAsset(name),
  available,
  depth,
});

// thornode test/regression/suites/api/quotes/fuzzy.yaml: three USDX contracts with similar endings.
const USDX = [
  '9999999999999999999999999999999999999123',
  '9999999999999999999999999999999999999999',
  '1239999999999999999999999999999999123999',
];
const pools = USDX.map((contract) => pool(`ETH.USDX-0X${contract}`));

describe('contracts in memos', () => {
  it.each([
    [USDX[0], 'ETH.USDX-3'],
    [USDX[1], 'ETH.USDX-9999'],
    [USDX[2], 'ETH.USDX-3999'],
  ])('%s is shortened as the regression suite has it', (contract, short) => {
    expect(formatNodeAsset(reverseFuzzy(nodeAsset(`ETH.USDX-0X${contract}`), pools))).toBe(short);
  });
  it('a shortened one is found again and shortened further', () => {
    const found = fuzzyMatch(nodeAsset('ETH.USDX-123999'), pools);
    expect(formatNodeAsset(found)).toBe(`ETH.USDX-0X${USDX[2]}`);
    expect(formatNodeAsset(reverseFuzzy(found, pools))).toBe('ETH.USDX-3999');
  });
  it('a ticker that is alone needs no contract; staged pools do not count', () => {
    const list = [pool('ETH.USDC-0XAA11'), pool('ETH.USDC-0XBB11', 5n, false)];
    expect(formatNodeAsset(reverseFuzzy(nodeAsset('ETH.USDC-0XAA11'), list))).toBe('ETH.USDC');
  });
  it('without a contract the deepest pool is meant, and never one of another chain', () => {
    const list = [pool('ETH.USDC-0XAA', 10n), pool('ETH.USDC-0XBB', 20n), pool('BASE.USDC-0XCC', 30n)];
    expect(formatNodeAsset(fuzzyMatch(nodeAsset('ETH.USDC'), list))).toBe('ETH.USDC-0XBB');
    expect(formatNodeAsset(fuzzyMatch(nodeAsset('ETH.DAI'), list))).toBe('ETH.DAI');
    expect(formatNodeAsset(fuzzyMatch(nodeAsset('ETH.USDC-0XAA'), list))).toBe('ETH.USDC-0XAA');
  });
  it('distinguishes layer 1, synth, trade and secured by the first separator', () => {
    expect(['BTC.BTC', 'BTC/BTC', 'BTC~BTC', 'BTC-BTC', 'ETH-USDC-0XAA'].map((text) => nodeAsset(text).kind)).toEqual([
      'layer1',
      'synth',
      'trade',
      'secured',
      'secured',
    ]);
    expect(parseNodeAsset('rune', 'thor')).toEqual({
      ok: true,
      asset: { chain: 'THOR', symbol: 'RUNE', kind: 'layer1' },
    });
    expect(parseNodeAsset('B.BTC', 'thor')).toEqual({ ok: false, reason: 'chain id len is less than 3' });
  });
});

describe('addresses', () => {
  it.each([
    ['0x86d526d6624AbC0178cF7296cD538Ecc080A95F1', 'ETH'],
    ['bc1qvrmp2wwwgllg3efefnshhxf4umyfhff42g6llr', 'BTC'],
    ['1BitcoinEaterAddressDontSendf59kuE', 'BTC'],
    ['ltc1qp0esmcpjymjahn3aptwtpf82axyq2g36kzgrng', 'LTC'],
    ['qzlhal4g3edkspvhcf8pt0wfm8uem7zazgm4jk9dz3', 'BCH'],
    ['DNbdjeaEicpCpRpjopS35QGFCS42TLF4eU', 'DOGE'],
    ['XdwUXJsAaw1jjcrqTuLz6zWYkyZQRUquUB', 'DASH'],
    ['cosmos1hal0a2ywtd5qt97zfc2mmjwelxwlshgj3wp2uh', 'GAIA'],
    ['thor1dl7un46w7l7f3ewrnrm6nq58nerjtp0dradjtd', 'THOR'],
    ['maya14mh37ua4vkyur0l5ra297a4la6tmf95mtjy3zy', 'MAYA'],
    ['kujira1ywkdg8kw4hkdjvrw4kucsttkjcmkguz23r7846', 'KUJI'],
    ['TEB39Rt69QkgD1BKhqaRNqGxfQzCarkRCb', 'TRON'],
    ['rN5RKUMxVLJmp5SVqzTh4EsmJPMhx5CgDi', 'XRP'],
    ['5n3VkMUZGCzk4Jr8Z6Z2jMadWBj5VjP1XfGK3EJchsi2', 'SOL'],
  ])('%s is one of %s', (address, chain) => {
    expect(addressChains(address)).toContain(chain);
  });
  it.each([
    '',
    'hello',
    '0x1234',
    'bc1qvrmp2wwwgllg3efefnshhxf4umyfhff42g6llx',
    'qzlhal4g3edkspvhcf8pt0wfm8uem7zazgm4jk9dz4',
    '1BitcoinEaterAddressDontSendf59kuF',
  ])('%s is invalid', (address) => expect(addressChains(address)).toEqual([]));
});
