/** The real client is limited: it can neither forge its address nor hide behind a proxy. */

import { describe, expect, it } from 'vitest';
import { fc, property } from '../domain/test-property.ts';
import { callerKey } from './caller.ts';
import { createClientAddress, createTrustedProxies, dropForgedScheme, plainAddress } from './client-address.ts';
import { publicUrlOf } from './public-url.ts';

const behind = (trustedProxies: string[], trustedProxyHeader: 'x-forwarded-for' | 'forwarded' = 'x-forwarded-for') =>
  createClientAddress({ trustedProxies, trustedProxyHeader });
const headersWith = (header: string, value: string) => new Headers({ [header]: value });

describe("a client's address", () => {
  property([fc.array(fc.oneof(fc.ipV4(), fc.ipV6(), fc.string()), { maxLength: 5 })])(
    'is the socket’s, whatever the headers say, where no proxy is trusted',
    (hops) => {
      const value = hops.join(', ').replace(/[^\x20-\x7e]/g, '');
      expect(behind([])(headersWith('x-forwarded-for', value), '192.0.2.1')).toBe('192.0.2.1');
      expect(behind(['10.0.0.0/8'])(headersWith('x-forwarded-for', value), '192.0.2.1')).toBe('192.0.2.1');
    },
  );

  property([fc.array(fc.oneof(fc.ipV4(), fc.ipV6()), { maxLength: 5 })])(
    'is the right-most one that is not a proxy of ours, whatever the client wrote to its left',
    (forged) => {
      const value = [...forged, '198.51.100.7', '10.1.2.3'].join(', ');
      expect(behind(['10.0.0.0/8'])(headersWith('x-forwarded-for', value), '10.0.0.1')).toBe('198.51.100.7');
    },
  );

  it('is the outermost proxy itself where no header names another, or where a hop hides its peer', () => {
    const address = behind(['10.0.0.0/8', '::1']);
    expect(address(new Headers(), '10.0.0.1')).toBe('10.0.0.1');
    expect(address(headersWith('x-forwarded-for', '10.0.0.9, 10.0.0.8'), '10.0.0.1')).toBe('10.0.0.9');
    expect(address(headersWith('x-forwarded-for', '203.0.113.5, unknown, 10.0.0.8'), '10.0.0.1')).toBe('10.0.0.8');
  });

  it('is read only from the header that the deployment configured', () => {
    const forwarded = behind(['127.0.0.1'], 'forwarded');
    const both = new Headers({
      forwarded: 'for=192.0.2.60;proto=http, for="[2001:db8:cafe::17]:4711";by=10.0.0.1',
      'x-forwarded-for': '203.0.113.99',
    });
    expect(forwarded(both, '127.0.0.1')).toBe('2001:db8:cafe::17');
    expect(behind(['127.0.0.1'])(both, '127.0.0.1')).toBe('203.0.113.99');
    expect(forwarded(headersWith('forwarded', 'proto=https;For=198.51.100.2:1234'), '127.0.0.1')).toBe('198.51.100.2');
  });

  it('has one canonical form, however it is written', () => {
    expect(plainAddress('::ffff:192.0.2.1')).toBe('192.0.2.1');
    expect(plainAddress('[2001:DB8:0:0::1]:443')).toBe('2001:db8::1');
    expect(plainAddress('fe80::1%eth0')).toBe('fe80::1');
    expect(plainAddress('192.0.2.1:8080')).toBe('192.0.2.1');
    for (const none of ['', '_hidden', 'unknown', '1.2.3', '1.2.3.4.5', 'example.com'])
      expect(plainAddress(none)).toBeUndefined();
    expect(behind(['127.0.0.1'])(headersWith('x-forwarded-for', '198.51.100.7'), '::ffff:127.0.0.1')).toBe(
      '198.51.100.7',
    );
  });
});

describe('the key under which a caller is counted', () => {
  const key = (address: string) => callerKey({ kind: 'anonymous', address });

  property([fc.ipV6(), fc.tuple(fc.nat(0xffff), fc.nat(0xffff), fc.nat(0xffff), fc.nat(0xffff))])(
    'is the same for all addresses of one IPv6 customer',
    (ipv6, host) => {
      const whole = plainAddress(ipv6) ?? '';
      if (!whole.includes(':')) return;
      const other = `${key(whole).replace('::/64', '')}:${host.map((group) => group.toString(16)).join(':')}`;
      expect(key(plainAddress(other) ?? '')).toBe(key(whole));
    },
  );

  it('differs for other networks, and is the whole address for IPv4', () => {
    expect(key('2001:db8::1')).toBe('2001:db8:0:0::/64');
    expect(key('2001:db8:0:1::1')).not.toBe(key('2001:db8::1'));
    expect(key('::1')).toBe('0:0:0:0::/64');
    expect(key('192.0.2.1')).toBe('192.0.2.1');
  });

  it('is the integrator, whichever of its keys it uses', () => {
    const integrator = { id: 'int_1', name: 'A', embedId: 'emb_1', embedOrigins: [] };
    const keys = ['key_1', 'key_2'].map((keyId) => callerKey({ kind: 'integrator', keyId, integrator }));
    expect(new Set(keys)).toEqual(new Set(['key:int_1']));
  });
});

describe('the scheme of an address that is written into answers', () => {
  const urlFrom = (peer: string, trustedProxies: string[]) => {
    const headers = { host: 'swap.example', 'x-forwarded-proto': 'https' };
    dropForgedScheme(headers, createTrustedProxies(trustedProxies)(peer));
    return publicUrlOf({ headers: new Headers(headers), url: 'http://127.0.0.1:3000' }, undefined);
  };

  it('is believed of a trusted proxy only', () => {
    expect(urlFrom('10.0.0.1', ['10.0.0.0/8'])).toBe('https://swap.example');
    expect(urlFrom('::ffff:10.0.0.1', ['10.0.0.0/8'])).toBe('https://swap.example');
    expect(urlFrom('192.0.2.1', ['10.0.0.0/8'])).toBe('http://swap.example');
    expect(urlFrom('192.0.2.1', [])).toBe('http://swap.example');
  });
});
