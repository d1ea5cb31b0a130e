/**
 * Gives well-formed addresses and hashes for each chain. The addresses are published ones; nothing is ever paid to
 * them.
 */
import { chainKind } from './vocabulary.ts';

/** Sources: BIP-173, EIP-55, the CashAddr and SS58 pages, ZIP-320, test suites of wallets and explorers. */
const BY_CHAIN: Readonly<Record<string, string>> = {
  BTC: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
  LTC: 'ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9',
  DOGE: 'DBXu2kgc3xtvCUWFcxFE3r9hEYgmuaaCyD',
  BCH: 'qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a',
  DASH: 'XjNms118hx6dGyBqsrVMTbzMUmxDVijk7Y',
  ZEC: 't1Hsc1LR8yKnbbe3twRp88p6vFfC5t7DLbs',
  SOL: 'vines1vzrYbzLMRdu58ou5XTby4qAqVRLmqo36NKPTg',
  GAIA: 'cosmos1fl48vsnmsdzcv85q5d2q4z5ajdha8yu34mf0eh',
  THOR: 'thor166n4w5039meulfa3p6ydg60ve6ueac7tlt0jws',
  MAYA: 'maya166n4w5039meulfa3p6ydg60ve6ueac7tlu37cq',
  KUJI: 'kujira1vkje22mayn72r0a7kna6agv0sqm6k94ry9k6dd',
  DOT: '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5',
  XRD: 'account_rdx16x47guzq44lmplg0ykfn2eltwt5wweylpuupstsxnfm8lgva7tdg2w',
};
const EVM = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';

export const addressOn = (chain: string): string | undefined =>
  chainKind(chain) === 'evm' ? EVM : BY_CHAIN[chain.toUpperCase()];

/** An address that is certainly not one of that chain. */
export const addressElsewhere = (chain: string): string => (chainKind(chain) === 'evm' ? BY_CHAIN.BTC : EVM) ?? EVM;

const randomDigits = (length: number): string =>
  Array.from({ length }, () => Math.floor(Math.random() * 16).toString(16)).join('');

/** For EVM chains: an account without a known key, so that it surely holds nothing. */
export const emptyAccount = (): string => `0x${randomDigits(40)}`;

/** The hash of no transaction, in the chain's form. */
export function hashOn(chain: string): string {
  const digits = randomDigits(64);
  const kind = chainKind(chain);
  if (kind === 'evm') return `0x${digits}`;
  if (kind === 'solana') return `${'5'.repeat(20)}${'2'.repeat(67)}`;
  return kind === 'cosmos' ? digits.toUpperCase() : digits;
}

/** Whether two texts are one address, ignoring letter case and prefix. */
export const sameAddress = (one: string, other: string): boolean => {
  const bare = (text: string) => text.toLowerCase().replace(/^bitcoincash:/, '');
  return bare(one) === bare(other);
};
