/** Measures the page as a slow phone shows it: when a link's routes are drawn, and how long a typed key takes. */
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import { BROWSER_ARGUMENTS, browserPath } from '../support/browser.ts';

const ROUTES_LINK = '/?sell=BTC.BTC&buy=ETH.ETH&amount=0.05';
const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true } as const;
/** The processor is slowed down so many times. */
const SLOWER = 4;
/** Of a mobile network, in both directions together. */
const ROUND_TRIP_MS = 150;
/** Undefined: as fast as this machine's own network. */
const MBITS = [undefined, 4, 1.6];
const RUNS = 5;
const TYPED = '0.123456';
const KEY_EVERY_MS = 150;
const DRAWN = 'routes drawn';

const median = (values: number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

const inSeconds = (ms: number): string => (ms / 1000).toFixed(1);
const timesOf = (times: number[]): string => `${inSeconds(median(times))} s (${times.map(inSeconds).join(', ')})`;

const networkOf = (mbit: number | undefined): string =>
  mbit === undefined ? 'no slow network' : `${mbit} Mbit/s, ${ROUND_TRIP_MS} ms`;

/** Runs in the page, before its scripts. */
function observe(drawn: string): void {
  const seen = { routesMs: 0, largestMs: 0, largest: '', keyMs: 0 };
  Object.assign(window, { seen });
  new MutationObserver((_changes, observer) => {
    if (!document.querySelector('input[name=route]')) return;
    observer.disconnect();
    // After the frame that draws it.
    requestAnimationFrame(() =>
      setTimeout(() => {
        seen.routesMs = performance.now();
        console.log(drawn);
      }),
    );
  }).observe(document, { subtree: true, childList: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      seen.largestMs = entry.startTime;
      seen.largest = (Reflect.get(entry, 'element') as Element | null)?.textContent?.slice(0, 40) ?? '';
    }
  }).observe({ type: 'largest-contentful-paint', buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      if (entry.name.startsWith('key') && Number(Reflect.get(entry, 'interactionId')) > 0)
        seen.keyMs = Math.max(seen.keyMs, entry.duration);
  }).observe({ type: 'event', buffered: true, durationThreshold: 16 } as PerformanceObserverInit);
}

type Seen = { routesMs: number; largestMs: number; largest: string; keyMs: number };
const seenBy = (page: Page): Promise<Seen> => page.evaluate(() => Reflect.get(window, 'seen') as Seen);

/** A page of a first visit on a phone that is slower, on a network of so many Mbit/s. */
async function slowPage(browser: Browser, mbit?: number): Promise<{ page: Page; context: BrowserContext }> {
  const context = await browser.newContext(PHONE);
  const page = await context.newPage();
  await page.addInitScript(observe, DRAWN);
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  if (mbit !== undefined) {
    const bytesPerSecond = (mbit * 1_000_000) / 8;
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: ROUND_TRIP_MS,
      downloadThroughput: bytesPerSecond,
      uploadThroughput: bytesPerSecond,
    });
  }
  return { page, context };
}

/**
 * The page itself says so: looking for them from outside would run in the page too, four times slower. A second later
 * the browser has also told of the paint.
 */
async function routesDrawn(page: Page): Promise<void> {
  await page.waitForEvent('console', { predicate: (message) => message.text() === DRAWN, timeout: 60_000 });
  await page.waitForTimeout(1000);
}

async function openedLink(browser: Browser, url: string, mbit: number | undefined): Promise<Seen> {
  const { page, context } = await slowPage(browser, mbit);
  await Promise.all([routesDrawn(page), page.goto(url + ROUTES_LINK)]);
  const seen = await seenBy(page);
  await context.close();
  return seen;
}

async function slowestKey(browser: Browser, url: string): Promise<number> {
  const { page, context } = await slowPage(browser);
  await page.goto(url);
  await page.waitForLoadState('networkidle');
  const amount = page.getByRole('textbox', { name: 'Sell amount' });
  await amount.tap();
  await Promise.all([routesDrawn(page), amount.pressSequentially(TYPED, { delay: KEY_EVERY_MS })]);
  const { keyMs } = await seenBy(page);
  await context.close();
  return keyMs;
}

async function repeated<T>(run: () => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  for (let count = 0; count < RUNS; count += 1) results.push(await run());
  return results;
}

export async function besideSlowPhone(url: string): Promise<void> {
  const executablePath = browserPath();
  const browser = await chromium.launch({ args: BROWSER_ARGUMENTS, ...(executablePath ? { executablePath } : {}) });
  try {
    for (const mbit of MBITS) {
      const seen = await repeated(() => openedLink(browser, url, mbit));
      console.log(
        `slow phone, a link with routes, ${networkOf(mbit)}, CPU ${SLOWER} x slower: ` +
          `first routes after ${timesOf(seen.map(({ routesMs }) => routesMs))}, ` +
          `largest paint after ${timesOf(seen.map(({ largestMs }) => largestMs))}: ${seen[0]?.largest}`,
      );
    }
    const keys = await repeated(() => slowestKey(browser, url));
    console.log(
      `slow phone, slowest of ${TYPED.length} typed keys: ${median(keys).toFixed(0)} ms (${keys.join(', ')})`,
    );
  } finally {
    await browser.close();
  }
}
