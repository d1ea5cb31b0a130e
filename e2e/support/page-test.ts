/**
 * Playwright's `test` for journeys with a page: a request to any other host, or an error in the page, fails the
 * journey.
 */
import { type BrowserContext, test as base, expect } from '@playwright/test';
import { createPortageClient, type PortageClient } from '../../lib/api/client.ts';
import { reportFailure } from './on-failure.ts';
import { SandboxWallet } from './page-objects/sandbox-wallet.ts';
import { SwapPage } from './page-objects/swap-page.ts';
import { TrackPage } from './page-objects/track-page.ts';
import { createSandbox, type Sandbox } from './sandbox.ts';

type Watch = {
  /** Sentences about what happened although it must not. */
  faults: string[];
};

/** The page's requests to the sandbox's nodes as witnesses: of both operators, and nothing else there. */
const WITNESS = /^\/(thornode\/thorchain|mayanode\/mayachain)\/inbound_addresses$|^\/chainflip-rpc$/;

const isWitness = ({ hostname, pathname, port }: URL, app: string): boolean =>
  hostname === '127.0.0.1' && `http://127.0.0.1:${port}` !== app && WITNESS.test(pathname);

/**
 * Records faults. The browser logs failed statuses to the console; those that a journey causes itself are allowed by
 * name.
 */
function watch(
  context: BrowserContext,
  origin: string,
  expected: readonly RegExp[],
  others: readonly string[] = [],
): Watch {
  const faults: string[] = [];
  context.on('request', (request) => {
    const url = new URL(request.url());
    const left = /^(https?|wss?):$/.test(url.protocol) && url.origin !== origin && !others.includes(url.origin);
    if (left && !isWitness(url, origin)) faults.push(`a request left the page: ${request.url()}`);
  });
  context.on('page', (page) => {
    page.on('websocket', (socket) => {
      if (new URL(socket.url()).host !== new URL(origin).host) faults.push(`a socket left the page: ${socket.url()}`);
    });
  });
  context.on('console', (message) => {
    const text = `${message.text()} (${message.location().url})`;
    if (message.type() === 'error' && !expected.some((pattern) => pattern.test(text)))
      faults.push(`console error: ${text}`);
  });
  context.on('weberror', (error) => faults.push(`error in the page: ${error.error().stack ?? error.error().message}`));
  return { faults };
}

type Options = {
  /** Console errors that the journey causes on purpose. */
  expectedErrors: RegExp[];
  /** Further origins of this machine that the journey uses, such as a page that embeds the swap. */
  otherOrigins: string[];
};
type Fixtures = {
  failureReport: undefined;
  /** A context like that of a new visitor, with the same checks. */
  freshContext(): Promise<BrowserContext>;
  api: PortageClient;
  sandbox: Sandbox;
  swapPage: SwapPage;
  trackPage: TrackPage;
  wallet: SandboxWallet;
};

export const test = base.extend<Options & Fixtures>({
  expectedErrors: [[], { option: true }],
  otherOrigins: [[], { option: true }],
  failureReport: [
    async ({ page }, use, info) => {
      await use(undefined);
      await reportFailure(info, page);
      // The page may still send requests that the journey's routes answer.
      await page.unrouteAll({ behavior: 'ignoreErrors' });
    },
    { auto: true },
  ],
  context: async ({ context, baseURL, expectedErrors, otherOrigins }, use) => {
    const watched = watch(context, new URL(baseURL ?? '').origin, expectedErrors, otherOrigins);
    await use(context);
    expect(watched.faults).toEqual([]);
  },
  freshContext: async ({ browser, baseURL, expectedErrors, contextOptions }, use) => {
    const opened: { context: BrowserContext; watched: Watch }[] = [];
    await use(async () => {
      const context = await browser.newContext({ ...contextOptions, ...(baseURL ? { baseURL } : {}) });
      opened.push({ context, watched: watch(context, new URL(baseURL ?? '').origin, expectedErrors) });
      return context;
    });
    for (const { context } of opened) await context.close();
    expect(opened.flatMap(({ watched }) => watched.faults)).toEqual([]);
  },
  api: async ({ baseURL }, use) => use(createPortageClient({ baseUrl: baseURL ?? '' })),
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from this pattern
  sandbox: async ({}, use) => use(createSandbox(process.env.E2E_SANDBOX_URL ?? '')),
  swapPage: async ({ page }, use) => use(new SwapPage(page)),
  trackPage: async ({ page }, use) => use(new TrackPage(page)),
  wallet: async ({ page }, use) => use(new SandboxWallet(page)),
});

export { expect };

/** The longest that a swap of the sandbox may take from payment to payout, on a slow machine. */
export const SWAP_MS = 120_000;
