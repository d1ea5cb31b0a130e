import { encodeAbiParameters, encodeEventTopics, encodeFunctionData, parseAbi } from 'viem';
import { describe, expect, it } from 'vitest';
import { type EvmReceipt, RpcError } from '../../chain-clients/chain-clients.ts';
import { assetOf } from '../../domain/asset.ts';
import type { RouteDraft } from '../../domain/route.ts';
import { mismatchesOf } from '../payment.ts';
import { minedTransaction } from '../test-tracked-swap.ts';
import { draftOf, ether, fakeChains, fakeClients, MEMO } from '../test-world.ts';
import { sourceOf } from './create-chain-observer.ts';

const ROUTER = '0xD37BbE5744D730a1d98d8DC97c42F0Ca46aD7146';
const VAULT = '0x90F8bf6A479f320ead074411a4B0e7944Ea8c9C1';
const SENDER = '0xffcf8fdee72ac11b5c542428b35eef5769c409f0';
const USDC = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
const ZERO = '0x0000000000000000000000000000000000000000';
const HASH = `0x${'ab'.repeat(32)}`;
const ABI = parseAbi([
  'function depositWithExpiry(address vault, address asset, uint256 amount, string memo, uint256 expiration)',
  'function transfer(address to, uint256 value)',
  'event Deposit(address indexed to, address indexed asset, uint256 amount, string memo)',
]);
const deposit = (asset: string, amount: bigint, memo = MEMO, vault = VAULT) =>
  encodeFunctionData({
    abi: ABI,
    functionName: 'depositWithExpiry',
    args: [vault as `0x${string}`, asset as `0x${string}`, amount, memo, 1n],
  });

const { inboundAddress: _none, ...base } = draftOf({ sell: ether('1') });
const native: RouteDraft = { ...base, targetAddress: ROUTER, vaultAddress: VAULT };
const usdc = { asset: assetOf(`ETH.USDC-${USDC}`), decimals: 6, baseUnits: 5_000_000n };
const token: RouteDraft = { ...native, sell: usdc };

function evmWorld(draft: RouteDraft) {
  const chains = fakeChains();
  const source = sourceOf(fakeClients(chains), 'ETH');
  if (!source) throw new Error('no source');
  const put = (sent: { to: string; input: string; value?: bigint }, receipt?: Partial<EvmReceipt>) => {
    const { tx, receipt: made } = minedTransaction(
      { hash: HASH, from: SENDER, nonce: 7, ...sent },
      { blockNumber: 100, ...receipt },
    );
    chains.evm.set(HASH, receipt ? { tx, receipt: made } : { tx });
  };
  const signal = new AbortController().signal;
  const look = () => source.look({ draft, hash: HASH, signal });
  const mismatches = async () => {
    const report = await look();
    return report?.payment ? mismatchesOf(draft, report.payment).map(({ field }) => field) : 'undecided';
  };
  const replaced = (block: number) =>
    source.replacementOf({ draft, hash: HASH, signal, trace: { from: SENDER, nonce: 7, block } });
  return { chains, put, look, mismatches, replaced };
}

describe('a payment on an EVM chain', () => {
  it('through the router, native and token, is the route’s from the mempool on', async () => {
    const own = evmWorld(native);
    own.put({ to: ROUTER.toLowerCase(), input: deposit(ZERO, 0n), value: 10n ** 18n });
    expect(await own.mismatches()).toEqual([]);
    expect(await own.look()).toMatchObject({
      final: false,
      tx: { confirmations: 0, amount: { baseUnits: 10n ** 18n } },
    });
    const tokens = evmWorld(token);
    tokens.put({ to: ROUTER, input: deposit(USDC, 5_000_000n) });
    expect(await tokens.mismatches()).toEqual([]);
  });

  it('is final after the chain’s confirmations, with the time of its block', async () => {
    const { chains, put, look } = evmWorld(native);
    put({ to: ROUTER, input: deposit(ZERO, 0n), value: 10n ** 18n }, {});
    expect(await look()).toMatchObject({ final: false, tx: { confirmations: 1, requiredConfirmations: 2 } });
    chains.tip = 101;
    expect(await look()).toMatchObject({
      final: true,
      at: 1_700_000_000_000,
      tx: { confirmations: 2, blockNumber: 100 },
    });
  });

  it('is not final by a receipt whose block was replaced meanwhile: mined again, it may fail or succeed', async () => {
    const { chains, put, look } = evmWorld(native);
    const call = { to: ROUTER, input: deposit(ZERO, 0n), value: 10n ** 18n };
    put(call, { blockNumber: 100 });
    Object.defineProperty(chains, 'tip', {
      get() {
        put(call, { blockNumber: 101 });
        return 101;
      },
    });
    expect(await look()).toMatchObject({ final: false, tx: { confirmations: 1, blockNumber: 101 } });
  });

  it('straight to the vault with the memo as bytes or as hex text counts for the native coin', async () => {
    const own = evmWorld(native);
    const bytes = Buffer.from(MEMO).toString('hex');
    for (const input of [`0x${bytes}`, `0x${Buffer.from(bytes).toString('hex')}`]) {
      own.put({ to: VAULT, input, value: 10n ** 18n });
      expect(await own.mismatches()).toEqual([]);
    }
  });

  it('by a contract that calls the router is recognised by the router’s event, not before', async () => {
    const own = evmWorld(token);
    const wallet = '0x1111111111111111111111111111111111111111';
    own.put({ to: wallet, input: '0xdeadbeef' });
    expect(await own.mismatches()).toBe('undecided');
    const log = (address: string) => ({
      address,
      topics: encodeEventTopics({ abi: ABI, eventName: 'Deposit', args: { to: VAULT, asset: USDC } }) as string[],
      data: encodeAbiParameters([{ type: 'uint256' }, { type: 'string' }], [5_000_000n, MEMO]),
    });
    own.put({ to: wallet, input: '0xdeadbeef' }, { logs: [log(ROUTER)] });
    expect(await own.mismatches()).toEqual([]);
    own.put({ to: wallet, input: '0xdeadbeef' }, { logs: [log(wallet)] });
    expect(await own.mismatches()).toEqual(['targetAddress']);
  });

  it('with another vault, asset, memo, router or kind of payment is another payment', async () => {
    const own = evmWorld(token);
    const cases: [string, string, string[]][] = [
      [ROUTER, deposit(USDC, 5_000_000n, MEMO, SENDER), ['vaultAddress']],
      [ROUTER, deposit(SENDER, 5_000_000n), ['sellAsset']],
      [ROUTER, deposit(USDC, 5_000_000n, '=:b:other'), ['memo']],
      [SENDER, deposit(USDC, 5_000_000n), ['targetAddress']],
      [ROUTER, deposit(USDC, 5n), ['sellAmount']],
    ];
    for (const [to, input, fields] of cases) {
      own.put({ to, input });
      expect(await own.mismatches()).toEqual(fields);
    }
    own.put(
      { to: USDC, input: encodeFunctionData({ abi: ABI, functionName: 'transfer', args: [VAULT, 5_000_000n] }) },
      {},
    );
    expect(await own.mismatches()).toEqual(['targetAddress']);
    const coin = evmWorld(native);
    coin.put({ to: VAULT, input: '0x', value: 10n ** 18n });
    expect(await coin.mismatches()).toEqual(['memo']);
  });

  it('that reverted is failed with the contract’s reason, once its block is final', async () => {
    const { chains, put, look } = evmWorld(native);
    put({ to: ROUTER, input: deposit(ZERO, 0n), value: 10n ** 18n }, { status: 'reverted' });
    chains.rpc = () => {
      throw new RpcError(3, 'execution reverted: THORChain_Router: expired');
    };
    expect((await look())?.failed).toBeUndefined();
    chains.tip = 101;
    expect(await look()).toMatchObject({
      final: false,
      failed: 'The transaction reverted: THORChain_Router: expired.',
      cause: 'expired',
    });
  });

  it('whose nonce another transaction used is replaced by that one, found in its block', async () => {
    const { chains, replaced, put } = evmWorld(native);
    const by = `0x${'ee'.repeat(32)}`;
    let usedIn = 1000;
    chains.tip = 200;
    chains.rpc = (method, params) => {
      if (method === 'eth_getTransactionCount') return Number(params[1]) >= usedIn ? '0x8' : '0x7';
      return Number(params[0]) === usedIn
        ? { transactions: [{ hash: by, from: SENDER, nonce: '0x7' }] }
        : { transactions: [] };
    };
    expect(await replaced(90)).toBeUndefined();
    usedIn = 200;
    expect(await replaced(90)).toBeUndefined();
    usedIn = 137;
    expect(await replaced(90)).toEqual({ byHash: by });
    // A node that lags shows the payment again: nothing replaced it.
    put({ to: ROUTER, input: deposit(ZERO, 0n) });
    expect(await replaced(90)).toBeUndefined();
    chains.evm.clear();
    const count = chains.rpc;
    // A node that dropped the state of old blocks still has the blocks.
    chains.rpc = (method, params) => {
      if (method === 'eth_getTransactionCount' && Number(params[1]) < 190)
        throw new RpcError(-32000, 'missing trie node');
      return count(method, params);
    };
    expect(await replaced(90)).toEqual({ byHash: by });
    chains.rpc = (method, params) => {
      if (Number(params[1]) < 190) throw new RpcError(-32000, 'missing trie node');
      return count(method, params);
    };
    expect(await replaced(90)).toEqual({});
  });
});

describe('a payment on a Cosmos chain', () => {
  const vault = 'cosmos1qypqxpq9qcrsszg2pvxq6rs0zqg3yyc5lzv7xu';
  const atom = { asset: assetOf('GAIA.ATOM'), decimals: 6, baseUnits: 2_000_000n };
  const gaia = draftOf({ sell: atom, inboundAddress: vault, targetAddress: vault });
  const {
    inboundAddress: _in,
    targetAddress: _to,
    ...own
  } = draftOf({
    sell: { asset: assetOf('MAYA.CACAO'), decimals: 10, baseUnits: 30_000_000_000n },
  });
  type Message = Record<string, unknown>;
  const look = async (
    chain: 'GAIA' | 'MAYA' | 'THOR',
    draft: RouteDraft,
    message: Message,
    memo?: string,
    more = '',
  ) => {
    const chains = fakeChains();
    const hash = 'AB'.repeat(32);
    const first = more ? [deposit('SOMEBODY-ELSES')] : [];
    const messages = [...first, message];
    const tx = { hash, height: 9, code: 0, rawLog: '', time: 1, messages, ...(memo ? { memo } : {}) };
    chains.cosmos.set(hash, tx);
    const signal = new AbortController().signal;
    const report = await sourceOf(fakeClients(chains), chain)?.look({ draft, hash: hash + more, signal });
    return { report, fields: mismatchesOf(draft, report?.payment ?? {}).map(({ field }) => field) };
  };
  const send = (denom: string, to = vault) => ({
    '@type': '/cosmos.bank.v1beta1.MsgSend',
    to_address: to,
    amount: [{ denom, amount: '2000000' }],
  });

  const deposit = (memo: string) => ({
    '@type': '/types.MsgDeposit',
    coins: [{ asset: 'MAYA.CACAO', amount: '30000000000' }],
    memo,
    signer: '',
  });

  it('is a send with the memo, final in its block', async () => {
    const { report, fields } = await look('GAIA', gaia, send('uatom'), MEMO);
    expect(fields).toEqual([]);
    expect(report).toMatchObject({ final: true, at: 1000, tx: { amount: { baseUnits: 2_000_000n }, blockNumber: 9 } });
    expect((await look('GAIA', gaia, send('uatom'))).fields).toEqual(['memo']);
    expect((await look('GAIA', gaia, send('ibc/27394FB092D2ECCD56123C74F36E4C1F'), MEMO)).fields).toEqual([
      'sellAsset',
    ]);
    expect(
      (await look('GAIA', gaia, send('uatom', 'cosmos1zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3hyxlz8'), MEMO)).fields,
    ).toEqual(['inboundAddress']);
    expect((await look('GAIA', gaia, { '@type': '/cosmos.gov.v1beta1.MsgVote' }, MEMO)).fields).toEqual([
      'inboundAddress',
    ]);
  });

  it('sells assets of THORChain that are not its coin', async () => {
    for (const symbol of ['TCY', 'RUJI']) {
      const {
        inboundAddress: _none,
        targetAddress: _neither,
        ...draft
      } = draftOf({
        sell: { asset: assetOf(`THOR.${symbol}`), decimals: 8, baseUnits: 700n },
      });
      const paid = (asset: unknown) => ({
        '@type': '/types.MsgDeposit',
        coins: [{ asset, amount: '700' }],
        memo: MEMO,
        signer: '',
      });
      const { report, fields } = await look('THOR', draft, paid({ chain: 'THOR', symbol, ticker: symbol }));
      expect(fields).toEqual([]);
      expect(report?.tx.amount?.baseUnits).toBe(700n);
      expect((await look('THOR', draft, paid('THOR.RUNE'))).fields).toEqual(['sellAsset']);
    }
  });

  it('is a deposit into THORChain or Maya, in either form of the asset', async () => {
    for (const asset of ['MAYA.CACAO', { chain: 'MAYA', symbol: 'CACAO', ticker: 'CACAO', synth: false }]) {
      const message = {
        '@type': '/types.MsgDeposit',
        coins: [{ asset, amount: '30000000000' }],
        memo: MEMO,
        signer: '',
      };
      const { report, fields } = await look('MAYA', own, message);
      expect(fields).toEqual([]);
      expect(report?.tx.amount?.baseUnits).toBe(30_000_000_000n);
    }
  });

  it('with a number is that one of a transaction’s deposits, and absent when there are fewer', async () => {
    expect((await look('MAYA', own, deposit(MEMO), undefined, '-1')).fields).toEqual([]);
    expect((await look('MAYA', own, deposit(MEMO), undefined, '-0')).fields).toEqual(['memo']);
    expect((await look('MAYA', own, deposit(MEMO), undefined, '-2')).fields).toEqual(['memo']);
  });
});
