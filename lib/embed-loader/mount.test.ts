/**
 * A host page receives messages of its own frames only, decides what is signed, and sees when a frame fails to load.
 */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { hostMessageSchema } from '../api/embed/messages.ts';
import { PROTOCOL } from '../api/embed/protocol.ts';
import { createLoader } from './mount.ts';
import { type FakePage, fakeFrame, fakePage, HOST, PORTAGE } from './testing/fake-page.ts';

let page: FakePage;
beforeEach(() => {
  vi.useFakeTimers();
  page = fakePage();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const loader = createLoader(`${PORTAGE}/embed.js`);
const settled = () => vi.advanceTimersByTimeAsync(0);
const PAYMENT = { sellAsset: 'BTC.BTC', buyAsset: 'ETH.ETH', sellAmount: '0.5', quoteId: 'q', routeIndex: 0 };

function ready(options = {}) {
  const embed = loader.mount('#place', options);
  const frame = fakeFrame(page);
  frame.hello();
  return { embed, frame };
}

describe('the frame', () => {
  test('opens at the origin of the script, with the fewest permissions and with what its first paint needs', () => {
    loader.mount('#place', {
      embedId: 'shop',
      sell: 'BTC.BTC',
      hide: ['header', 'settings'],
      radius: 4,
      buy: null,
      to: 'bc1qsomebody',
      tokens: Array.from({ length: 30 }, (_, index) => `ETH.T${index}-0x00`),
      before: {},
    });
    const frame = fakeFrame(page);
    expect(frame.at).toBe(`${PORTAGE}/embed`);
    expect(frame.query).toEqual({ embedId: 'shop', sell: 'BTC.BTC', hide: 'header,settings', radius: '4' });
    expect(frame.host).toBe(HOST);
    expect(frame.element.attributes.sandbox).not.toContain('top-navigation');
    expect(frame.element.allow).toBe('clipboard-write');
    expect(frame.element.referrerPolicy).toBe('strict-origin');
  });

  test('gets every option by message, in the form that the protocol accepts', () => {
    const { frame } = ready({ to: 'bc1qsomebody', sell: 'BTC.BTC', embedId: 'shop', before: { signing: () => true } });
    const [init] = frame.sent('init');
    expect(init?.to).toBe(PORTAGE);
    expect(hostMessageSchema.parse(init?.message)).toMatchObject({
      portage: PROTOCOL,
      instance: frame.instance,
      options: { to: 'bc1qsomebody', sell: 'BTC.BTC' },
      hooks: ['beforeSign'],
      wallets: {},
    });
    expect(init?.message.options).not.toHaveProperty('embedId');
  });

  test('is as high as its page, within bounds', () => {
    const { embed, frame } = ready({ minHeight: 300, maxHeight: 900 });
    frame.say('height', { height: 512 });
    expect(frame.element.style.height).toBe('512px');
    frame.say('height', { height: 9000 });
    expect(frame.element.style.height).toBe('900px');
    frame.say('height', { height: 'tall' });
    expect(frame.element.style.height).toBe('900px');
    embed.setOptions({ maxHeight: 1200 });
    expect(frame.element.style.height).toBe('1200px');
  });

  test('receives changed options, hooks and wallets while it is mounted', () => {
    const { embed, frame } = ready({ theme: 'light', sell: 'BTC.BTC' });
    embed.setOptions({
      theme: 'dark',
      sell: null,
      before: { quote: () => true },
      ethereum: { request: async () => 1 },
    });
    for (const type of ['setOptions', 'setHooks', 'setWallets'])
      expect(hostMessageSchema.safeParse(frame.sent(type).at(-1)?.message).success, type).toBe(true);
    expect(frame.sent('setOptions').at(-1)?.message.options).toEqual({ theme: 'dark' });
    expect(frame.sent('setHooks').at(-1)?.message.hooks).toEqual(['beforeQuote']);
    expect(frame.sent('setWallets').at(-1)?.message.wallets).toEqual({ evm: { name: 'shop.example' } });
  });
});

describe('messages', () => {
  test('are accepted from that window, that origin and that session only', () => {
    const { embed, frame } = ready();
    const received: unknown[] = [];
    embed.on('*', (event) => received.push(event));
    const sent = { portage: 1, nonce: frame.nonce(), type: 'ready' };
    page.post(sent, { source: {} });
    page.post(sent, { source: null });
    page.post(sent, { source: frame.element.contentWindow, origin: 'https://evil.example' });
    page.post({ ...sent, nonce: 'guessed-guessed-guessed' }, { source: frame.element.contentWindow });
    page.post({ ...sent, portage: 2 }, { source: frame.element.contentWindow });
    page.post({ ...sent, type: 'toString' }, { source: frame.element.contentWindow });
    page.post('ready', { source: frame.element.contentWindow });
    expect(received).toEqual([]);
    frame.say('ready', { options: {} });
    expect(received).toEqual([{ type: 'ready', options: {} }]);
  });

  test('that greet with another instance’s name open no session', () => {
    loader.mount('#place');
    const frame = fakeFrame(page);
    frame.hello({ nonce: 'another-another-another' });
    expect(frame.sent('init')).toEqual([]);
  });

  test('of two embeds in a page reach their own listeners only', () => {
    const received: string[] = [];
    for (const name of ['first', 'second']) loader.mount('#place').on('sent', () => received.push(name));
    const [first, second] = [fakeFrame(page, 0), fakeFrame(page, 1)];
    first.hello();
    second.hello();
    second.say('sent', PAYMENT);
    page.post({ portage: 1, nonce: second.nonce(), type: 'sent' }, { source: first.element.contentWindow });
    expect(received).toEqual(['second']);
  });

  test('reach the other listeners when one throws, and none that has left or after the end', () => {
    const { embed, frame } = ready();
    const received: string[] = [];
    embed.on('quote', () => {
      throw new Error('mine');
    });
    const stop = embed.on('quote', () => received.push('left'));
    embed.on('quote', () => received.push('stays'));
    stop();
    frame.say('quote', PAYMENT);
    expect(received).toEqual(['stays']);
    expect(reportError).toHaveBeenCalledOnce();
    embed.unmount();
    expect(page.frames()).toEqual([]);
    expect(page.receivers.size).toBe(0);
  });
});

describe('a hook', () => {
  test.each([
    ['true', () => true, 'allow', undefined],
    ['nothing', () => undefined, 'allow', undefined],
    ['a promise of nothing', async () => undefined, 'allow', undefined],
    ['false', () => false, 'veto', undefined],
    ['a sentence', async () => 'Not on Sundays.', 'veto', 'Not on Sundays.'],
    ['an error', () => Promise.reject(new Error('The shop is closed.')), 'veto', 'The shop is closed.'],
    ['an object thrown', () => Promise.reject({ message: 'Closed.' }), 'veto', 'Closed.'],
    ['much text', () => 'x'.repeat(5000), 'veto', 'x'.repeat(300)],
  ])('that returns %s decides', async (_name, signing, type, reason) => {
    const { frame } = ready({ before: { signing } });
    frame.say('beforeSign', { id: '7', ...PAYMENT, by: 'transaction' });
    await settled();
    expect(frame.sent(type).map(({ message }) => hostMessageSchema.parse(message))).toMatchObject([{ id: '7' }]);
    expect(frame.sent(type)[0]?.message.reason).toBe(reason);
    expect(frame.sent(type === 'allow' ? 'veto' : 'allow')).toEqual([]);
  });

  test('that does not exist is answered at once where only the event is listened to', async () => {
    const { embed, frame } = ready();
    embed.on('beforeSign', () => undefined);
    expect(frame.sent('setHooks').at(-1)?.message.hooks).toEqual(['beforeSign']);
    frame.say('beforeSign', { id: '7', ...PAYMENT, by: 'transaction' });
    await settled();
    expect(frame.sent('allow')).toHaveLength(1);
  });
});

describe('the wallet bridge', () => {
  test('passes on what a wallet returns, throws and emits, and nothing that cannot be cloned', async () => {
    const listeners = new Map<string, (data: unknown) => void>();
    const { frame } = ready({
      ethereum: {
        request: async ({ method }: { method: string }) => {
          if (method === 'eth_accounts') return ['0xabc'];
          if (method === 'eth_chainId') return () => 'a function cannot be sent';
          throw Object.assign(new Error('User rejected the request.'), { code: 4001 });
        },
        on: (event: string, listener: (data: unknown) => void) => listeners.set(event, listener),
      },
    });
    const ask = async (id: string, method: string) => {
      frame.say('walletRequest', { id, wallet: 'evm', method, params: [] });
      await settled();
    };
    await ask('1', 'eth_accounts');
    await ask('2', 'eth_sendTransaction');
    await ask('3', 'eth_sign');
    await ask('4', 'eth_chainId');
    listeners.get('accountsChanged')?.(['0xdef']);
    expect(frame.sent('walletResult').map(({ message }) => message)).toMatchObject([{ id: '1', result: ['0xabc'] }]);
    expect(frame.sent('walletFailure').map(({ message }) => hostMessageSchema.parse(message))).toMatchObject([
      { id: '2', code: 4001, message: 'User rejected the request.' },
      { id: '3', code: 4200 },
      { id: '4' },
    ]);
    expect(frame.sent('walletEvent').map(({ message }) => hostMessageSchema.parse(message))).toMatchObject([
      { wallet: 'evm', event: 'accountsChanged', data: ['0xdef'] },
    ]);
  });
});

describe('a frame that does not load', () => {
  const state = () => page.container.children[0]?.dataset.state;

  test('is reported to the person and to the host, and can be reloaded', () => {
    const embed = loader.mount('#place', { texts: { failed: 'No swaps today.' } });
    const faults: string[] = [];
    embed.on('error', ({ code, message }) => faults.push(`${code}: ${message}`));
    expect(state()).toBe('loading');
    vi.advanceTimersByTime(19_000);
    expect(state()).toBe('loading');
    vi.advanceTimersByTime(1_000);
    expect(state()).toBe('failed');
    expect(faults).toEqual(['notLoaded: No swaps today.']);
    expect(page.container.textContent).toContain('Load again');
    const before = fakeFrame(page).instance;
    embed.reload();
    expect(state()).toBe('loading');
    expect(fakeFrame(page).instance).not.toBe(before);
    fakeFrame(page).hello();
    expect(state()).toBe('ready');
    vi.advanceTimersByTime(60_000);
    expect(state()).toBe('ready');
  });

  test('counts as refused soon after its document has loaded without sending a message', () => {
    loader.mount('#place');
    fakeFrame(page).element.listeners.get('load')?.();
    vi.advanceTimersByTime(8_000);
    expect(state()).toBe('failed');
  });

  test('that loads late after all is shown', () => {
    loader.mount('#place');
    vi.advanceTimersByTime(20_000);
    fakeFrame(page).hello();
    expect(state()).toBe('ready');
  });

  test('that speaks only another version gets no messages', () => {
    loader.mount('#place');
    const frame = fakeFrame(page);
    frame.hello({ versions: [2] });
    expect(state()).toBe('failed');
    expect(frame.sent('init')).toEqual([]);
  });
});

test('an element that does not exist and an unknown URL are reported at once', () => {
  expect(() => loader.mount('#nowhere')).toThrow('#nowhere');
  expect(() => createLoader(undefined).mount('#place')).toThrow('baseUrl');
});
