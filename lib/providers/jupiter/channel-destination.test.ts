/**
 * The output of a swap on Solana goes straight to a deposit channel, for which no key signs, or nothing is handed
 * out.
 */
import { base58 } from '@scure/base';
import { describe, expect, it } from 'vitest';
import { assetOf } from '../../domain/asset.ts';
import type { RouteDraft } from '../../domain/route.ts';
import {
  closeAccount,
  openAccount,
  payLamports,
  USDC,
  USDT,
  WSOL,
} from '../../payments/jupiter/testing/swap-encoder.ts';
import { readJupiterTransaction } from '../../payments/jupiter/transaction.ts';
import { associatedTokenAccount as ata } from '../../payments/solana/token-account.ts';
import { jupiterHarness } from './testing/harness.ts';
import { ALICE, channelAccount, EVE, type Lies, TABLES, tokenAccount } from './testing/jupiter-double.ts';

const { routeOf, calls } = jupiterHarness();
const FLAVOURS = ['v2', 'v1'] as const;
const CHANNEL = channelAccount(7n);
const RENT = 2_039_280n;

const toUsdc = { destinationAddress: CHANNEL };
const toSol = {
  sellAsset: assetOf(`SOL.USDC-${USDC}`),
  buyAsset: assetOf('SOL.SOL'),
  sellAmount: '100',
  destinationAddress: CHANNEL,
};
const usdcToUsdt = { ...toSol, buyAsset: assetOf(`SOL.USDT-${USDT}`) };

const readTx = ({ tx, txUnavailable }: RouteDraft) => {
  if (tx?.type !== 'SOLANA') throw new Error(txUnavailable ?? 'no transaction');
  return readJupiterTransaction(tx.tx, TABLES);
};
const lasting = ({ fees }: RouteDraft) =>
  fees
    .filter(({ type }) => type === 'network')
    .map(({ amount }) => amount.baseUnits)
    .slice(1);

it('the channel is one that Chainflip would open: off the curve, of its program and its number', () => {
  expect(CHANNEL).toBe('C9w9AWq7gHN6U6CrJ7X2xoe6nF1oZp6uxk9h6e1WFxK6');
  expect(ata(CHANNEL, USDC)).toBe('29hrsiCx6vrncW4UfTDREevoiGQL8xyLFF4tAsfHVL1o');
});

describe.each(FLAVOURS)('a swap of version %s into a channel', (flavour) => {
  it('opens the channel’s token account once, at the sender’s cost, with the rent among the fees', async () => {
    const route = await routeOf(toUsdc, { flavour });
    const tx = readTx(route);
    expect(tx.swap?.destination).toBe(ata(CHANNEL, USDC));
    expect(tx.signers).toEqual([ALICE]);
    const opened = tx.steps.flatMap(({ read }) => (read.kind === 'createTokenAccount' ? [read] : []));
    expect(opened.filter(({ owner }) => owner === CHANNEL)).toMatchObject([
      { account: ata(CHANNEL, USDC), mint: USDC, payer: ALICE, idempotent: true },
    ]);
    expect(lasting(route)).toEqual([RENT]);
    expect(tx.accounts).toContain(ata(CHANNEL, USDC));
    const there = { [ata(CHANNEL, USDC)]: tokenAccount(USDC, CHANNEL, 5n) };
    expect(lasting(await routeOf(toUsdc, { flavour, node: { accounts: there } }))).toEqual([]);
    expect(lasting(await routeOf(usdcToUsdt, { flavour }))).toEqual([RENT]);
  });

  it('opens it even when no node knows whether it exists', async () => {
    if (flavour === 'v1') return;
    const tx = readTx(await routeOf(toUsdc, { flavour, node: 'none' }));
    expect(tx.steps.some(({ read }) => read.kind === 'createTokenAccount' && read.owner === CHANNEL)).toBe(true);
  });

  it('pays SOL itself to the channel, and opens nothing', async () => {
    const route = await routeOf(toSol, { flavour });
    const tx = readTx(route);
    expect(tx.swap).toMatchObject({ destination: CHANNEL, destinationMint: WSOL, name: 'route_v2' });
    expect(tx.steps.map(({ read }) => read.kind)).toEqual(['computeLimit', 'computePrice', 'jupiterSwap']);
    expect(lasting(route)).toEqual([]);
    expect(route.tracking).toMatchObject({ jupiter: { destination: CHANNEL, buyNative: true } });
    const asked = calls(flavour === 'v2' ? '/swap/v2/build' : '/swap/v1/quote')[0];
    expect(asked?.query.get(flavour === 'v2' ? 'nativeDestinationAccount' : 'instructionVersion')).toBe(
      flavour === 'v2' ? CHANNEL : 'V2',
    );
  });

  it('leaves the sender the account’s rent, since no SOL comes back to it', async () => {
    const poor = await routeOf(toSol, { flavour, node: { lamports: 600_000n } });
    expect(poor.txUnavailable).toContain('Solana wants some to be left');
    const own = await routeOf({ ...toSol, destinationAddress: ALICE }, { flavour, node: { lamports: 2_600_000n } });
    expect(own.tx).toBeDefined();
  });
});

const LIES: [string, typeof toSol | typeof toUsdc, Lies][] = [
  ['somebody else’s token account', toUsdc, { swap: { destination: ata(EVE, USDC) } }],
  ['the account of another channel', toUsdc, { swap: { destination: ata(channelAccount(8n), USDC) } }],
  ['the channel itself in place of its token account', toUsdc, { swap: { destination: CHANNEL } }],
  ['the channel’s account of another token', toUsdc, { swap: { destination: ata(CHANNEL, USDT) } }],
  ['the sender’s own account', toUsdc, { swap: { destination: ata(ALICE, USDC) } }],
  ['SOL to somebody else', toSol, { swap: { destination: EVE } }],
  ['SOL to another channel', toSol, { swap: { destination: channelAccount(8n) } }],
  ['SOL, wrapped, to the channel’s token account', toSol, { swap: { destination: ata(CHANNEL, WSOL) } }],
  ['SOL by way of somebody else', toSol, { swap: { ownDestination: ata(EVE, WSOL) } }],
  ['SOL beside the swap', toSol, { steps: (all) => [payLamports(ALICE, CHANNEL, 5n), ...all] }],
  [
    'and opens an account of another channel',
    toUsdc,
    { steps: (all) => [openAccount(ALICE, ata(channelAccount(8n), USDC), channelAccount(8n), USDC), ...all] },
  ],
  [
    'and closes the channel’s account',
    toUsdc,
    { steps: (all) => [...all, closeAccount(ata(CHANNEL, USDC), ALICE, CHANNEL)] },
  ],
  ['less than was quoted', toUsdc, { swap: { quoted: 290_000_000n } }],
];

describe.each(FLAVOURS)('an answer of version %s that pays', (flavour) => {
  it.each(LIES)('%s gives no transaction; the price stays', async (_what, changes, lies) => {
    const route = await routeOf(changes, { flavour, lies });
    expect(route.tx).toBeUndefined();
    expect(route.txUnavailable).toBeDefined();
    expect(route.expectedBuy.baseUnits).toBeGreaterThan(0n);
  });
});

describe('the size of a packet', () => {
  const venue = (index: number) => base58.encode(new Uint8Array(32).fill(100 + index));
  const lies: Lies = { venues: (most) => Array.from({ length: Math.min(most, 40) }, (_, index) => venue(index)) };

  it.each([
    ['a token', toUsdc],
    ['SOL', toSol],
  ])('is kept with %s for a channel: fewer steps are asked for until it fits', async (_what, changes) => {
    const route = await routeOf(changes, { lies });
    if (route.tx?.type !== 'SOLANA') throw new Error(route.txUnavailable);
    expect(Buffer.from(route.tx.tx, 'base64').length).toBeLessThanOrEqual(1232);
    expect(calls('/swap/v2/build').length).toBeGreaterThan(1);
  });
});
