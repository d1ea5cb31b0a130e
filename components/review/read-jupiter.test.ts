/**
 * Before a swap through Jupiter is signed, the user reads the transaction's own figures, with both values where they
 * differ.
 */
import { readFileSync } from 'node:fs';
import { base64 } from '@scure/base';
import { describe, expect, it } from 'vitest';
import { createText } from '../../lib/i18n/text.ts';
import { readJupiterTransaction } from '../../lib/payments/jupiter/transaction.ts';
import type { PayableRoute } from '../../lib/payments/payable-route.ts';
import type { SolanaFacts } from '../../lib/payments/solana/solana-facts.ts';
import { readLookupTable } from '../../lib/payments/solana/transaction.ts';
import { readJupiter } from './read-jupiter.ts';

const t = createText('en');
const MINT = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
const recorded = JSON.parse(
  readFileSync(
    new URL('../../lib/payments/jupiter/__fixtures__/v1_swap_tx_single_hop_sol_to_usdc.json', import.meta.url),
    'utf8',
  ),
) as { swapTransaction: string; lookupTables: { key: string; dataBase64: string }[] };
const facts: SolanaFacts = {
  tables: Object.fromEntries(
    recorded.lookupTables.map(({ key, dataBase64 }) => [key, readLookupTable(base64.decode(dataBase64))]),
  ),
  mints: { [MINT]: { decimals: 6, tokenProgram: 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA' } },
};
const sender = readJupiterTransaction(recorded.swapTransaction, facts.tables).signers[0] ?? '';
const route: PayableRoute = {
  providers: ['JUPITER'],
  sellAsset: 'SOL.SOL',
  sellAmount: '1',
  buyAsset: `SOL.USDC-${MINT}`,
  sourceAddress: sender,
  destinationAddress: sender,
  expectedBuyAmountMaxSlippage: '77.228049',
  tx: recorded.swapTransaction,
  meta: { txType: 'SOLANA', slippagePercent: 0.5 },
};
const read = (change: Partial<PayableRoute> = {}) =>
  readJupiter(t, recorded.swapTransaction, { route: { ...route, ...change }, facts, toChannel: false });
const shownAs = (signing: ReturnType<typeof read>, name: string) =>
  signing.sections.flatMap(({ rows }) => rows).find((row) => row.name === name)?.value;

describe('a recorded swap of one SOL', () => {
  it('is shown with its own figures', () => {
    const signing = read();
    expect(signing.differences).toEqual([]);
    expect(shownAs(signing, 'Sell')).toBe('1 SOL');
    expect(shownAs(signing, 'Buy at least, or nothing happens')).toBe('77.228049 USDC');
  });

  it.each<[string, Partial<PayableRoute>, string]>([
    ['another amount is sold', { sellAmount: '0.9' }, 'Sell'],
    ['less is guaranteed', { expectedBuyAmountMaxSlippage: '77.23' }, 'Buy at least, or nothing happens'],
    ['somebody else receives', { destinationAddress: MINT }, 'Pay it into the token account'],
  ])('is shown as different where %s', (_what, change, name) => {
    expect(read(change).differences.map((difference) => difference.name)).toContain(name);
  });
});
