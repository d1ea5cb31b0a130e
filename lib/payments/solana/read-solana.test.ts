/** A Solana transaction that differs from its route in any one thing has a fault that names the difference. */
import { base58, base64 } from '@scure/base';
import { address } from '@solana/kit';
import { findAssociatedTokenPda } from '@solana-program/token';
import { beforeAll, describe, expect, test } from 'vitest';
import { encodeSs58 } from '../../chains/ss58.ts';
import {
  base64Of,
  computeLimit,
  computePrice,
  instructionOf,
  openingOf,
  PRICE_X128,
  SOL_CHANNEL,
  SOL_SENDER,
  SOL_STRANGER,
  type SwapTerms,
  solSwapRoute,
  solTransferRoute,
  swapOf,
  TOKEN,
  tokenTransferOf,
  transferOf,
  USDC_MINT,
  USDT_MINT,
  usdcTransferRoute,
  wireOf,
} from '../../wallet/testing/solana-routes.ts';
import type { PayableRoute } from '../payable-route.ts';
import { firstFault } from '../payment-fields.ts';
import { rowsOf } from '../testing/rows.ts';
import { readSolanaPayment } from './read-solana.ts';
import { associatedTokenAccount } from './token-account.ts';
import { readSolanaTransaction } from './transaction.ts';

const LIGHTHOUSE = 'L2TExMFKdjpN9kozasaurPirfHy9P8sbXoAN1qA3S95';
const MEMO_PROGRAM = 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr';

const accounts = { own: '', channel: '', stranger: '' };
beforeAll(async () => {
  const ata = async (owner: string) =>
    (
      await findAssociatedTokenPda({
        owner: address(owner),
        mint: address(USDC_MINT),
        tokenProgram: address(TOKEN),
      })
    )[0];
  accounts.own = await ata(SOL_SENDER);
  accounts.channel = await ata(SOL_CHANNEL);
  accounts.stranger = await ata(SOL_STRANGER);
});

const faultIn = (route: PayableRoute) => firstFault(readSolanaPayment(String(route.tx), route));

const refusedAs = (route: PayableRoute, message: RegExp) => expect(faultIn(route)?.message).toMatch(message);

test('token accounts are where the official library finds them', () => {
  expect(associatedTokenAccount(SOL_SENDER, USDC_MINT)).toBe(accounts.own);
  expect(associatedTokenAccount(SOL_CHANNEL, USDC_MINT)).toBe(accounts.channel);
});

const memoOf = (text: string) => instructionOf(MEMO_PROGRAM, [], new TextEncoder().encode(text));

describe('right payments pass', () => {
  test.each<[string, () => PayableRoute]>([
    ['a transfer of SOL', () => solTransferRoute()],
    ['with the route’s memo', () => solTransferRoute([transferOf(), memoOf('=:b:x:1')], { memo: '=:b:x:1' })],
    ['with a fee', () => solTransferRoute([computeLimit(50_000), computePrice(20_000n), transferOf()])],
    ['a vault swap of SOL', () => solSwapRoute()],
    ['parameters of the older version', () => solSwapRoute([swapOf({ version: 0 })])],
    [
      'a route that guarantees nothing',
      () => solSwapRoute([swapOf({ minPrice: 1n })], { expectedBuyAmountMaxSlippage: '0' }),
    ],
    [
      'a vault swap of a token',
      () =>
        solSwapRoute([swapOf({ mint: USDC_MINT, amount: 25_000_000n, minPrice: PRICE_X128 * 1000n })], {
          sellAsset: `SOL.USDC-${USDC_MINT}`,
          sellAmount: '25',
        }),
    ],
    [
      'tokens, into an account that is opened first',
      () =>
        usdcTransferRoute([
          openingOf({ account: accounts.channel }),
          tokenTransferOf({ source: accounts.own, destination: accounts.channel }),
        ]),
    ],
    [
      'a payout in bitcoin',
      () =>
        solSwapRoute(
          [
            swapOf({
              dstChain: 3,
              dstToken: 5,
              dstAddress: new TextEncoder().encode('bcrt1qvault'),
              minPrice: 1n << 128n,
            }),
          ],
          { buyAsset: 'BTC.BTC', destinationAddress: 'bcrt1qvault' },
        ),
    ],
    [
      'a payout on Polkadot, whatever the spelling of the account',
      () =>
        solSwapRoute(
          [swapOf({ dstChain: 6, dstToken: 11, dstAddress: new Uint8Array(32).fill(3), minPrice: 1n << 128n })],
          {
            buyAsset: 'DOT.DOT',
            destinationAddress: encodeSs58(new Uint8Array(32).fill(3), 42),
          },
        ),
    ],
  ])('%s', (_what, route) => {
    expect(faultIn(route())).toBeUndefined();
  });
});

describe('a transaction as a whole', () => {
  const other = instructionOf(MEMO_PROGRAM, [[SOL_STRANGER, 's']], Uint8Array.of(1));
  test.each<[string, () => PayableRoute, RegExp]>([
    ['is not base64', () => solTransferRoute([], { tx: '!!' }), /cannot be read/],
    ['is no text', () => solTransferRoute([], { tx: { to: 'x' } }), /cannot be read/],
    ['is empty', () => solTransferRoute([]), /not one payment/],
    [
      'is paid for by another',
      () => solTransferRoute([], { tx: base64Of([transferOf()], SOL_STRANGER) }),
      /another account/,
    ],
    ['is signed by another as well', () => solTransferRoute([transferOf(), other]), /another account/],
    ['pays twice', () => solTransferRoute([transferOf(), transferOf()]), /not one payment/],
    ['pays and swaps', () => solSwapRoute([swapOf(), transferOf()]), /not one payment/],
    [
      'calls another program',
      () => solTransferRoute([transferOf(), instructionOf(MEMO_PROGRAM, [], Uint8Array.of(0xff))]),
      /no payment/,
    ],
    [
      'has an assertion already that only wallets add',
      () => solTransferRoute([transferOf(), instructionOf(LIGHTHOUSE, [], Uint8Array.of(1))]),
      /no payment/,
    ],
    [
      'hands an account over',
      () =>
        usdcTransferRoute([
          instructionOf(
            TOKEN,
            [
              [accounts.own, 'w'],
              [SOL_SENDER, 's'],
            ],
            Uint8Array.of(6, 2, 0),
          ),
        ]),
      /no payment/,
    ],
    ['lacks the route’s memo', () => solTransferRoute([transferOf()], { memo: '=:b:x:1' }), /The memo/],
    ['has another memo', () => solTransferRoute([transferOf(), memoOf('=:b:y:1')], { memo: '=:b:x:1' }), /The memo/],
    ['has a memo that the route has not', () => solTransferRoute([transferOf(), memoOf('=:b:y:1')]), /The memo/],
    [
      'has its memo twice',
      () => solTransferRoute([transferOf(), memoOf('=:b:x:1'), memoOf('=:b:x:1')], { memo: '=:b:x:1' }),
      /The memo/,
    ],
    ['pays too high a fee', () => solTransferRoute([computePrice(10n ** 12n), transferOf()]), /fee is out of bounds/],
    [
      'pays too high a fee by its units',
      () => solTransferRoute([computeLimit(1_400_000), computePrice(20_000_000n), transferOf()]),
      /fee is out of bounds/,
    ],
    ['sets the fee twice', () => solTransferRoute([computePrice(1n), computePrice(2n), transferOf()]), /set twice/],
    ['is for another chain', () => solTransferRoute([transferOf()], { sellAsset: 'ETH.ETH' }), /not on Solana/],
  ])('it is refused when %s', (_what, route, message) => refusedAs(route(), message));

  test('accounts from lookup tables are refused: the transaction does not contain them', () => {
    const wire = wireOf([transferOf()]);
    const table = new Uint8Array(32).fill(6);
    const tx = base64.encode(Uint8Array.from([...wire.slice(0, -1), 1, ...table, 1, 0, 0]));
    expect(readSolanaTransaction(tx).lookups).toMatchObject([{ table: base58.encode(table) }]);
    refusedAs(solTransferRoute([], { tx }), /lookup tables/);
  });
});

describe('a transfer of SOL', () => {
  test.each<[string, () => PayableRoute, RegExp]>([
    ['to another address', () => solTransferRoute([transferOf({ to: SOL_STRANGER })]), /deposit address/],
    ['of one lamport more', () => solTransferRoute([transferOf({ lamports: 2_000_000_001n })]), /what you sell/],
    ['of one lamport less', () => solTransferRoute([transferOf({ lamports: 1_999_999_999n })]), /what you sell/],
    ['where a token is sold', () => usdcTransferRoute([transferOf()]), /pays SOL/],
    ['where the route has no deposit address', () => solSwapRoute([transferOf()]), /deposit address/],
    [
      'that opens an account besides',
      () => solTransferRoute([transferOf(), openingOf({ account: accounts.channel })]),
      /nothing to do with the payment/,
    ],
  ])('%s is refused', (_what, route, message) => refusedAs(route(), message));
});

describe('a transfer of a token', () => {
  const pay = (change: Partial<Parameters<typeof tokenTransferOf>[0]> = {}) =>
    tokenTransferOf({ source: accounts.own, destination: accounts.channel, ...change });
  test.each<[string, () => PayableRoute, RegExp]>([
    [
      'to another owner’s account',
      () => usdcTransferRoute([pay({ destination: accounts.stranger })]),
      /deposit address/,
    ],
    ['to the owner itself', () => usdcTransferRoute([pay({ destination: SOL_CHANNEL })]), /deposit address/],
    ['of another token', () => usdcTransferRoute([pay({ mint: USDT_MINT })]), /another token/],
    ['of another amount', () => usdcTransferRoute([pay({ amount: 25_000_001n })]), /what you sell/],
    ['with misstated decimals', () => usdcTransferRoute([pay({ decimals: 5 })]), /what you sell/],
    ['where SOL is sold', () => solTransferRoute([pay()]), /another token/],
    [
      'that does not name its token',
      () =>
        usdcTransferRoute([
          instructionOf(
            TOKEN,
            [
              [accounts.own, 'w'],
              [accounts.channel, 'w'],
              [SOL_SENDER, 's'],
            ],
            Uint8Array.from([3, 64, 120, 125, 1, 0, 0, 0, 0]),
          ),
        ]),
      /another token/,
    ],
    [
      'that opens another account',
      () => usdcTransferRoute([openingOf({ account: accounts.stranger, owner: SOL_STRANGER }), pay()]),
      /nothing to do with the payment/,
    ],
    [
      'that opens two',
      () =>
        usdcTransferRoute([openingOf({ account: accounts.channel }), openingOf({ account: accounts.channel }), pay()]),
      /nothing to do with the payment/,
    ],
  ])('%s is refused', (_what, route, message) => refusedAs(route(), message));
});

describe('a vault swap', () => {
  const changed = (change: Partial<SwapTerms>) => () => solSwapRoute([swapOf(change)]);
  test.each<[string, () => PayableRoute, RegExp]>([
    ['by a program of the same shape', changed({ program: MEMO_PROGRAM }), /no payment/],
    [
      'by another program than the route’s',
      () => solSwapRoute([swapOf()], { targetAddress: MEMO_PROGRAM }),
      /another program/,
    ],
    ['of another amount', changed({ amount: 2_000_000_001n }), /another amount/],
    ['of a token', changed({ mint: USDC_MINT }), /another asset/],
    [
      'of another token',
      () =>
        solSwapRoute([swapOf({ mint: USDT_MINT, amount: 25_000_000n })], {
          sellAsset: `SOL.USDC-${USDC_MINT}`,
          sellAmount: '25',
        }),
      /another asset/,
    ],
    ['that pays another receiver', changed({ dstAddress: new Uint8Array(20).fill(0x12) }), /another address/],
    ['that buys another asset', changed({ dstToken: 3 }), /another asset/],
    ['that pays on another chain', changed({ dstChain: 4, dstToken: 6 }), /another chain/],
    ['that pays in an unknown asset', changed({ dstToken: 99 }), /another asset/],
    ['that calls a contract with what comes out', changed({ call: true }), /calls a contract/],
    ['with a call on another chain', changed({ call: true, dstChain: 4, dstToken: 6 }), /calls a contract/],
    ['that refunds to another', changed({ refundTo: SOL_STRANGER }), /refunds/],
    ['with parameters that cannot be read', changed({ version: 7 }), /cannot be read/],
    ['without a least price', changed({ minPrice: 0n }), /no least price/],
    ['without a least price, with a call', changed({ minPrice: 0n, call: true }), /calls a contract/],
    ['with a worse price than guaranteed', changed({ minPrice: (PRICE_X128 * 999n) / 1000n }), /guarantees less/],
    // 0.2 ether less one wei: nothing is lost to rounding.
    ['that gives one unit less than guaranteed', changed({ minPrice: PRICE_X128 - 1n }), /guarantees less/],
  ])('%s is refused', (_what, route, message) => refusedAs(route(), message));

  test('from another account is refused', () =>
    refusedAs(solSwapRoute([swapOf({ from: SOL_STRANGER })]), /another account/));
});

test('its rows show the amount and the recipient beside the expected values', () => {
  const rows = (route: PayableRoute) => rowsOf(readSolanaPayment(String(route.tx), route));
  expect(rows(solTransferRoute([transferOf({ to: SOL_STRANGER })]))).toEqual([
    `signers.signer: ${SOL_SENDER}`,
    'solTransfer.amount: 2000000000 of SOL.SOL',
    `solTransfer.from: ${SOL_SENDER}`,
    `solTransfer.recipient: ${SOL_STRANGER} / ${SOL_CHANNEL}`,
    'cost.fee: 5000 of SOL.SOL',
  ]);
  expect(rows(solSwapRoute([swapOf({ refundTo: SOL_STRANGER, amount: 1n })]))).toEqual(
    expect.arrayContaining([
      'vaultSwap.amount: 1 of SOL.SOL / 2000000000 of SOL.SOL',
      'vaultSwap.buyAsset: ETH.ETH',
      `vaultSwap.refundAddress: ${SOL_STRANGER} / ${SOL_SENDER}`,
    ]),
  );
  const paid = tokenTransferOf({ source: accounts.own, destination: accounts.stranger, mint: USDT_MINT });
  expect(rows(usdcTransferRoute([computePrice(1_000_000n), paid]))).toEqual(
    expect.arrayContaining([
      `tokenTransfer.amount: 25000000 of ${USDT_MINT} / 25 of SOL.USDC-${USDC_MINT}`,
      `tokenTransfer.tokenAccount: ${accounts.stranger} / ${accounts.channel}`,
      // One lamport a unit, 200000 units for each of two instructions.
      'cost.fee: 405000 of SOL.SOL',
    ]),
  );
});
