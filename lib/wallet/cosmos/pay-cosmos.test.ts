/** Cosmos wallets are found without a popup; their signature is checked, stored and only then sent. */
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { base64, hex } from '@scure/base';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import {
  answerGateway,
  cosmosAddress,
  faultOf,
  GAIA_SENDER,
  gaiaRoute,
  gaiaTx,
  MEMO,
  type PaymentRecord,
  paymentOf,
  RUNE_SENDER,
  runeRoute,
  SENDER_KEY,
} from '../testing/routes.ts';
import type { CosmosWallet, SignDoc } from '../wallet-kinds.ts';
import { cosmosWallets } from './cosmos-wallets.ts';
import { payCosmos } from './pay-cosmos.ts';

beforeEach(() => vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network in tests'))));
afterEach(() => vi.unstubAllGlobals());

const ACCOUNT = { body: { accountNumber: '7', sequence: '3' } };

/** Signs its document after `change`; no test here checks the signature. */
const wallet = (change: (doc: SignDoc) => unknown = (doc) => doc): CosmosWallet & { docs: SignDoc[] } => {
  const docs: SignDoc[] = [];
  return {
    docs,
    kind: 'cosmos',
    option: { id: 'keplr', name: 'Keplr' },
    chains: ['GAIA', 'THOR', 'MAYA'],
    connect: async () => undefined,
    reconnect: async () => undefined,
    async signAmino(_chain, _address, doc) {
      docs.push(doc);
      const value = base64.encode(secp256k1.getPublicKey(SENDER_KEY, true));
      const signature = { pub_key: { type: 'tendermint/PubKeySecp256k1', value }, signature: 'AAAA' };
      return { signed: change(structuredClone(doc)), signature };
    },
  };
};
const gateway = (record: PaymentRecord, answers: Parameters<typeof answerGateway>[1]) =>
  vi.stubGlobal('fetch', answerGateway(record, answers));

describe('paying', () => {
  test('the document has the account’s numbers and the local chain’s id, and the hash is known before it is sent', async () => {
    const { context, record } = paymentOf(gaiaRoute());
    gateway(record, { account: ACCOUNT, broadcast: { body: { hash: 'X' } } });
    const signer = wallet();
    const { hash } = await payCosmos(signer, context);
    const { fee, msgs } = gaiaTx();
    expect(signer.docs).toEqual([
      { chain_id: 'cosmoshub-sandbox-1', account_number: '7', sequence: '3', fee, msgs, memo: MEMO },
    ]);
    expect(record.hashes).toEqual([hash]);
    expect(record.requests.map(({ url }) => url)).toEqual([
      `/chain/gaia/account?address=${GAIA_SENDER}`,
      '/chain/gaia/broadcast',
    ]);
    const { raw } = z.object({ raw: z.string() }).parse(record.requests[1]?.body);
    expect(hash).toBe(hex.encode(sha256(base64.decode(raw))).toUpperCase());
    expect(record.steps).toEqual(['checking', 'signing', 'sending', 'sent']);
  });

  test('a deposit of RUNE is sent as one', async () => {
    const { context, record } = paymentOf(runeRoute());
    gateway(record, { account: ACCOUNT, broadcast: { body: { hash: 'X' } } });
    await payCosmos(wallet(), context);
    const { raw } = z.object({ raw: z.string() }).parse(record.requests[1]?.body);
    expect(new TextDecoder().decode(base64.decode(raw))).toContain('/types.MsgDeposit');
  });

  test('a fee that the wallet set is the one that is sent', async () => {
    const { context, record } = paymentOf(gaiaRoute());
    gateway(record, { account: ACCOUNT, broadcast: { body: { hash: 'X' } } });
    const fee = { amount: [{ denom: 'uatom', amount: '7777' }], gas: '210000' };
    await payCosmos(
      wallet((doc) => ({ ...doc, fee })),
      context,
    );
    const { raw } = z.object({ raw: z.string() }).parse(record.requests[1]?.body);
    expect(new TextDecoder().decode(base64.decode(raw))).toContain('7777');
  });

  test.each([
    ['the memo', (doc: SignDoc) => ({ ...doc, memo: '' })],
    ['the messages', (doc: SignDoc) => ({ ...doc, msgs: [] })],
    ['nothing, and signed nothing', () => undefined],
  ])('it is not sent when the wallet changed %s', async (_what, change) => {
    const { context, record } = paymentOf(gaiaRoute());
    gateway(record, { account: ACCOUNT });
    expect(await faultOf(() => payCosmos(wallet(change), context))).toMatchObject({
      fault: 'mismatch',
      nothingSent: true,
    });
    expect(record.hashes).toEqual([]);
  });

  test('a refusal in the wallet sends nothing', async () => {
    const { context, record } = paymentOf(gaiaRoute());
    gateway(record, { account: ACCOUNT });
    const refusing = { ...wallet(), signAmino: async () => Promise.reject(new Error('Request rejected')) };
    expect(await faultOf(() => payCosmos(refusing, context))).toMatchObject({ fault: 'rejected', nothingSent: true });
    expect(record.hashes).toEqual([]);
  });

  test('an empty account, and a chain that cannot be asked, are reported before the wallet is asked', async () => {
    const signer = wallet();
    const unknown = paymentOf(gaiaRoute());
    gateway(unknown.record, { account: { status: 404, body: { detail: 'no such account' } } });
    expect(await faultOf(() => payCosmos(signer, unknown.context))).toMatchObject({ fault: 'insufficientFunds' });
    const down = paymentOf(gaiaRoute());
    gateway(down.record, { account: { status: 502, body: { detail: 'down' } } });
    expect(await faultOf(() => payCosmos(signer, down.context))).toMatchObject({ fault: 'unknown', nothingSent: true });
    expect(signer.docs).toEqual([]);
  });

  test('another account than the reviewed one, or a route without transaction, is not signed', async () => {
    const signer = wallet();
    const { context } = paymentOf(gaiaRoute());
    const account = { ...context.account, address: cosmosAddress('cosmos', 9) };
    expect(await faultOf(() => payCosmos(signer, { ...context, account }))).toMatchObject({ fault: 'wrongAccount' });
    const without = gaiaRoute(undefined, { tx: undefined, meta: { txUnavailable: 'No service for it.' } });
    expect(await faultOf(() => payCosmos(signer, paymentOf(without).context))).toEqual({
      fault: 'notSupported',
      nothingSent: true,
      message: 'No service for it.',
    });
    expect(signer.docs).toEqual([]);
  });

  test.each([
    [
      'a refusal by the chain',
      { status: 422, body: { detail: 'insufficient fee', refused: true } },
      'refusedByNetwork',
      true,
    ],
    ['a doubtful answer', { status: 502, body: { detail: 'down' } }, 'unknown', false],
  ])('%s says whether money moved', async (_what, answer, fault, nothingSent) => {
    const { context, record } = paymentOf(gaiaRoute());
    gateway(record, { account: ACCOUNT, broadcast: answer });
    expect(await faultOf(() => payCosmos(wallet(), context))).toMatchObject({ fault, nothingSent });
    expect(record.hashes).toHaveLength(1);
  });
});

describe('finding', () => {
  const keplr = (extra: Record<string, unknown> = {}) => ({
    enable: vi.fn(async () => undefined),
    getKey: vi.fn(async () => ({ bech32Address: GAIA_SENDER })),
    signAmino: vi.fn(async () => 'signed'),
    ...extra,
  });
  const put = (window: Record<string, unknown>) => vi.stubGlobal('window', window);

  test('wallets in Keplr’s shape are named after the one that answers', () => {
    put({
      keplr: keplr({ isVulticonnect: true }),
      vultisig: { keplr: keplr() },
      okxwallet: { keplr: keplr() },
    });
    expect(cosmosWallets('sandbox').map(({ option, chains }) => [option.name, chains.length])).toEqual([
      ['Vultisig', 3],
      ['OKX Wallet', 1],
    ]);
    put({ keplr: keplr({ isVulticonnect: true }) });
    expect(cosmosWallets('sandbox').map(({ option }) => option.name)).toEqual(['Vultisig']);
    put({ keplr: { enable: () => undefined } });
    expect(cosmosWallets('sandbox')).toEqual([]);
  });

  test('a discontinued wallet is not offered in Keplr’s place', () => {
    const ended = keplr();
    for (const page of [
      { keplr: ended, leap: ended },
      { keplr: ended, cosmostation: { providers: { keplr: ended } } },
      { keplr: keplr({ isXDEFI: true }) },
    ]) {
      put(page);
      expect(cosmosWallets('sandbox')).toEqual([]);
    }
  });

  test('connecting asks; nothing is asked while the page loads, for a locked wallet would open', async () => {
    const target = keplr();
    put({ keplr: target });
    const [found] = cosmosWallets('sandbox');
    expect(found?.reconnect).toBeUndefined();
    expect(await found?.connect('GAIA')).toBe(GAIA_SENDER);
    expect(target.enable).toHaveBeenCalledWith('cosmoshub-sandbox-1');
    expect(await found?.accountNow?.('GAIA')).toBe(GAIA_SENDER);
  });

  test('an unknown chain is suggested to the wallet with this network’s parameters', async () => {
    vi.stubGlobal('location', { origin: 'http://localhost:3000' });
    const suggest = vi.fn(async () => undefined);
    const enable = vi
      .fn()
      .mockRejectedValueOnce(new Error('There is no chain info for mayachain-sandbox-1'))
      .mockResolvedValue(undefined);
    put({ keplr: keplr({ enable, experimentalSuggestChain: suggest }) });
    await cosmosWallets('sandbox')[0]?.connect('MAYA');
    expect(suggest).toHaveBeenCalledWith(
      expect.objectContaining({
        chainId: 'mayachain-sandbox-1',
        rest: 'http://localhost:3000/chain/maya',
        bip44: { coinType: 931 },
        currencies: [{ coinDenom: 'CACAO', coinMinimalDenom: 'cacao', coinDecimals: 10 }],
      }),
    );
    expect(enable).toHaveBeenCalledTimes(2);
  });

  test('a refusal does not lead to a suggestion of the chain', async () => {
    const suggest = vi.fn();
    const enable = vi.fn().mockRejectedValue(new Error('Request rejected'));
    put({ keplr: keplr({ enable, experimentalSuggestChain: suggest }) });
    await expect(cosmosWallets('sandbox')[0]?.connect('GAIA')).rejects.toThrow('Request rejected');
    expect(suggest).not.toHaveBeenCalled();
  });

  test('a document is signed as it is: the wallet is asked to set neither fee nor memo', async () => {
    const target = keplr();
    put({ keplr: target });
    const doc = { memo: MEMO } as SignDoc;
    await cosmosWallets('sandbox')[0]?.signAmino('THOR', RUNE_SENDER, doc);
    expect(target.signAmino).toHaveBeenCalledWith('thorchain-sandbox-1', RUNE_SENDER, doc, {
      preferNoSetFee: true,
      preferNoSetMemo: true,
    });
  });
});
