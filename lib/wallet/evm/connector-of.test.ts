/** The page can connect a wallet that it offers, even before wagmi knows it. */
import { afterEach, expect, it, vi } from 'vitest';
import { createConfig, http } from 'wagmi';
import { mainnet } from 'wagmi/chains';
import { connectorOf } from './connector-of.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

const announcement = (rdns: string) =>
  new CustomEvent('eip6963:announceProvider', {
    detail: { info: { uuid: rdns, name: rdns, icon: 'data:image/png;base64,', rdns }, provider: { request: vi.fn() } },
  });

it('waits for a wallet that wagmi learns of later, and for no other', async () => {
  const page = new EventTarget();
  vi.stubGlobal('window', page);
  const config = createConfig({
    chains: [mainnet],
    storage: null,
    transports: { [mainnet.id]: http('http://127.0.0.1:9') },
  });
  const connector = connectorOf(config, 'late.wallet');
  page.dispatchEvent(announcement('another.wallet'));
  page.dispatchEvent(announcement('late.wallet'));
  expect((await connector)?.id).toBe('late.wallet');
  expect((await connectorOf(config, 'another.wallet'))?.id).toBe('another.wallet');
});
