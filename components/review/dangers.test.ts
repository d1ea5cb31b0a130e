/**
 * Users are asked only about real dangers, one at a time, and must type a phrase to accept a loss of nearly everything.
 */
import { describe, expect, test } from 'vitest';
import type { WireRoute } from '../../lib/api/schemas/route.ts';
import { createText } from '../../lib/i18n/text.ts';
import { consentPhrase, consentsFor, consentText, isTyped, receiverIsToken } from './dangers.ts';

const TOKEN = 'ETH.USDC-0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
/** A sale of 1000 dollars that loses `lossPercent`. */
const route = (lossPercent: number, change: Partial<WireRoute> = {}): WireRoute => ({
  providers: ['THORCHAIN'],
  sellAsset: 'BTC.BTC',
  sellAmount: '1000',
  buyAsset: TOKEN,
  expectedBuyAmount: String(1000 - lossPercent * 10),
  expectedBuyAmountMaxSlippage: '1',
  sourceAddress: '',
  destinationAddress: '',
  fees: [],
  totalSlippageBps: 0,
  legs: [],
  warnings: [],
  meta: {
    tags: [],
    assets: ['BTC.BTC', TOKEN].map((asset) => ({ asset, price: 1, image: '' })),
  },
  ...change,
});
const verified = { listed: { [TOKEN.toLowerCase()]: { decimals: 6, verified: true } } };

describe('consents', () => {
  test('are not asked for where nothing is wrong', () => {
    expect(consentsFor(route(1), { ...verified, receiver: { code: 'none' } })).toEqual([]);
  });
  test.each([
    [4.9, []],
    [5, ['bigLoss']],
    [14.9, ['bigLoss']],
    [15, ['criticalLoss']],
    [60, ['criticalLoss']],
  ])('for a loss of %d %% are %j', (loss, expected) => {
    expect(consentsFor(route(loss), verified)).toEqual(expected);
  });
  test('are asked for where nothing is guaranteed', () => {
    expect(consentsFor(route(0, { expectedBuyAmountMaxSlippage: '0' }), verified)).toEqual(['noGuarantee']);
  });
  test('are asked for a contract as recipient only where it is paid without a call', () => {
    const facts = { ...verified, receiver: { code: 'contract' as const } };
    expect(consentsFor(route(0), facts)).toEqual(['contractReceiver']);
    expect(consentsFor(route(0, { providers: ['ONEINCH'] }), facts)).toEqual([]);
    expect(receiverIsToken({ receiver: { code: 'contract', isToken: true } })).toBe(true);
    expect(receiverIsToken({ receiver: { code: 'contract' } })).toBe(false);
  });
  test('are asked for an unverified token, and not while the token list is missing', () => {
    expect(consentsFor(route(0), { listed: { [TOKEN.toLowerCase()]: { decimals: 6, verified: false } } })).toEqual([
      'unverifiedToken',
    ]);
    expect(consentsFor(route(0), { listed: {} })).toEqual(['unverifiedToken']);
    expect(consentsFor(route(0), {})).toEqual([]);
    expect(consentsFor(route(0, { buyAsset: 'BTC.BTC' }), { listed: {} })).not.toContain('unverifiedToken');
  });
  test('are asked for where the route gives less than what was agreed to, and name both prices', () => {
    const less = {
      before: { expected: '1000', guaranteed: '990' },
      now: { expected: '900.5', guaranteed: '891.495' },
    };
    expect(consentsFor(route(0), { ...verified, less })).toEqual(['worsePrice']);
    expect(consentText(createText('en'), 'worsePrice', route(0), { less })).toBe(
      'I accept 900.5 USDC, at least 891.495 USDC, instead of 1,000 USDC, at least 990 USDC.',
    );
  });
});

describe('a critical loss', () => {
  test('is accepted by the phrase in the reader’s language, in any letter case and spacing', () => {
    const t = createText('en');
    expect(isTyped(t, consentPhrase(t))).toBe(true);
    expect(isTyped(t, '  Accept  THE loss ')).toBe(true);
    for (const text of ['', 'accept', 'yes', 'accept the los']) expect(isTyped(t, text)).toBe(false);
  });
});
