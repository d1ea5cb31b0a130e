/**
 * Code copied from the playground mounts exactly what the reader saw there, and no value in it can break out of the
 * host's page.
 */
import { expect, test } from 'vitest';
import { readOptionsFromUrl } from '../../lib/api/embed/read-options.ts';
import { CODE_KINDS, type CodeInput, codeOf } from './code.ts';
import { optionGroups, playgroundQuery, readTexts, textsOf } from './option-groups.ts';

const NOTHING: CodeInput = { origin: 'https://swap.example', embedId: '', options: {}, hooks: [], wallet: false };
const SOME: CodeInput = {
  ...NOTHING,
  embedId: 'shop',
  options: { sell: 'BTC.BTC', radius: 4, hide: ['header', 'settings'], theme: 'dark' },
  hooks: ['signing'],
  wallet: true,
};

/** The options object of `Portage.mount` in a piece of code, evaluated as JavaScript. */
function mounted(code: string): unknown {
  const object = /Portage\.mount\([^,]*, (\{[\s\S]*?\n\s*\})\)/.exec(code)?.[1];
  return object && new Function('window', `return (${object})`)({ ethereum: 'a wallet' });
}

test.each(['Script', 'React', 'Vue'] as const)('%s code mounts with exactly the chosen options', (kind) => {
  expect(mounted(codeOf(kind, SOME))).toEqual({
    embedId: 'shop',
    ...SOME.options,
    before: { signing: expect.any(Function) },
    ethereum: 'a wallet',
  });
  expect(codeOf(kind, NOTHING)).not.toContain('{\n    ,');
  expect(codeOf(kind, NOTHING)).toMatch(/Portage\.mount\([^,]*\)/);
});

test('the address of a bare frame has the same options', () => {
  const src = /src="([^"]*)"/.exec(codeOf('iframe', SOME))?.[1]?.replaceAll('&amp;', '&') ?? '';
  const { pathname, search } = new URL(src);
  expect(pathname).toBe('/embed');
  expect(new URLSearchParams(search).get('embedId')).toBe('shop');
  expect(readOptionsFromUrl(search)).toEqual({ options: SOME.options, faults: [] });
  expect(codeOf('iframe', NOTHING)).toContain('src="https://swap.example/embed"');
});

test('no value ends the script or the attribute that contains it', () => {
  const evil = { ...NOTHING, options: { to: '</script><script>alert(1)</script>"onload="alert(1)' } };
  for (const kind of CODE_KINDS) {
    const code = codeOf(kind, evil);
    expect(code).not.toContain('<script>alert');
    expect(code.replaceAll('\\"', '')).not.toContain('"onload');
  }
});

test('the address keeps options that were typed by hand, even invalid ones, and every option has a group', () => {
  const texts = { sell: 'ETH.ETH', amount: 'much', hide: 'header,settings' };
  expect(textsOf(`${playgroundQuery(texts, 'shop')}&utm_source=x`)).toEqual(texts);
  expect(playgroundQuery({}, '')).toBe('');
  const { options, faults } = readTexts(texts);
  expect(options).toEqual({ sell: 'ETH.ETH', hide: ['header', 'settings'] });
  expect(faults.get('amount')).toContain('0.5');
  expect(optionGroups().map(({ title }) => title)).not.toContain('More');
});
