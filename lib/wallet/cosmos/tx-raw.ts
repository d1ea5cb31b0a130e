/**
 * Encodes a document signed as amino JSON into the bytes that a Cosmos chain accepts. Sources: cosmos-sdk
 * proto/cosmos/tx/v1beta1/tx.proto; THORNode proto/types/msg_deposit.proto and msg_send.proto.
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { base64, bech32, hex } from '@scure/base';
import { BinaryWriter } from 'cosmjs-types/binary';
import { MsgSend } from 'cosmjs-types/cosmos/bank/v1beta1/tx';
import { PubKey } from 'cosmjs-types/cosmos/crypto/secp256k1/keys';
import { SignMode } from 'cosmjs-types/cosmos/tx/signing/v1beta1/signing';
import { AuthInfo, TxBody, TxRaw } from 'cosmjs-types/cosmos/tx/v1beta1/tx';
import type { AminoAnswer } from '../wallet-kinds.ts';
import { PaymentError } from '../wallet-types.ts';

type Any = { typeUrl: string; value: Uint8Array };
type Value = Record<string, unknown>;

const field = (number: number) => (number << 3) | 2;
const bytesOf = (address: string): Uint8Array => bech32.decodeToBytes(address).bytes;

const textOf = (value: unknown): string => {
  if (typeof value === 'string') return value;
  throw new PaymentError('mismatch', 'The message cannot be encoded, so nothing was sent.', { nothingSent: true });
};
const listOf = (value: unknown): Value[] =>
  Array.isArray(value) ? value.filter((item): item is Value => typeof item === 'object' && item !== null) : [];

function encodeAsset(identifier: string): Uint8Array {
  const dot = identifier.indexOf('.');
  const symbol = identifier.slice(dot + 1);
  const [ticker = symbol] = symbol.split('-');
  return BinaryWriter.create()
    .uint32(field(1))
    .string(identifier.slice(0, dot))
    .uint32(field(2))
    .string(symbol)
    .uint32(field(3))
    .string(ticker)
    .finish();
}

function encodeDeposit(value: Value): Uint8Array {
  const writer = BinaryWriter.create();
  for (const coin of listOf(value.coins)) {
    const encoded = BinaryWriter.create()
      .uint32(field(1))
      .bytes(encodeAsset(textOf(coin.asset)))
      .uint32(field(2))
      .string(textOf(coin.amount))
      .finish();
    writer.uint32(field(1)).bytes(encoded);
  }
  return writer
    .uint32(field(2))
    .string(textOf(value.memo))
    .uint32(field(3))
    .bytes(bytesOf(textOf(value.signer)))
    .finish();
}

function encodeThorSend(value: Value): Uint8Array {
  const writer = BinaryWriter.create()
    .uint32(field(1))
    .bytes(bytesOf(textOf(value.from_address)))
    .uint32(field(2))
    .bytes(bytesOf(textOf(value.to_address)));
  for (const coin of listOf(value.amount)) {
    const encoded = BinaryWriter.create()
      .uint32(field(1))
      .string(textOf(coin.denom))
      .uint32(field(2))
      .string(textOf(coin.amount))
      .finish();
    writer.uint32(field(3)).bytes(encoded);
  }
  return writer.finish();
}

const encodeBankSend = (value: Value): Uint8Array =>
  MsgSend.encode(
    MsgSend.fromPartial({
      fromAddress: textOf(value.from_address),
      toAddress: textOf(value.to_address),
      amount: listOf(value.amount).map((coin) => ({ denom: textOf(coin.denom), amount: textOf(coin.amount) })),
    }),
  ).finish();

const ENCODERS: Record<string, { typeUrl: string; encode: (value: Value) => Uint8Array }> = {
  'cosmos-sdk/MsgSend': { typeUrl: '/cosmos.bank.v1beta1.MsgSend', encode: encodeBankSend },
  'thorchain/MsgSend': { typeUrl: '/types.MsgSend', encode: encodeThorSend },
  'mayachain/MsgSend': { typeUrl: '/types.MsgSend', encode: encodeThorSend },
  'thorchain/MsgDeposit': { typeUrl: '/types.MsgDeposit', encode: encodeDeposit },
  'mayachain/MsgDeposit': { typeUrl: '/types.MsgDeposit', encode: encodeDeposit },
};

const toAny = (msg: { type: string; value: Value }): Any => {
  const encoder = ENCODERS[msg.type];
  if (!encoder) throw new PaymentError('notSupported', `Portage does not send ${msg.type}.`, { nothingSent: true });
  return { typeUrl: encoder.typeUrl, value: encoder.encode(msg.value) };
};

/** Base64 TxRaw and its hash (upper-case SHA-256). */
export function encodeTxRaw({ signed, signature }: AminoAnswer): { raw: string; hash: string } {
  const publicKey = PubKey.encode({ key: base64.decode(signature.pub_key.value) }).finish();
  const bodyBytes = TxBody.encode(TxBody.fromPartial({ messages: signed.msgs.map(toAny), memo: signed.memo })).finish();
  const authInfoBytes = AuthInfo.encode(
    AuthInfo.fromPartial({
      signerInfos: [
        {
          publicKey: { typeUrl: '/cosmos.crypto.secp256k1.PubKey', value: publicKey },
          modeInfo: { single: { mode: SignMode.SIGN_MODE_LEGACY_AMINO_JSON } },
          sequence: BigInt(signed.sequence),
        },
      ],
      fee: { amount: signed.fee.amount, gasLimit: BigInt(signed.fee.gas) },
    }),
  ).finish();
  const bytes = TxRaw.encode(
    TxRaw.fromPartial({ bodyBytes, authInfoBytes, signatures: [base64.decode(signature.signature)] }),
  ).finish();
  return { raw: base64.encode(bytes), hash: hex.encode(sha256(bytes)).toUpperCase() };
}
