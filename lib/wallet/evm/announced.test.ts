/**
 * EVM wallets are offered by the name under which they announce themselves; a discontinued one is hidden from every
 * listener.
 */
import { beforeEach, describe, expect, test, vi } from 'vitest';

let page: EventTarget & Record<string, unknown>;
let announced: typeof import('./announced.ts');

const announce = (info: Record<string, unknown>, provider: unknown = {}) =>
  page.dispatchEvent(Object.assign(new Event('eip6963:announceProvider'), { detail: { info, provider } }));
const good = { rdns: 'io.good', name: 'Good', icon: 'data:image/svg+xml,x' };

beforeEach(async () => {
  page = Object.assign(new EventTarget(), {}) as typeof page;
  vi.stubGlobal('window', page);
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('dispatchEvent', page.dispatchEvent.bind(page));
  vi.resetModules();
  announced = await import('./announced.ts');
  return () => vi.unstubAllGlobals();
});

describe('those that announce themselves', () => {
  test('are listed once by their domain, including late ones', () => {
    const listener = vi.fn();
    const stop = announced.watchAnnounced(listener);
    announce(good);
    announce({ ...good, name: 'Again' });
    expect(announced.announcedWallets()).toEqual([
      { id: 'io.good', name: 'Good', icon: 'data:image/svg+xml,x', provider: {} },
    ]);
    expect(listener).toHaveBeenCalledOnce();
    stop();
    announce({ rdns: 'io.late', name: 'Late' });
    expect(listener).toHaveBeenCalledOnce();
    expect(announced.announcedWallets()).toHaveLength(2);
  });

  test('are asked to announce themselves again, as early announcements had no listener', () => {
    page.addEventListener('eip6963:requestProvider', () => void announce(good));
    expect(announced.announcedWallets().map(({ id }) => id)).toEqual(['io.good']);
  });

  test.each([
    ['without a provider', good, undefined],
    ['without a domain', { name: 'x' }, {}],
    ['without a name', { rdns: 'io.x' }, {}],
    ['that is no object', 'x', {}],
  ])('an announcement %s is ignored', (_how, info, provider) => {
    page.dispatchEvent(Object.assign(new Event('eip6963:announceProvider'), { detail: { info, provider } }));
    announced.announcedWallets();
    page.dispatchEvent(Object.assign(new Event('eip6963:announceProvider'), { detail: { info, provider } }));
    expect(announced.announcedWallets()).toEqual([]);
  });

  test('a picture from another origin is not loaded, and a long name is cut', () => {
    announced.listenForWallets();
    announce({ rdns: 'io.x', name: 'x'.repeat(500), icon: 'https://elsewhere.example/x.svg' });
    expect(announced.announcedWallets()).toEqual([{ id: 'io.x', name: 'x'.repeat(40), provider: {} }]);
  });
});

test('a discontinued wallet is not offered to any later listener', () => {
  announced.listenForWallets();
  const later = vi.fn();
  page.addEventListener('eip6963:announceProvider', later);
  announce({ rdns: 'io.xdefi', name: 'XDEFI' });
  announce({ rdns: 'io.other', name: 'Other' }, { isXDEFI: true });
  expect(later).not.toHaveBeenCalled();
  expect(announced.announcedWallets()).toEqual([]);
  announce(good);
  expect(later).toHaveBeenCalledOnce();
});

test('the silent wallet is offered only when it has not announced itself and is not discontinued', () => {
  expect(announced.hasSilentWallet()).toBe(false);
  const silent = { request: () => undefined };
  page.ethereum = silent;
  expect(announced.hasSilentWallet()).toBe(true);
  announce(good, silent);
  expect(announced.hasSilentWallet()).toBe(false);
  page.ethereum = { isXDEFI: true };
  expect(announced.hasSilentWallet()).toBe(false);
});
