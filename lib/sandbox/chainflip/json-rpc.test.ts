/** If these fail, clients that send batches, or ids of unusual types, cannot match answers to requests. */
import { describe, expect, it } from 'vitest';
import { answerJsonRpc, dispatchError, type RpcMethods } from './json-rpc.ts';

const methods: RpcMethods = (method, params) => {
  if (method === 'fail') throw dispatchError('InvalidRefundAddress');
  if (method === 'nothing') return undefined;
  if (method === 'break') throw new TypeError('a fault of the emulator');
  return { method, params };
};
const ask = async (request: unknown): Promise<unknown> => {
  const text = await answerJsonRpc(methods, JSON.stringify(request));
  return text === '' ? '' : JSON.parse(text);
};
const call = (id: unknown, method = 'echo') => ({ jsonrpc: '2.0', id, method, params: [1] });

describe('JSON-RPC', () => {
  it('answers one call with its id, of any type', async () => {
    for (const id of [1, 0, '018f-uuid', null])
      expect(await ask(call(id))).toEqual({ jsonrpc: '2.0', id, result: { method: 'echo', params: [1] } });
  });
  it('answers a list with a list, of one as well, in its order', async () => {
    const ids = ['9f0e1c3a-7e0e-4a57-9a55-6ffb1c1c2f10', 7, 'a'];
    expect(await ask(ids.map((id) => call(id)))).toMatchObject(ids.map((id) => ({ id })));
    expect(await ask([call(3)])).toMatchObject([{ id: 3 }]);
  });
  it('keeps one failure in a list to itself', async () => {
    expect(await ask([call(1), call(2, 'fail'), call(3, 'nothing')])).toEqual([
      { jsonrpc: '2.0', id: 1, result: { method: 'echo', params: [1] } },
      { jsonrpc: '2.0', id: 2, error: { code: -32021, message: 'DispatchError: InvalidRefundAddress' } },
      { jsonrpc: '2.0', id: 3, result: null },
    ]);
  });
  it('answers nothing where nothing was asked back', async () => {
    expect(await ask({ jsonrpc: '2.0', method: 'echo' })).toBe('');
    expect(await ask([{ jsonrpc: '2.0', method: 'echo' }])).toBe('');
  });
  it('names what is no call', async () => {
    expect(JSON.parse(await answerJsonRpc(methods, '{'))).toMatchObject({ id: null, error: { code: -32700 } });
    expect(await ask([])).toMatchObject({ error: { code: -32600 } });
    expect(await ask({ id: 1 })).toMatchObject({ error: { code: -32600 } });
  });
  it('does not pass its own faults off as answers', async () => {
    await expect(ask(call(1, 'break'))).rejects.toThrow(TypeError);
  });
});
