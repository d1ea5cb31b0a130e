/**
 * Reports what a person needs after a failed journey: where it was, what is known of its swap, the upstreams' last
 * answers, and how to run it again.
 */
import type { Page, TestInfo } from '@playwright/test';
import { createPortageClient } from '../../lib/api/client.ts';
import { sharedSandbox } from './sandbox.ts';

const ANSWERS_SHOWN = 12;
/** Characters of the page's outline that are printed. */
const OUTLINE_SHOWN = 4000;

const attempt = (what: () => Promise<unknown>): Promise<unknown> =>
  what().catch((error: unknown) => `not to be had: ${error instanceof Error ? error.message : String(error)}`);

const linesOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value, null, 1));

/** The swap that the page's URL identifies. */
async function swapFacts(page: Page): Promise<unknown> {
  const { origin, pathname } = new URL(page.url());
  const [, quoteId, routeIndex] = /\/track\/([^/]+)\/(\d+)/.exec(pathname) ?? [];
  if (quoteId === undefined) return undefined;
  return createPortageClient({ baseUrl: origin }).track({ quoteId, routeIndex: Number(routeIndex) });
}

async function pageState(page: Page): Promise<string> {
  const outline = await page.locator('body').ariaSnapshot({ timeout: 2000 });
  return `${page.url()}\n${outline.slice(0, OUTLINE_SHOWN)}`;
}

async function lastAnswers(): Promise<string> {
  const recent = await sharedSandbox().recent();
  return recent
    .slice(-ANSWERS_SHOWN)
    .map(({ at, method, path, outcome, body }) => `${at} ${method} ${path} -> ${outcome} ${body}`)
    .join('\n');
}

/** Prints the report and attaches it to the test's result. */
export async function reportFailure(info: TestInfo, page?: Page): Promise<void> {
  if (info.status === info.expectedStatus) return;
  const title = info.titlePath.at(-1) ?? '';
  const sections: [string, unknown][] = [
    ...(page
      ? ([
          ['The page', await attempt(() => pageState(page))],
          ['The swap', await attempt(() => swapFacts(page))],
        ] as [string, unknown][])
      : []),
    ['The upstreams’ last answers', await attempt(lastAnswers)],
    ['Run it again', `npx playwright test ${info.titlePath[0]} -g ${JSON.stringify(title)} --trace on`],
  ];
  const text = sections
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `— ${name}\n${linesOf(value)}`)
    .join('\n');
  console.log(`\n${title}\n${text}\n`);
  await info.attach('what-stood-there', { body: text, contentType: 'text/plain' });
}
