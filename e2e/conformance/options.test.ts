import { describe, expect, it } from 'vitest';
import { readOptions, UsageError } from './options.ts';

const read = (...args: string[]) => {
  const options = readOptions(args);
  if (typeof options === 'string') throw new Error('options were expected');
  return options;
};

describe('the command line', () => {
  it('by default opens nothing and checks against the specification', () => {
    expect(read('https://swap.example')).toMatchObject({
      level: 'spec',
      withChannels: false,
      only: [],
      key: undefined,
    });
  });
  it.each([
    ['https://swap.example/', 'https://swap.example'],
    ['https://swap.example/api/', 'https://swap.example/api'],
    ['https://swap.example/v1', 'https://swap.example'],
  ])('accepts %s', (address, base) => {
    expect(read(address).baseUrl).toBe(base);
  });
  it('reads a swap to track', () => {
    expect(read('http://x', '--swap', 'q/1/h').swap).toEqual({ quoteId: 'q', routeIndex: 1, hash: 'h' });
    expect(read('http://x', '--swap', 'q').swap).toEqual({ quoteId: 'q', routeIndex: 0 });
  });
  it('reads addresses that can pay, one a chain', () => {
    expect(read('http://x', '--source', 'eth=0x1', '--source', 'BTC=bc1').sources).toEqual({ ETH: '0x1', BTC: 'bc1' });
  });
  it.each([
    [[], 'One address is wanted'],
    [['http://a', 'http://b'], 'One address is wanted'],
    [['swap.example'], 'is no address'],
    [['ftp://swap.example'], 'is no address'],
    [['http://x?y'], 'no query'],
    [['http://x', '--level', 'all'], 'spec or portage'],
    [['http://x', '--timeout', '0'], '--timeout takes'],
    [['http://x', '--concurrency', '1000'], '--concurrency takes'],
    [['http://x', '--swap', '/1'], '--swap takes'],
    [['http://x', '--source', '0x1'], '--source takes'],
    [['http://x', '--read-only', '--with-channels'], 'exclude each other'],
    [['http://x', '--everything'], '--everything'],
  ])('explains what is wrong with %j', (args, sentence) => {
    expect(() => readOptions(args)).toThrow(UsageError);
    expect(() => readOptions(args)).toThrow(sentence);
  });
});
