import { describe, expect, it } from 'vitest';
import { fc, property } from '../../lib/domain/test-property.ts';
import { createText } from '../../lib/i18n/text.ts';
import { addDecimals, compareDecimals } from '../ui/decimal-math.ts';
import { greater, keptBackText, maxAmount, readableReserve } from './max-amount.ts';

const t = createText('en');

describe('Max', () => {
  it('keeps back the network fee, and never more than the balance', () => {
    expect(maxAmount('1', '0.0012', 18)).toBe('0.9988');
    expect(maxAmount('1', undefined, 6)).toBe('1');
    expect(maxAmount('0.001', '0.0012', 18)).toBe('0');
  });
  property([fc.nat(10_000_000), fc.nat(10_000_000)])(
    'adds up, with what it keeps back, to the balance',
    (held, fee) => {
      const [balance, reserve] = [`${held / 1000}`, `${fee / 1000}`];
      const sold = maxAmount(balance, reserve, 8);
      if (fee <= held) expect(compareDecimals(addDecimals(sold, reserve), balance)).toBe(0);
      else expect(sold).toBe('0');
    },
  );
  it('keeps back a readable number, never less than is needed', () => {
    expect(readableReserve('0.0008000000056')).toBe('0.000801');
    expect(readableReserve('0.00002')).toBe('0.00002');
    expect(readableReserve('1234.5')).toBe('1240');
    expect(readableReserve('0.999999')).toBe('1');
    expect(readableReserve('0')).toBe('0');
  });
  it('uses the greater of two reserves', () => {
    expect(greater('0.1', '0.2')).toBe('0.2');
    expect(greater(undefined, '0.2')).toBe('0.2');
    expect(greater('0.1', undefined)).toBe('0.1');
  });
  it.each([
    ['ETH', 'ETH', '0.0012', 'Kept back 0.0012 ETH for the network fee.'],
    ['BASE', 'ETH', '0.0001', 'Kept back 0.0001 ETH for the network fee: gas here, and the data that Ethereum stores.'],
    ['BTC', 'BTC', '0.00002', 'Kept back 0.00002 BTC for the network fee of sending all your coins at once.'],
    ['SOL', 'SOL', '0.005', 'Kept back 0.005 SOL for the network fee and the rent that Solana holds in accounts.'],
    ['GAIA', 'ATOM', '0.025', 'Kept back 0.025 ATOM for the network fee.'],
    ['ETH', 'USDC', undefined, 'All of your USDC. The network fee is paid in ETH.'],
    ['DOT', 'DOT', undefined, 'All of your DOT, nothing kept back.'],
  ] as const)('says on %s what %s it kept back and why', (chain, symbol, reserve, text) => {
    expect(keptBackText(t, chain, symbol, reserve)).toBe(text);
  });
});
