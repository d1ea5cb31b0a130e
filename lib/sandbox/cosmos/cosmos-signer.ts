/** Signs amino documents as a wallet with Keplr's interface does, and packs them into transactions. */
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { hexToBytes } from '@noble/hashes/utils.js';
import { base64 } from '@scure/base';
import { MsgSend } from 'cosmjs-types/cosmos/bank/v1beta1/tx';
import { PubKey } from 'cosmjs-types/cosmos/crypto/secp256k1/keys';
import { SignMode } from 'cosmjs-types/cosmos/tx/signing/v1beta1/signing';
import { AuthInfo, TxBody, TxRaw } from 'cosmjs-types/cosmos/tx/v1beta1/tx';
import { z } from 'zod';
import type { Chain } from '../../chains/chain.ts';
import { type AminoMessage, type SignDoc, signDocDigest } from './amino.ts';
import { type AccountNames, accountNames } from './bech32-accounts.ts';
import { encodeMsgDeposit, encodeNodeMsgSend, parseAssetText } from './thor-messages.ts';

/** The result of Keplr's `signAmino`. */
export type AminoSignature = {
  signed: SignDoc;
  signature: { pub_key: { type: 'tendermint/PubKeySecp256k1'; value: string }; signature: string };
};

export function signAmino(doc: SignDoc, privateKey: Uint8Array): AminoSignature {
  const signature = secp256k1.sign(signDocDigest(doc), privateKey, { prehash: false, lowS: true });
  const publicKey = secp256k1.getPublicKey(privateKey, true);
  return {
    signed: doc,
    signature: {
      pub_key: { type: 'tendermint/PubKeySecp256k1', value: base64.encode(publicKey) },
      signature: base64.encode(signature),
    },
  };
}

const coinsSchema = z.array(z.object({ denom: z.string(), amount: z.string() }));
const sendSchema = z.object({ from_address: z.string(), to_address: z.string(), amount: coinsSchema });
const depositSchema = z.object({
  coins: z.array(z.object({ asset: z.string(), amount: z.string(), decimals: z.string().optional() })),
  memo: z.string(),
  signer: z.string(),
});

function bytesOf(address: string, names: AccountNames): Uint8Array {
  const account = names.account(address);
  if (!account) throw new Error(`not an address of this chain: ${address}`);
  return hexToBytes(account);
}

function toAny({ type, value }: AminoMessage, names: AccountNames): { typeUrl: string; value: Uint8Array } {
  if (type === 'cosmos-sdk/MsgSend') {
    const { from_address, to_address, amount } = sendSchema.parse(value);
    const message = MsgSend.fromPartial({ fromAddress: from_address, toAddress: to_address, amount });
    return { typeUrl: '/cosmos.bank.v1beta1.MsgSend', value: MsgSend.encode(message).finish() };
  }
  if (/^(thorchain|mayachain)\/MsgSend$/.test(type)) {
    const { from_address, to_address, amount } = sendSchema.parse(value);
    const message = { fromAddress: bytesOf(from_address, names), toAddress: bytesOf(to_address, names), amount };
    return { typeUrl: '/types.MsgSend', value: encodeNodeMsgSend(message) };
  }
  if (!/^(thorchain|mayachain)\/MsgDeposit$/.test(type)) throw new Error(`no protobuf form is known of ${type}`);
  const { coins, memo, signer } = depositSchema.parse(value);
  const message = {
    coins: coins.map(({ asset, amount, decimals }) => ({
      asset: parseAssetText(asset),
      amount,
      decimals: BigInt(decimals ?? 0),
    })),
    memo,
    signer: bytesOf(signer, names),
  };
  return { typeUrl: '/types.MsgDeposit', value: encodeMsgDeposit(message) };
}

/** The TxRaw bytes of a signed document. @throws {Error} for messages other than MsgSend and MsgDeposit. */
export function encodeSignedTx({ signed, signature }: AminoSignature, chain: Chain): Uint8Array {
  const names = accountNames(chain);
  const body = TxBody.fromPartial({
    messages: signed.msgs.map((message) => toAny(message, names)),
    memo: signed.memo,
    timeoutHeight: BigInt(signed.timeout_height ?? 0),
  });
  const key = PubKey.encode(PubKey.fromPartial({ key: base64.decode(signature.pub_key.value) })).finish();
  const auth = AuthInfo.fromPartial({
    signerInfos: [
      {
        publicKey: { typeUrl: '/cosmos.crypto.secp256k1.PubKey', value: key },
        modeInfo: { single: { mode: SignMode.SIGN_MODE_LEGACY_AMINO_JSON } },
        sequence: BigInt(signed.sequence),
      },
    ],
    fee: { amount: signed.fee.amount, gasLimit: BigInt(signed.fee.gas) },
  });
  const raw = {
    bodyBytes: TxBody.encode(body).finish(),
    authInfoBytes: AuthInfo.encode(auth).finish(),
    signatures: [base64.decode(signature.signature)],
  };
  return TxRaw.encode(TxRaw.fromPartial(raw)).finish();
}
