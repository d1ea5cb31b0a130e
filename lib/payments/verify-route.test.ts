/**
 * Lies that agree with themselves everywhere in an answer, in its texts and in the bytes to sign, are refused; honest
 * routes of every provider pass.
 */
import { base64 } from '@scure/base';
import { describe, expect, it } from 'vitest';
import { checksumAddress } from '../domain/asset.ts';
import { PROVIDER_IDS } from '../domain/provider-id.ts';
import honest from './__fixtures__/honest-routes.json' with { type: 'json' };
import { withoutTransaction } from './payable-route.ts';
import { associatedTokenAccount, WRAPPED_SOL_MINT } from './solana/token-account.ts';
import { readSolanaTransaction } from './solana/transaction.ts';
import { signedBytes } from './testing/changed-bytes.ts';
import { THIEF } from './testing/falsify.ts';
import { harmlessPlacement } from './testing/harmless.ts';
import { byHand, type Honest, LIES, nameOf, networkPayees } from './testing/lies.ts';
import { byPermit } from './testing/permit.ts';
import { type VerifiableRoute, type VerifyAt, verifyRoute } from './verify-route.ts';

const PREPARED = honest as unknown as readonly Honest[];
const CASES: readonly Honest[] = [...PREPARED, ...PREPARED.flatMap(byHand), ...PREPARED.flatMap(byPermit)];

const fields = (route: VerifiableRoute, { asked, at }: Honest, more: Partial<VerifyAt> = {}): string[] =>
  verifyRoute(asked, route, { ...at, ...more }).map(({ field }) => field);

describe('an honest route', () => {
  it('of every provider is among the fixtures', () => {
    expect(new Set(CASES.map(({ route }) => route.providers?.[0]))).toEqual(new Set(PROVIDER_IDS));
  });
  it.each(CASES.map((one) => [nameOf(one), one] as const))('%s passes', (_name, one) => {
    expect(verifyRoute(one.asked, one.route, one.at)).toEqual([]);
  });
  const byAddress = CASES.filter(
    ({ route }) => route.transaction !== undefined && route.meta.depositChannel !== undefined,
  );
  it.each(byAddress.map((one) => [nameOf(one), one] as const))('%s passes when its address is paid', (_name, one) => {
    expect(verifyRoute(one.asked, withoutTransaction(one.route), one.at)).toEqual([]);
  });
  it.each(CASES.map((one) => [nameOf(one), one] as const))('%s passes when witnesses name its payees', (_name, one) => {
    expect(fields(one.route, one, { witnessed: { payees: networkPayees(one) } })).toEqual([]);
  });
});

/** Every text that is an EVM address alone, in another letter case; memos, bytes and identifiers stay. */
function respelled(route: VerifiableRoute, spell: (digits: string) => string): VerifiableRoute {
  const change = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(change);
    if (typeof value === 'object' && value !== null)
      return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, change(one)]));
    return typeof value === 'string' && /^0x[0-9a-f]{40}$/i.test(value) ? `0x${spell(value.slice(2))}` : value;
  };
  return change(route) as VerifiableRoute;
}

describe('the letter case of EVM addresses', () => {
  it.each(CASES.map((one) => [nameOf(one), one] as const))('makes no difference to %s', (_name, one) => {
    const lower = respelled(one.route, (digits) => digits.toLowerCase());
    const upper = respelled(one.route, (digits) => digits.toUpperCase());
    expect([fields(lower, one), fields(upper, one)]).toEqual([[], []]);
    const payees = networkPayees(one).map((payee) => checksumAddress(payee));
    expect(fields(lower, one, { witnessed: { payees } })).toEqual([]);
    const { transaction } = lower;
    expect(fields({ ...upper, transaction }, one)).toEqual([]);
  });
});

describe.each(CASES.map((one) => [nameOf(one), one] as const))('%s', (_name, one) => {
  it.each(LIES.map((lie) => [lie.field, lie] as const))('with a lie about the %s is refused', (_field, lie) => {
    const witnessed = lie.needsWitness ? { payees: networkPayees(one) } : undefined;
    for (const { where, route, asked = one.asked, at } of lie.tell(one)) {
      if (harmlessPlacement(lie.field, where)) continue;
      expect([where, fields(route, { ...one, asked }, { witnessed, ...at })]).not.toEqual([where, []]);
    }
  });

  it('that was chosen with a better guarantee is refused', () => {
    const asked = { ...one.asked, chosen: { provider: one.route.providers?.[0] ?? '', leastBuyAmount: '999999999' } };
    expect(fields(one.route, { ...one, asked })).toEqual(['leastBuyAmount']);
  });
});

describe('a fee', () => {
  it('for another recipient than requested is refused by its memo', () => {
    const one = CASES.find(({ route }) => route.memo !== undefined);
    if (!one) throw new Error('no route with a memo');
    const { memo = '', meta } = one.route;
    // =:ASSET:DESTINATION:LIMIT:AFFILIATE:BPS
    const paid = [...memo.split(':').slice(0, 4), 'thief', '30'].join(':');
    const route = { ...one.route, memo: paid, meta: { ...meta, affiliateFee: 30 } };
    const asking = (affiliates: string[]) => ({ ...one, asked: { ...one.asked, affiliateFeeBps: 30, affiliates } });
    expect(fields(route, asking(['ptg']))).toContain('affiliates');
    expect(fields(route, asking([]))).toContain('affiliates');
    expect(fields(route, asking(['Thief']))).not.toContain('affiliates');
  });
});

describe('a swap of Jupiter’s with accounts in a lookup table', () => {
  /**
   * The message names a table's first writable entry instead of `account`, and the service claims that the table
   * contains it there.
   */
  function fromTable({ route, at, asked }: Honest, account: string): string[] {
    const bytes = base64.decode(String(route.tx));
    const { accounts, lookups } = readSolanaTransaction(bytes);
    const [lookup] = lookups;
    const [first = 0] = lookup?.writable ?? [];
    if (!lookup || !at.solana) throw new Error('no table in the fixture');
    const positions = signedBytes(route).flatMap(({ field }, position) =>
      field === 'account of the routing' && bytes[position] === accounts.indexOf(account) ? [position] : [],
    );
    expect(positions.length).toBeGreaterThan(0);
    const moved = bytes.map((byte, position) => (positions.includes(position) ? accounts.length : byte));
    const table = (at.solana.tables[lookup.table] ?? []).map((entry, index) => (index === first ? account : entry));
    const solana = { ...at.solana, tables: { ...at.solana.tables, [lookup.table]: table } };
    return fields({ ...route, tx: base64.encode(moved) }, { route, at, asked }, { solana });
  }
  it('is refused when one is the seller’s or the receiver’s, whatever the table is said to contain', () => {
    const one = CASES.find(({ route }) => route.providers?.[0] === 'JUPITER' && route.sellAsset === 'SOL.SOL');
    if (!one) throw new Error('no fixture');
    const bought = associatedTokenAccount(one.route.destinationAddress, one.route.buyAsset.split('-')[1] ?? '');
    const sold = associatedTokenAccount(one.route.sourceAddress, WRAPPED_SOL_MINT);
    for (const account of [bought, sold]) expect(fromTable(one, account)).not.toEqual([]);
  });
});

describe('a swap of 1inch’s through a pool', () => {
  const POOL = '0xa412a475c3Ef2AB130f47AFee17929a5254ebC29';
  /** `unoswapTo` of 250 USDC for ether, as the sandbox's API answers it when no executor is required. */
  const data = `0xe2c95c820000000000000000000000005aaeb6053f3e94c9b9a09f33669435e7ef1beaed000000000000000000000000a0b86991c6218b36c1d19d4a2e9eb0ce3606eb48000000000000000000000000000000000000000000000000000000000ee6b280000000000000000000000000000000000000000000000000010504d35a3c8443308000000000000000000000a412a475c3ef2ab130f47afee17929a5254ebc29`;
  const one = CASES.find(({ route }) => route.providers?.[0] === 'ONEINCH' && route.sellAsset.startsWith('ETH.USDC'));
  const pooled = (more: Partial<VerifyAt> = {}): string[] => {
    if (!one) throw new Error('no fixture');
    const route = { ...one.route, tx: { ...(one.route.tx as object), data }, transaction: undefined };
    const evm = { ...one.at.evm, poolOutput: '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE' };
    return fields(
      {
        ...route,
        expectedBuyAmountMaxSlippage: '0.07',
        expectedBuyAmount: '0.072',
        meta: { ...route.meta, slippagePercent: 3 },
      },
      { ...one, asked: { ...one.asked, chosen: undefined } },
      { evm, ...more },
    );
  };
  it('is refused: the router trusts a pool, and a liar’s own would keep the sold amount', () => {
    expect(pooled()).toEqual(['routerSwap.pool']);
  });
  it('passes when a witness knows the pool', () => {
    expect(pooled({ witnessed: { contracts: [POOL] } })).toEqual([]);
  });
});

describe('two legs that are paid by hand', () => {
  const one = CASES.find(({ route }) => route.providers?.[0] === 'CHAINFLIP->ONEINCH' && route.tx === undefined);
  it('are refused where they contradict each other: else their address would be compared with nothing', () => {
    if (!one) throw new Error('no fixture');
    const { route } = one;
    const falsified = { ...route, legs: route.legs?.slice(0, 1), inboundAddress: THIEF.btc, targetAddress: THIEF.btc };
    expect(fields(falsified, one, { witnessed: { payees: networkPayees(one) } })).toEqual(['legs']);
  });
  it('may contradict each other while nothing is there to be paid', () => {
    if (!one) throw new Error('no fixture');
    const unopened = { ...one.route, inboundAddress: undefined, targetAddress: undefined };
    expect(fields(unopened, one)).toEqual([]);
  });
});

describe('what was asked for', () => {
  const [one] = CASES;
  it('with an unresolved receiver is a fault', () => {
    if (!one) throw new Error('no fixture');
    const asked = { ...one.asked, destinationAddress: 'vitalik.eth' };
    expect(fields({ ...one.route, destinationAddress: 'vitalik.eth' }, { ...one, asked })).toContain(
      'destinationAddress',
    );
  });
  it('of a token whose decimals were misstated is a fault, whatever a gateway says', () => {
    const token = CASES.find(({ route }) => route.sellAsset.startsWith('ETH.USDC'));
    if (!token) throw new Error('no fixture');
    expect(fields(token.route, token, { evm: { tokenDecimals: 18 } })).toContain('sellDecimals');
  });
  it('without a sender or a refund address allows no refund to another address', () => {
    if (!one) throw new Error('no fixture');
    const asked = { ...one.asked, sourceAddress: undefined };
    expect(fields(one.route, { ...one, asked })).toEqual([]);
    const falsified = { ...one.route, meta: { ...one.route.meta, refundAddress: THIEF.btc } };
    expect(fields(falsified, { ...one, asked })).toContain('refundAddress');
  });
  it('is shown beside the actual values', () => {
    if (!one) throw new Error('no fixture');
    const [first] = verifyRoute(one.asked, { ...one.route, destinationAddress: THIEF.evm }, one.at);
    expect(first).toMatchObject({
      field: 'destinationAddress',
      asked: one.asked.destinationAddress,
      actual: THIEF.evm,
    });
  });
});
