/** A Jupiter transaction is signed, by whichever wallet, only where all of it is the swap that was reviewed. */
import { concatBytes } from '@noble/hashes/utils.js';
import { base58, base64 } from '@scure/base';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  closeAccount,
  computeLimit,
  computePrice,
  openAccount,
  payLamports,
  swapInstruction,
  syncNative,
  type TestInstruction,
  type TestSwap,
  TOKEN,
  TOKEN_2022,
  tableAccount,
  transactionOf,
  USDC,
  USDT,
  WSOL,
} from '../../payments/jupiter/testing/swap-encoder.ts';
import type { PayableRoute } from '../../payments/payable-route.ts';
import { associatedTokenAccount } from '../../payments/solana/token-account.ts';
import { LOOKUP_TABLE_PROGRAM } from '../../payments/solana/transaction.ts';
import { checkSignedSolana, checkSolanaTx } from '../solana/check-solana.ts';
import { paySolana } from '../solana/pay-solana.ts';
import type { SolanaFacts } from '../solana/solana-facts.ts';
import { answerGateway, faultOf, paymentOf } from '../testing/routes.ts';
import { SOL_SENDER, SOL_STRANGER, signedWire } from '../testing/solana-routes.ts';
import type { SolanaWallet } from '../wallet-kinds.ts';

beforeEach(() => vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network in tests'))));
afterEach(() => vi.unstubAllGlobals());

const SELL = 2_000_000_000n;
const WRAPPED = associatedTokenAccount(SOL_SENDER, WSOL);
const OWN_USDC = associatedTokenAccount(SOL_SENDER, USDC);
const FEE_OWNER = base58.encode(new Uint8Array(32).fill(4));
const FEE = associatedTokenAccount(FEE_OWNER, USDC);
const TABLE = base58.encode(new Uint8Array(32).fill(6));
const VENUES = [31, 32, 33].map((fill) => base58.encode(new Uint8Array(32).fill(fill)));
const MINTS = { [USDC]: { decimals: 6, tokenProgram: TOKEN } };
const FACTS: SolanaFacts = { tables: { [TABLE]: VENUES }, mints: MINTS };

const swapOf = (change: Partial<TestSwap> = {}): TestInstruction =>
  swapInstruction({
    form: 'route_v2',
    sender: SOL_SENDER,
    source: WRAPPED,
    ownDestination: OWN_USDC,
    sellMint: WSOL,
    buyMint: USDC,
    amount: SELL,
    quoted: 300_000_000n,
    slippageBps: 100,
    venues: VENUES.map((venue) => [venue, 'w'] as const),
    ...change,
  });

/** Wraps 2 SOL, swaps it for USDC, ends the wrapped account. */
const stepsOf = (change: Partial<TestSwap> = {}): TestInstruction[] => [
  computeLimit(400_000),
  computePrice(1000n),
  openAccount(SOL_SENDER, WRAPPED, SOL_SENDER, WSOL),
  payLamports(SOL_SENDER, WRAPPED, SELL),
  syncNative(WRAPPED),
  openAccount(SOL_SENDER, OWN_USDC, SOL_SENDER, USDC),
  swapOf(change),
  closeAccount(WRAPPED, SOL_SENDER, SOL_SENDER),
];
const tables = { [TABLE]: VENUES };
const txOf = (steps: readonly TestInstruction[] = stepsOf(), payer = SOL_SENDER) => transactionOf(payer, steps, tables);

const routeOf = (tx: string = txOf(), change: Partial<PayableRoute> = {}): PayableRoute => ({
  providers: ['JUPITER'],
  sellAsset: 'SOL.SOL',
  sellAmount: '2',
  buyAsset: `SOL.USDC-${USDC}`,
  sourceAddress: SOL_SENDER,
  destinationAddress: SOL_SENDER,
  expectedBuyAmountMaxSlippage: '297',
  tx,
  meta: { txType: 'SOLANA', slippagePercent: 1 },
  ...change,
});
const without = (index: number) => stepsOf().filter((_, at) => at !== index);
const plus = (step: TestInstruction, at = 6) => [...stepsOf().slice(0, at), step, ...stepsOf().slice(at)];
const withFee = (bps: number | undefined): Partial<PayableRoute> => ({
  meta: { txType: 'SOLANA', slippagePercent: 1, ...(bps === undefined ? {} : { affiliateFee: bps }) },
});

describe('the right swap passes', () => {
  test('with accounts out of a lookup table', () => {
    expect(checkSolanaTx(routeOf(), FACTS).lookupTables).toEqual([TABLE]);
  });
  test('with the fee of this site, whose account it may open', () => {
    const feed = stepsOf({ feeBps: 30, feeAccount: FEE });
    expect(() => checkSolanaTx(routeOf(txOf(feed), withFee(30)), FACTS)).not.toThrow();
    const opened = [...feed.slice(0, 6), openAccount(SOL_SENDER, FEE, FEE_OWNER, USDC), ...feed.slice(6)];
    expect(() => checkSolanaTx(routeOf(txOf(opened), withFee(30)), FACTS)).not.toThrow();
  });
  test('for another receiver, where that is the reviewed one', () => {
    const destination = associatedTokenAccount(SOL_STRANGER, USDC);
    const steps = [
      ...stepsOf().slice(0, 6),
      openAccount(SOL_SENDER, destination, SOL_STRANGER, USDC),
      swapOf({ destination }),
      ...stepsOf().slice(7),
    ];
    expect(() => checkSolanaTx(routeOf(txOf(steps), { destinationAddress: SOL_STRANGER }), FACTS)).not.toThrow();
  });
});

describe('it is not signed when', () => {
  const strange = associatedTokenAccount(SOL_STRANGER, USDC);
  const TAMPERED: [string, PayableRoute, SolanaFacts?][] = [
    ['it is paid for by another account', routeOf(txOf(stepsOf(), SOL_STRANGER))],
    ['it sells more', routeOf(txOf(stepsOf({ amount: SELL + 1n })))],
    ['it sells less', routeOf(txOf(stepsOf({ amount: SELL - 1n })))],
    ['it wraps more than is sold', routeOf(txOf([...without(3), payLamports(SOL_SENDER, WRAPPED, SELL + 1n)]))],
    ['it guarantees one unit less', routeOf(txOf(stepsOf({ quoted: 299_999_999n })))],
    ['it allows more slippage', routeOf(txOf(stepsOf({ slippageBps: 101 })))],
    ['it buys another token', routeOf(txOf(stepsOf({ buyMint: USDT })))],
    ['it sells another token', routeOf(txOf(stepsOf({ sellMint: USDT })))],
    ['it takes from another account', routeOf(txOf(stepsOf({ source: associatedTokenAccount(SOL_STRANGER, WSOL) })))],
    ['it pays somebody else', routeOf(txOf(stepsOf({ destination: strange })))],
    ['it pays the sender in place of the receiver', routeOf(txOf(), { destinationAddress: SOL_STRANGER })],
    ['it swaps in the name of somebody else', routeOf(txOf(stepsOf({ sender: SOL_STRANGER })))],
    ['it takes a fee that nobody asked for', routeOf(txOf(stepsOf({ feeBps: 30, feeAccount: FEE })))],
    ['it takes a higher fee', routeOf(txOf(stepsOf({ feeBps: 31, feeAccount: FEE })), withFee(30))],
    ['it keeps what is better than quoted', routeOf(txOf(stepsOf({ positiveSlippageBps: 1 })))],
    ['it moves SOL elsewhere', routeOf(txOf(plus(payLamports(SOL_SENDER, SOL_STRANGER, 1n))))],
    [
      'it closes an account to somebody else',
      routeOf(txOf([...without(7), closeAccount(WRAPPED, SOL_STRANGER, SOL_SENDER)])),
    ],
    ['it opens an account for a stranger', routeOf(txOf(plus(openAccount(SOL_SENDER, strange, SOL_STRANGER, USDC))))],
    ['it swaps twice', routeOf(txOf(plus(swapOf())))],
    ['it swaps nothing', routeOf(txOf(without(6)))],
    ['it calls a program that is not known', routeOf(txOf(plus({ ...computeLimit(1), programId: SOL_STRANGER })))],
    ['its priority fee is out of bounds', routeOf(txOf([computePrice(100_000_000n), ...without(1)]))],
    ['its lookup table is not on the chain', routeOf(), { tables: {}, mints: MINTS }],
    ['the mint has other decimals', routeOf(), { ...FACTS, mints: { [USDC]: { decimals: 9, tokenProgram: TOKEN } } }],
    [
      'the mint is of the other program',
      routeOf(),
      { ...FACTS, mints: { [USDC]: { decimals: 6, tokenProgram: TOKEN_2022 } } },
    ],
    ['the mint is not on the chain', routeOf(), { ...FACTS, mints: {} }],
    ['the route sells another amount', routeOf(txOf(), { sellAmount: '2.000000001' })],
    ['the route guarantees more', routeOf(txOf(), { expectedBuyAmountMaxSlippage: '297.000001' })],
  ];
  test.each(TAMPERED)('%s', async (_what, route, facts = FACTS) => {
    expect(await faultOf(() => checkSolanaTx(route, facts))).toMatchObject({ fault: 'mismatch', nothingSent: true });
  });

  test('a lookup table leads to other accounts than at its making: the swap then goes elsewhere', async () => {
    const steps = stepsOf({ destination: VENUES[0] ?? '' });
    const facts = { ...FACTS, tables: { [TABLE]: [strange, ...VENUES.slice(1)] } };
    expect(await faultOf(() => checkSolanaTx(routeOf(txOf(steps)), facts))).toMatchObject({ fault: 'mismatch' });
  });
});

test('what a wallet signed is held to the same rules; assertions that it adds may stand', async () => {
  const wire = base64.decode(txOf());
  expect(checkSignedSolana(signedWire(wire), routeOf(), FACTS).signature).toMatch(/^[1-9A-HJ-NP-Za-km-z]{80,90}$/);
  const other = signedWire(base64.decode(txOf(plus(payLamports(SOL_SENDER, SOL_STRANGER, 1n)))));
  expect(await faultOf(() => checkSignedSolana(other, routeOf(), FACTS))).toMatchObject({ fault: 'mismatch' });
  const asserting = { ...computeLimit(1), programId: 'L2TExMFKdjpN9kozasaurPirfHy9P8sbXoAN1qA3S95' };
  const added = signedWire(base64.decode(txOf([...stepsOf(), asserting])));
  expect(() => checkSignedSolana(added, routeOf(), FACTS)).not.toThrow();
});

describe('paying it', () => {
  const mintData = concatBytes(new Uint8Array(44), Uint8Array.of(6), new Uint8Array(37));
  const tableData = tableAccount(VENUES.map((venue) => base58.decode(venue)));
  const account = (owner: string, data: Uint8Array) => ({ owner, data: [base64.encode(data), 'base64'] });
  const chain = {
    rpc: { body: { result: { value: [account(LOOKUP_TABLE_PROGRAM, tableData), account(TOKEN, mintData)] } } },
  };
  const wallet = (sign: (wire: Uint8Array) => Promise<Uint8Array>): SolanaWallet => ({
    kind: 'solana',
    option: { id: 'standard:Test', name: 'Test' },
    chains: ['SOL'],
    connect: async () => undefined,
    reconnect: async () => undefined,
    sign,
  });
  const paying = (answers: Parameters<typeof answerGateway>[1], route = routeOf()) => {
    const { context, heard } = paymentOf(route, 'standard:Test');
    vi.stubGlobal(
      'fetch',
      answerGateway(heard, {
        simulate: { body: { ok: true } },
        broadcast: { body: { hash: 'X' } },
        ...chain,
        ...answers,
      }),
    );
    const sign = vi.fn(async (wire: Uint8Array) => signedWire(wire));
    return { heard, sign, run: () => paySolana(wallet(sign), context) };
  };

  test('asks the chain for tables and mints, tries it, has it signed, sends it', async () => {
    const { run, heard, sign } = paying({});
    const { hash } = await run();
    expect(heard.hashes).toEqual([hash]);
    expect(sign).toHaveBeenCalledOnce();
    expect(heard.requests[0]?.body).toMatchObject({ method: 'getMultipleAccounts', params: [[TABLE, USDC], {}] });
    expect(heard.requests.map(({ url }) => url)).toEqual([
      '/chain/sol/rpc',
      '/chain/sol/simulate',
      '/chain/sol/broadcast',
    ]);
  });

  test('asks nothing of the wallet while the chain cannot be asked', async () => {
    const { run, sign } = paying({ rpc: { status: 502, body: {} } });
    expect(await faultOf(run)).toMatchObject({ fault: 'unknown', nothingSent: true });
    expect(sign).not.toHaveBeenCalled();
  });

  test('says that the price moved, not that a program failed with a number', async () => {
    const reason = 'the program says: Slippage tolerance exceeded';
    const { run, sign } = paying({ simulate: { body: { ok: false, reason } } });
    const fault = await faultOf(run);
    expect(fault).toMatchObject({ fault: 'priceMoved', nothingSent: true });
    expect(fault.message).toContain('less than 297 USDC');
    expect(sign).not.toHaveBeenCalled();
  });

  test('says that nothing was sold where it aged while the person looked at it', async () => {
    const late = { status: 422, body: { detail: 'it is too old', refused: true, fault: 'expired' } };
    const fault = await faultOf(paying({ broadcast: late }).run);
    expect(fault).toMatchObject({ fault: 'expired', nothingSent: true });
    expect(fault.message).toContain('Nothing was sold');
  });

  test('and where a wallet that sends by itself hears so from its node', async () => {
    const { context, heard } = paymentOf(routeOf(), 'standard:Test');
    vi.stubGlobal('fetch', answerGateway(heard, { simulate: { body: { ok: true } }, ...chain }));
    const { sign: _sign, ...rest } = wallet(async (wire) => wire);
    const sends = { ...rest, signAndSend: () => Promise.reject(new Error('Simulation failed: Blockhash not found')) };
    expect(await faultOf(() => paySolana(sends, context))).toMatchObject({ fault: 'expired', nothingSent: true });
  });
});
