import { describe, expect, it } from 'vitest';
import { ProviderError, type ProviderErrorCode } from '../../domain/errors.ts';
import { readQuote } from './client.ts';
import { NodeRefusal, recommendedMinimumIn, rowFor } from './errors.ts';
import { listFixture } from './testing/node-double.ts';

/** Texts of both nodes, row by row of their quote handlers, with the code that a client must get. */
const ROWS: [string, string, ProviderErrorCode][] = [
  ['missing parameter', 'missing from_asset parameter', 'unknownError'],
  ['missing parameter', 'missing to_asset parameter', 'unknownError'],
  ['missing parameter', 'missing Amount parameter', 'unknownError'],
  ['missing parameter, Maya', 'missing required parameter amount', 'unknownError'],
  ['missing parameter, Maya', 'no parameters provided', 'unknownError'],
  ['both tolerances', 'must only include one of: tolerance_bps or liquidity_tolerance_bps', 'unknownError'],
  ['stale node', 'refusing quote on node with stale state', 'httpError'],
  ['bad asset', 'bad from asset: invalid chain', 'tokenNotFound'],
  ['bad asset', 'bad to asset: invalid symbol', 'tokenNotFound'],
  ['bad amount', 'bad amount: strconv.ParseUint: parsing "x"', 'invalidSellAmount'],
  ['dust', 'amount less than dust threshold', 'swapAmountTooSmall'],
  ['bad streaming', 'bad streaming interval amount', 'unknownError'],
  ['bad streaming', 'bad streaming quantity amount', 'unknownError'],
  ['streaming quantity', 'failed to calculate max streaming swap quantity: pool is empty', 'insufficientLiquidity'],
  ['streaming quantity, Maya', 'streaming swaps are not allowed with a min BP of zero', 'insufficientLiquidity'],
  ['bad destination', 'bad destination address: unable to parse address', 'unknownError'],
  ['bad destination, a name', "bad destination address: THORName doesn't exist: nobody", 'unknownError'],
  ['bad destination, no alias', 'bad destination address: no thorname alias for chain BTC', 'unknownError'],
  ['bad refund', 'bad refund address: unable to parse address', 'unknownError'],
  ['name lookup up to 3.19', 'fail to fetch THORName', 'unknownError'],
  ['tolerance', 'tolerance basis points must be less than 10000', 'unknownError'],
  ['tolerance', 'liquidity tolerance basis points must be less than 10000', 'unknownError'],
  ['affiliate', 'bad affiliate params: total affiliate fee must not be more than 1000 bps', 'unknownError'],
  ['affiliate, Maya', 'bad affiliate params: total affiliate fee basis points must not exceed 500', 'unknownError'],
  ['affiliate', 'mismatch between number of affiliates (2) and BPS values (1)', 'unknownError'],
  ['affiliate', 'BPS value specified but no affiliate', 'unknownError'],
  ['affiliate, Maya', 'invalid affiliate mayaname or address: yy is not recognizable', 'unknownError'],
  ['no pool', 'pool does not exist', 'tokenNotFound'],
  ['no pool', "pool ETH.NOPE-0X11 doesn't exist", 'tokenNotFound'],
  [
    'no pool',
    'failed to calculate min swap amount: fail to convert dest fee to src asset pool does not exist',
    'tokenNotFound',
  ],
  ['staged pool', 'pool(ETH.WSTETH) is not available', 'insufficientLiquidity'],
  ['halt', "failed to simulate swap: trading is halted, can't process swap", 'tradingHalted'],
  ['halt', 'trading halted for BTC.BTC', 'tradingHalted'],
  ['halt', 'trading paused on chain', 'tradingHalted'],
  ['halt', 'chain_trading_paused', 'tradingHalted'],
  ['halt', 'swapping is paused', 'tradingHalted'],
  ['halt', 'streaming swaps are paused', 'tradingHalted'],
  [
    'price limit',
    'failed to simulate handler: emit asset 2651686248 less than price limit 2719908600',
    'insufficientLiquidity',
  ],
  ['price limit, Maya', 'outbound amount does not meet requirements (2323009/2326360)', 'insufficientLiquidity'],
  ['too small', 'zero emit asset', 'swapAmountTooSmall'],
  ['too small', 'fail swap, not enough balance', 'swapAmountTooSmall'],
  ['too small, Maya', 'not enough asset to pay for fees', 'swapAmountTooSmall'],
  ['too small', 'amount less than min swap amount (recommended_min_amount_in: 17895)', 'swapAmountTooSmall'],
  ['too small', 'invariant broken: emit 100 less than outbound fee 7000', 'swapAmountTooSmall'],
  [
    'other chain',
    'failed to validate message: swap destination address is not the same chain as the target asset: unknown request [cosmossdk.io/errors@v1.0.2/errors.go:151]: unknown request',
    'unknownError',
  ],
  ['same asset', 'swap Source and Target cannot be the same.', 'quoteNotFound'],
  ['kind', 'manual swaps to synths not supported, use trade assets instead', 'crossChainNotSupported'],
  ['kind', 'minting synthetics has been disabled', 'crossChainNotSupported'],
  ['kind', 'swaps from trade asset to L1 incur slip, use trade-', 'crossChainNotSupported'],
  ['kind', 'swaps from L1 to trade asset incur slip, use trade+', 'crossChainNotSupported'],
  ['module', 'a network module cannot be the final destination of a swap memo', 'unknownError'],
  ['memo', 'generated memo too long for source chain', 'unknownError'],
  ['memo, Maya', 'generated memo too long for source chain: =:ETH.ETH:0x1111:1 (81/80)', 'unknownError'],
  ['anything else', 'the flux capacitor is cold', 'unknownError'],
];

/** The same text in every envelope that the two nodes have used. */
const ENVELOPES: [string, (text: string) => { status: number; json: unknown }][] = [
  ['THORNode 400', (text) => ({ status: 400, json: { code: 3, message: `${text}: invalid request`, details: [] } })],
  ['THORNode 500', (text) => ({ status: 500, json: { code: 2, message: `${text}: unknown request`, details: [] } })],
  ['MAYANode 200', (text) => ({ status: 200, json: { error: text } })],
  ['nodes before v3', (text) => ({ status: 400, json: { error: `rpc error: code = Unknown desc = ${text}` } })],
];

const refusalOf = (answer: { status: number; json: unknown }): ProviderError => {
  try {
    readQuote('node', answer);
  } catch (error) {
    if (error instanceof ProviderError) return error;
  }
  throw new Error('not refused');
};

describe('error table: the same refusal has the same code, whichever node sends it and in whatever form', () => {
  describe.each(ENVELOPES)('%s', (_name, envelope) => {
    it.each(ROWS)('%s: %s', (_row, text, code) => {
      const refusal = refusalOf(envelope(text));
      expect(refusal.code).toBe(code);
      expect(refusal.message.length).toBeGreaterThan(10);
    });
  });

  it('reads in any letter case', () => {
    expect(rowFor('TRADING IS HALTED')?.code).toBe('tradingHalted');
  });

  it('reports a halt before anything about amounts: a halted chain must not look like a small amount', () => {
    const text = 'amount less than min swap amount (recommended_min_amount_in: 5): trading is halted';
    expect(new NodeRefusal(text).code).toBe('tradingHalted');
  });

  it('never takes a missing THORName for a missing pool, though both do not exist', () => {
    expect(rowFor("THORName doesn't exist: pool")?.row).not.toBe('noPool');
    expect(rowFor("pool BTC.BTC: THORName doesn't exist: x")?.row).not.toBe('noPool');
  });

  it('finds the minimum that the node names', () => {
    expect(recommendedMinimumIn('(recommended_min_amount_in: 17895)')).toBe(17_895n);
    expect(recommendedMinimumIn('zero emit asset')).toBeUndefined();
  });

  it('shows the node’s own text where it has no better one', () => {
    expect(refusalOf({ status: 400, json: { message: 'the flux capacitor is cold' } }).message).toContain(
      'flux capacitor',
    );
  });

  it('reads the bodies that were recorded', () => {
    const codes = listFixture('thor-errors').map(
      (entry) => refusalOf({ status: Number(entry.http_status), json: entry.body }).code,
    );
    expect(codes).toEqual([
      'insufficientLiquidity',
      'unknownError',
      'unknownError',
      'tokenNotFound',
      'unknownError',
      'swapAmountTooSmall',
      'swapAmountTooSmall',
    ]);
  });

  it('answers httpError when a status means a failure and no text matches', () => {
    expect(refusalOf({ status: 404, json: {} }).code).toBe('httpError');
    expect(refusalOf({ status: 200, json: { expected_amount_out: 'many' } }).code).toBe('httpError');
  });
});
