import { describe, expect, it } from 'vitest';
import { CHAIN_LIST } from '../../lib/chains/chains.ts';
import { createText } from '../../lib/i18n/text.ts';
import { whatIf } from './channel-text.ts';
import { type DepositRoute, depositBlock, paymentLink, secondsToPay, transferLink } from './deposit-rules.ts';
import { hashForm } from './hash-text.ts';
import { whatIfByHand } from './manual-payment-text.ts';
import { isPaidByHand, whatIfOrder } from './order-text.ts';

const t = createText('en');
const NOW = 1_800_000_000_000;
const route: DepositRoute = {
  sellAsset: 'BTC.BTC',
  inboundAddress: 'bc1qvault',
  memo: '=:e:0xabc:1',
  expiration: String(NOW / 1000 + 900),
};

describe('payments by hand', () => {
  it('are possible where a plain transfer with a short memo is the payment and there is time', () => {
    expect(depositBlock(t, route, NOW)).toBeUndefined();
  });
  it('are blocked where the payment is a contract call or a message', () => {
    expect(depositBlock(t, { ...route, inboundAddress: undefined }, NOW)).toMatch(/wallet that signs/);
  });
  it('are blocked for every memo on an EVM chain', () => {
    expect(depositBlock(t, { ...route, sellAsset: 'ETH.ETH' }, NOW)).toMatch(/Ethereum/);
  });
  it('are blocked where the memo is longer than the chain carries, counted in bytes', () => {
    expect(depositBlock(t, { ...route, memo: 'x'.repeat(80) }, NOW)).toBeUndefined();
    expect(depositBlock(t, { ...route, memo: 'ü'.repeat(41) }, NOW)).toMatch(/82 bytes/);
  });
  it('are blocked with less than ten minutes left', () => {
    expect(depositBlock(t, { ...route, expiration: String(NOW / 1000 + 599) }, NOW)).toMatch(/ten minutes/);
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

describe('a link to a deposit address', () => {
  const address = '0x1111111111111111111111111111111111111111';
  it('carries address and exact amount in the form of its chain, on the chain’s own network', () => {
    const link = (asset: string, amount: string, decimals: number, network: 'mainnet' | 'sandbox' = 'mainnet') =>
      transferLink({ asset, amount, address, decimals }, network);
    expect(link('ETH.ETH', '0.1', 18)).toBe(`ethereum:${address}@1?value=100000000000000000`);
    expect(link('ETH.ETH', '0.1', 18, 'sandbox')).toBe(`ethereum:${address}@900000001?value=100000000000000000`);
    const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
    expect(link(`ETH.USDC-${usdc}`, '20.5', 6)).toBe(`ethereum:${usdc}@1/transfer?address=${address}&uint256=20500000`);
    expect(transferLink({ asset: 'BTC.BTC', amount: '0.5', address: 'bc1qdeposit', decimals: 8 }, 'mainnet')).toBe(
      'bitcoin:bc1qdeposit?amount=0.5',
    );
    const mint = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
    expect(transferLink({ asset: `SOL.USDC-${mint}`, amount: '7', address: 'Chan', decimals: 6 }, 'mainnet')).toBe(
      `solana:Chan?amount=7&spl-token=${mint}`,
    );
  });
  it('does not exist where the chain has no such form or the amount has no base units', () => {
    expect(transferLink({ asset: 'DOT.DOT', amount: '4', address: '1abc', decimals: 10 }, 'mainnet')).toBeUndefined();
    expect(transferLink({ asset: 'ETH.ETH', amount: '1', address, decimals: undefined }, 'mainnet')).toBeUndefined();
  });
});

describe('the text about deposits that differ', () => {
  it('names the smallest and the largest deposit of an address, since others are lost', () => {
    const meta = {
      tags: [],
      depositChannel: { minimumDeposit: '0.0004', maximumDeposit: '3', retrySeconds: 1800 },
    };
    const texts = whatIf(t, { sellAsset: 'BTC.BTC', meta }).map((item) => item.text);
    expect(texts[0]).toContain('0.0004 BTC');
    expect(texts[0]).toContain('3 BTC');
    expect(texts.join()).toContain('30 min');
  });
  it('covers less, more, late and another asset, for every way of paying', () => {
    const route = {
      sellAsset: 'ARB.USDC-0xaf88d065e77c8cC2239327C5EDb3A432268e5831',
      sellAmount: '12.5',
      meta: { tags: [] },
    };
    for (const cases of [whatIf(t, route), whatIfOrder(t, route), whatIfByHand(t, route)]) {
      expect(cases.map(({ name }) => name)).toEqual(
        expect.arrayContaining(['Less or more', 'Late', 'Another asset or chain']),
      );
      expect(cases.find(({ name }) => name === 'Another asset or chain')?.text).toContain('USDC on Arbitrum');
    }
  });
});

describe('the payment details for a user who comes back', () => {
  const plain = { ...route, meta: { tags: [] } };
  it('are shown for transfers to the address that the quote named', () => {
    expect(isPaidByHand(plain)).toBe(true);
  });
  it('are never shown for calls, orders, channels or two-leg routes, which are paid elsewhere', () => {
    expect(isPaidByHand({ ...plain, inboundAddress: undefined })).toBe(false);
    expect(isPaidByHand({ ...plain, memo: undefined, meta: { tags: [], orderId: 'o' } })).toBe(false);
    expect(
      isPaidByHand({ ...plain, meta: { tags: [], depositChannel: { minimumDeposit: '1', retrySeconds: 1 } } }),
    ).toBe(false);
  });
});

describe('a transaction hash', () => {
  it('is described for every chain', () => {
    for (const { hashFormat } of CHAIN_LIST) expect(hashForm(t, hashFormat)).not.toBe('');
  });
});
