/**
 * Exports a Cosmos payment as an amino sign document and imports a signature over it by the same account; any other
 * is refused.
 */
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { ripemd160 } from '@noble/hashes/legacy.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { base64, bech32, hex } from '@scure/base';
import { z } from 'zod';
import type { GatewayClient } from '../../api/gateway.ts';
import type { NetworkName } from '../../chains/chain.ts';
import { chainOf, networkOf } from '../../chains/chains.ts';
import { assetOf } from '../../domain/asset.ts';
import { sortedKeys } from '../../domain/sorted-keys.ts';
import type { PayableRoute } from '../../payments/payable-route.ts';
import { cosmosTxToSign } from '../cosmos/sign-doc.ts';
import { encodeTxRaw } from '../cosmos/tx-raw.ts';
import type { SignDoc } from '../wallet-kinds.ts';
import { PaymentError } from '../wallet-types.ts';
import { ImportError, type SignedPayment, same } from './import-error.ts';

const refused = (fault: PaymentError['fault'], message: string, cause?: unknown) =>
  new PaymentError(fault, message, { nothingSent: true, cause });

/** The document to sign, with the account's current number and sequence. @throws {PaymentError} */
export async function exportSignDoc(
  route: PayableRoute,
  network: NetworkName,
  gateway: Pick<GatewayClient, 'account'>,
): Promise<SignDoc> {
  const { chain } = assetOf(route.sellAsset);
  const { name } = chainOf(chain);
  if (!route.tx)
    throw refused('notSupported', route.meta.txUnavailable ?? 'This route came without a transaction to sign.');
  const tx = cosmosTxToSign(route);
  const account = await gateway.account(chain, route.sourceAddress).catch((cause: unknown) => {
    throw refused('unknown', `${name} cannot be asked for your account right now.`, cause);
  });
  if (!account) throw refused('insufficientFunds', `${name} does not know this account yet; it holds nothing.`);
  return {
    chain_id: String(networkOf(chain, network).networkId),
    account_number: account.accountNumber,
    sequence: account.sequence,
    fee: tx.fee,
    msgs: tx.msgs,
    memo: tx.memo ?? '',
  };
}

/** Keys sorted, no spaces, and HTML characters escaped. Source: cosmos-sdk, legacy amino JSON (Go's encoding/json). */
export const signBytesText = (doc: SignDoc): string =>
  JSON.stringify(sortedKeys(doc)).replaceAll('&', '\\u0026').replaceAll('<', '\\u003c').replaceAll('>', '\\u003e');

const signatureSchema = z.object({
  pub_key: z.object({ type: z.string(), value: z.string() }),
  signature: z.string(),
});
const coins = z.array(z.object({ denom: z.string(), amount: z.string() }));
const messages = z.array(z.object({ type: z.string(), value: z.record(z.string(), z.unknown()) }));
const numeral = z.union([z.string(), z.number()]).transform(String);
const fee = z.object({ amount: coins, gas: numeral }).loose();

/** The answer of wallets in Keplr's shape. */
const aminoSchema = z.object({
  signed: z.object({
    chain_id: z.string(),
    account_number: numeral,
    sequence: numeral,
    fee,
    msgs: messages,
    memo: z.string(),
  }),
  signature: signatureSchema,
});
/** The answer of command lines (`gaiad tx sign --amino`, older ones without a wrapper). */
const stdTxSchema = z.object({
  msg: messages,
  fee,
  memo: z.string().default(''),
  signatures: z.array(signatureSchema).min(1),
});

type Given = {
  signature: z.infer<typeof signatureSchema>;
  fee?: SignDoc['fee'];
  msgs?: SignDoc['msgs'];
  memo?: string;
  state?: { chain_id: string; account_number: string; sequence: string };
};

function readGiven(text: string): Given {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (cause) {
    throw new ImportError('unreadable', { cause });
  }
  const amino = aminoSchema.safeParse(json);
  if (amino.success) {
    const { fee: paid, msgs, memo, ...state } = amino.data.signed;
    return { signature: amino.data.signature, fee: paid, msgs, memo, state };
  }
  const bare = signatureSchema.safeParse(json);
  if (bare.success) return { signature: bare.data };
  const wrapped = z.object({ value: z.unknown() }).safeParse(json);
  const std = stdTxSchema.safeParse(wrapped.success && wrapped.data.value !== undefined ? wrapped.data.value : json);
  const signature = std.success ? std.data.signatures[0] : undefined;
  if (std.success && signature) return { signature, fee: std.data.fee, msgs: std.data.msg, memo: std.data.memo };
  if (stdTxSchema.omit({ signatures: true }).safeParse(json).success) throw new ImportError('notSigned');
  throw new ImportError('unreadable');
}

const plain = (value: unknown): string => JSON.stringify(sortedKeys(value));

/** The signer may choose the fee within the bounds of every payment; everything else must be as exported. */
function compare(doc: SignDoc, given: Given, route: PayableRoute): SignDoc {
  if (given.state) {
    same('network', doc.chain_id, given.state.chain_id);
    same('account', doc.account_number, given.state.account_number);
    same('sequence', doc.sequence, given.state.sequence);
  }
  if (given.memo !== undefined) same('memo', doc.memo, given.memo);
  if (given.msgs) same('messages', plain(doc.msgs), plain(given.msgs));
  if (!given.fee) return doc;
  const { amount, gas } = given.fee;
  const paid = { amount, gas };
  try {
    cosmosTxToSign({ ...route, tx: { msgs: doc.msgs, memo: doc.memo, fee: paid } });
  } catch (cause) {
    throw new ImportError('differs', { field: 'fee', expected: plain(doc.fee), got: plain(paid), cause });
  }
  return { ...doc, fee: paid };
}

const KEY_BYTES = 33;
const SIGNATURE_BYTES = 64;

function bytesOf(text: string, length: number): Uint8Array {
  try {
    const bytes = base64.decode(text);
    if (bytes.length === length) return bytes;
  } catch (cause) {
    throw new ImportError('unreadable', { cause });
  }
  throw new ImportError('unreadable');
}

/** Source: cosmos-sdk, crypto/keys/secp256k1: ripemd160 of sha256 of the compressed key. */
const accountOf = (publicKey: Uint8Array): string => hex.encode(ripemd160(sha256(publicKey)));

/**
 * The transaction for the chain, once the signature is valid for this very document. @param given the wallet's answer
 * as JSON: in Keplr's shape, a signed StdTx, or the signature alone. @throws {ImportError}; nothing was sent.
 */
export function importSignedDoc(doc: SignDoc, given: string, route: PayableRoute): SignedPayment {
  const read = readGiven(given);
  const signed = compare(doc, read, route);
  const publicKey = bytesOf(read.signature.pub_key.value, KEY_BYTES);
  const signature = bytesOf(read.signature.signature, SIGNATURE_BYTES);
  const own = hex.encode(bech32.decodeToBytes(route.sourceAddress).bytes);
  if (accountOf(publicKey) !== own)
    throw new ImportError('otherSigner', {
      field: 'account',
      expected: route.sourceAddress,
      got: bech32.encodeFromBytes(bech32.decodeToBytes(route.sourceAddress).prefix, ripemd160(sha256(publicKey))),
    });
  const digest = sha256(utf8ToBytes(signBytesText(signed)));
  let isValid = false;
  try {
    isValid = secp256k1.verify(signature, digest, publicKey, { prehash: false, lowS: false });
  } catch (cause) {
    throw new ImportError('badSignature', { cause });
  }
  if (!isValid) throw new ImportError('badSignature');
  return encodeTxRaw({ signed, signature: read.signature });
}
