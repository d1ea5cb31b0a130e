/** A link from storage opens a wallet's app and runs nothing in the page. */
import { afterEach, expect, test, vi } from 'vitest';
import { walletLink } from './wallet-link.ts';

const storing = (text: string | null) => vi.stubGlobal('localStorage', { getItem: () => text });
afterEach(() => vi.unstubAllGlobals());

test.each(['rainbow://', 'https://rnbwapp.com', 'trust://wc'])('%s leads to an app', (href) => {
  storing(JSON.stringify({ href, name: 'Some wallet' }));
  expect(walletLink()).toEqual({ href, name: 'Some wallet' });
});

test.each([
  ['nothing', null],
  ['no JSON', '{'],
  ['a script', '{"href":"javascript:alert(1)","name":"x"}'],
  ['a document', '{"href":"data:text/html,x","name":"x"}'],
  ['a path of this page', '{"href":"/track","name":"x"}'],
  ['no name', '{"href":"rainbow://"}'],
])('%s is not a link', (_what, text) => {
  storing(text);
  expect(walletLink()).toBeUndefined();
});
