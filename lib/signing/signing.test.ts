/** Every instance and every program recognises what this deployment signed, and no forged answer passes. */

import { describe, expect, it } from 'vitest';
import type { SignedKind } from '../api/signatures.ts';
import { readJws, verifySignature } from '../api/signatures.ts';
import { fc, property } from '../domain/test-property.ts';
import type { SigningDeps } from './signing.ts';
import { newSeed, signingSecret, thumbprint } from './signing-key.ts';
import { keysInMemory, testSigning } from './test-signing.ts';

const clock = { now: Date.parse('2026-11-23T12:00:00Z') };
const open = (change: Partial<SigningDeps> = {}) => testSigning({ now: () => clock.now, ...change });
const route = { quoteId: 'q', routeIndex: 0, route: { sellAmount: '0.5', meta: { tags: [] } } };
const signed = (text: string | undefined): string => text ?? '';

it('derives keys and thumbprints as RFC 8032 and RFC 8037 have them', () => {
  // RFC 8032, 7.1, test 1, and RFC 8037, A.1 to A.3, which use the same key.
  const secret = signingSecret('9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60');
  expect(secret.x).toBe('11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo');
  expect(secret.kid).toBe('kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k');
  expect(secret.sign('')).toBe(
    Buffer.from(
      'e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b',
      'hex',
    ).toString('base64url'),
  );
});

describe('signatures', () => {
  it('are valid in every instance, and name their key, their network and the kind of content', async () => {
    const store = keysInMemory();
    const [one, two] = [await open({ store }), await open({ store })];
    const text = signed(one.detached('route', route));
    expect(text).toMatch(/^[\w-]+\.\.[\w-]{86}$/);
    expect(readJws(text)?.typ).toBe('portage.route.sandbox');
    expect(await two.verify('route', route, text)).toMatchObject({ ok: true });
    expect(await two.verify('channel', route, text)).toMatchObject({ ok: false, reason: 'otherKind' });
    const mainnet = await open({ store, network: 'mainnet' });
    expect(await mainnet.verify('route', route, text)).toMatchObject({ ok: false, reason: 'otherKind' });
  });

  it('do not depend on the order of fields, and are valid for no other content', async () => {
    const signing = await open();
    const text = signed(signing.detached('route', route));
    const turned = { route: { meta: { tags: [] }, sellAmount: '0.5' }, routeIndex: 0, quoteId: 'q' };
    expect(await signing.verify('route', turned, text)).toMatchObject({ ok: true });
    for (const other of [
      { ...route, routeIndex: 1 },
      { ...route, quoteId: 'r' },
      { ...route, route: { ...route.route, sellAmount: '0.50' } },
      { ...route, more: true },
    ])
      expect(await signing.verify('route', other, text)).toMatchObject({ ok: false, reason: 'changed' });
  });

  const all = open();
  property([fc.nat(), fc.integer({ min: 1, max: 255 })])(
    'are invalid once one of their bytes differs',
    async (at, by) => {
      const signing = await all;
      const text = signed(signing.detached('route', route));
      const index = at % text.length;
      const changed = `${text.slice(0, index)}${String.fromCharCode(text.charCodeAt(index) ^ by)}${text.slice(index + 1)}`;
      // The last digit of 64 bytes in base64url has unused bits.
      if (
        Buffer.from(changed.slice(-86), 'base64url').equals(Buffer.from(text.slice(-86), 'base64url')) &&
        changed.startsWith(text.slice(0, -1))
      )
        return;
      expect((await signing.verify('route', route, changed)).ok).toBe(false);
    },
  );

  it('can be verified by programs with the published keys', async () => {
    const signing = await open();
    const published = await signing.published();
    const answer = { success: true, trackingStatus: 'completed', data: { trackingStatus: 'completed' } } as const;
    const kinds: SignedKind[] = ['tracking'];
    for (const kind of kinds) {
      const signature = signed(signing.detached(kind, answer));
      expect(await verifySignature({ ...answer, signature }, published)).toMatchObject({ ok: true });
      const lie = { ...answer, success: false, signature };
      expect(await verifySignature(lie, published)).toMatchObject({ ok: false, reason: 'changed' });
    }
    expect(published.keys[0]?.kid).toBe(thumbprint(published.keys[0]?.x ?? ''));
  });
});

describe('keys', () => {
  it('that were rotated sign no more, and their signatures stay valid', async () => {
    const store = keysInMemory();
    const signing = await open({ store });
    const before = signed(signing.detached('route', route));
    const [old] = (await signing.published()).keys;
    const other = await open({ store });
    await store.rotateSigningKey({
      ...{ kid: 'k', x: 'y'.repeat(43), seed: newSeed(), createdAt: clock.now },
      ...{ retiredAt: null, revokedAt: null },
    });
    clock.now += 2000;
    await other.refresh();
    const after = signed(other.detached('route', route));
    expect(readJws(after)?.kid).not.toBe(old?.kid);
    expect(await other.verify('route', route, before)).toMatchObject({ ok: true });
    expect((await other.published()).keys[0]).toMatchObject({ kid: old?.kid, retiredAt: expect.any(String) });
  });

  it('that were revoked are refused within two seconds, stay listed, and another one signs', async () => {
    const store = keysInMemory();
    const signing = await open({ store });
    const text = signed(signing.detached('route', route));
    const kid = readJws(text)?.kid ?? '';
    await store.endSigningKey(kid, 'revoked', clock.now);
    clock.now += 2000;
    expect(await signing.verify('route', route, text)).toMatchObject({ ok: false, reason: 'revokedKey' });
    expect(readJws(signed(signing.detached('route', route)))?.kid).not.toBe(kid);
    const published = await signing.published();
    expect(published.keys[0]).toMatchObject({ kid, revokedAt: expect.any(String) });
    expect(
      await verifySignature(
        { depositAddress: 'a', channelId: 'b', issuedBlock: 1, sourceChainExpiryBlock: 1, signature: text },
        published,
      ),
    ).toMatchObject({ ok: false });
  });

  it('of two instances’ settings are valid in both instances', async () => {
    const store = keysInMemory();
    const [one, two] = [await open({ store, seed: newSeed() }), await open({ store, seed: newSeed() })];
    clock.now += 2000;
    expect(await two.verify('route', route, signed(one.detached('route', route)))).toMatchObject({ ok: true });
    expect(await one.verify('route', route, signed(two.detached('route', route)))).toMatchObject({ ok: true });
    expect((await one.published()).keys).toHaveLength(2);
    expect(await store.signingKeys()).toMatchObject([{ seed: null }, { seed: null }]);
  });

  it('of a setting that was revoked stop the start, and a running instance signs nothing', async () => {
    const store = keysInMemory();
    const seed = newSeed();
    const signing = await open({ store, seed });
    await store.endSigningKey(signingSecret(seed).kid, 'revoked', clock.now);
    clock.now += 2000;
    await signing.refresh();
    expect(signing.detached('route', route)).toBeUndefined();
    await expect(open({ store, seed })).rejects.toThrow(
      'SIGNING_KEY is a key that was retired or revoked; give it another one.',
    );
  });

  it('of other deployments are trusted where they are listed, and published separately', async () => {
    const theirs = await open();
    const [key] = (await theirs.published()).keys;
    const ours = await open({ trusted: [key?.x ?? ''] });
    const text = signed(theirs.detached('route', route));
    expect(await ours.verify('route', route, text)).toMatchObject({ ok: true });
    expect(await (await open()).verify('route', route, text)).toMatchObject({ ok: false, reason: 'unknownKey' });
    const published = await ours.published();
    expect(published.trusted).toMatchObject([{ kid: key?.kid }]);
    expect(published.keys.map(({ kid }) => kid)).not.toContain(key?.kid);
  });
});
