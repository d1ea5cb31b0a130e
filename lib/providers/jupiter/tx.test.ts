/**
 * A transaction is handed out only when it does what was quoted, the sender can pay for it, and it would succeed now.
 */
import { base58 } from '@scure/base';
import { describe, expect, it } from 'vitest';
import type { Options } from '../../chain-clients/chain-clients.ts';
import { assetOf } from '../../domain/asset.ts';
import type { RouteDraft } from '../../domain/route.ts';
import { jupiterFault } from '../../payments/jupiter/check-transaction.ts';
import {
  closeAccount,
  computeLimit,
  openAccount,
  payLamports,
  type TestInstruction,
  type TestSwap,
  TOKEN,
  TOKEN_2022,
  USDC,
  WSOL,
} from '../../payments/jupiter/testing/swap-encoder.ts';
import { type JupiterTransaction, readJupiterTransaction } from '../../payments/jupiter/transaction.ts';
import { associatedTokenAccount as ata } from '../../payments/solana/token-account.ts';
import { withBudget } from '../helper-time.ts';
import { jupiterHarness } from './testing/harness.ts';
import {
  ACCOUNTS,
  ALICE,
  BLOCKHASH,
  BOB,
  EVE,
  FEE_OWNER,
  HEIGHT,
  type Lies,
  NOW_MS,
  POOL,
  request,
  TABLE,
  TABLES,
  TAXED,
  tokenAccount,
  WRAPPED,
} from './testing/jupiter-double.ts';

const { create, routeOf, calls } = jupiterHarness();
const FLAVOURS = ['v2', 'v1'] as const;
const affiliate = { affiliate: { name: 'ptg', feeBps: 50, payout: { solana: FEE_OWNER } } };
const selling = { sellAsset: assetOf(`SOL.USDC-${USDC}`), buyAsset: assetOf('SOL.SOL'), sellAmount: '100' };

const readTx = ({ tx, txUnavailable }: RouteDraft, tables = TABLES): JupiterTransaction => {
  if (tx?.type !== 'SOLANA') throw new Error(txUnavailable ?? 'no transaction');
  return readJupiterTransaction(tx.tx, tables);
};
const kinds = (route: RouteDraft) => readTx(route).steps.map(({ read }) => read.kind);
const rents = ({ fees }: RouteDraft) =>
  fees.filter(({ type }) => type === 'network').map(({ amount }) => amount.baseUnits);
const RENT = 2_039_280n;

describe.each(FLAVOURS)('a node that hangs, with version %s', (flavour) => {
  it('costs the transaction, with a true sentence, and never the route', async () => {
    /** Like a real client: nothing comes until the caller aborts. */
    const hangs = (...given: unknown[]) =>
      new Promise<never>((_resolve, reject) => {
        const { signal } = given.at(-1) as Options;
        signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
      });
    const provider = create({ flavour, node: { rpc: hangs } });
    const asked = request({ includeTx: true });
    const [route] = await provider.quote(asked, withBudget(new AbortController().signal, 1200));
    expect(route?.expectedBuy.baseUnits).toBeGreaterThan(0n);
    expect(route?.tx).toBeUndefined();
    expect(route?.txUnavailable).toBe('Solana’s node or Jupiter did not tell in time what a transaction needs.');
  });
});

describe.each(FLAVOURS)('a transaction of version %s', (flavour) => {
  it('is one swap of the sender’s, unsigned, within a packet, alive as long as its blockhash', async () => {
    const route = await routeOf({}, { flavour });
    const tx = readTx(route);
    expect(tx).toMatchObject({ signers: [ALICE], blockhash: BLOCKHASH, version: 0 });
    expect(tx.signatures).toEqual([new Uint8Array(64)]);
    expect(tx.swap).toMatchObject({ amount: 2_000_000_000n, quoted: 300_000_000n, slippageBps: 100 });
    expect(kinds(route)).toEqual([
      ...['computeLimit', 'computePrice', 'createTokenAccount', 'transfer', 'syncNative', 'createTokenAccount'],
      ...['jupiterSwap', 'closeAccount'],
    ]);
    expect(route).toMatchObject({
      expirationSeconds: Math.floor(NOW_MS / 1000) + 60,
      targetAddress: tx.steps[6]?.programId,
    });
    expect(route.tracking).toMatchObject({ jupiter: { lastValidBlockHeight: HEIGHT + 150, sender: ALICE } });
    expect(route.inboundAddress).toBeUndefined();
    expect(calls('/swap/v2/build').length + calls('/swap/v1/swap').length).toBe(1);
  });

  it('requests a fifth more compute units than it used, and pays for no more', async () => {
    const tx = readTx(await routeOf({}, { flavour }));
    expect(tx.steps[0]?.read).toEqual({ kind: 'computeLimit', units: 120_000 });
    expect(tx.priorityLamports).toBe((71_428n * 120_000n + 999_999n) / 1_000_000n);
    expect(rents(await routeOf({}, { flavour }))[0]).toBe(5000n + tx.priorityLamports);
  });

  it('pays a capped priority fee, however much Jupiter advises', async () => {
    const tx = readTx(await routeOf({}, { flavour, lies: { microLamports: 10n ** 15n } }));
    expect(tx.priorityLamports).toBeLessThanOrEqual(5_000_000n);
    expect(tx.priorityLamports).toBeGreaterThan(4_900_000n);
  });

  it('sells a token and unwraps the SOL that comes out', async () => {
    const route = await routeOf(selling, { flavour });
    expect(kinds(route)).toEqual(['computeLimit', 'computePrice', 'createTokenAccount', 'jupiterSwap', 'closeAccount']);
    // The rent of the account that wraps returns when it is closed.
    expect(rents(route)).toHaveLength(1);
  });

  it('keeps wrapped SOL wrapped', async () => {
    const sellAsset = assetOf(`SOL.WSOL-${WSOL}`);
    const accounts = { [WRAPPED]: tokenAccount(WSOL, ALICE, 5_000_000_000n) };
    const route = await routeOf({ sellAsset }, { flavour, node: { accounts } });
    expect(kinds(route)).toEqual(['computeLimit', 'computePrice', 'createTokenAccount', 'jupiterSwap']);
    const bought = await routeOf({ ...selling, buyAsset: sellAsset }, { flavour });
    expect(kinds(bought)).not.toContain('closeAccount');
  });

  it('pays another address, whose token account it opens with its rent shown', async () => {
    const route = await routeOf({ destinationAddress: BOB }, { flavour });
    const tx = readTx(route);
    expect(tx.swap?.destination).toBe(ata(BOB, USDC));
    expect(tx.steps[2]?.read).toMatchObject({ kind: 'createTokenAccount', owner: BOB, payer: ALICE, idempotent: true });
    expect(rents(route).slice(1)).toEqual([RENT]);
    const labels = route.fees.flatMap(({ type, label }) => (type === 'network' ? [label] : []));
    expect(labels).toEqual(['Signature and priority', 'Rent of a new token account']);
    const there = { [ata(BOB, USDC)]: tokenAccount(USDC, BOB, 0n) };
    const again = await routeOf({ destinationAddress: BOB }, { flavour, node: { accounts: there } });
    expect(rents(again)).toHaveLength(1);
    expect(kinds(again).filter((kind) => kind === 'createTokenAccount')).toHaveLength(1);
  });

  it('pays the affiliate into its account, which it opens with its rent shown', async () => {
    const route = await routeOf(affiliate, { flavour });
    const tx = readTx(route);
    expect(tx.swap?.platformFeeBps).toBe(50);
    expect(tx.steps[2]?.read).toMatchObject({
      kind: 'createTokenAccount',
      account: ata(FEE_OWNER, USDC),
      payer: ALICE,
    });
    expect(rents(route).slice(1)).toEqual([RENT]);
    expect(route.fees.find(({ type }) => type === 'affiliate')?.amount.baseUnits).toBe(1_500_000n);
    const sold = readTx(await routeOf({ ...selling, ...affiliate }, { flavour }));
    expect(sold.steps[2]?.read).toMatchObject({ account: ata(FEE_OWNER, USDC) });
  });

  it('opens accounts of the second token program at their own size', async () => {
    const route = await routeOf({ buyAsset: assetOf(`SOL.TAX-${TAXED}`) }, { flavour });
    expect(readTx(route).swap?.destination).toBe(ata(ALICE, TAXED, TOKEN_2022));
    expect(rents(route).slice(1)).toEqual([(128n + 182n) * 6960n]);
  });

  it('guarantees what the chain enforces, when that is a little less than the quote says', async () => {
    const route = await routeOf({}, { flavour, lies: { swap: { quoted: 299_999_000n } } });
    expect(route.guaranteedBuy.baseUnits).toBe((299_999_000n * 99n) / 100n);
  });
});

const without = (steps: TestInstruction[], prefix: string) =>
  steps.filter(({ programId }) => !programId.startsWith(prefix));
const approve: TestInstruction = {
  programId: TOKEN,
  uses: [
    [ata(ALICE, USDC), 'w'],
    [EVE, ''],
    [ALICE, 's'],
  ],
  data: Uint8Array.of(4, 255, 255, 255, 255, 255, 255, 255, 255),
};
const authority: TestInstruction = {
  ...approve,
  uses: [
    [ata(ALICE, USDC), 'w'],
    [ALICE, 's'],
  ],
  data: Uint8Array.of(6, 2, 1, ...base58.decode(EVE)),
};

/** Answers of a lying upstream, and the text of the refusal. */
const TAMPERED: [string, Lies, RegExp][] = [
  ['takes more', { swap: { amount: 2_000_000_001n } }, /takes 2000000001/],
  ['allows more slippage', { swap: { slippageBps: 101 } }, /slippage/],
  ['enforces less than the quote', { swap: { quoted: 290_000_000n } }, /guarantees less/],
  ['pays another token account', { swap: { destination: ata(EVE, USDC) } }, /not the destination/],
  ['leads the output through another account', { swap: { ownDestination: ata(EVE, USDC) } }, /not the destination/],
  ['takes from another account', { swap: { source: ata(EVE, WSOL) } }, /takes from another account/],
  ['buys another token', { swap: { buyMint: EVE } }, /buys another token/],
  ['takes a fee that nobody asked for', { swap: { feeBps: 10, feeAccount: ata(EVE, USDC) } }, /fee of 10/],
  [
    'pays SOL elsewhere',
    {
      steps: (all) =>
        all.map((one) => (one.programId.startsWith('1111') ? payLamports(ALICE, EVE, 2_000_000_000n) : one)),
    },
    /moves SOL to/,
  ],
  [
    'pays more SOL',
    {
      steps: (all) =>
        all.map((one) => (one.programId.startsWith('1111') ? payLamports(ALICE, WRAPPED, 3_000_000_000n) : one)),
    },
    /another amount of SOL/,
  ],
  ['pays no SOL', { steps: (all) => without(all, '1111') }, /exactly once/],
  [
    'closes to somebody else',
    { steps: (all) => [...all.slice(0, -1), closeAccount(WRAPPED, EVE, ALICE)] },
    /somebody else/,
  ],
  [
    'closes another account',
    { steps: (all) => [...all, closeAccount(ata(ALICE, USDC), ALICE, ALICE)] },
    /closes a token account/,
  ],
  ['names a delegate', { steps: (all) => [...all, approve] }, /no part of the swap/],
  ['changes the authority', { steps: (all) => [...all, authority] }, /no part of the swap/],
  [
    'calls a foreign program',
    { steps: (all) => [...all, { ...computeLimit(1), programId: EVE }] },
    /no part of the swap/,
  ],
  [
    'opens an account of somebody else',
    { steps: (all) => [openAccount(ALICE, ata(EVE, USDC), EVE, USDC), ...all] },
    /nothing to do with the swap/,
  ],
  ['needs another signature', { steps: (all) => [...all, { ...approve, uses: [[EVE, 's']] }] }, /somebody else/],
];

describe.each(FLAVOURS)('an answer of version %s with a lie', (flavour) => {
  const forms: TestSwap['form'][] =
    flavour === 'v2' ? ['route_v2', 'shared_accounts_route_v2'] : ['route', 'shared_accounts_route', 'route_v2'];
  it.each(TAMPERED)('gives no transaction when it %s; the price stays', async (what, lies, message) => {
    for (const form of forms) {
      // Forms through shared accounts name one destination alone.
      const change =
        form.startsWith('shared') && what.startsWith('leads') ? { swap: { destination: ata(EVE, USDC) } } : lies;
      const route = await routeOf({}, { flavour, lies: { ...change, form } });
      expect(route.tx).toBeUndefined();
      expect(route.expirationSeconds).toBeUndefined();
      expect(route.txUnavailable).toMatch(message);
      expect(route.expectedBuy.baseUnits).toBe(300_000_000n);
    }
  });

  it('gives none when the fee goes to another account', async () => {
    const lies = { swap: { feeAccount: ata(EVE, USDC) } };
    expect((await routeOf(affiliate, { flavour, lies })).txUnavailable).toContain('another account than the affiliate');
    const none = { swap: { feeBps: 0 } };
    expect((await routeOf(affiliate, { flavour, lies: none })).txUnavailable).toContain('fee of 0');
  });

  it('gives none when another account takes the surplus over the quote', async () => {
    const lies: Lies = { form: 'route_v2', swap: { positiveSlippageBps: 100 } };
    expect((await routeOf({}, { flavour, lies })).txUnavailable).toContain('beyond the quote');
  });
});

describe('lookup tables', () => {
  it('are compared with the chain’s own, entry by entry', async () => {
    const accounts = [POOL, USDC, EVE, WSOL, TOKEN];
    const route = await routeOf({}, { lies: { tables: { [TABLE]: accounts } } });
    expect(route.txUnavailable).toContain('what Solana does not');
    const gone = await routeOf({}, { lies: { tables: { [EVE]: [POOL] } } });
    expect(gone.txUnavailable).toContain('Solana does not have');
  });

  it('never supply an account that decides whose money moves, even when no node can read them', async () => {
    const accounts = { [TABLE]: [ata(BOB, USDC), ata(FEE_OWNER, USDC), WRAPPED, ALICE, POOL] };
    const route = await routeOf(
      { destinationAddress: BOB, ...affiliate },
      { node: 'none', lies: { tables: accounts } },
    );
    const tx = readTx(route, accounts);
    for (const one of [ata(BOB, USDC), ata(FEE_OWNER, USDC), WRAPPED, ALICE]) expect(tx.accounts).toContain(one);
    expect(tx.accounts).not.toContain(POOL);
    expect(tx.steps[0]?.read).toEqual({ kind: 'computeLimit', units: 1_400_000 });
  });

  it('of a whole transaction are read from the chain, or there is no transaction', async () => {
    const blind = await routeOf({}, { flavour: 'v1', node: 'none' });
    expect(blind.txUnavailable).toContain('no Solana node');
    const swapped = {
      ...ACCOUNTS[TABLE],
      owner: 'AddressLookupTab1e1111111111111111111111111',
      data: new Uint8Array(56),
    };
    swapped.data[0] = 1;
    const empty = await routeOf({}, { flavour: 'v1', node: { accounts: { [TABLE]: swapped } } });
    expect(empty.tx).toBeUndefined();
  });
});

describe('a transaction that is too long', () => {
  const venue = (index: number) => base58.encode(new Uint8Array(32).fill(100 + index));
  const venues = (most: number) => Array.from({ length: Math.min(most, 40) }, (_, index) => venue(index));
  it('is requested again with fewer accounts until it fits', async () => {
    const route = await routeOf({}, { lies: { venues } });
    const asked = calls('/swap/v2/build').map(({ query }) => query.get('maxAccounts'));
    expect(asked).toEqual([null, '44', '32', '24', '16']);
    expect(readTx(route).swap?.venueAccounts).toHaveLength(16);
    const old = await routeOf({}, { flavour: 'v1', lies: { venues: (most) => venues(Math.min(most, 20)) } });
    expect(old.tx).toBeDefined();
  });

  it('is given up with a sentence when it never fits', async () => {
    const route = await routeOf({}, { lies: { venues: () => venues(40) } });
    expect(route.txUnavailable).toContain('1232 bytes');
    expect(route.expectedBuy.baseUnits).toBe(300_000_000n);
  });
});

it.each(FLAVOURS)(
  'a transaction of version %s passes the check of a page, which does not know the fee’s owner',
  async (flavour) => {
    const tx = readTx(await routeOf(affiliate, { flavour }));
    const terms = {
      sender: ALICE,
      destination: ALICE,
      sell: { mint: WSOL, native: true },
      buy: { mint: USDC, native: false },
      sellBaseUnits: 2_000_000_000n,
      slippageBps: 100,
      leastBuyBaseUnits: 295_515_000n,
    };
    expect(jupiterFault(tx, { ...terms, fee: { bps: 50 } })).toBeUndefined();
    expect(jupiterFault(tx, { ...terms, fee: { bps: 49 } })).toContain('fee of 50');
    expect(jupiterFault(tx, terms)).toBeDefined();
  },
);
