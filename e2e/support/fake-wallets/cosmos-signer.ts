/** Signs amino documents with its own keys, unchanged or tampered with, through the interface of Keplr. */
import { createHash, randomBytes } from 'node:crypto';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { base64, bech32 } from '@scure/base';
import { chainByNetworkId, networkOf } from '../../../lib/chains/chains.ts';
import { askPerson, FakeError, type FakeSigner, type Knobs } from './knobs.ts';

const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest();

/** Source: cosmos-sdk, `sdk.SortJSON` and Go's encoder, which escapes three characters. */
function canonical(value: unknown): string {
  const sorted = (item: unknown): unknown => {
    if (Array.isArray(item)) return item.map(sorted);
    if (typeof item !== 'object' || item === null) return item;
    return Object.fromEntries(
      Object.entries(item)
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([key, of]) => [key, sorted(of)]),
    );
  };
  return JSON.stringify(sorted(value)).replaceAll('&', '\\u0026').replaceAll('<', '\\u003c').replaceAll('>', '\\u003e');
}

type Doc = { memo: string; msgs: { value: Record<string, unknown> }[] };

export function createCosmosSigner(knobs: Knobs): FakeSigner {
  const keys = [new Uint8Array(randomBytes(32)), new Uint8Array(randomBytes(32))] as const;
  const allowed = new Set<string>();
  const publicKey = () => secp256k1.getPublicKey(keys[knobs.account], true);
  const account = (key: Uint8Array) =>
    createHash('ripemd160')
      .update(sha256(secp256k1.getPublicKey(key, true)))
      .digest();
  const addressOn = (chainId: string, key: Uint8Array): string => {
    const chain = chainByNetworkId(chainId, 'sandbox');
    const prefix = chain && networkOf(chain.id, 'sandbox').bech32Prefix;
    if (!prefix) throw new FakeError(-32602, `There is no chain info for ${chainId}`);
    return bech32.encode(prefix, bech32.toWords(account(key)));
  };
  const tampered = (doc: Doc, how: NonNullable<Knobs['tamper']>): Doc => {
    if (how === 'memo') return { ...doc, memo: `${doc.memo}x` };
    const change =
      how === 'recipient' ? { to_address: 'cosmos1elsewhere' } : { amount: [{ denom: 'uatom', amount: '1' }] };
    return { ...doc, msgs: doc.msgs.map((msg) => ({ ...msg, value: { ...msg.value, ...change } })) };
  };
  const sign = (doc: Doc) => {
    askPerson(knobs);
    const signed = knobs.tamper ? tampered(doc, knobs.tamper) : doc;
    const signature = secp256k1.sign(sha256(canonical(signed)), keys[knobs.account], { prehash: false, lowS: true });
    const pub_key = { type: 'tendermint/PubKeySecp256k1', value: base64.encode(publicKey()) };
    return { signed, signature: { pub_key, signature: base64.encode(signature) } };
  };
  const gaia = String(networkOf('GAIA', 'sandbox').networkId);
  return {
    addresses: [addressOn(gaia, keys[0]), addressOn(gaia, keys[1])],
    async request(method, [chainId, , doc]) {
      const id = String(chainId);
      if (method === 'enable') {
        if (!allowed.has(id)) askPerson(knobs);
        allowed.add(id);
        return null;
      }
      if (knobs.locked) throw new FakeError(-32603, 'The wallet is locked');
      if (!allowed.has(id)) throw new FakeError(4100, 'This site is not allowed');
      if (method === 'getKey') return { name: 'Fake', bech32Address: addressOn(id, keys[knobs.account]) };
      if (method === 'signAmino') return sign(doc as Doc);
      if (method === 'disable') {
        allowed.delete(id);
        return null;
      }
      throw new FakeError(-32601, `${method} is not known`);
    },
  };
}
