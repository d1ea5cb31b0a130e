import { readdirSync } from 'node:fs';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createGatewayClient, RPC_BATCH_LIMIT } from '../api/gateway.ts';
import { createChainClients } from '../chain-clients/create-chain-clients.ts';
import { type Asked, type Canned, closedUrl, loopbackFetch, startTestServer } from '../chain-clients/test-server.ts';
import { sandboxNetwork } from '../config/networks.ts';
import { type EndpointInput, endpoint } from '../http/endpoint.ts';
import type { GatewayDeps } from './chain-of-path.ts';
import { readFeeReserve } from './fee-reserve.ts';
import { answerRpc } from './json-rpc.ts';
import { readAccount, readBalance, readRawTx, readReceipt, readUtxos } from './read-chain.ts';
import { assertSameOrigin } from './same-origin.ts';
import { broadcast, simulate } from './send-to-chain.ts';

vi.stubEnv('LOG_LEVEL', 'silent');

const servers: { close(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

type Handler = (
  deps: GatewayDeps,
  input: { chain: string; query: URLSearchParams; body: unknown; signal: AbortSignal },
) => Promise<unknown>;
const GET: Record<string, Handler> = {
  balance: readBalance,
  utxos: readUtxos,
  account: readAccount,
  receipt: readReceipt,
  tx: readRawTx,
  reserve: readFeeReserve,
};
const POST: Record<string, Handler> = { broadcast, simulate, rpc: answerRpc };

/** The page's calls, through the real endpoint wrapper, to one local server that represents every chain. */
async function gateway(answer: ((asked: Asked) => Canned) | 'down') {
  const server = answer === 'down' ? undefined : await startTestServer(answer);
  if (server) servers.push(server);
  const urls = [server?.url ?? (await closedUrl())];
  const network = {
    ...sandboxNetwork('http://127.0.0.1:1'),
    evmRpc: { ETH: urls },
    esplora: { BTC: urls },
    cosmosLcd: { GAIA: urls },
    solanaRpc: urls,
  };
  const clients = createChainClients({ network, fetch: loopbackFetch, log: () => {} });
  const deps: GatewayDeps = { clients, network: 'sandbox' };
  const bind = (handler: Handler) => async (input: EndpointInput) => {
    assertSameOrigin(input.request, undefined);
    return { body: await handler(deps, { ...input, chain: input.params.chain ?? '' }) };
  };
  const ask: typeof fetch = (url, init) => {
    const request = new Request(new URL(String(url), 'http://portage.test'), init ?? {});
    const [, , chain, name = ''] = new URL(request.url).pathname.split('/');
    const [get, post] = [GET[name], POST[name]];
    const methods = { ...(get ? { GET: bind(get) } : {}), ...(post ? { POST: bind(post) } : {}) };
    const handlers = endpoint({ route: name, cors: false, quiet: true, methods });
    return handlers[request.method as 'GET' | 'POST'](request, { params: Promise.resolve({ chain }) });
  };
  return { page: createGatewayClient({ baseUrl: '', fetch: ask }), ask, asked: server?.asked ?? [], url: urls[0] };
}
const json = (value: unknown, status = 200): Canned => ({ status, body: JSON.stringify(value) });
const rpc = (answers: Record<string, unknown>) => (asked: Asked) => {
  const { method } = JSON.parse(asked.body);
  const answer = answers[method];
  return answer instanceof Error
    ? json({ jsonrpc: '2.0', id: 1, error: { code: 3, message: answer.message, data: answer.cause } })
    : json({ jsonrpc: '2.0', id: 1, result: answer ?? null });
};

const EVM = '0x90F8bf6A479f320ead074411a4B0e7944Ea8c9C1';
const BTC = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080';
const TXID = 'ab'.repeat(32);

describe('reading', () => {
  it('has a path below /chain/[chain] for each call', () => {
    const paths = readdirSync('app/chain/[chain]').sort();
    expect(paths).toEqual([...Object.keys(GET), ...Object.keys(POST)].sort());
  });

  it('balances of coins and tokens are exact', async () => {
    const evm = await gateway(rpc({ eth_getBalance: '0xde0b6b3a7640001', eth_call: `0x${'5'.padStart(64, '0')}` }));
    expect(await evm.page.balance('ETH', { address: EVM })).toBe(10n ** 18n + 1n);
    expect(await evm.page.balance('ETH', { address: EVM, token: EVM })).toBe(5n);
    const cosmos = await gateway(() => json({ balances: [{ denom: 'uatom', amount: '7' }] }));
    const address = 'cosmos1qypqxpq9qcrsszg2pvxq6rs0zqg3yyc5lzv7xu';
    expect(await cosmos.page.balance('GAIA', { address })).toBe(7n);
    expect(await cosmos.page.balance('GAIA', { address, token: 'other' })).toBe(0n);
  });

  it('a Bitcoin balance has spendable outputs, and unconfirmed ones apart; own change is spendable at once', async () => {
    const [theirs, own] = ['cd'.repeat(32), 'ef'.repeat(32)];
    const unspent = [
      { txid: TXID, vout: 0, value: 5, status: { confirmed: true } },
      { txid: theirs, vout: 0, value: 30, status: { confirmed: false } },
      { txid: own, vout: 1, value: 2, status: { confirmed: false } },
    ];
    const paidBy = (address: string) => [
      { txid: TXID, vout: 9, prevout: { scriptpubkey_address: address, value: 40 } },
    ];
    const { ask } = await gateway(({ path }) => {
      if (path === `/address/${BTC}/utxo`) return json(unspent);
      if (path === `/tx/${theirs}`) return json({ txid: theirs, vin: paidBy('bcrt1qother'), vout: [] });
      if (path === `/tx/${own}`) return json({ txid: own, vin: paidBy(BTC), vout: [] });
      return json([]);
    });
    const read = async (address: string) => (await ask(`/chain/btc/balance?address=${address}`)).json();
    expect(await read(BTC)).toEqual({ baseUnits: '7', waitingBaseUnits: '30' });
    expect(await read('bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4')).toEqual({ baseUnits: '0' });
  });

  it('wrapped SOL is like any token, although its mint cannot be paid', async () => {
    const owner = '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM';
    const token = 'So11111111111111111111111111111111111111112';
    const { page, asked } = await gateway(rpc({ getTokenAccountsByOwner: { context: { slot: 1 }, value: [] } }));
    expect(await page.balance('SOL', { address: owner, token })).toBe(0n);
    expect(asked[0]?.body).toContain(token);
    await expect(page.balance('SOL', { address: token })).rejects.toMatchObject({ status: 400 });
  });

  it('a contract that is not a token is the request’s fault, not a failure of ours', async () => {
    for (const answer of ['0x', new Error('execution reverted')]) {
      const { page } = await gateway(rpc({ eth_call: answer }));
      await expect(page.balance('ETH', { address: EVM, token: EVM })).rejects.toMatchObject({ status: 400 });
    }
  });

  it('outputs, accounts, receipts and raw transactions; missing ones are undefined or unknown', async () => {
    const { page } = await gateway(({ path }) => {
      if (path.endsWith('/utxo')) return json([{ txid: TXID, vout: 0, value: 9, status: { confirmed: true } }]);
      if (path === '/blocks/tip/height') return { body: '120' };
      if (path === `/tx/${TXID}/hex`) return { body: '0200' };
      if (path === `/tx/${TXID}`)
        return json({ txid: TXID, vin: [], vout: [], status: { confirmed: true, block_height: 118 } });
      return json({ code: 5, message: 'not found' }, 404);
    });
    expect(await page.utxos('BTC', BTC)).toEqual([{ txid: TXID, vout: 0, value: '9', confirmed: true }]);
    expect(await page.receipt('BTC', TXID.toUpperCase())).toEqual({
      status: 'success',
      blockNumber: 118,
      confirmations: 3,
    });
    expect(await page.rawTx('BTC', TXID)).toBe('0200');
    expect(await page.rawTx('BTC', 'cd'.repeat(32))).toBeUndefined();
    expect(await page.receipt('BTC', 'cd'.repeat(32))).toEqual({ status: 'unknown' });
    expect(await page.account('GAIA', 'cosmos1qypqxpq9qcrsszg2pvxq6rs0zqg3yyc5lzv7xu')).toBeUndefined();
  });

  it('names the fault: chain, kind of chain, address, hash, missing node', async () => {
    const { page } = await gateway(() => json({}));
    const status = (promise: Promise<unknown>) =>
      promise.then(
        () => 200,
        (error) => error.status,
      );
    expect(await status(page.utxos('ETH', EVM))).toBe(404);
    expect(await status(page.utxos('NOPE' as 'ETH', EVM))).toBe(404);
    expect(await status(page.utxos('BTC', EVM))).toBe(400);
    expect(await status(page.receipt('BTC', 'xyz'))).toBe(400);
    await expect(page.utxos('DASH', 'x')).rejects.toMatchObject({
      status: 503,
      message: expect.stringContaining('ESPLORA_URL_DASH'),
    });
  });
});

describe('sending', () => {
  it('a call that a contract refuses is reported with its reason, one that works with its gas', async () => {
    const good = await gateway(rpc({ eth_call: '0x', eth_estimateGas: '0x5208' }));
    const tx = { from: EVM, to: EVM, value: '10', data: '0x1234' };
    expect(await good.page.simulate('ETH', tx)).toEqual({ ok: true, gas: '21000' });
    expect(JSON.parse(good.asked[0]?.body ?? '').params[0]).toEqual({
      from: EVM,
      to: EVM,
      value: '0xa',
      data: '0x1234',
    });
    const bad = await gateway(rpc({ eth_call: new Error('execution reverted: expired') }));
    expect(await bad.page.simulate('ETH', tx)).toEqual({ ok: false, reason: 'expired' });
  });

  it('a transaction that the chain rejects is reported as not sent', async () => {
    const utxo = await gateway(() => ({ status: 400, body: 'sendrawtransaction RPC error: {"message":"dust"}' }));
    await expect(utxo.page.broadcast('BTC', '0200')).rejects.toMatchObject({ refused: true, message: 'dust' });
    const evm = await gateway(rpc({ eth_sendRawTransaction: new Error('insufficient funds at http://key@node/x') }));
    const refusal = await evm.page.broadcast('ETH', '0x0200').catch((error) => error);
    expect(refusal).toMatchObject({ refused: true });
    expect(refusal.message).not.toContain('http');
  });

  it('a network failure is not a refusal, and shows no address of the node', async () => {
    const { page, url } = await gateway('down');
    for (const sent of [page.broadcast('BTC', '0200'), page.broadcast('GAIA', 'aGk='), page.broadcast('ETH', '0x02')]) {
      const error = await sent.catch((caught) => caught);
      expect(error).toMatchObject({ status: 502, refused: false });
      expect(error.message).not.toContain(url);
    }
  });

  it('an invalid transaction is never sent', async () => {
    const { page, asked } = await gateway(() => json({}));
    await expect(page.broadcast('BTC', 'zz')).rejects.toMatchObject({ status: 400 });
    await expect(page.broadcast('GAIA', '!!')).rejects.toMatchObject({ status: 400 });
    expect(asked).toEqual([]);
  });
});

describe('Solana', () => {
  const OWNER = '4VxwCXxQQKyXrGNCDBD3x3dFFB7mmp9nWbuUDwr5nF2u';
  const MINT = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
  const SIGNATURE = '1'.repeat(64);
  const refusal = (err: unknown) => (): Canned =>
    json({ jsonrpc: '2.0', id: 1, error: { code: -32002, message: 'simulation failed', data: { err, logs: [] } } });

  it('returns balances of SOL and of tokens, by the mint', async () => {
    const account = (amount: string) => ({ account: { data: { parsed: { info: { tokenAmount: { amount } } } } } });
    const { page } = await gateway(
      rpc({ getBalance: { value: 7 }, getTokenAccountsByOwner: { value: [account('25'), account('5')] } }),
    );
    expect(await page.balance('SOL', { address: OWNER })).toBe(7n);
    expect(await page.balance('SOL', { address: OWNER, token: MINT })).toBe(30n);
    await expect(page.balance('SOL', { address: OWNER, token: '0x12' })).rejects.toMatchObject({ status: 400 });
  });

  it('returns a transaction’s confirmations, and why one failed', async () => {
    const status = (value: unknown) => gateway(rpc({ getSignatureStatuses: { value: [value] } }));
    const rooted = await status({ slot: 5, confirmations: null, err: null, confirmationStatus: 'finalized' });
    expect(await rooted.page.receipt('SOL', SIGNATURE)).toEqual({
      status: 'success',
      blockNumber: 5,
      confirmations: 32,
    });
    const failed = await status({ slot: 5, confirmations: 1, err: 'AccountNotFound', confirmationStatus: 'confirmed' });
    expect(await failed.page.receipt('SOL', SIGNATURE)).toMatchObject({ status: 'failed', reason: expect.any(String) });
    expect(await (await status(null)).page.receipt('SOL', SIGNATURE)).toEqual({ status: 'unknown' });
  });

  it('simulates a transaction with its own blockhash, and reports refusals that the page can handle', async () => {
    const simulated = (value: unknown) => gateway(rpc({ simulateTransaction: { value } }));
    const good = await simulated({ err: null, logs: [] });
    expect(await good.page.simulateRaw('SOL', 'AQID')).toEqual({ ok: true });
    expect(JSON.parse(good.asked[0]?.body ?? '').params).toEqual([
      'AQID',
      { encoding: 'base64', sigVerify: false, commitment: 'confirmed' },
    ]);
    const old = await simulated({ err: 'BlockhashNotFound', logs: null });
    expect(await old.page.simulateRaw('SOL', 'AQID')).toMatchObject({ ok: false, fault: 'expired' });
    const odd = await simulated('nothing');
    await expect(odd.page.simulateRaw('SOL', 'AQID')).rejects.toMatchObject({ status: 502 });
    await expect(odd.page.simulateRaw('SOL', '!!')).rejects.toMatchObject({ status: 400 });
  });

  it('sends what is signed, and reports the reason of a refusal', async () => {
    const good = await gateway(rpc({ sendTransaction: SIGNATURE }));
    expect(await good.page.broadcast('SOL', 'AQID')).toBe(SIGNATURE);
    const old = await gateway(refusal('BlockhashNotFound'));
    await expect(old.page.broadcast('SOL', 'AQID')).rejects.toMatchObject({ refused: true, fault: 'expired' });
    const other = await gateway(refusal('SignatureFailure'));
    await expect(other.page.broadcast('SOL', 'AQID')).rejects.toMatchObject({ refused: true, fault: undefined });
    await expect(good.page.broadcast('SOL', 'zz!')).rejects.toMatchObject({ status: 400 });
  });

  it('lets wallet code read, and nothing else', async () => {
    const { ask, asked } = await gateway(rpc({ getLatestBlockhash: { value: 1 } }));
    const post = (method: string) =>
      ask('/chain/sol/rpc', { method: 'POST', body: JSON.stringify({ jsonrpc: '2.0', id: 1, method }) }).then(
        (answer) => answer.json(),
      );
    expect((await post('getLatestBlockhash')).result).toEqual({ value: 1 });
    for (const method of ['requestAirdrop', 'sendTransaction', 'getProgramAccounts', 'eth_chainId'])
      expect((await post(method)).error.code).toBe(-32601);
    expect(asked).toHaveLength(1);
  });
});

describe('the JSON-RPC node for wallet code', () => {
  const post = (ask: typeof fetch, body: unknown) =>
    ask('/chain/eth/rpc', { method: 'POST', body: JSON.stringify(body) }).then((response) => response.json());

  it('answers single calls and lists in order, with the node’s own errors', async () => {
    const { ask } = await gateway(
      rpc({ eth_chainId: '0x1', eth_call: new Error('execution reverted', { cause: '0x12' }) }),
    );
    expect(await post(ask, { jsonrpc: '2.0', id: 7, method: 'eth_chainId' })).toEqual({
      jsonrpc: '2.0',
      id: 7,
      result: '0x1',
    });
    expect(
      await post(ask, [
        { jsonrpc: '2.0', id: 1, method: 'eth_call', params: [] },
        { jsonrpc: '2.0', id: 'b', method: 'eth_getTransactionReceipt', params: [] },
      ]),
    ).toEqual([
      { jsonrpc: '2.0', id: 1, error: { code: 3, message: 'execution reverted', data: '0x12' } },
      { jsonrpc: '2.0', id: 'b', result: null },
    ]);
  });

  it('refuses other methods, junk and long lists without asking the node', async () => {
    const { ask, asked } = await gateway(rpc({}));
    for (const method of ['eth_sign', 'anvil_setBalance', 'eth_getLogs', 'debug_traceTransaction', '__proto__'])
      expect((await post(ask, { jsonrpc: '2.0', id: 1, method })).error.code).toBe(-32601);
    expect((await post(ask, 5)).error.code).toBe(-32600);
    const many = Array.from({ length: RPC_BATCH_LIMIT + 1 }, (_, id) => ({
      jsonrpc: '2.0',
      id,
      method: 'eth_chainId',
    }));
    expect((await post(ask, many)).status).toBe(400);
    expect((await post(ask, [])).status).toBe(400);
    expect(asked).toEqual([]);
  });

  it('reports an unreachable node as a JSON-RPC error', async () => {
    const { ask } = await gateway('down');
    expect((await post(ask, { jsonrpc: '2.0', id: 1, method: 'eth_chainId' })).error).toMatchObject({ code: -32002 });
  });
});

describe('allowed callers', () => {
  const from =
    (headers: Record<string, string>, method = 'POST', publicUrl?: string) =>
    () =>
      assertSameOrigin(
        new Request('http://127.0.0.1:3000/chain/btc/broadcast', {
          method,
          headers: { host: 'swap.test', ...headers },
        }),
        publicUrl,
      );

  it('are pages of this deployment and programs without a browser', () => {
    expect(from({})).not.toThrow();
    expect(from({ 'sec-fetch-site': 'same-origin', origin: 'https://swap.test' })).not.toThrow();
    expect(from({ 'sec-fetch-site': 'none' }, 'GET')).not.toThrow();
    expect(from({ origin: 'https://public.test' }, 'POST', 'https://public.test')).not.toThrow();
  });

  it('are no other sites, by either header', () => {
    for (const site of ['cross-site', 'same-site', 'none']) expect(from({ 'sec-fetch-site': site })).toThrow();
    expect(from({ origin: 'https://evil.test' })).toThrow();
    expect(from({ origin: 'null' })).toThrow();
  });
});
