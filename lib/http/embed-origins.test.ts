import { describe, expect, it } from 'vitest';
import { rememberOrigins } from './embed-origins.ts';

describe('the origins that may frame an embed', () => {
  it('are cached for ten seconds, and then queried again', async () => {
    let asked = 0;
    let now = 0;
    let origins: string[] | undefined = ['https://a.example'];
    const ask = rememberOrigins(
      async () => {
        asked += 1;
        return origins;
      },
      () => now,
    );
    expect(await ask('emb_1')).toEqual(['https://a.example']);
    origins = undefined;
    expect(await ask('emb_1')).toEqual(['https://a.example']);
    expect(asked).toBe(1);
    now = 10_001;
    expect(await ask('emb_1')).toBeUndefined();
  });

  it('stay as they were while the database is down', async () => {
    let now = 0;
    let broken = false;
    const ask = rememberOrigins(
      async () => {
        if (broken) throw new Error('no database');
        return ['https://a.example'];
      },
      () => now,
    );
    await ask('emb_1');
    broken = true;
    now = 60_000;
    expect(await ask('emb_1')).toEqual(['https://a.example']);
    expect(await ask('emb_2')).toBeUndefined();
  });

  it('are not queried for text that is no id', async () => {
    const ask = rememberOrigins(
      async () => {
        throw new Error('asked');
      },
      () => 0,
    );
    expect(await ask("emb'; drop table integrators")).toBeUndefined();
    expect(await ask('')).toBeUndefined();
  });
});
