/** Payments without a memo are recognised by their recipient: another swap's payment is never taken for the route's. */
import { base64 } from '@scure/base';
import { Transaction } from '@scure/btc-signer';
import { encodeAbiParameters, encodeEventTopics, encodeFunctionData, parseAbi } from 'viem';
import { describe, expect, it } from 'vitest';
import type { EvmReceipt } from '../../chain-clients/chain-clients.ts';
import { assetOf } from '../../domain/asset.ts';
import type { RouteDraft } from '../../domain/route.ts';
import { mismatchesOf } from '../payment.ts';
import { minedTransaction } from '../test-tracked-swap.ts';
import { draftOf, ether, fakeChains, fakeClients, paymentTx } from '../test-world.ts';
import { sourceOf } from './create-chain-observer.ts';

const VAULT = '0xF5e10380213880111522dd0efD3dbb45b9f62Bcc';
const CHANNEL = '0x90F8bf6A479f320ead074411a4B0e7944Ea8c9C1';
const OTHER = '0xFFcf8FDEE72ac11b5c542428B35EEF5769C409f0';
const SENDER = '0xffcf8fdee72ac11b5c542428b35eef5769c409f0';
const USDC = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
const USDT = '0xdAC17F958D2ee523a2206206994597C13D831ec7';
const HASH = `0x${'ab'.repeat(32)}`;
const BTC_ADDRESS = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';

const ABI = parseAbi([
  'function xSwapNative(uint32 dstChain, bytes dstAddress, uint32 dstToken, bytes cfParameters) payable',
  'function xSwapToken(uint32 dstChain, bytes dstAddress, uint32 dstToken, address srcToken, uint256 amount, bytes cfParameters)',
  'function transfer(address to, uint256 amount)',
  'function transferFrom(address from, address to, uint256 amount)',
  'function execute(bytes data)',
  'event SwapNative(uint32 dstChain, bytes dstAddress, uint32 dstToken, uint256 amount, address indexed sender, bytes cfParameters)',
  'event Transfer(address indexed from, address indexed to, uint256 value)',
  'event FetchedNative(address indexed sender, uint256 amount)',
]);
const text = (address: string) => `0x${Buffer.from(address).toString('hex')}` as const;
const usdc = { asset: assetOf(`ETH.USDC-${USDC}`), decimals: 6, baseUnits: 5_000_000n };
const bought = { asset: assetOf('BTC.BTC'), decimals: 8, baseUnits: 3_000_000n };

const { memo: _memo, ...bare } = draftOf({ sell: ether('1'), expectedBuy: bought, destinationAddress: BTC_ADDRESS });
const channel: RouteDraft = { ...bare, inboundAddress: CHANNEL };
const { inboundAddress: _inbound, ...open } = bare;
const vault: RouteDraft = { ...open, targetAddress: VAULT };

type Sent = { to: string | null; input?: string; value?: bigint };

/** The judgement of a transaction that is sent, or mined when there is a receipt. */
async function judged(draft: RouteDraft, sent: Sent, receipt?: Partial<EvmReceipt>) {
  const chains = fakeChains();
  const tx = { hash: HASH, from: SENDER, nonce: 7, value: 0n, input: '0x', ...sent };
  const mined = minedTransaction(tx, { blockNumber: 90, ...receipt });
  chains.evm.set(HASH, receipt ? mined : { tx });
  const source = sourceOf(fakeClients(chains), 'ETH');
  const report = await source?.look({ draft, hash: HASH, signal: new AbortController().signal });
  const payment = report?.payment;
  return {
    report,
    fields: payment ? mismatchesOf(draft, payment).map(({ field }) => field) : 'undecided',
    amount: report?.tx.amount?.baseUnits,
  };
}
const hex = (address: string) => address as `0x${string}`;
const event = (address: string, eventName: 'Transfer' | 'FetchedNative', to: string, amount: bigint) => ({
  address,
  topics: (eventName === 'Transfer'
    ? encodeEventTopics({ abi: ABI, eventName, args: { from: hex(SENDER), to: hex(to) } })
    : encodeEventTopics({ abi: ABI, eventName, args: { sender: hex(to) } })) as string[],
  data: encodeAbiParameters([{ type: 'uint256' }], [amount]),
});
const transfer = (to: string, amount: bigint) =>
  encodeFunctionData({ abi: ABI, functionName: 'transfer', args: [hex(to), amount] });
const execute = encodeFunctionData({ abi: ABI, functionName: 'execute', args: ['0x1234'] });

describe('a payment to a deposit channel on an EVM chain', () => {
  const tokens = { ...channel, sell: usdc };

  it('is a plain transfer of the sold coin, of any amount, from the mempool on', async () => {
    for (const value of [1n, 10n ** 18n, 10n ** 21n])
      expect(await judged(channel, { to: CHANNEL.toLowerCase(), value })).toMatchObject({ fields: [], amount: value });
    expect((await judged(channel, { to: CHANNEL, value: 5n }, {})).fields).toEqual([]);
    expect((await judged(channel, { to: OTHER, value: 5n })).fields).toEqual(['inboundAddress']);
  });

  it('is a transfer of the sold token, by whatever call', async () => {
    expect(await judged(tokens, { to: USDC, input: transfer(CHANNEL, 7n) })).toMatchObject({ fields: [], amount: 7n });
    const from = encodeFunctionData({ abi: ABI, functionName: 'transferFrom', args: [hex(SENDER), hex(CHANNEL), 8n] });
    expect(await judged(tokens, { to: USDC, input: from })).toMatchObject({ fields: [], amount: 8n });
    const logs = [event(USDC, 'Transfer', OTHER, 1n), event(USDC, 'Transfer', CHANNEL, 9n)];
    expect(await judged(tokens, { to: OTHER, input: execute }, { logs })).toMatchObject({ fields: [], amount: 9n });
    expect((await judged(tokens, { to: OTHER, input: execute })).fields).toBe('undecided');
  });

  it('of another asset is named as such: the network does not swap it', async () => {
    expect((await judged(tokens, { to: USDT, input: transfer(CHANNEL, 7n) })).fields).toEqual(['sellAsset']);
    expect((await judged(tokens, { to: CHANNEL, value: 7n })).fields).toEqual(['sellAsset']);
    expect((await judged(channel, { to: USDC, input: transfer(CHANNEL, 7n) })).fields).toEqual(['sellAsset']);
    const logs = [event(USDT, 'Transfer', CHANNEL, 9n)];
    expect((await judged(tokens, { to: OTHER, input: execute }, { logs })).fields).toEqual(['sellAsset']);
  });

  it('of tokens to another address is another payment', async () => {
    expect((await judged(tokens, { to: USDC, input: transfer(OTHER, 7n) })).fields).toEqual(['inboundAddress']);
    const logs = [event(USDC, 'Transfer', OTHER, 9n)];
    expect((await judged(tokens, { to: OTHER, input: execute }, { logs })).fields).toEqual(['inboundAddress']);
  });

  it('by a contract that passes coins on is not shown by its receipt, unless the address was used before', async () => {
    expect((await judged(channel, { to: OTHER, input: execute, value: 5n }, {})).fields).toBe('undecided');
    const logs = [event(VAULT, 'FetchedNative', CHANNEL, 5n)];
    expect(await judged(channel, { to: OTHER, input: execute }, { logs })).toMatchObject({ fields: [], amount: 5n });
    // Paid straight to a used address, the same coins are shown twice.
    expect(await judged(channel, { to: CHANNEL, value: 5n }, { logs })).toMatchObject({ fields: [], amount: 5n });
  });

  it('that reverted is the route’s, and paid nothing', async () => {
    const { report, fields } = await judged(tokens, { to: USDC, input: transfer(CHANNEL, 7n) }, { status: 'reverted' });
    expect(fields).toEqual([]);
    expect(report).toMatchObject({ final: false, failed: expect.stringContaining('reverted') });
  });
});

describe('a vault swap on an EVM chain', () => {
  const native = (to = BTC_ADDRESS, token = 5) =>
    encodeFunctionData({ abi: ABI, functionName: 'xSwapNative', args: [3, text(to), token, '0x00'] });
  const swapLog = (address: string, to = BTC_ADDRESS) => ({
    address,
    topics: encodeEventTopics({ abi: ABI, eventName: 'SwapNative', args: { sender: hex(SENDER) } }) as string[],
    data: encodeAbiParameters(
      [{ type: 'uint32' }, { type: 'bytes' }, { type: 'uint32' }, { type: 'uint256' }, { type: 'bytes' }],
      [3, text(to), 5, 10n ** 18n, '0x00'],
    ),
  });

  it('is the vault’s call from the mempool on, native and token', async () => {
    expect(await judged(vault, { to: VAULT, input: native(), value: 10n ** 18n })).toMatchObject({
      fields: [],
      amount: 10n ** 18n,
    });
    const input = encodeFunctionData({
      abi: ABI,
      functionName: 'xSwapToken',
      args: [3, text(BTC_ADDRESS), 5, USDC, 5_000_000n, '0x00'],
    });
    const tokens = { ...vault, sell: usdc };
    expect(await judged(tokens, { to: VAULT, input })).toMatchObject({ fields: [], amount: 5_000_000n });
    expect(
      (await judged({ ...tokens, sell: { ...usdc, asset: assetOf(`ETH.USDT-${USDT}`) } }, { to: VAULT, input })).fields,
    ).toEqual(['sellAsset']);
  });

  it('is the vault’s event when a contract called it, and not another contract’s event', async () => {
    expect((await judged(vault, { to: OTHER, input: execute })).fields).toBe('undecided');
    expect((await judged(vault, { to: OTHER, input: execute }, { logs: [swapLog(VAULT)] })).fields).toEqual([]);
    expect((await judged(vault, { to: OTHER, input: execute }, { logs: [swapLog(OTHER)] })).fields).toEqual([
      'targetAddress',
    ]);
    expect((await judged(vault, { to: OTHER, value: 5n })).fields).toEqual(['targetAddress']);
  });

  it('that failed within the transaction of the payer’s account is the payment, and failed', async () => {
    const call = { to: VAULT, from: OTHER, value: '0', data: execute };
    const input = `0x6a761202${[VAULT, execute].map((part) => part.slice(2).padStart(64, '0')).join('')}`;
    const draft: RouteDraft = { ...vault, tx: { type: 'EVM', tx: call } };
    expect((await judged(draft, { to: OTHER, input }, { status: 'reverted' })).fields).toEqual([]);
  });

  it('that pays another address, buys another asset or sells far more is another payment', async () => {
    const one = { to: VAULT, value: 10n ** 18n };
    const elsewhere = native('bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4');
    expect((await judged(vault, { ...one, input: elsewhere })).fields).toEqual(['destinationAddress']);
    const ethBought = { ...vault, expectedBuy: { ...bought, asset: assetOf('SOL.SOL') }, destinationAddress: '' };
    expect((await judged(ethBought, { ...one, input: native() })).fields).toEqual(['buyAsset']);
    expect((await judged(vault, { ...one, value: 10n ** 20n, input: native() })).fields).toEqual(['sellAmount']);
  });
});

describe('a payment without memo on Bitcoin', () => {
  const address = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080';
  const elsewhere = 'bcrt1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qzf4jry';
  const { memo: _none, inboundAddress: _nothing, targetAddress: _nowhere, ...btc } = draftOf();
  const payload = '6a0401020304';
  const fieldsOf = async (draft: RouteDraft, tx: ReturnType<typeof paymentTx>) => {
    const chains = fakeChains();
    chains.utxo.set(tx.txid, tx);
    const source = sourceOf(fakeClients(chains), 'BTC');
    const report = await source?.look({ draft, hash: tx.txid, signal: new AbortController().signal });
    return mismatchesOf(draft, report?.payment ?? {}).map(({ field }) => field);
  };
  const output = (to: string, scriptHex = '0014') => ({ address: to, value: 50_000_000n, scriptHex });

  it('to a channel is an output to its address, of any amount, with or without other outputs', async () => {
    const draft = { ...btc, inboundAddress: address };
    const paid = { vout: [output(elsewhere), { ...output(address), value: 7n }] };
    expect(await fieldsOf(draft, paymentTx(paid))).toEqual([]);
    expect(await fieldsOf(draft, paymentTx({ vout: [output(elsewhere)] }))).toEqual(['inboundAddress']);
  });

  it('into the vault is recognised by the payload of the route’s own transaction', async () => {
    const psbt = new Transaction({ allowUnknownOutputs: true });
    psbt.addOutput({ script: Buffer.from(payload, 'hex'), amount: 0n });
    const draft: RouteDraft = {
      ...btc,
      targetAddress: address,
      tx: { type: 'PSBT', tx: base64.encode(psbt.toPSBT()) },
    };
    const swap = (script: string) => paymentTx({ vout: [output(address), { value: 0n, scriptHex: script }] });
    expect(await fieldsOf(draft, swap(payload))).toEqual([]);
    expect(await fieldsOf(draft, swap('6a0401020305'))).toEqual(['tx']);
    expect(await fieldsOf(draft, paymentTx({ vout: [output(elsewhere)] }))).toEqual(['targetAddress', 'tx']);
  });
});
