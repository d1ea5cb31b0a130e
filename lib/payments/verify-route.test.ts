/**
 * Lies that agree with themselves everywhere in an answer, in its texts and in the bytes to sign, are refused; honest
 * routes of every provider pass.
 */
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { base58, base64, hex } from '@scure/base';
import { describe, expect, it } from 'vitest';
import { PROVIDER_IDS } from '../domain/provider-id.ts';
import honest from './__fixtures__/honest-routes.json' with { type: 'json' };
import type { AskedSwap } from './asked-swap.ts';
import { payeesOf } from './known-contracts.ts';
import { withoutTransaction } from './payable-route.ts';
import { signedLeg } from './two-leg/signed-leg.ts';
import { scriptOfAddress } from './utxo/address-script.ts';
import { parsePsbt } from './utxo/psbt.ts';
import { type VerifiableRoute, type VerifyAt, verifyRoute } from './verify-route.ts';

type Case = { asked: AskedSwap; route: VerifiableRoute; at: VerifyAt };
const CASES = honest as unknown as readonly Case[];

const THIEF = {
  evm: '0x00000000000000000000000000000000DeaDBeef',
  btc: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
  sol: '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU',
};

const nameOf = ({ route }: Case): string =>
  `${route.providers?.[0]} ${route.sellAsset.slice(0, 8)} to ${route.buyAsset.slice(0, 8)} by ${route.meta.txType}`;
const fields = (route: VerifiableRoute, { asked, at }: Case, more: Partial<VerifyAt> = {}): string[] =>
  verifyRoute(asked, route, { ...at, ...more }).map(({ field }) => field);

/** Every way in which bytes carry an address: as text, and as what the text stands for. */
function formsOf(address: string): string[] {
  if (/^0x[0-9a-f]{40}$/i.test(address)) return [address.slice(2).toLowerCase()];
  const script = scriptOfAddress('BTC', address, 'sandbox');
  if (script !== undefined) return [script.slice(4), bytesToHex(utf8ToBytes(address))];
  try {
    return [bytesToHex(base58.decode(address))];
  } catch {
    return [bytesToHex(utf8ToBytes(address))];
  }
}

/** Replaces an address everywhere: in every text, in hex, and in the bytes of a transaction in base64. */
function everywhere(route: VerifiableRoute, from: string, to: string): VerifiableRoute {
  const [old, put] = [formsOf(from), formsOf(to)];
  const inHex = (text: string): string =>
    old.reduce((all, form, index) => all.replaceAll(new RegExp(form, 'gi'), put[index] ?? form), text);
  const change = (value: unknown, key = ''): unknown => {
    if (Array.isArray(value)) return value.map((one) => change(one));
    if (typeof value === 'object' && value !== null)
      return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, change(one, name)]));
    if (typeof value !== 'string') return value;
    if (key === 'tx') return base64.encode(hexToBytes(inHex(bytesToHex(base64.decode(value)))));
    const text = value.replaceAll(from, to).replaceAll(from.toLowerCase(), to);
    return /^0x[0-9a-f]{60,}$/i.test(text) ? inHex(text) : text;
  };
  return change(route) as VerifiableRoute;
}

const thiefOf = (address: string): string =>
  address.startsWith('0x') ? THIEF.evm : /^(bc|bcrt|ltc)1/.test(address) ? THIEF.btc : THIEF.sol;

const withTx = (route: VerifiableRoute, change: Record<string, unknown>): VerifiableRoute => ({
  ...route,
  tx: { ...(route.tx as Record<string, unknown>), ...change },
  transaction: undefined,
});

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
  it.each(byAddress.map((one) => [nameOf(one), one] as const))('%s passes where its address is paid', (_name, one) => {
    expect(verifyRoute(one.asked, withoutTransaction(one.route), one.at)).toEqual([]);
  });
  it.each(CASES.map((one) => [nameOf(one), one] as const))(
    '%s passes where witnesses name its payees',
    (_name, one) => {
      const payees = [...payeesOf(signedLeg(one.route).route ?? one.route), ...payeesOf(one.route)];
      expect(fields(one.route, one, { witnessed: { payees } })).toEqual([]);
    },
  );
});

/** What a liar changes, consistently; undefined where the route has no such thing. */
const LIES: readonly [string, (route: VerifiableRoute) => VerifiableRoute | undefined][] = [
  ['the receiver', (route) => everywhere(route, route.destinationAddress, thiefOf(route.destinationAddress))],
  ['the sender, and with it refunds', (route) => everywhere(route, route.sourceAddress, thiefOf(route.sourceAddress))],
  [
    'the refund address',
    (route) => ({ ...route, meta: { ...route.meta, refundAddress: thiefOf(route.sourceAddress) } }),
  ],
  ['the amount', (route) => ({ ...route, sellAmount: `1${route.sellAmount}` })],
  ['the sold asset', (route) => ({ ...route, sellAsset: 'LTC.LTC' === route.sellAsset ? 'BCH.BCH' : 'LTC.LTC' })],
  ['the bought asset', (route) => ({ ...route, buyAsset: 'DOGE.DOGE' })],
  ['the guarantee', (route) => ({ ...route, expectedBuyAmountMaxSlippage: '0', memo: limitless(route.memo) })],
  ['the tolerance', (route) => ({ ...route, meta: { ...route.meta, slippagePercent: 50 } })],
  ['the fee of a site', (route) => ({ ...route, meta: { ...route.meta, affiliateFee: 300 } })],
  ['the fee for counting at once', (route) => ({ ...route, meta: { ...route.meta, boost: { maxFeeBps: 100 } } })],
  ['the expiry', (route) => ({ ...route, expiration: '99999999999' })],
  ['the provider', (route) => ({ ...route, providers: ['NOBODY'] })],
  [
    'a fee in the memo',
    ({ memo, ...route }) => (memo === undefined ? undefined : { ...route, memo: `${memo}:thief:1000` }),
  ],
  [
    'the contract',
    (route) => {
      const { targetAddress } = route;
      const isCall = route.meta.txType === 'EVM' && targetAddress !== undefined && route.inboundAddress === undefined;
      return isCall ? everywhere(route, targetAddress, THIEF.evm) : undefined;
    },
  ],
  ['the network', (route) => (route.meta.txType === 'EVM' ? withTx(route, { chain_id: 1 }) : undefined)],
  [
    'the spender',
    (route) => {
      const { approvalAddress, approvals } = route.meta;
      if (!approvalAddress || !approvals?.length) return undefined;
      const meta = { approvals, approvalAddress };
      const changed = everywhere({ ...route, meta }, approvalAddress, THIEF.evm).meta;
      return { ...route, meta: { ...route.meta, ...changed } };
    },
  ],
  [
    'the allowance',
    (route) => {
      const [last] = (route.meta.approvals ?? []).slice(-1) as { data: string }[];
      if (!last) return undefined;
      const approvals = [{ ...last, data: `${last.data.slice(0, -64)}${'f'.repeat(64)}` }];
      return { ...route, meta: { ...route.meta, approvals } };
    },
  ],
  [
    'an extra output',
    (route) => {
      if (route.meta.txType !== 'PSBT' || typeof route.tx !== 'string') return undefined;
      const tx = parsePsbt(route.tx);
      tx.addOutput({ script: hex.decode(scriptOfAddress('BTC', THIEF.btc, 'sandbox') ?? ''), amount: 1000n });
      return { ...route, tx: base64.encode(tx.toPSBT(0)) };
    },
  ],
  [
    'the message to sign',
    (route) => {
      const data = route.meta.typedData as { message: Record<string, string> } | undefined;
      if (!data) return undefined;
      const typedData = { ...data, message: { ...data.message, redeemer: THIEF.evm } };
      return { ...route, meta: { ...route.meta, typedData } };
    },
  ],
  [
    'the copy of the transaction',
    (route) =>
      typeof route.transaction === 'object'
        ? { ...route, transaction: { ...route.transaction, to: THIEF.evm } }
        : undefined,
  ],
];

function limitless(memo: string | undefined): string | undefined {
  if (memo === undefined) return undefined;
  const parts = memo.split(':');
  return [...parts.slice(0, 3), '0', ...parts.slice(4)].join(':');
}

describe.each(CASES.map((one) => [nameOf(one), one] as const))('%s', (_name, one) => {
  it.each(LIES)('with a lie about %s is refused', (_what, lie) => {
    const told = lie(one.route);
    if (told === undefined) return;
    expect(told).not.toEqual(one.route);
    expect(fields(told, one)).not.toEqual([]);
  });

  it('with another vault, channel or deposit address is refused by whom the witnesses tell the right one', () => {
    const payees = [...payeesOf(signedLeg(one.route).route ?? one.route), ...payeesOf(one.route)];
    for (const payee of payees) {
      const told = everywhere(one.route, payee, thiefOf(payee));
      expect(fields(told, one, { witnessed: { payees } })).toContain('payee');
    }
  });

  it('that was chosen with a better guarantee is refused', () => {
    const asked = { ...one.asked, chosen: { provider: one.route.providers?.[0] ?? '', leastBuyAmount: '999999999' } };
    expect(fields(one.route, { ...one, asked })).toEqual(['leastBuyAmount']);
  });
});

describe('what was asked for', () => {
  const [one] = CASES;
  it('with a receiver that nobody has resolved is a fault', () => {
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
  it('is told beside what stands there', () => {
    if (!one) throw new Error('no fixture');
    const [first] = verifyRoute(one.asked, { ...one.route, destinationAddress: THIEF.evm }, one.at);
    expect(first).toMatchObject({
      field: 'destinationAddress',
      asked: one.asked.destinationAddress,
      actual: THIEF.evm,
    });
  });
});
