import { describe, expect, it } from 'vitest';
import { type DepositRoute, depositBlock, paymentLink, secondsToPay } from './deposit-rules.ts';

const NOW = 1_800_000_000_000;
const route: DepositRoute = {
  sellAsset: 'BTC.BTC',
  inboundAddress: 'bc1qvault',
  memo: '=:e:0xabc:1',
  expiration: String(NOW / 1000 + 900),
};

describe('payments by hand', () => {
  it('are possible where a plain transfer with a short memo is the payment and there is time', () => {
    expect(depositBlock(route, NOW)).toBeUndefined();
  });
  it('are blocked where the payment is a contract call or a message', () => {
    expect(depositBlock({ ...route, inboundAddress: undefined }, NOW)).toMatch(/wallet that signs/);
  });
  it('are blocked for every memo on an EVM chain', () => {
    expect(depositBlock({ ...route, sellAsset: 'ETH.ETH' }, NOW)).toMatch(/Ethereum/);
  });
  it('are blocked where the memo is longer than the chain carries, counted in bytes', () => {
    expect(depositBlock({ ...route, memo: 'x'.repeat(80) }, NOW)).toBeUndefined();
    expect(depositBlock({ ...route, memo: 'ü'.repeat(41) }, NOW)).toMatch(/82 bytes/);
  });
  it('are blocked with less than ten minutes left', () => {
    expect(depositBlock({ ...route, expiration: String(NOW / 1000 + 599) }, NOW)).toMatch(/ten minutes/);
  });
  it('end two minutes before the quote does', () => {
    expect(secondsToPay(route, NOW)).toBe(780);
    expect(secondsToPay(route, NOW + 780_000)).toBe(0);
    expect(secondsToPay({ ...route, expiration: undefined }, NOW)).toBeUndefined();
  });
  it('have a payment link only where the chain has a form for it', () => {
    expect(paymentLink({ ...route, sellAmount: '0.5' })).toBe('bitcoin:bc1qvault?amount=0.5');
    expect(paymentLink({ ...route, sellAsset: 'BCH.BCH', inboundAddress: 'bitcoincash:qq1', sellAmount: '1' })).toBe(
      'bitcoincash:qq1?amount=1',
    );
    expect(paymentLink({ ...route, sellAsset: 'GAIA.ATOM', sellAmount: '1' })).toBeUndefined();
  });
});
