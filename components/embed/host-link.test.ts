import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { frameMessageSchema, type HostMessage } from '../../lib/api/embed/messages.ts';
import { type FrameWindow, hostClaim, openHostLink } from './host-link.ts';

const HOST = 'https://shop.example';
const INSTANCE = 'instance_0123456789';
const SESSION = 'session_01234567890';
const claim = { instance: INSTANCE, host: HOST };

/** A message without the fields that the link adds. */
type Said = Record<string, unknown>;

function opened() {
  const posted: { data: Said; target: string }[] = [];
  const parent = { postMessage: (data: unknown, target: string) => void posted.push({ data: data as Said, target }) };
  let listener: (event: MessageEvent) => void = () => undefined;
  const frame: FrameWindow = {
    parent,
    addEventListener: (_type, added) => {
      listener = added;
    },
    removeEventListener: () => undefined,
  };
  const received: HostMessage[] = [];
  const link = openHostLink(frame, claim, (message) => void received.push(message));
  const say = (data: Said, from: { source?: unknown; origin?: string } = {}) =>
    listener({ source: parent, origin: HOST, ...from, data: { portage: 1, nonce: SESSION, ...data } } as MessageEvent);
  const init = () => say({ type: 'init', instance: INSTANCE });
  return { posted, received: received, link, say, init };
}

const quote = { type: 'beforeQuote', sellAsset: 'BTC.BTC', buyAsset: 'ETH.ETH', sellAmount: '1' } as const;
const route = {
  providers: ['THORCHAIN' as const],
  expectedBuyAmount: '1',
  expectedBuyAmountMaxSlippage: '1',
  tags: [],
  totalSlippageBps: 1,
};
const sign = {
  ...quote,
  type: 'beforeSign',
  by: 'transaction',
  quoteId: 'q',
  routeIndex: 0,
  route,
  sourceAddress: 'a',
  destinationAddress: 'b',
} as const;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('the frame’s end of the protocol', () => {
  it('says hello to the origin that opened it, with nothing secret', () => {
    const { posted } = opened();
    expect(posted).toEqual([{ data: { portage: 1, nonce: INSTANCE, type: 'hello', versions: [1] }, target: HOST }]);
  });

  it('tells nothing before the host has shown that it opened this very frame', () => {
    const { posted, link, say, init } = opened();
    link.tell({ type: 'height', height: 10 });
    say({ type: 'init', instance: 'another_0123456789' });
    say({ type: 'init', instance: INSTANCE }, { origin: 'https://evil.example' });
    say({ type: 'init', instance: INSTANCE }, { source: {} });
    expect(posted).toHaveLength(1);
    init();
    expect(posted[1]).toEqual({ data: { portage: 1, nonce: SESSION, type: 'height', height: 10 }, target: HOST });
  });

  it('listens to that window, that origin and that session alone', () => {
    const { received, say, init } = opened();
    init();
    say({ type: 'setOptions', options: {} }, { origin: 'https://evil.example' });
    say({ type: 'setOptions', options: {} }, { source: {} });
    say({ type: 'setOptions', options: {}, nonce: 'some_other_session_1' });
    say({ type: 'init', instance: INSTANCE, nonce: 'some_other_session_1' });
    say({ type: 'setOptions', options: {} });
    expect(received.map(({ type }) => type)).toEqual(['init', 'setOptions']);
  });

  it('waits for the host’s word, and passes its sentence on', async () => {
    const { posted, link, say, init } = opened();
    init();
    const asked = link.ask(sign);
    const question = frameMessageSchema.parse(posted.at(-1)?.data);
    say({ type: 'veto', id: 'id' in question ? question.id : '', reason: 'Not from your country.' });
    await expect(asked).rejects.toMatchObject({ name: 'Vetoed', silent: false, message: 'Not from your country.' });
  });

  it('goes on where the host allows it', async () => {
    const { posted, link, say, init } = opened();
    init();
    const asked = link.ask(sign);
    say({ type: 'allow', id: posted.at(-1)?.data.id });
    await expect(asked).resolves.toBeUndefined();
  });

  it('takes silence for a no before a signature, and for a yes before a quote', async () => {
    const { link, init } = opened();
    init();
    const signing = expect(link.ask(sign)).rejects.toMatchObject({ silent: true });
    const quoting = expect(link.ask(quote)).resolves.toBeUndefined();
    await vi.advanceTimersByTimeAsync(60_001);
    await Promise.all([signing, quoting]);
  });

  it('hands on what the host’s wallet throws, with its code', async () => {
    const { posted, link, say, init } = opened();
    init();
    const asked = link.wallet({ wallet: 'evm', method: 'eth_requestAccounts', params: [] }, 1000);
    say({ type: 'walletFailure', id: posted.at(-1)?.data.id, code: 4001, message: 'No.' });
    await expect(asked).rejects.toMatchObject({ code: 4001, message: 'No.' });
  });
});

describe('who opened the frame', () => {
  it('is read from the fragment, and is one origin', () => {
    expect(hostClaim(`#portage=${INSTANCE}&host=${encodeURIComponent(HOST)}`)).toEqual(claim);
  });
  it.each([
    '',
    '#',
    `#portage=${INSTANCE}`,
    `#portage=${INSTANCE}&host=*`,
    `#portage=${INSTANCE}&host=${HOST}/page`,
    `#portage=short&host=${HOST}`,
    `#portage=${INSTANCE}&host=javascript:alert(1)`,
  ])('is nobody where it says "%s"', (hash) => expect(hostClaim(hash)).toBeUndefined());
});
