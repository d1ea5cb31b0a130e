/** If these fail, an operator does not learn that one company's nodes decide where payments go. */
import { expect, it } from 'vitest';
import { providerOf } from '../quote/test-quotes.ts';
import { warnUnwitnessed } from './warn-unwitnessed.ts';

it('the start warns of a provider without confirmation, and names the setting; of no other', () => {
  const lines: Record<string, unknown>[] = [];
  const provider = (needed: number, ...names: string[]) => ({
    ...providerOf('THORCHAIN', async () => []),
    witnesses: () => ({
      setting: 'THORNODE_URL',
      needed,
      operators: names.map((name) => ({ name, answering: true })),
      differing: [],
    }),
  });
  const providers = [
    provider(2, 'liquify.com'),
    provider(1),
    provider(2, 'liquify.com', 'rorcual.xyz'),
    providerOf('GARDEN', async () => []),
  ];
  warnUnwitnessed(providers, (line) => lines.push(line));
  expect(lines).toEqual(
    [
      'Nobody confirms the payment addresses of THORChain: only liquify.com names them. Name nodes of two operators in THORNODE_URL.',
      'Nobody confirms the payment addresses of THORChain. Name nodes of an operator in THORNODE_URL.',
    ].map((message) => ({ event: 'unwitnessed', provider: 'THORCHAIN', message })),
  );
});
