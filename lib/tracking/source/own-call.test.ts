/**
 * A payment that is one contract call is distinguished from every other call by the transaction that was handed out,
 * not by its address.
 */

import { base58 } from '@scure/base';
import { encodeAbiParameters, encodeEventTopics, encodeFunctionData, encodePacked, parseAbi, size, toHex } from 'viem';
import { describe, expect, it } from 'vitest';
import type { EvmReceipt, SolanaTransaction } from '../../chain-clients/chain-clients.ts';
import { assetOf } from '../../domain/asset.ts';
import type { EvmTx, RouteDraft } from '../../domain/route.ts';
import { fc, property } from '../../domain/test-property.ts';
import { JUPITER_PROGRAM } from '../../payments/jupiter/programs.ts';
import { associatedTokenAccount, WRAPPED_SOL_MINT } from '../../payments/solana/token-account.ts';
import { besidePermit } from '../../payments/testing/permit.ts';
import { mismatchesOf } from '../payment.ts';
import { draftOf, ether, fakeChains, fakeClients } from '../test-world.ts';
import { sourceOf } from './create-chain-observer.ts';
import { jupiterPayment } from './solana-own-call.ts';

const ROUTER = '0x111111125421cA6dc452d289314280a0f8842A65';
const OTHER = '0xFFcf8FDEE72ac11b5c542428B35EEF5769C409f0';
const SENDER = '0x90F8bf6A479f320ead074411a4B0e7944Ea8c9C1';
const HASH = `0x${'ab'.repeat(32)}`;
const USDC = 'ETH.USDC-0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
const DATA = `0x07ed2379${'11'.repeat(64)}`;
const SIGNED: EvmTx = { to: ROUTER, from: SENDER, value: '1000000000000000000', data: DATA };

const {
  memo: _memo,
  inboundAddress: _in,
  targetAddress: _target,
  ...bare
} = draftOf({
  sell: ether('1'),
  expectedBuy: { asset: assetOf(USDC), decimals: 6, baseUnits: 3_000_000_000n },
  sourceAddress: SENDER,
});
const routed = (provider: 'ONEINCH' | 'GARDEN', over: Partial<RouteDraft> = {}): RouteDraft => ({
  ...bare,
  providers: [provider],
  legs: bare.legs.map((leg) => ({ ...leg, provider })),
  targetAddress: ROUTER,
  tx: { type: 'EVM', tx: SIGNED },
  ...over,
});

type Sent = { to?: string | null; from?: string; input?: string; value?: bigint; receipt?: Partial<EvmReceipt> };

async function judged(draft: RouteDraft, { receipt, ...sent }: Sent = {}) {
  const chains = fakeChains();
  const tx = {
    hash: HASH,
    from: SENDER.toLowerCase(),
    nonce: 7,
    value: 10n ** 18n,
    to: ROUTER.toLowerCase(),
    input: DATA,
  };
  const mined = { hash: HASH, status: 'success' as const, blockNumber: 90, from: tx.from, to: tx.to, logs: [] };
  chains.evm.set(HASH, {
    tx: { ...tx, ...sent },
    ...(receipt ? { receipt: { ...mined, gasUsed: 1n, effectiveGasPrice: 1n, ...receipt } } : {}),
  });
  const report = await sourceOf(fakeClients(chains), 'ETH')?.look({
    draft,
    hash: HASH,
    signal: new AbortController().signal,
  });
  const payment = report?.payment;
  const fields = payment ? mismatchesOf(draft, payment).map(({ field }) => field) : 'undecided';
  return { fields, amount: report?.tx.amount?.baseUnits, failed: report?.failed };
}

describe('a call on an EVM chain that was handed out', () => {
  it('is the payment, also with bytes that a wallet appends', async () => {
    expect(await judged(routed('ONEINCH'))).toMatchObject({ fields: [], amount: 10n ** 18n });
    expect((await judged(routed('ONEINCH'), { input: `${DATA}deadbeef` })).fields).toEqual([]);
    expect((await judged(routed('GARDEN'))).fields).toEqual([]);
    for (const input of [besidePermit(DATA), `${besidePermit(DATA)}deadbeef`])
      expect(await judged(routed('ONEINCH'), { input })).toMatchObject({ fields: [], amount: 10n ** 18n });
  });

  property([fc.nat({ max: DATA.length - 3 }), fc.integer({ min: 1, max: 15 })])(
    'with any other digit of the call data is another payment',
    async (at, shift) => {
      const digit = (Number.parseInt(DATA[at + 2] ?? '0', 16) + shift) % 16;
      const input = DATA.slice(0, at + 2) + digit.toString(16) + DATA.slice(at + 3);
      expect((await judged(routed('ONEINCH'), { input })).fields).toEqual(['tx']);
    },
  );

  it.each<[string, Sent, string[]]>([
    ['another contract', { to: OTHER }, ['targetAddress']],
    ['a new contract', { to: null }, ['targetAddress']],
    ['another sender', { from: OTHER }, ['sourceAddress']],
    ['other coins', { value: 1n }, ['value']],
    ['no call', { input: '0x' }, ['tx']],
    ['another call beside a permit', { input: besidePermit(`${DATA.slice(0, -2)}22`) }, ['tx']],
    ['less of the call', { input: DATA.slice(0, -2) }, ['tx']],
  ])('with %s is another payment', async (_what, sent, fields) => {
    expect((await judged(routed('ONEINCH'), sent)).fields).toEqual(fields);
  });
});

describe('without a transaction that was handed out', () => {
  const { tx: _tx, ...open } = routed('ONEINCH');

  it('a call of the right contract is left to the provider', async () => {
    expect((await judged(open)).fields).toBe('undecided');
    expect((await judged(open, { input: '0x12345678' })).fields).toBe('undecided');
  });

  it('a call of another contract is another payment', async () => {
    expect((await judged(open, { to: OTHER })).fields).toEqual(['targetAddress']);
  });

  it('a call by the account that sends signatures is left to the provider', async () => {
    const signable = routed('GARDEN', { typedData: {}, orderId: 'order' });
    expect((await judged(signable, { from: OTHER, input: '0xd4705e9e00', value: 0n })).fields).toBe('undecided');
    // A payer of the same contract, whose hash was reported for this order.
    const strangers = { from: OTHER, input: `${DATA.slice(0, -2)}22` };
    expect((await judged(signable, strangers)).fields).toEqual(['sourceAddress', 'tx']);
    expect((await judged(signable, { from: OTHER, to: OTHER })).fields).toEqual(['targetAddress', 'sourceAddress']);
    expect((await judged(signable)).fields).toEqual([]);
  });
});

/** What carries out the calls of an account with code; each by the ABI of its own contract. */
const CARRIERS = parseAbi([
  // Safe.sol
  'function execTransaction(address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, bytes signatures) payable returns (bool)',
  // MultiSendCallOnly.sol of Safe
  'function multiSend(bytes transactions) payable',
  // ERC-7821, by which delegated accounts take a batch
  'function execute(bytes32 mode, bytes executionData) payable',
  // ERC-4337, EntryPoint 0.7
  'function handleOps((address sender, uint256 nonce, bytes initCode, bytes callData, bytes32 accountGasLimits, uint256 preVerificationGas, bytes32 gasFees, bytes paymasterAndData, bytes signature)[] ops, address beneficiary)',
]);
const EVENTS = parseAbi([
  'event Transfer(address indexed from, address indexed to, uint256 value)',
  'event ExecutionFailure(bytes32 txHash, uint256 payment)',
]);
const OWNER = '0x2e988A386a799F506693793c6A5AF6B54dfAaBfB';
const ZERO = `0x${'00'.repeat(20)}` as const;
const hexOf = (text: string) => text as `0x${string}`;

const executed = (to: string, value: bigint, data: string, operation = 0) =>
  encodeFunctionData({
    abi: CARRIERS,
    functionName: 'execTransaction',
    args: [hexOf(to), value, hexOf(data), operation, 0n, 0n, 0n, ZERO, ZERO, `0x${'77'.repeat(65)}`],
  });
const packed = (to: string, value: bigint, data: string) =>
  encodePacked(
    ['uint8', 'address', 'uint256', 'uint256', 'bytes'],
    [0, hexOf(to), value, BigInt(size(hexOf(data))), hexOf(data)],
  );
const batch = encodeFunctionData({
  abi: CARRIERS,
  functionName: 'execute',
  args: [
    `0x0100${'00'.repeat(30)}`,
    encodeAbiParameters(
      [{ type: 'tuple[]', components: [{ type: 'address' }, { type: 'uint256' }, { type: 'bytes' }] }],
      [[[OTHER, 0n, '0x12345678'] as never, [hexOf(ROUTER), 10n ** 18n, hexOf(DATA)] as never]],
    ),
  ],
});
const bundled = encodeFunctionData({
  abi: CARRIERS,
  functionName: 'handleOps',
  args: [
    [
      {
        ...{ sender: SENDER, nonce: 0n, initCode: '0x', callData: batch, accountGasLimits: `0x${'00'.repeat(32)}` },
        ...{ preVerificationGas: 0n, gasFees: `0x${'00'.repeat(32)}`, paymasterAndData: '0x', signature: '0x' },
      },
    ],
    OTHER,
  ],
});

const arrival = (to: string, value: bigint, token = USDC.split('-')[1] ?? '') => ({
  address: token,
  topics: encodeEventTopics({ abi: EVENTS, eventName: 'Transfer', args: { from: hexOf(ROUTER), to: hexOf(to) } }).map(
    String,
  ),
  data: toHex(value, { size: 32 }),
});
const failure = {
  address: SENDER.toLowerCase(),
  topics: encodeEventTopics({ abi: EVENTS, eventName: 'ExecutionFailure' }).map(String),
  data: `0x${'00'.repeat(64)}`,
};
const made = { logs: [arrival(SENDER, 3_000_000_000n)] };

describe('a call that the code of an account makes', () => {
  const draft = routed('ONEINCH', { destinationAddress: SENDER, guaranteedBuy: bare.expectedBuy });
  const COINS = 10n ** 18n;
  const bySafe = { from: OWNER, to: SENDER, value: 0n, input: executed(ROUTER, COINS, DATA) };

  it.each<[string, Sent]>([
    ['a Safe’s transaction', bySafe],
    [
      'a batch of a Safe',
      {
        ...bySafe,
        input: executed(
          OTHER,
          0n,
          encodeFunctionData({
            abi: CARRIERS,
            functionName: 'multiSend',
            args: [`${packed(OTHER, 0n, '0x12345678')}${packed(ROUTER, COINS, DATA).slice(2)}`],
          }),
          1,
        ),
      },
    ],
    ['a batch of a delegated account', { to: SENDER, value: 0n, input: batch }],
    ['a bundle', { from: OWNER, to: OTHER, value: 0n, input: bundled }],
  ])('is the payment within %s, once its receipt proves it', async (_what, sent) => {
    expect((await judged(draft, sent)).fields).toBe('undecided');
    expect(await judged(draft, { ...sent, receipt: made })).toMatchObject({ fields: [], amount: COINS });
    // It was carried, but nothing shows that it was made.
    expect((await judged(draft, { ...sent, receipt: {} })).fields).toBe('undecided');
    const little = { logs: [arrival(SENDER, 2_999_999_999n), arrival(OTHER, 3_000_000_000n)] };
    expect((await judged(draft, { ...sent, receipt: little })).fields).toBe('undecided');
  });

  it('is also proven by the tokens that left the account, and by a log of the called contract', async () => {
    const sold = { asset: assetOf(USDC), decimals: 6, baseUnits: 25_000_000n };
    const call = { ...SIGNED, value: '0' };
    const selling = { ...routed('GARDEN', { sell: sold, tx: { type: 'EVM', tx: call } }), destinationAddress: OTHER };
    const sent = { from: OWNER, to: SENDER, value: 0n, input: executed(ROUTER, 0n, DATA) };
    const left = (from: string, value: bigint) => ({
      ...arrival(ROUTER, value),
      topics: encodeEventTopics({
        abi: EVENTS,
        eventName: 'Transfer',
        args: { from: hexOf(from), to: hexOf(ROUTER) },
      }).map(String),
    });
    const by = async (logs: EvmReceipt['logs']) => (await judged(selling, { ...sent, receipt: { logs } })).fields;
    expect(await by([left(SENDER, 25_000_000n)])).toEqual([]);
    expect(await by([left(OTHER, 25_000_000n)])).toBe('undecided');
    expect(await by([{ address: ROUTER, topics: [`0x${'01'.repeat(32)}`], data: '0x' }])).toEqual([]);
  });

  it('failed where the Safe or the whole transaction says so', async () => {
    const within = await judged(draft, { ...bySafe, receipt: { logs: [failure], blockNumber: 1 } });
    expect(within).toMatchObject({ fields: [], failed: 'The transaction reverted.' });
    const whole = await judged(draft, { ...bySafe, receipt: { status: 'reverted', blockNumber: 1 } });
    expect(whole).toMatchObject({ fields: [], failed: 'The transaction reverted.' });
  });

  it.each<[string, Sent]>([
    ['other call data', { ...bySafe, input: executed(ROUTER, COINS, `${DATA.slice(0, -2)}22`) }],
    ['another contract', { ...bySafe, input: executed(OTHER, COINS, DATA) }],
    ['other coins', { ...bySafe, input: executed(ROUTER, 1n, DATA) }],
    ['another account', { ...bySafe, to: OTHER }],
  ])('with %s is another payment', async (_what, sent) => {
    expect((await judged(draft, { ...sent, receipt: made })).fields).toContain('targetAddress');
  });
});

const account = (fill: number): string => base58.encode(new Uint8Array(32).fill(fill));
const [SELLER, STRANGER] = [account(1), account(2)];
const MINT = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
const sold = { asset: assetOf('SOL.SOL'), decimals: 9, baseUnits: 2_000_000_000n };

const u64 = (value: bigint) => Array.from({ length: 8 }, (_, byte) => Number((value >> BigInt(8 * byte)) & 255n));

/** `route_v2`: the seller, both accounts, both mints, both token programs, the destination, and the program itself. */
function swapCall({ amount = sold.baseUnits, from = WRAPPED_SOL_MINT, to = MINT, into = JUPITER_PROGRAM } = {}) {
  const numbers = [...u64(amount), ...u64(290_000_000n), 50, 0, 0, 0, 0, 0];
  const data = Uint8Array.from([...Buffer.from('bb64facc31c4af14', 'hex'), ...numbers, 0, 0, 0, 0]);
  const accounts = [
    SELLER,
    account(3),
    associatedTokenAccount(SELLER, MINT),
    from,
    to,
    account(5),
    account(5),
    into,
    account(6),
    JUPITER_PROGRAM,
  ];
  return { programId: JUPITER_PROGRAM, accounts, data: base58.encode(data) };
}

const swapTx = (over: Partial<SolanaTransaction> = {}): SolanaTransaction => ({
  signature: 'x',
  slot: 1,
  feeLamports: 5000n,
  accounts: [SELLER],
  preBalances: [],
  postBalances: [],
  tokenChanges: [],
  instructions: [swapCall()],
  logs: [],
  ...over,
});

describe('a call of Jupiter’s program', () => {
  const draft = routed('ONEINCH', {
    providers: ['JUPITER'],
    sell: sold,
    expectedBuy: { asset: assetOf(`SOL.USDC-${MINT}`), decimals: 6, baseUnits: 290_000_000n },
    sourceAddress: SELLER,
    destinationAddress: SELLER,
    targetAddress: JUPITER_PROGRAM,
  });
  const fields = (tx: SolanaTransaction) => mismatchesOf(draft, jupiterPayment(tx, draft)).map(({ field }) => field);

  it('by the seller, of what is sold for what is bought, is the payment', () => {
    expect(fields(swapTx())).toEqual([]);
    const other = { programId: account(9), accounts: [], data: '' };
    expect(fields(swapTx({ instructions: [other, swapCall()] }))).toEqual([]);
    // A form of the program that is unknown here: the provider follows it by the balances that changed.
    const unknown = { ...swapCall(), data: base58.encode(new Uint8Array(9).fill(7)) };
    expect(fields(swapTx({ instructions: [unknown] }))).toEqual([]);
  });

  it('into any account of the destination is the payment too', () => {
    const tokenChanges = [{ account: account(8), mint: MINT, owner: SELLER, before: 0n, after: 5n }];
    expect(fields(swapTx({ tokenChanges, instructions: [swapCall({ into: account(8) })] }))).toEqual([]);
    const strangers = tokenChanges.map((one) => ({ ...one, owner: STRANGER }));
    expect(fields(swapTx({ tokenChanges: strangers, instructions: [swapCall({ into: account(8) })] }))).toEqual([
      'destinationAddress',
    ]);
  });

  it.each<[string, Partial<SolanaTransaction>, string[]]>([
    ['by somebody else', { accounts: [STRANGER] }, ['sourceAddress']],
    ['of another amount', { instructions: [swapCall({ amount: sold.baseUnits + 1n })] }, ['sellAmount']],
    ['for another token', { instructions: [swapCall({ to: account(8) })] }, ['buyAsset']],
    ['of another token', { instructions: [swapCall({ from: account(8) })] }, ['sellAsset']],
    ['that pays somebody else', { instructions: [swapCall({ into: account(8) })] }, ['destinationAddress']],
    ['that is none', { instructions: [] }, ['tx']],
  ])('%s is another payment', (_what, over, expected) => {
    expect(fields(swapTx(over))).toEqual(expected);
  });
});

describe('a call of Jupiter’s program that pays the second leg’s deposit address', () => {
  const channelAddress = account(20);
  const [bridge, bought] = [
    { asset: assetOf(`SOL.USDC-${MINT}`), decimals: 6, baseUnits: 290_000_000n },
    { asset: assetOf('BTC.BTC'), decimals: 8, baseUnits: 300_000n },
  ];
  const own = routed('ONEINCH', { sell: sold, expectedBuy: bridge, sourceAddress: SELLER, destinationAddress: '' });
  const draft = routed('ONEINCH', {
    providers: ['JUPITER->CHAINFLIP'],
    sell: sold,
    expectedBuy: bought,
    sourceAddress: SELLER,
    destinationAddress: 'bcrt1qyaen0zlqy9309r83nyyf5e89ugc8ls84wxqd08',
    legs: [
      { provider: 'JUPITER', sell: sold, buy: bridge, buyAtMaxSlippage: bridge },
      { provider: 'CHAINFLIP', sell: bridge, buy: bought, buyAtMaxSlippage: bought },
    ],
    twoLeg: {
      bridge: bridge.asset,
      legs: [own, own],
      channel: {
        depositAddress: channelAddress,
        channelId: '1-Solana-1',
        issuedBlock: 1,
        sourceChainExpiryBlock: 2,
        expiresAt: 3,
        destinationAddress: 'bcrt1qyaen0zlqy9309r83nyyf5e89ugc8ls84wxqd08',
        refundAddress: SELLER,
      },
      otherwise: { kind: 'refund', note: 'USDC comes back.' },
    },
  });
  const fields = (tx: SolanaTransaction) => mismatchesOf(draft, jupiterPayment(tx, draft)).map(({ field }) => field);
  const into = associatedTokenAccount(channelAddress, MINT);

  it('is the payment, of the sold asset, though it buys another asset than the route does', () => {
    const tx = swapTx({ instructions: [swapCall({ into })] });
    expect(fields(tx)).toEqual([]);
    expect(jupiterPayment(tx, draft)).toMatchObject({ baseUnits: sold.baseUnits });
  });

  it.each<[string, Partial<SolanaTransaction>, string[]]>([
    ['into the seller’s own account', { instructions: [swapCall()] }, ['destinationAddress']],
    ['into another’s channel', { instructions: [swapCall({ into: account(8) })] }, ['destinationAddress']],
    ['by somebody else', { accounts: [STRANGER], instructions: [swapCall({ into })] }, ['sourceAddress']],
    ['for another token', { instructions: [swapCall({ to: account(8), into })] }, ['buyAsset']],
    ['of another amount', { instructions: [swapCall({ amount: 1n, into })] }, ['sellAmount']],
  ])('%s is another payment', (_what, over, expected) => {
    expect(fields(swapTx(over))).toEqual(expected);
  });
});
