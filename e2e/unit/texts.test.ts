import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { catalogFaults } from '../run/catalog-faults.ts';
import { untranslated } from '../run/untranslated.ts';

describe('the check of a catalog', () => {
  const plain = { message: 'Keep {amount} <b>here</b>', files: [] };
  const plural = { message: '{n} routes', one: '{n} route', files: [] };
  const right = {
    [plain.message]: 'Lass {amount} <b>hier</b>',
    [plural.message]: { one: 'ein Weg', other: '{n} Wege' },
  };

  it('accepts a complete one', () => {
    expect(catalogFaults('de', right, [plain, plural])).toEqual([]);
  });
  it.each([
    ['misses a message', { [plain.message]: right[plain.message] ?? '' }, /missing: "\{n\} routes"/],
    ['has one left over', { ...right, gone: 'weg' }, /left over: "gone"/],
    ['lost a placeholder', { ...right, [plain.message]: 'Lass <b>hier</b>' }, /has \{amount\}/],
    ['invented a placeholder', { ...right, [plain.message]: '{amount} {menge} <b>x</b>' }, /\{amount, menge\}/],
    ['lost a mark', { ...right, [plain.message]: 'Lass {amount} hier' }, /tags <b>/],
    ['says nothing', { ...right, [plain.message]: '' }, /empty/],
    ['lacks a plural form', { ...right, [plural.message]: { other: '{n} Wege' } }, /lacks the plural forms one/],
    ['has one too many', { ...right, [plural.message]: { one: 'x', few: '{n}', other: '{n}' } }, /has not: few/],
    ['does not count', { ...right, [plural.message]: '{n} Wege' }, /wants the plural forms/],
    ['hides the number', { ...right, [plural.message]: { one: 'ein Weg', other: 'Wege' } }, /has \{n\}/],
  ])('refuses one that %s', (_what, catalog, fault) => {
    expect(catalogFaults('de', catalog, [plain, plural]).join('\n')).toMatch(fault);
  });
});

describe('the search for untranslated texts', () => {
  const faultsIn = (code: string) =>
    untranslated(ts.createSourceFile('components/x.tsx', code, ts.ScriptTarget.Latest, true)).map(({ what }) => what);

  it.each([
    ['text in an element', 'const x = <p>Enter an amount</p>;'],
    ['a literal in braces', "const x = <p>{'Enter an amount'}</p>;"],
    ['one side of a condition', "const x = <p>{ready ? t('Ready') : 'Not ready'}</p>;"],
    ['a glued sentence', `const x = <p>{\`Receive \${symbol} at\`}</p>;`],
    ['a name that is read out', 'const x = <button aria-label="Close">×</button>;'],
    ['a name made in a template', `const x = <button title={\`Copy \${what}\`}>×</button>;`],
    ['a prop that ends up as words', 'const x = <Row name="Rate">1</Row>;'],
    ['a sentence in a table', "const words = { paused: 'Trading is paused here.' };"],
  ])('finds %s', (_what, code) => {
    expect(faultsIn(code)).toHaveLength(1);
  });

  it.each([
    ["const x = <p>{t('Enter an amount')}</p>;"],
    ["const words = { paused: msg('Trading is paused here.') };"],
    ['const x = <p className="Some classes here">Portage</p>;'],
    ["throw new Error('Nobody sees this one.');"],
    ['const x = <input name="amount" aria-label={t(label)} />;'],
    ["const x = <p>{state === 'Not ready' && t('Wait')}</p>;"],
  ])('accepts %s', (code) => {
    expect(faultsIn(code)).toEqual([]);
  });
});
