import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { base64 } from '@scure/base';
import { afterEach, describe, expect, it } from 'vitest';
import { type Network, sandboxNetwork } from '../config/networks.ts';
import { revertReason } from '../payments/revert-reason.ts';
import { RpcError } from './chain-clients.ts';
import { createChainClients } from './create-chain-clients.ts';
import { type Asked, type Canned, closedUrl, loopbackFetch, startTestServer } from './test-server.ts';
import { utxoTxid } from './utxo-txid.ts';

const servers: { close(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});
async function serve(answer: (asked: Asked) => Canned) {
  const server = await startTestServer(answer);
  servers.push(server);
  return server;
}
const none: Network = {
  ...sandboxNetwork('http://127.0.0.1:1'),
  evmRpc: {},
  esplora: {},
  cosmosLcd: {},
  solanaRpc: [],
};
const clients = (network: Partial<Network>) =>
  createChainClients({ network: { ...none, ...network }, fetch: loopbackFetch, log: () => {} });
const evm = (...urls: string[]) => clients({ evmRpc: { ETH: urls } }).evm('ETH')!;
const utxo = (...urls: string[]) => clients({ esplora: { BTC: urls } }).utxo('BTC')!;
const cosmos = (...urls: string[]) => clients({ cosmosLcd: { GAIA: urls } }).cosmos('GAIA')!;
const json = (value: unknown, status = 200): Canned => ({ status, body: JSON.stringify(value) });
const rpcResult = (result: unknown) => json({ jsonrpc: '2.0', id: 1, result });
const rpcError = (code: number, message: string, data?: unknown) =>
  json({ jsonrpc: '2.0', id: 1, error: { code, message, data } });

// The first Bitcoin transaction between people (block 170), and the example of BIP-143 (native P2WPKH).
const RAW_LEGACY =
  '0100000001c997a5e56e104102fa209c6a852dd90660a20b2d9c352423edce25857fcd3704000000004847304402204e45e16932b8af514961a1d3a1a25fdf3f4f7732e9d624c6c61548ab5fb8cd410220181522ec8eca07de4860a4acdd12909d831cc56cbbac4622082221a8768d1d0901ffffffff0200ca9a3b00000000434104ae1a62fe09c5f51b13905f07f06b99a2f7159b2225f374cd378d71302fa28414e7aab37397f554a7df5f142c21c1b7303b8a0626f1baded5c72a704f7e6cd84cac00286bee0000000043410411db93e1dcdb8a016b49840f8c53bc1eb68a382e97b1482ecad7b148a6909a5cb2e0eaddfb84ccf9744464f82e160bfa9b8b64f9d4c03f999b8643f656b412a3ac00000000';
const TXID_LEGACY = 'f4184fc596403b9d638783cf57adfe4c75c605f6356fbc91338530e9831e9e16';

describe('chain clients', () => {
  it('name the setting that a chain lacks, and none where there is a client', () => {
    const made = clients({ esplora: { BTC: ['http://127.0.0.1:1'] } });
    expect(made.utxo('DASH')).toBeUndefined();
    expect(made.missing('DASH')).toContain('ESPLORA_URL_DASH');
    expect(made.missing('ETH')).toContain('RPC_URL_ETH');
    expect(made.missing('GAIA')).toContain('LCD_URL_GAIA');
    expect(made.missing('SOL')).toContain('RPC_URL_SOL');
    expect(made.missing('BTC')).toBeUndefined();
    expect(made.utxo('BTC')).toBe(made.utxo('BTC'));
  });
});

describe('JSON-RPC', () => {
  it('reads receipts and transactions, and distinguishes a missing one from a failure', async () => {
    const node = await serve(({ body }) => {
      if (body.includes('missing')) return rpcResult(null);
      return body.includes('eth_getTransactionReceipt')
        ? rpcResult({
            transactionHash: '0xAB',
            status: '0x0',
            blockNumber: '0x10',
            from: '0xAA',
            to: null,
            logs: [{ address: '0xcc', topics: ['0x01'], data: '0x' }],
            gasUsed: '0x5208',
            effectiveGasPrice: '0x3b9aca00',
          })
        : rpcResult({ hash: '0xAB', from: '0xAA', to: '0xBB', nonce: '0x7', value: '0xde0b6b3a7640000', input: '0x' });
    });
    const client = evm(node.url);
    expect(await client.receipt('0xab')).toMatchObject({
      status: 'reverted',
      blockNumber: 16,
      gasUsed: 21000n,
      effectiveGasPrice: 1_000_000_000n,
    });
    expect(await client.transaction('0xab')).toEqual({
      hash: '0xab',
      from: '0xaa',
      to: '0xbb',
      nonce: 7,
      value: 10n ** 18n,
      input: '0x',
    });
    expect(await client.receipt('missing')).toBeUndefined();
  });

  it('passes on the node’s own refusal, with its code and data', async () => {
    const node = await serve(() => rpcError(3, 'execution reverted', '0x1234'));
    await expect(evm(node.url).rpc('eth_call', [])).rejects.toMatchObject({
      name: 'RpcError',
      code: 3,
      data: '0x1234',
    });
  });

  it('fails over to the next node after HTML, invalid JSON, 403 and an exhausted limit', async () => {
    for (const bad of [{ body: '<html>' }, json({ no: 1, error: 'x' }), json({}, 403), rpcError(-32005, 'limit')]) {
      const first = await serve(() => bad);
      const second = await serve(() => rpcResult('0x10'));
      expect(await evm(first.url, second.url).blockNumber()).toBe(16);
    }
  });

  it('is unavailable, with the chain’s name, when no node answers or the answer is invalid', async () => {
    await expect(evm(await closedUrl()).blockNumber()).rejects.toMatchObject({ name: 'ChainUnavailable' });
    const node = await serve(() => rpcResult('seven'));
    await expect(evm(node.url).blockNumber()).rejects.toMatchObject({ name: 'ChainUnavailable' });
  });

  it('counts a transaction that the chain already has as sent, not as refused', async () => {
    const node = await serve(() => rpcError(-32000, 'already known'));
    const hash = await evm(node.url).rpc('eth_sendRawTransaction', ['0x02f8']);
    expect(hash).toMatch(/^0x[0-9a-f]{64}$/);
  });

  it('checks a refusal by the second node when the first one may have accepted the transaction', async () => {
    const first = await serve(() => 'hangUp');
    const second = await serve(({ body }) =>
      body.includes('eth_sendRawTransaction')
        ? rpcError(-32000, 'nonce too low')
        : rpcResult({ hash: '0xab', from: '0xaa', to: null, nonce: '0x0', value: '0x0', input: '0x' }),
    );
    expect(await evm(first.url, second.url).rpc('eth_sendRawTransaction', ['0x02f8'])).toMatch(/^0x/);
    await expect(evm(second.url).rpc('eth_sendRawTransaction', ['0x02f8'])).rejects.toThrow('nonce too low');
  });

  it('returns a contract’s revert reason', () => {
    const data =
      '0x08c379a0000000000000000000000000000000000000000000000000000000000000002000000000000000000000000000000000000000000000000000000000000000196e6f7420656e6f7567682066756e64732070726f766964656400000000000000';
    expect(revertReason(new RpcError(3, 'execution reverted', data))).toBe('not enough funds provided');
    expect(revertReason(new RpcError(-32000, 'execution reverted: expired'))).toBe('expired');
    expect(revertReason(new RpcError(3, 'execution reverted', { data: '0xdeadbeef00' }))).toBe(
      'custom error 0xdeadbeef',
    );
    expect(revertReason(new RpcError(3, 'execution reverted'))).toBeUndefined();
  });
});

describe('Esplora', () => {
  it('reads outputs, balances, transactions and spenders', async () => {
    const server = await serve(({ path }) => {
      if (path.endsWith('/utxo')) return json([{ txid: 'aa', vout: 1, value: 5000, status: { confirmed: false } }]);
      if (path === '/address/D1')
        return {
          body: '{"chain_stats":{"funded_txo_sum":14000000000000000001,"spent_txo_sum":1},"mempool_stats":{"funded_txo_sum":5,"spent_txo_sum":0}}',
        };
      if (path === '/tx/aa/outspend/0') return json({ spent: true, txid: 'bb', vin: 0 });
      if (path === '/tx/aa/hex') return { body: '0200' };
      if (path === '/blocks/tip/height') return { body: '800001' };
      if (path === '/tx/aa')
        return json({
          txid: 'aa',
          vin: [{ txid: 'cc', vout: 2, prevout: { scriptpubkey_address: 'bc1qx', value: 9000 } }],
          vout: [
            { scriptpubkey: '0014', scriptpubkey_address: 'bc1qv', value: 7000 },
            { scriptpubkey: '6a01', value: 0 },
          ],
          fee: 2000,
          status: { confirmed: true, block_height: 800000, block_time: 1700000000 },
        });
      return { status: 404, body: 'Transaction not found' };
    });
    const client = utxo(server.url);
    expect(await client.utxos('D1')).toEqual([{ txid: 'aa', vout: 1, value: 5000n, confirmed: false }]);
    expect(await client.balance('D1')).toBe(14_000_000_000_000_000_005n);
    expect(await client.transaction('aa')).toEqual({
      txid: 'aa',
      vin: [{ txid: 'cc', vout: 2, address: 'bc1qx', value: 9000n }],
      vout: [
        { scriptHex: '0014', address: 'bc1qv', value: 7000n },
        { scriptHex: '6a01', value: 0n },
      ],
      fee: 2000n,
      blockHeight: 800000,
      blockTime: 1700000000,
    });
    expect(await client.transaction('ff')).toBeUndefined();
    expect(await client.transactionHex('aa')).toBe('0200');
    expect(await client.tipHeight()).toBe(800001);
    expect(await client.outspend('aa', 0)).toEqual({ spent: true, txid: 'bb' });
  });

  it('reads the fee rate of the next blocks, rounded up, and undefined where the service gives none', async () => {
    const fees = (body: unknown, status = 200) => serve(() => json(body, status));
    const rateAt = async (server: { url: string }) => utxo(server.url).feeRate();
    expect(await rateAt(await fees({ '1': 30.2, '2': 12.01, '6': 4 }))).toBe(13n);
    expect(await rateAt(await fees({ '3': 4 }))).toBe(4n);
    expect(await rateAt(await fees({}))).toBeUndefined();
    expect(await rateAt(await fees('Not found', 404))).toBeUndefined();
    await expect(rateAt(await fees({ '2': 'cheap' }))).rejects.toMatchObject({ name: 'ChainUnavailable' });
  });

  it('computes the id of a transaction, with and without witness', () => {
    expect(utxoTxid(RAW_LEGACY)).toBe(TXID_LEGACY);
    // With a witness added, the same transaction has the same id (BIP-141).
    const witness = `${RAW_LEGACY.slice(0, 8)}0001${RAW_LEGACY.slice(8, -8)}0101aa${RAW_LEGACY.slice(-8)}`;
    expect(utxoTxid(witness)).toBe(TXID_LEGACY);
    expect(utxoTxid('zz')).toBeUndefined();
    expect(utxoTxid('0500008000')).toBeUndefined();
  });

  it('broadcasts; counts what the mempool already has as sent; returns the reason of a refusal', async () => {
    const refuse = (message: string) => async () =>
      serve(() => ({ status: 400, body: `sendrawtransaction RPC error: {"code":-26,"message":"${message}"}` }));
    const server = await serve(() => ({ body: TXID_LEGACY }));
    expect(await utxo(server.url).broadcast(RAW_LEGACY)).toBe(TXID_LEGACY);
    expect(server.asked[0]).toEqual({ method: 'POST', path: '/tx', body: RAW_LEGACY });
    const known = await refuse('txn-already-in-mempool')();
    expect(await utxo(known.url).broadcast(RAW_LEGACY)).toBe(TXID_LEGACY);
    const dust = await refuse('dust')();
    await expect(utxo(dust.url).broadcast(RAW_LEGACY)).rejects.toMatchObject({
      name: 'BroadcastRefused',
      message: 'dust',
    });
  });

  it('after a cut connection, ignores another service’s refusal when the chain has the transaction', async () => {
    const first = await serve(() => 'hangUp');
    const second = await serve(({ method }) =>
      method === 'POST'
        ? { status: 400, body: 'bad-txns-inputs-missingorspent' }
        : json({ txid: TXID_LEGACY, vin: [], vout: [], status: { confirmed: false } }),
    );
    expect(await utxo(first.url, second.url).broadcast(RAW_LEGACY)).toBe(TXID_LEGACY);
    await expect(utxo(second.url).broadcast(RAW_LEGACY)).rejects.toThrow('missingorspent');
  });

  it('never reads a failing service as "does not exist"', async () => {
    for (const bad of [{ body: '<html>' }, json({}, 500), json({}, 429), json({ half: 1 })]) {
      const server = await serve(() => bad);
      await expect(utxo(server.url).transaction('aa')).rejects.toMatchObject({ name: 'ChainUnavailable' });
    }
  });
});

describe('Cosmos REST', () => {
  const tx = base64.encode(new TextEncoder().encode('tx'));
  const hash = bytesToHex(sha256(new TextEncoder().encode('tx'))).toUpperCase();

  it('reads wrapped accounts of every kind, balances, transactions and the height', async () => {
    const server = await serve(({ path }) => {
      if (path.endsWith('/accounts/plain')) return json({ account: { account_number: '7', sequence: '3' } });
      if (path.endsWith('/accounts/fresh')) return json({ account: { '@type': '/cosmos.auth.v1beta1.BaseAccount' } });
      if (path.endsWith('/accounts/vesting'))
        return json({ account: { base_vesting_account: { base_account: { account_number: '9', sequence: '1' } } } });
      if (path.includes('/balances/')) return json({ balances: [{ denom: 'uatom', amount: '12345678901234567890' }] });
      if (path.endsWith('/blocks/latest')) return json({ block: { header: { height: '42' } } });
      if (path.endsWith('/txs/AB'))
        return json({
          tx: { body: { messages: [{ '@type': '/cosmos.bank.v1beta1.MsgSend' }], memo: '=:r' } },
          tx_response: {
            txhash: 'ab',
            height: '41',
            code: 5,
            raw_log: 'insufficient funds',
            timestamp: '2026-01-01T00:00:00Z',
          },
        });
      return json({ code: 5, message: 'not found' }, path.endsWith('500') ? 500 : 404);
    });
    const client = cosmos(server.url);
    expect(await client.account('plain')).toEqual({ accountNumber: '7', sequence: '3' });
    expect(await client.account('fresh')).toEqual({ accountNumber: '0', sequence: '0' });
    expect(await client.account('vesting')).toEqual({ accountNumber: '9', sequence: '1' });
    expect(await client.account('unknown')).toBeUndefined();
    expect(await client.balances('a')).toEqual([{ denom: 'uatom', amount: 12345678901234567890n }]);
    expect(await client.latestHeight()).toBe(42);
    expect(await client.transaction('AB')).toEqual({
      hash: 'AB',
      height: 41,
      code: 5,
      rawLog: 'insufficient funds',
      time: 1767225600,
      memo: '=:r',
      messages: [{ '@type': '/cosmos.bank.v1beta1.MsgSend' }],
    });
    expect(await client.transaction('500')).toBeUndefined();
  });

  it('broadcasts; counts what the mempool cache has as sent; returns the reason of a refusal', async () => {
    const answers = async (response: Record<string, unknown>, status = 200) => {
      const server = await serve(() => json(response, status));
      return cosmos(server.url).broadcast(tx);
    };
    expect(await answers({ tx_response: { txhash: hash, code: 0 } })).toBe(hash);
    expect(await answers({ tx_response: { txhash: hash, code: 19, codespace: 'sdk' } })).toBe(hash);
    expect(await answers({ code: 2, message: 'tx already exists in cache' }, 500)).toBe(hash);
    await expect(
      answers({ tx_response: { txhash: hash, code: 5, codespace: 'sdk', raw_log: 'insufficient funds' } }),
    ).rejects.toMatchObject({ name: 'BroadcastRefused', message: 'insufficient funds' });
    await expect(answers({ code: 3, message: 'bad bytes' }, 400)).rejects.toMatchObject({ message: 'bad bytes' });
    await expect(answers({ code: 13, message: 'boom' }, 500)).rejects.toMatchObject({ name: 'ChainUnavailable' });
  });
});
