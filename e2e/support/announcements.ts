/** Records what the page's live regions say to screen readers, and which figures of it the page does not show. */
import type { Page } from '@playwright/test';

export type Announcements = {
  /** Everything that was said so far, oldest first. */
  said(): Promise<string[]>;
  /** What was said although a figure or an address in it was not on the screen. */
  untrue(): Promise<string[]>;
  /** What the hidden regions contain now. */
  now(): Promise<string[]>;
};

/** Runs in the page, before its scripts. */
function record(): void {
  const log = { said: [] as string[], untrue: [] as string[] };
  Object.assign(window, { announcements: log });
  const regions = () => [...document.querySelectorAll('[role=status], .sr-only[aria-live]')];
  const shown = () => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    let text = '';
    while (walker.nextNode()) {
      const { parentElement } = walker.currentNode;
      if (parentElement?.closest('.sr-only, script, style') === null) text += ` ${walker.currentNode.textContent}`;
    }
    // Fields show their values, and the text of an address is shortened or grouped.
    const fields = [...document.querySelectorAll('input')].map(({ value }) => value);
    const addresses = [...document.querySelectorAll('[data-receiver]')].map((one) => one.getAttribute('data-receiver'));
    return [text, ...fields, ...addresses].join(' ');
  };
  const last = new Map<Element, string>();
  const look = () => {
    for (const region of regions()) {
      const words = region.textContent ?? '';
      if (words === (last.get(region) ?? '')) continue;
      last.set(region, words);
      // The number of search results has no other place on the page.
      if (words === '' || /^\d+ assets?$/.test(words)) continue;
      log.said.push(words);
      const page = shown();
      const figures = words.match(/[0-9a-zA-Z]*\d[0-9a-zA-Z.,]*[0-9a-zA-Z]|\d/g) ?? [];
      const missing = figures.filter((figure) => !page.includes(figure));
      if (missing.length > 0) log.untrue.push(`${words} (not shown: ${missing.join(', ')})`);
    }
  };
  const observe = () =>
    new MutationObserver(() => requestAnimationFrame(look)).observe(document.documentElement, {
      childList: true,
      characterData: true,
      subtree: true,
    });
  if (document.documentElement) observe();
  else document.addEventListener('DOMContentLoaded', observe);
}

/** Begins to listen; call it before the page is opened. */
export async function listenTo(page: Page): Promise<Announcements> {
  await page.addInitScript(record);
  const read = (name: 'said' | 'untrue') =>
    page.evaluate((one) => Reflect.get(Reflect.get(window, 'announcements'), one) as string[], name);
  return {
    said: () => read('said'),
    untrue: () => read('untrue'),
    now: async () => {
      const texts = await page.locator('.sr-only[role=status], .sr-only[aria-live]').allTextContents();
      return texts.filter((text) => text !== '');
    },
  };
}
