/** A pass identifies a visitor of the page. Nobody else can make one, use it from another network, or keep it. */
import { describe, expect, it } from 'vitest';
import { createPagePasses } from './page-pass.ts';

function passes(secret = 'one') {
  const state = { now: 1_790_000_000_500, secret: async () => secret };
  return { state, ...createPagePasses({ secret: () => state.secret(), now: () => state.now }) };
}

describe('a pass', () => {
  it('is valid for its network for ten minutes, at every instance', async () => {
    const here = passes();
    const { pass, seconds } = await here.give('2001:db8:1:2:3::4');
    expect(seconds).toBe(600);
    expect(await passes().holds(pass, '2001:db8:1:2::9')).toBe(true);
    expect(await here.holds(pass, '2001:db8:1:3::9')).toBe(false);
    expect(await here.holds(pass, '192.0.2.1')).toBe(false);
    here.state.now += 599_000;
    expect(await here.holds(pass, '2001:db8:1:2:3::4')).toBe(true);
    here.state.now += 1_000;
    expect(await here.holds(pass, '2001:db8:1:2:3::4')).toBe(false);
  });

  it('is invalid for another deployment, after its time, or in another form', async () => {
    const here = passes();
    const { pass } = await here.give('192.0.2.1');
    const [seconds, digest] = pass.split('.');
    const others = [
      '',
      '.',
      'x',
      `${Number(seconds) + 1}.${digest}`,
      `${seconds}.`,
      `${pass}x`,
      `9999999999.${digest}`,
    ];
    const foreign = await passes('two').give('192.0.2.1');
    for (const wrong of [...others, foreign.pass, `${seconds}.${'é'.repeat(43)}`, 'x'.repeat(10_000)])
      expect([wrong, await here.holds(wrong, '192.0.2.1')]).toEqual([wrong, false]);
  });

  it('is invalid while the secret is unavailable, and valid again once it is back', async () => {
    const here = passes();
    const { pass } = await passes().give('192.0.2.1');
    const known = here.state.secret;
    here.state.secret = () => Promise.reject(new Error('away'));
    expect(await here.holds(pass, '192.0.2.1')).toBe(false);
    await expect(here.give('192.0.2.1')).rejects.toThrow('away');
    here.state.secret = known;
    expect(await here.holds(pass, '192.0.2.1')).toBe(true);
  });
});
