/** If these fail, one company's two hosts confirm each other, or an operator's second node is not asked. */
import { describe, expect, it } from 'vitest';
import { operatorsOf } from './operators.ts';

const names = (...urls: string[]) => operatorsOf(urls).map(({ name }) => name);

describe('the operators of a list of hosts', () => {
  it('is one operator for two hosts of one domain, in the order of the list', () => {
    const urls = ['https://gateway.liquify.com/chain/a', 'https://api.rorcual.xyz', 'https://thornode.liquify.com'];
    expect(operatorsOf(urls)).toEqual([
      { name: 'liquify.com', urls: [urls[0], urls[2]] },
      { name: 'rorcual.xyz', urls: [urls[1]] },
    ]);
  });

  it('are hosts without a domain by address and port: nodes of one’s own, and the sandbox', () => {
    expect(names('http://127.0.0.1:4100/thornode', 'http://127.0.0.1:4200/thornode')).toHaveLength(2);
    expect(names('http://thornode:1317', 'http://[::1]:1317', 'http://10.0.0.2')).toEqual([
      'thornode:1317',
      '[::1]:1317',
      '10.0.0.2',
    ]);
    expect(names('http://127.0.0.1:4100/a', 'http://127.0.0.1:4100/b')).toHaveLength(1);
  });
});
