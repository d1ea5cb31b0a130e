import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPortageClient } from '../../lib/api/client.ts';
import { expect, test } from '../support/api-test.ts';
import { createEvmPayer } from '../support/evm-payer.ts';
import { follow, last } from '../support/follow.ts';
import { startOwnApp } from '../support/own-app.ts';
import { createSandbox, sharedSandbox } from '../support/sandbox.ts';
import { createUtxoPayer, untilConfirmed } from '../support/utxo-payer.ts';

const sandbox = sharedSandbox();
const PATH = '/v1/chainflip-deposit-channel';
const BTC_ADDRESS = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';

/** Terms that no other test uses: another destination. */
const newDestination = (): string => createEvmPayer('http://127.0.0.1:1', 'ETH').address;
const terms = () => ({ sellAsset: 'BTC.BTC', buyAsset: 'ETH.ETH', destinationAddress: newDestination() });

async function channelsOpened(): Promise<number> {
  const state = await sandbox.control('chainflip-state', {});
  if (typeof state === 'object' && state && 'channelsOpened' in state) return Number(state.channelsOpened);
  throw new Error('the sandbox tells no count');
}

test('the six fields alone open a channel that any wallet can pay and that is tracked to its payout', async ({
  request,
  baseURL,
}) => {
  const destinationAddress = newDestination();
  const answer = await request.post(PATH, {
    data: {
      sellAsset: 'SOL.SOL',
      buyAsset: 'ETH.ETH',
      destinationAddress,
      affiliateCode: 'ptg',
      affiliateBps: 30,
      maxBoostFeeBps: 10,
    },
  });
  expect(answer.status()).toBe(200);
  const channel = await answer.json();
  expect(channel).toMatchObject({
    depositAddress: expect.any(String),
    channelId: expect.stringMatching(/^\d+-Solana-\d+$/),
    issuedBlock: expect.any(Number),
    sourceChainExpiryBlock: expect.any(Number),
    refundAddress: expect.any(String),
  });
  const client = createPortageClient({ baseUrl: baseURL ?? '' });
  const key = { quoteId: channel.quoteId, routeIndex: channel.routeIndex };
  const before = await client.track(key);
  expect(before).toMatchObject({
    success: true,
    trackingStatus: 'not_started',
    data: { depositChannel: { depositAddress: channel.depositAddress, channelId: channel.channelId } },
  });
  expect(before.data.quoteInfo?.trackParams?.hash).toBeUndefined();

  await sandbox.fund('SOL', channel.depositAddress, '5');
  const end = last(await follow(client, key));
  expect(end).toMatchObject({ success: true, trackingStatus: 'completed', stage: 'outbound' });
  expect(end.data.outbound).toMatchObject({ hash: end.data.trackMeta?.outputTxHash, chain: 'ETH' });
  expect(end.data.outbound?.address?.toLowerCase()).toBe(destinationAddress.toLowerCase());
});

test('a channel of a quote’s terms, opened and paid separately, is tracked to its end by that quote and the payment’s hash', async ({
  baseURL,
}) => {
  const client = createPortageClient({ baseUrl: baseURL ?? '' });
  const payer = createUtxoPayer(baseURL ?? '', 'BTC');
  await sandbox.fund('BTC', payer.address, '0.2');
  await untilConfirmed(baseURL ?? '', 'BTC', payer.address);
  const { sellAsset, buyAsset, destinationAddress } = terms();
  const ask = { sellAsset, buyAsset, sellAmount: '0.1', slippage: 3, providers: ['CHAINFLIP' as const] };
  const { quoteId } = await client.quote(ask);
  const channel = await client.depositChannel({ sellAsset, buyAsset, destinationAddress });
  expect(channel.quoteId).not.toBe(quoteId);
  const hash = await payer.pay({ to: channel.depositAddress, baseUnits: 10_000_000n });
  const end = last(await follow(client, { hash, chainId: 'BTC', quoteId, routeIndex: 0 }));
  expect(end).toMatchObject({ success: true, trackingStatus: 'completed', stage: 'outbound' });
  expect(end.data.inbound).toMatchObject({ hash, amount: '0.1', confirmations: expect.any(Number) });
  expect(end.data.outbound).toMatchObject({ chain: 'ETH', confirmations: expect.any(Number) });
  expect(end.data.outbound?.address).toBe(destinationAddress);
  for (const key of [{ depositChannelId: channel.channelId }, { depositAddress: channel.depositAddress }, { hash }])
    expect(await client.track(key), JSON.stringify(key)).toMatchObject({ trackingStatus: 'completed' });
});

test('a transfer that comes with the channel, once signed and sent, also identifies the swap by its hash', async ({
  baseURL,
}) => {
  const client = createPortageClient({ baseUrl: baseURL ?? '' });
  const payer = createEvmPayer(baseURL ?? '', 'ETH');
  await sandbox.fund('ETH', payer.address, '3');
  const quote = await client.quote({
    sellAsset: 'ETH.ETH',
    buyAsset: 'BTC.BTC',
    sellAmount: '1.25',
    slippage: 2,
    providers: ['CHAINFLIP'],
    sourceAddress: payer.address,
    destinationAddress: BTC_ADDRESS,
  });
  const channel = await client.depositChannel({ quoteId: quote.quoteId, includeTx: true });
  expect(channel).toMatchObject({ sellAmount: '1.25', refundAddress: payer.address, txType: 'EVM' });
  const hash = await payer.send(channel.tx);
  const end = last(await follow(client, { quoteId: quote.quoteId, routeIndex: 0, hash }));
  expect(end).toMatchObject({ trackingStatus: 'completed', data: { inbound: { hash, amount: '1.25' } } });
  expect((await client.track({ hash })).data.depositChannel?.channelId).toBe(channel.channelId);
  expect((await client.track({ quoteId: quote.quoteId })).trackingStatus).toBe('completed');
});

test('quoting opens nothing; a double click, a retry and a hundred quotes leave one channel', async ({
  request,
  baseURL,
}) => {
  const opened = await channelsOpened();
  const client = createPortageClient({ baseUrl: baseURL ?? '' });
  const wish = terms();
  const ask = { ...wish, sellAmount: '0.1', slippage: 1, providers: ['CHAINFLIP' as const] };
  for (let n = 0; n < 10; n += 1)
    await Promise.all(
      Array.from({ length: 10 }, (_, index) => client.quote({ ...ask, sellAmount: `0.${n + 1}${index}` })),
    );
  expect(await channelsOpened()).toBe(opened);
  const { quoteId } = await client.quote(ask);
  const both = await Promise.all([0, 1].map(() => request.post(PATH, { data: { quoteId } })));
  const again = await request.post(PATH, { data: { quoteId, sellAmount: '0.1' } });
  const bodies = await Promise.all([...both, again].map((answer) => answer.json()));
  expect(bodies[0]).toMatchObject({ quoteId, routeIndex: 0, sellAmount: '0.1' });
  expect(bodies.map(({ channelId }) => channelId)).toEqual(Array(3).fill(bodies[0].channelId));
  expect(await channelsOpened()).toBe(opened + 1);
});

test('a client that disconnects before a slow broker answers finds its channel when it comes back', {
  tag: '@long',
}, async ({ baseURL }) => {
  const opened = await channelsOpened();
  const wish = terms();
  const client = createPortageClient({ baseUrl: baseURL ?? '' });
  const late = { target: 'chainflip-broker', kind: 'lateAnswer', ms: 4000 };
  await sandbox.withFault(late, async () => {
    const leaving = new AbortController();
    const left = fetch(`${baseURL}${PATH}`, {
      method: 'POST',
      body: JSON.stringify(wish),
      signal: leaving.signal,
    }).catch((error: Error) => error.name);
    while ((await channelsOpened()) === opened) await new Promise((resolve) => setTimeout(resolve, 50));
    leaving.abort();
    expect(await left).toBe('AbortError');
    expect((await client.depositChannel(wish)).channelId).toMatch(/-Bitcoin-/);
  });
  expect(await channelsOpened()).toBe(opened + 1);
});

test('a broker that refuses, and one that opens something else, is 502 with its reason; then it works', async ({
  request,
}) => {
  const wish = terms();
  const refusing = {
    target: 'chainflip-broker',
    kind: 'error',
    message: 'DispatchError: Module(OutOfFunds)',
    code: -32021,
  };
  await sandbox.withFault(refusing, async () => {
    const answer = await request.post(PATH, { data: wish });
    expect(answer.status()).toBe(502);
    const body = await answer.json();
    expect(body).toMatchObject({ title: 'Bad Gateway', status: 502, traceId: expect.any(String) });
    expect(body.detail).toContain('OutOfFunds');
  });
  const other = {
    target: 'chainflip-broker',
    kind: 'otherRefund',
    refundAddress: 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080',
  };
  await sandbox.withFault(other, async () => {
    const answer = await request.post(PATH, { data: terms() });
    expect(answer.status()).toBe(502);
    expect(await answer.text()).not.toContain('depositAddress');
  });
  expect((await request.post(PATH, { data: wish })).status()).toBe(200);
});

test('an amount that Chainflip would keep is refused with the minimum, and every wrong field is named at once', async ({
  request,
}) => {
  const small = await request.post(PATH, { data: { ...terms(), sellAmount: '0.0001' } });
  expect(small.status()).toBe(400);
  const [fault] = (await small.json()).errors;
  expect(fault.field).toBe('sellAmount');
  expect(fault.message).toMatch(/0\.000\d+ BTC/);
  const wrong = await request.post(PATH, {
    data: {
      sellAsset: 'BTC.BTC',
      buyAsset: 'ETH.ETH',
      destinationAddress: BTC_ADDRESS,
      affiliateBps: 5000,
      slippage: -1,
    },
  });
  expect(wrong.status()).toBe(400);
  const fields = (await wrong.json()).errors.map((error: { field: string }) => error.field);
  expect(fields.toSorted()).toEqual(['affiliateBps', 'affiliateCode', 'destinationAddress', 'slippage']);
});

test('a channel that ended is not returned again, and a payment that arrives then is reported as lost', {
  tag: '@long',
}, async () => {
  // It skips a day, so it uses a world of its own.
  const app = await startOwnApp(mkdtempSync(join(tmpdir(), 'portage-own-')));
  try {
    const own = createSandbox(app.sandboxUrl);
    const client = createPortageClient({ baseUrl: app.url });
    const wish = { ...terms(), sellAmount: '0.1' };
    const channel = await client.depositChannel(wish);
    const { quoteId, routeIndex } = channel;
    if (quoteId === undefined || routeIndex === undefined) throw new Error('it cannot be tracked');
    await own.control('clock', { stepSeconds: 90_000 });
    await own.fund('BTC', channel.depositAddress, '0.1');
    const outputs = await fetch(`${app.sandboxUrl}/esplora/btc/address/${channel.depositAddress}/utxo`);
    const [{ txid: hash }] = await outputs.json();
    const end = last(await follow(client, { quoteId, routeIndex, hash }));
    expect(end).toMatchObject({ success: true, trackingStatus: 'failed', stage: 'inbound' });
    expect(end.error).toContain(`the channel ended with block ${channel.sourceChainExpiryBlock}`);
    expect(end.error).toContain(channel.channelId);
    expect((await client.depositChannel(wish)).channelId).not.toBe(channel.channelId);
  } finally {
    await app.stop();
  }
});
