/** Blocks come by the clock and contain what was accepted; the node behaves as wallets expect. */
import { bytesToHex } from '@noble/hashes/utils.js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { feeOf } from './asset-hub.ts';
import { addressOf } from './channels.ts';
import type { Call } from './codecs.ts';
import { DOT, TestSubstrate } from './test-substrate.ts';

let chain: TestSubstrate;
beforeEach(async () => {
  chain = await new TestSubstrate().fund();
});
afterEach(() => chain.remove());
const toBob = (amount: bigint): Call => ({ kind: 'transferKeepAlive', to: chain.bob.account, amount });

describe('blocks', () => {
  it('come every six seconds, are final two later, and stop while the fault says so', async () => {
    const start = chain.node.height();
    await chain.block(3);
    expect(chain.node.height()).toBe(start + 3);
    const head = (await chain.rpc('chain_getFinalizedHead')).result;
    const header = (await chain.rpc('chain_getHeader', head)).result;
    expect(header).toMatchObject({ number: `0x${(start + 1).toString(16)}` });
    chain.held.world.faults.set({ target: 'DOT', kind: 'no-blocks', params: {} });
    await chain.submit(chain.sign(toBob(DOT)));
    await chain.block(5);
    expect(chain.node.height()).toBe(start + 3);
    chain.held.world.faults.clear('DOT', 'no-blocks');
    await chain.block();
    expect(chain.balance(chain.bob)).toBe(DOT);
  });

  it('lead from one to the one before and hold what was sent, in the same bytes', async () => {
    const sent = chain.sign(toBob(DOT));
    await chain.submit(sent);
    expect((await chain.rpc('author_pendingExtrinsics')).result).toEqual([`0x${bytesToHex(sent.bytes)}`]);
    await chain.block();
    const hash = (await chain.rpc('chain_getBlockHash', chain.node.height())).result;
    const before = (await chain.rpc('chain_getBlockHash', `0x${(chain.node.height() - 1).toString(16)}`)).result;
    expect((await chain.rpc('chain_getBlock', hash)).result).toMatchObject({
      block: { header: { parentHash: before }, extrinsics: [expect.any(String), `0x${bytesToHex(sent.bytes)}`] },
    });
    expect((await chain.rpc('chain_getBlock', `0x${'00'.repeat(32)}`)).result).toBeNull();
    expect((await chain.rpc('chain_getBlockHash', [0, 99])).result).toEqual([`0x${chain.node.genesis}`, null]);
  });

  it('keep everything over many restarts, however many there were', async () => {
    for (let count = 0; count < 60; count += 1) await chain.ledger.fund(addressOf(chain.bob.account), DOT);
    chain.kill();
    await chain.ledger.fund(addressOf(chain.bob.account), DOT);
    chain.kill();
    expect(chain.balance(chain.bob)).toBe(61n * DOT);
    expect(await chain.ledger.channels.depositsTo([addressOf(chain.bob.account)], 0)).toHaveLength(61);
  });
});

describe('the node', () => {
  it('says what it is and speaks JSON-RPC', async () => {
    expect((await chain.rpc('system_properties')).result).toEqual({
      ss58Format: 42,
      tokenDecimals: 10,
      tokenSymbol: 'DOT',
    });
    expect((await chain.rpc('state_getRuntimeVersion')).result).toMatchObject({
      specName: 'statemint',
      specVersion: 2_003_002,
      transactionVersion: 15,
    });
    expect((await chain.rpc('state_getMetadata')).error).toEqual({ code: -32601, message: 'Method not found' });
    const ask = async (method: string, body: string) =>
      chain.ledger.service.handle({ method, path: '', query: new URLSearchParams(), body });
    expect((await ask('GET', '')).status).toBe(405);
    expect(JSON.parse((await ask('POST', '{')).body).error.code).toBe(-32700);
    const two = [1, 2].map((id) => ({ jsonrpc: '2.0', id, method: 'system_name', params: [] }));
    expect(JSON.parse((await ask('POST', JSON.stringify(two))).body).map(({ id }: { id: number }) => id)).toEqual([
      1, 2,
    ]);
  });

  it('reports the fee that it then takes', async () => {
    const { bytes } = chain.sign(toBob(DOT));
    const info = await chain.rpc('payment_queryInfo', `0x${bytesToHex(bytes)}`);
    expect(info.result).toMatchObject({ partialFee: String(feeOf(bytes.length)) });
  });
});
