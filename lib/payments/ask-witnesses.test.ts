/**
 * If these fail, a user pays a vault or a channel that the network does not know, or an honest payment is blocked by
 * nodes that confirm it.
 */
import { describe, expect, it } from 'vitest';
import { encodeSs58 } from '../chains/ss58.ts';
import { assetOf } from '../domain/asset.ts';
import { createStateChain } from '../providers/chainflip/testing/state-chain.ts';
import honest from './__fixtures__/honest-routes.json' with { type: 'json' };
import { askWitnesses } from './ask-witnesses.ts';
import type { AskedSwap } from './asked-swap.ts';
import { encodeReceiverMessage, type ReceiverMessage } from './chainflip/ccm-receiver.ts';
import { calledContract, payeesOf } from './known-contracts.ts';
import { upstreamOf } from './payable-route.ts';
import { type VerifiableRoute, type VerifyAt, verifyRoute } from './verify-route.ts';

type Case = { asked: AskedSwap; route: VerifiableRoute; at: VerifyAt };
const CASES = honest as unknown as readonly Case[];
const VAULTS = CASES.filter(
  ({ route }) => ['THORCHAIN', 'MAYACHAIN'].includes(upstreamOf(route) ?? '') && payeesOf(route).length > 0,
);
const BTC = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080';
const OTHER_BTC = 'bcrt1qyaen0zlqy9309r83nyyf5e89ugc8ls84wxqd08';
const OTHER_ETH = '0x52908400098527886E0F7030069857D2E4169EE7';

const nameOf = ({ route }: Case): string => `${route.providers?.[0]} ${route.sellAsset.slice(0, 8)}`;

/** A node of either network that names this vault and this router for the route's chain. */
const named = ({ route }: Case, changes: Record<string, unknown> = {}) => [
  { chain: 'XYZ', address: 'another' },
  { chain: assetOf(route.sellAsset).chain, address: payeesOf(route)[0], router: calledContract(route), ...changes },
];

type Answers = Record<string, unknown>;
/** Answers by host; other hosts cannot be reached. */
const fetching =
  (answers: Answers): typeof fetch =>
  async (input) => {
    const answer = answers[new URL(String(input)).host];
    if (answer === undefined) throw new TypeError('Failed to fetch');
    return answer instanceof Response ? answer : Response.json(answer);
  };

const NODES = {
  THORCHAIN: ['https://one.example', 'https://two.example'],
  MAYACHAIN: ['https://one.example', 'https://two.example'],
};
const ask = ({ asked, route }: Case, answers: Answers) =>
  askWitnesses(asked, route, { nodes: NODES, fetch: fetching(answers), timeoutMs: 1_000 });
const faultsWith = async (one: Case, answers: Answers): Promise<string[]> => {
  const { witnessed } = await ask(one, answers);
  return verifyRoute(one.asked, one.route, { ...one.at, witnessed }).map(({ field }) => field);
};

describe('a vault', () => {
  it('is checked for routes with a memo, on every kind of chain', () => {
    expect(VAULTS.map(nameOf)).toEqual(expect.arrayContaining(['THORCHAIN ETH.ETH', 'THORCHAIN BTC.BTC']));
  });

  it.each(VAULTS.map((one) => [nameOf(one), one] as const))(
    '%s: named by both nodes is confirmed',
    async (_name, one) => {
      const testimony = await ask(one, { 'one.example': named(one), 'two.example': named(one) });
      expect(testimony).toMatchObject({ about: 'vault', verdict: 'agrees', payee: payeesOf(one.route)[0] });
      expect(testimony.answers).toEqual([
        { host: 'one.example', says: 'same' },
        { host: 'two.example', says: 'same' },
      ]);
      expect(await faultsWith(one, { 'one.example': named(one), 'two.example': named(one) })).toEqual([]);
    },
  );

  it.each(VAULTS.map((one) => [nameOf(one), one] as const))(
    '%s: not named by one of them is refused',
    async (_name, one) => {
      const answers = { 'one.example': named(one), 'two.example': named(one, { address: 'somebody else' }) };
      const testimony = await ask(one, answers);
      expect(testimony.verdict).toBe('differs');
      expect(testimony.answers[1]).toMatchObject({
        says: 'other',
        faults: [{ field: 'payee', asked: 'somebody else', actual: payeesOf(one.route)[0] }],
      });
      expect(await faultsWith(one, answers)).toEqual(['payee']);
    },
  );

  const [first] = VAULTS;
  if (!first) throw new Error('no route');

  it('of a chain that a node does not list is refused', async () => {
    expect((await ask(first, { 'one.example': [] })).verdict).toBe('differs');
  });

  it('behind another router than a node names is refused', async () => {
    const evm = VAULTS.find(({ route }) => calledContract(route) !== undefined);
    if (!evm) throw new Error('no call of a router');
    const { answers, verdict } = await ask(evm, { 'one.example': named(evm, { router: OTHER_ETH }) });
    expect(verdict).toBe('differs');
    expect(answers[0]).toMatchObject({ faults: [{ field: 'contract', asked: OTHER_ETH }] });
  });

  it('of an unknown router passes when the nodes name it, and not without them', async () => {
    const evm = VAULTS.find(({ route }) => calledContract(route) !== undefined && route.tx === undefined);
    const one = evm ?? VAULTS.find(({ route }) => calledContract(route) !== undefined);
    if (!one) throw new Error('no call of a router');
    const { route, asked, at } = one;
    const newer = { ...one, route: { ...route, targetAddress: OTHER_ETH } };
    const { witnessed } = await ask(newer, { 'one.example': named(newer) });
    const has = (given: VerifyAt['witnessed']) =>
      verifyRoute(asked, newer.route, { ...at, witnessed: given }).some(({ field }) => field === 'contract');
    expect([has(undefined), has(witnessed)]).toEqual([true, false]);
  });

  it.each([
    ['cannot be reached', {}],
    ['refuses', { 'one.example': new Response('no', { status: 403 }) }],
    ['answers something else', { 'one.example': { message: 'down' } }],
    ['answers no JSON', { 'one.example': new Response('<html>') }],
  ])('on which a node that %s cannot answer rests on the service’s word', async (_what, replies) => {
    const { verdict, answers } = await ask(first, replies);
    expect(verdict).toBe('unasked');
    expect(answers.map(({ says }) => says)).toEqual(['nothing', 'nothing']);
    // A user who trusts no one does not pay it.
    expect(await faultsWith(first, replies)).toEqual(['payee']);
  });

  it('is not waited for longer than the time limit', async () => {
    const never: typeof fetch = () => new Promise(() => undefined);
    const { answers } = await askWitnesses(first.asked, first.route, { nodes: NODES, fetch: never, timeoutMs: 20 });
    expect(answers[0]).toMatchObject({ says: 'nothing', why: 'it did not answer in time' });
  });

  it('of a network without configured nodes cannot be confirmed', async () => {
    const testimony = await askWitnesses(first.asked, first.route, { nodes: {} });
    expect(testimony).toMatchObject({ verdict: 'unasked', answers: [], witnessed: { payees: [] } });
  });
});

describe('a payment to a contract or program that is known in the code', () => {
  it('needs no witness', async () => {
    const one = CASES.find(({ route }) => upstreamOf(route) === 'ONEINCH' && payeesOf(route).length === 0);
    if (!one) throw new Error('no route');
    expect(await ask(one, {})).toMatchObject({ verdict: 'needless', witnessed: {} });
  });
});

/** 0.05 BTC for ETH, at a minimum price of 10 ETH for one BTC. */
const asked: AskedSwap = {
  sellAsset: 'BTC.BTC',
  buyAsset: 'ETH.ETH',
  sellAmount: '0.05',
  sourceAddress: BTC,
  destinationAddress: OTHER_ETH,
  slippageBps: 100,
};
const channelRoute: VerifiableRoute = {
  ...{ providers: ['CHAINFLIP'], sellAsset: 'BTC.BTC', sellAmount: '0.05', buyAsset: 'ETH.ETH' },
  ...{ sourceAddress: BTC, destinationAddress: OTHER_ETH, expectedBuyAmountMaxSlippage: '0.499' },
  inboundAddress: OTHER_BTC,
  meta: { depositChannel: {} },
};
/** Base units of ETH for one of BTC, with 128 fractional bits. */
const PRICE = (10n * 10n ** 10n) << 128n;

type Opened = {
  to?: string;
  refund?: string;
  price?: bigint;
  bps?: number;
  boost?: number;
  buys?: string;
  call?: object | undefined;
};
const channel = ({ to = OTHER_ETH, refund = BTC, price = PRICE, bps = 0, boost = 0, buys = 'ETH', call }: Opened) => {
  const chain = createStateChain();
  chain.openedByBroker(
    [
      { chain: 'Bitcoin', asset: 'BTC' },
      { chain: 'Ethereum', asset: buys },
      to,
      bps,
      call ?? null,
      boost,
      [],
      { refund_address: refund, min_price: price.toString(), retry_duration: 100, max_oracle_price_slippage: null },
      null,
    ],
    { number: 7n, expires: 900_144n },
  );
  return chain;
};
let times = 0;
/** Another host each time: a node's answer is cached by host. */
const askChannel = (opened: Opened, route = channelRoute, swap = asked) => {
  times += 1;
  const chain = channel(opened);
  const node: typeof fetch = async (_url, init) =>
    Response.json({ jsonrpc: '2.0', id: 1, ...chain.answer(JSON.parse(String(init?.body)).method) });
  const nodes = { CHAINFLIP: [`https://node${times}.example`] };
  return askWitnesses(swap, route, { nodes, fetch: node, timeoutMs: 5_000 });
};

describe('a deposit channel', () => {
  it('that the state chain stores as requested is confirmed', async () => {
    expect(await askChannel({})).toMatchObject({
      about: 'channel',
      verdict: 'agrees',
      witnessed: { payees: [OTHER_BTC] },
    });
  });

  it.each<[string, string, Opened]>([
    ['pays somebody else', 'destinationAddress', { to: '0x00000000000000000000000000000000DeaDBeef' }],
    ['refunds somebody else', 'refundAddress', { refund: OTHER_BTC }],
    ['buys something else', 'buyAsset', { buys: 'USDC' }],
    ['guarantees less', 'leastBuyAmount', { price: (PRICE * 99n) / 100n }],
    ['pays a fee that nobody agreed to', 'affiliateFee', { bps: 30 }],
    ['pays for boost that nobody agreed to', 'boostFee', { boost: 10 }],
    ['calls a contract with the payout', 'contract', { call: { message: '0xee', gas_budget: '1' } }],
  ])('that %s is refused', async (_what, field, opened) => {
    const { verdict, answers } = await askChannel(opened);
    expect(verdict).toBe('differs');
    const [answer] = answers;
    expect(answer?.says === 'other' && answer.faults.map((fault) => fault.field)).toEqual([field]);
  });

  it('may pay its fee to the named affiliate, and to no other', async () => {
    const agreed = { ...asked, affiliateFeeBps: 30 };
    const naming = async (affiliates: string[]) => {
      const { answers } = await askChannel({ bps: 30 }, channelRoute, { ...agreed, affiliates });
      return answers[0]?.says === 'other' && answers[0].faults.map(({ field }) => field);
    };
    const broker = encodeSs58(new Uint8Array(32).fill(0x11), 2112);
    expect(await naming([broker])).toBe(false);
    expect(await naming(['ptg'])).toEqual(['affiliates']);
    expect(await naming([])).toEqual(['affiliates']);
  });

  it('may take what was agreed to', async () => {
    const agreed = { ...asked, affiliateFeeBps: 30, maxBoostFeeBps: 10 };
    expect((await askChannel({ bps: 30, boost: 10 }, channelRoute, agreed)).verdict).toBe('agrees');
  });
});

describe('a deposit channel whose payout a contract swaps on', () => {
  const USDC = 'ETH.USDC-0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
  const WBTC = '0x2260FAC5E5542a773Aa44fBCfeDf7C193bc2C599';
  const CONTRACT = '0xCF1cC00000000000000000000000000000000cF1';
  const leg = { sellAsset: 'BTC.BTC', sellAmount: '0.05', buyAsset: USDC, buyAmount: '1100', provider: 'CHAINFLIP' };
  const route: VerifiableRoute = {
    ...channelRoute,
    providers: ['CHAINFLIP->ONEINCH'],
    buyAsset: `ETH.WBTC-${WBTC}`,
    legs: [
      { ...leg, buyAmountMaxSlippage: '1000' },
      { ...leg, provider: 'ONEINCH', sellAsset: USDC, buyAsset: `ETH.WBTC-${WBTC}`, buyAmountMaxSlippage: '0.04' },
    ],
    meta: { bridge: { asset: USDC, depositAddress: OTHER_BTC }, depositChannel: {} },
  };
  const swap = { ...asked, buyAsset: `ETH.WBTC-${WBTC}` };
  /** Base units of USDC for one of BTC: 20,000 USDC for one BTC. */
  const price = ((20_000n * 10n ** 6n) << 128n) / 10n ** 8n;
  const message = { orderId: `0x${'1'.repeat(64)}`, recipient: OTHER_ETH, buyToken: WBTC } as const;
  const call = (change: Partial<ReceiverMessage> = {}) => ({
    message: encodeReceiverMessage({
      ...{ ...message, leastOutput: 1n, quotedInput: 1n, amountOffset: 0, leastOffset: 0, routerCall: '0x00' },
      ...change,
    }),
    gas_budget: '600000',
  });
  const honest = { to: CONTRACT, buys: 'USDC', price, call: call() };

  it('matches the request, and only the service says what its contract does', async () => {
    const { verdict, answers } = await askChannel(honest, route, swap);
    expect(verdict).toBe('unasked');
    expect(answers[0]).toMatchObject({ says: 'nothing', why: expect.stringContaining('a contract of the service') });
  });

  it.each<[string, string, Opened]>([
    ['pays somebody else', 'destinationAddress', { call: call({ recipient: CONTRACT }) }],
    ['buys something else', 'buyAsset', { call: call({ buyToken: CONTRACT }) }],
    ['pays out something else', 'buyAsset', { buys: 'ETH' }],
    ['refunds somebody else', 'refundAddress', { refund: OTHER_BTC }],
    ['guarantees less', 'leastBuyAmount', { price: (price * 99n) / 100n }],
    ['pays a fee that nobody agreed to', 'affiliateFee', { bps: 30 }],
  ])('that %s is refused', async (_what, field, opened) => {
    const { verdict, answers } = await askChannel({ ...honest, ...opened }, route, swap);
    expect(verdict).toBe('differs');
    const [answer] = answers;
    expect(answer?.says === 'other' && answer.faults.map((fault) => fault.field)).toContain(field);
  });

  it.each([
    ['no message', null],
    ['another message', { message: '0xee', gas_budget: '1' }],
  ])('that calls it with %s is refused', async (_what, other) => {
    const opened = other === null ? { ...honest, call: undefined } : { ...honest, call: other };
    expect((await askChannel(opened, route, swap)).verdict).toBe('differs');
  });
});
