/**
 * A request under a foreign Host, such as that of a page whose name an attacker resolved to this machine, gets no
 * answer.
 */
import { describe, expect, it } from 'vitest';
import { allowedHosts } from './allowed-hosts.ts';

const mainnet = { publicUrl: undefined, allowedHosts: [], host: '127.0.0.1', network: { name: 'mainnet' } } as const;
const sandbox = { ...mainnet, network: { name: 'sandbox' } } as const;

describe('the Host check', () => {
  it.each([
    'localhost',
    'localhost:3000',
    'stranger.localhost:1',
    '127.0.0.1:3000',
    '127.9.9.9',
    '[::1]:80',
    'LOCALHOST',
  ])('answers, in the sandbox, names of this machine: %s', (host) => {
    expect(allowedHosts(sandbox)?.(host)).toBe(true);
  });

  it.each([
    'evil.example',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    'evil-localhost',
    '192.0.2.1',
    '',
    undefined,
    'a b',
    '[::2]',
  ])('refuses every other name: %s', (host) => {
    expect(allowedHosts(sandbox)?.(host)).toBe(false);
  });

  it('answers the names of PUBLIC_URL, of ALLOWED_HOSTS and of the address the server listens on, at any port', () => {
    const isOwn = allowedHosts({
      ...mainnet,
      publicUrl: 'https://Swap.example:8443/base',
      allowedHosts: ['swap.internal', '192.0.2.7'],
      host: '192.0.2.8',
    });
    for (const host of [
      'swap.example',
      'swap.example:443',
      'SWAP.internal:3000',
      '192.0.2.7',
      '192.0.2.8:3000',
      'swap.example.',
    ])
      expect([host, isOwn?.(host)]).toEqual([host, true]);
    expect(isOwn?.('evil.example')).toBe(false);
  });

  it('answers every Host on mainnet as long as none is configured', () => {
    expect(allowedHosts(mainnet)).toBeUndefined();
    expect(allowedHosts({ ...sandbox, host: '0.0.0.0' })?.('0.0.0.0')).toBe(false);
  });
});
