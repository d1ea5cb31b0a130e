/** If these fail, `/status` does not tell whose nodes decide where payments go. */
import { expect, it } from 'vitest';
import type { WitnessFacts } from '../../lib/domain/witnesses.ts';
import { createText } from '../../lib/i18n/text.ts';
import { witnessText } from './witness-text.ts';

const AT = Date.UTC(2026, 10, 1, 12, 30);
const two: WitnessFacts = {
  needed: 2,
  operators: ['liquify.com', 'rorcual.xyz'].map((name) => ({ name, answering: true })),
  differing: [],
};

it('a sentence says which operators agree, which are silent, on what they differ and since when, and when one is alone', () => {
  const differing = [
    { chain: 'BTC', since: AT - 60_000 },
    { chain: 'NEW', since: AT - 300_000 },
  ];
  const cases: WitnessFacts[] = [
    two,
    { ...two, operators: [...two.operators, { name: 'ibs.team', answering: false }] },
    { ...two, differing },
    { ...two, operators: two.operators.slice(1) },
    { ...two, needed: 1, operators: [] },
  ];
  expect(cases.map((facts) => witnessText(facts, AT, createText('en')))).toEqual([
    'Payment addresses confirmed by liquify.com and rorcual.xyz.',
    'No response from ibs.team, needed to confirm its payment addresses.',
    'Its payment addresses on Bitcoin and NEW differ between liquify.com and rorcual.xyz, first seen 5 min. ago.',
    'Only rorcual.xyz names its payment addresses. Nobody confirms them.',
    'Nobody confirms its payment addresses.',
  ]);
});
