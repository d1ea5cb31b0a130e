/** If these fail, an operator does not learn that one company's nodes decide where payments go. */
import { expect, it } from 'vitest';
import type { WitnessFacts } from '../providers/provider.ts';
import { providerOf } from '../quote/test-quotes.ts';
import { warnUnwitnessed, witnessSentence } from './witness-reports.ts';

const facts = (changes: Partial<WitnessFacts> = {}): WitnessFacts => ({
  setting: 'THORNODE_URL',
  confirmed: 'vaults',
  needed: 2,
  operators: ['liquify.com', 'rorcual.xyz'].map((name) => ({ name, answering: true })),
  differing: [],
  ...changes,
});
const alone = facts({ operators: [{ name: 'liquify.com', answering: true }] });

it('a sentence says which operators agree, which are silent, on what they differ and since when, and when one is alone', () => {
  const since = Date.UTC(2026, 10, 1, 12, 30);
  expect([
    witnessSentence(facts()),
    witnessSentence(facts({ operators: [...facts().operators, { name: 'ibs.team', answering: false }] })),
    witnessSentence(facts({ differing: [{ chain: 'BTC', since }] })),
    witnessSentence(alone),
  ]).toEqual([
    'Its nodes at liquify.com and rorcual.xyz name the same vaults.',
    'Its nodes at ibs.team do not answer.',
    'Its nodes at liquify.com and rorcual.xyz name different vaults on BTC since 2026-11-01 12:30 UTC.',
    'Its vaults come from one operator’s nodes alone (liquify.com): nobody confirms them.',
  ]);
});

it('the start warns of a provider without confirmation, and names the setting; of no other', () => {
  const lines: Record<string, unknown>[] = [];
  const provider = (witnesses?: () => WitnessFacts) => ({
    ...providerOf('THORCHAIN', async () => []),
    ...(witnesses ? { witnesses } : {}),
  });
  warnUnwitnessed([provider(() => alone), provider(() => facts()), provider()], (line) => lines.push(line));
  expect(lines).toEqual([
    {
      event: 'unwitnessed',
      provider: 'THORCHAIN',
      message: expect.stringMatching(/^THORChain: .*two operators in THORNODE_URL\.$/),
    },
  ]);
});
