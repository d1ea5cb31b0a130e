/**
 * The sandbox's Solana wallet is found by the Wallet Standard, is silent until allowed, and signs what the local chain
 * accepts.
 */
import { ed25519 } from '@noble/curves/ed25519.js';
import { base58, base64 } from '@scure/base';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import type { Service } from '../ledger.ts';
import { tokenAccountOf } from '../solana/addresses.ts';
import { USDC_MINT } from '../solana/chainflip-accounts.ts';
import {
  composeTransaction,
  createTokenAccount,
  memoInstruction,
  signerOf,
  transferSol,
  transferToken,
} from '../solana/compose.ts';
import { createSolanaLedger, type SolanaLedger } from '../solana/solana-ledger.ts';
import type { RunningWorld } from '../world/world.ts';
import { heldWorld, newFolder, removeFolder } from '../world/world-for-tests.ts';
import { openPage, type TestPage } from './test-page.ts';
import { walletAddress } from './wallet-accounts.ts';
import { createWalletScript } from './wallet-script.ts';

type Method = (...inputs: unknown[]) => Promise<unknown>;
type Found = {
  name: string;
  icon: string;
  chains: string[];
  accounts: { address: string; chains: string[] }[];
  features: Record<string, Record<string, Method>>;
};

const NETWORK = 'solana:sandbox';
let folder: string;
let world: RunningWorld;
let ledger: SolanaLedger;
let service: Service;
let script: string;
let page: TestPage;
let broadcasts = 0;

beforeAll(async () => {
  folder = newFolder();
  world = heldWorld(folder).world;
  ledger = createSolanaLedger(world);
  world.ledgers.SOL = ledger;
  service = await createWalletScript(world);
  script = (await service.handle({ method: 'GET', path: '/', query: new URLSearchParams(), body: '' })).body;
});
afterAll(async () => {
  world.states.abandon();
  await world.clock.stop();
  removeFolder(folder);
  vi.unstubAllGlobals();
});
beforeEach(() => {
  vi.unstubAllGlobals();
  broadcasts = 0;
  page = openPage(async (url, body) => {
    expect(url).toBe('/chain/sol/broadcast');
    broadcasts += 1;
    return { hash: ledger.broadcast(base64.decode(z.object({ raw: z.string() }).parse(body).raw)) };
  });
});

const own = () => walletAddress(world.secret('wallet'), 'SOL');
const somebody = signerOf(new Uint8Array(32).fill(9)).address;

/** The wallets as a page finds them: those registered before it, and those registered later. */
function found(late = false): Found {
  const wallets: Found[] = [];
  const api = { register: (wallet: Found) => void wallets.push(wallet) };
  const listen = () =>
    page.window.addEventListener('wallet-standard:register-wallet', (event) =>
      (event as Event & { detail: (given: typeof api) => void }).detail(api),
    );
  if (late) listen();
  page.run(script);
  if (!late) page.window.dispatchEvent(Object.assign(new Event('wallet-standard:app-ready'), { detail: api }));
  const [wallet, ...rest] = wallets;
  if (!wallet || rest.length > 0) throw new Error('not exactly one wallet');
  return wallet;
}
const ask = (wallet: Found, feature: string, input?: unknown): Promise<unknown> => {
  const method = wallet.features[feature]?.[feature.split(':')[1] ?? ''];
  if (!method) throw new Error(`no ${feature}`);
  return method(input);
};
async function connected(): Promise<Found> {
  const wallet = found();
  await ask(wallet, 'standard:connect');
  return wallet;
}
const inputFor = (wallet: Found, transaction: Uint8Array, change: Record<string, unknown> = {}) => ({
  account: wallet.accounts[0] ?? { address: own() },
  chain: NETWORK,
  transaction,
  ...change,
});
const transfer = (lamports = 1_500_000_000n) =>
  composeTransaction(own(), ledger.latestBlockhash(), [transferSol(own(), somebody, lamports)]);

describe('being found', () => {
  test('by pages that came before and after, under the local chain’s name alone', () => {
    for (const late of [false, true]) {
      const wallet = found(late);
      expect(wallet).toMatchObject({ name: 'Sandbox wallet', chains: [NETWORK], accounts: [] });
      expect(wallet.icon).toMatch(/^data:image\/svg\+xml;base64,[A-Za-z0-9+/=]+$/);
    }
  });

  test('with coins and tokens from the start', () => {
    expect(ledger.balance(own())).toBe(100_000_000_000n);
    expect(ledger.balance(own(), USDC_MINT)).toBe(50_000_000_000n);
  });
});

describe('being asked', () => {
  test('it is silent until it is allowed; leaving makes it so again', async () => {
    const wallet = found();
    expect(await ask(wallet, 'standard:connect', { silent: true })).toEqual({ accounts: [] });
    await expect(ask(wallet, 'solana:signTransaction', inputFor(wallet, transfer()))).rejects.toMatchObject({
      code: 4100,
    });
    expect(page.questions).toEqual([]);
    page.answer = 'reject';
    await expect(ask(wallet, 'standard:connect')).rejects.toMatchObject({ code: 4001 });
    page.answer = 'confirm';
    const received: unknown[] = [];
    const events = wallet.features['standard:events'];
    void events?.on?.('change', (change: unknown) => received.push(change));
    await ask(wallet, 'standard:connect');
    expect(wallet.accounts).toMatchObject([{ address: own(), chains: [NETWORK] }]);
    await ask(wallet, 'standard:connect');
    expect(page.questions).toHaveLength(2);
    await ask(wallet, 'standard:disconnect');
    expect(wallet.accounts).toEqual([]);
    expect(received).toHaveLength(2);
  });

  test('it shows what is paid to whom, and signs and sends what the chain takes', async () => {
    const wallet = await connected();
    const before = ledger.balance(somebody);
    const [output] = z
      .array(z.object({ signature: z.instanceof(Uint8Array) }))
      .parse(await ask(wallet, 'solana:signAndSendTransaction', inputFor(wallet, transfer())));
    expect(ledger.balance(somebody) - before).toBe(1_500_000_000n);
    expect(output?.signature).toHaveLength(64);
    expect(await ledger.confirmations(base58.encode(output?.signature ?? new Uint8Array()))).toBeDefined();
    for (const shown of ['1.5 SOL', somebody, own(), 'Solana (local)']) expect(page.questions[1]).toContain(shown);
  });

  test('it signs without sending, and says tokens, accounts and other programs by what they are', async () => {
    const wallet = await connected();
    const wire = composeTransaction(own(), ledger.latestBlockhash(), [
      createTokenAccount(own(), somebody, USDC_MINT),
      transferToken(own(), somebody, USDC_MINT, 2_500_000n, 6),
      memoInstruction('hello'),
    ]);
    const [output] = z
      .array(z.object({ signedTransaction: z.instanceof(Uint8Array) }))
      .parse(await ask(wallet, 'solana:signTransaction', inputFor(wallet, wire)));
    expect(broadcasts).toBe(0);
    ledger.broadcast(output?.signedTransaction ?? new Uint8Array());
    expect(ledger.balance(somebody, USDC_MINT)).toBe(2_500_000n);
    const shown = ['2.5 USDC', tokenAccountOf(somebody, USDC_MINT), 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr'];
    for (const text of shown) expect(page.questions[1]).toContain(text);
  });

  test('it signs nothing that was rejected, for another account or network, or that it cannot read', async () => {
    const wallet = await connected();
    const send = (change: Record<string, unknown>) =>
      ask(wallet, 'solana:signAndSendTransaction', inputFor(wallet, transfer(), change));
    await expect(send({ account: { address: somebody } })).rejects.toMatchObject({ code: 4100 });
    for (const chain of ['solana:mainnet', 'solana:devnet'])
      await expect(send({ chain })).rejects.toMatchObject({ code: -32602 });
    await expect(send({ transaction: Uint8Array.of(1, 2) })).rejects.toMatchObject({ code: -32602 });
    await expect(send({ transaction: 'AQID' })).rejects.toMatchObject({ code: -32602 });
    const others = composeTransaction(somebody, ledger.latestBlockhash(), [transferSol(somebody, own(), 1n)]);
    await expect(send({ transaction: others })).rejects.toMatchObject({ code: -32602 });
    page.answer = 'reject';
    await expect(send({})).rejects.toMatchObject({ code: 4001 });
    expect(broadcasts).toBe(0);
  });

  test('messages are signed as they are shown', async () => {
    const wallet = await connected();
    const message = new TextEncoder().encode('good morning');
    const [output] = z
      .array(z.object({ signedMessage: z.instanceof(Uint8Array), signature: z.instanceof(Uint8Array) }))
      .parse(await ask(wallet, 'solana:signMessage', { account: wallet.accounts[0], message }));
    expect(page.questions[1]).toContain('good morning');
    expect(ed25519.verify(output?.signature ?? new Uint8Array(), message, base58.decode(own()))).toBe(true);
  });
});
