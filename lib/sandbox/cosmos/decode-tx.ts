/**
 * Decodes a broadcast transaction into its messages; what this chain does not support is refused with the SDK's
 * messages.
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { base64 } from '@scure/base';
import { MsgSend } from 'cosmjs-types/cosmos/bank/v1beta1/tx';
import { PubKey } from 'cosmjs-types/cosmos/crypto/secp256k1/keys';
import { SignMode } from 'cosmjs-types/cosmos/tx/signing/v1beta1/signing';
import { AuthInfo, TxBody, TxRaw } from 'cosmjs-types/cosmos/tx/v1beta1/tx';
import type { AminoMessage, Coin } from './amino.ts';
import { type AccountId, type AccountNames, accountOfKey } from './bech32-accounts.ts';
import type { CosmosRules } from './cosmos-rules.ts';
import { assetText, decodeMsgDeposit, decodeNodeMsgSend } from './thor-messages.ts';

/** A refusal with its ABCI code (codespace `sdk`): 2 undecodable, 4 unauthorized, 5 funds, 13 fee, 32 sequence. */
export class TxRefused extends Error {
  override readonly name = 'TxRefused';
  readonly code: number;
  readonly codespace: string;

  constructor(code: number, message: string, codespace = 'sdk') {
    super(message);
    this.code = code;
    this.codespace = codespace;
  }
}

type Common = {
  from: AccountId;
  /** The message in the LCD's JSON. */
  json: Record<string, unknown>;
  /** The amino forms that may have been signed: addresses transmitted as bytes have one for each prefix. */
  amino: AminoMessage[];
};
export type Message =
  | (Common & { kind: 'send'; to: AccountId; coins: Coin[] })
  | (Common & { kind: 'deposit'; coins: Coin[]; memo: string });

export type DecodedTx = {
  /** Upper case. */
  hash: string;
  bytes: Uint8Array;
  publicKey: Uint8Array;
  signer: AccountId;
  sequence: bigint;
  signature: Uint8Array;
  fee: { amount: Coin[]; gas: bigint };
  memo: string;
  timeoutHeight: bigint;
  messages: Message[];
};

const AMOUNT = /^[0-9]{1,40}$/;

function checkedCoins(coins: readonly Coin[]): Coin[] {
  for (const { amount, denom } of coins)
    if (!AMOUNT.test(amount) || BigInt(amount) === 0n) throw new TxRefused(10, `${amount}${denom}: invalid coins`);
  if (coins.length === 0) throw new TxRefused(10, ': invalid coins');
  return coins.map(({ amount, denom }) => ({ amount, denom }));
}

function knownAccount(address: string, names: AccountNames): AccountId {
  const account = names.account(address);
  if (!account) throw new TxRefused(7, `decoding bech32 failed: ${address}: invalid address`);
  return account;
}

function bankSend(bytes: Uint8Array, names: AccountNames): Message {
  const { fromAddress, toAddress, amount } = MsgSend.decode(bytes);
  const coins = checkedCoins(amount);
  const value = { from_address: fromAddress, to_address: toAddress, amount: coins };
  return {
    kind: 'send',
    from: knownAccount(fromAddress, names),
    to: knownAccount(toAddress, names),
    coins,
    json: { '@type': '/cosmos.bank.v1beta1.MsgSend', ...value },
    amino: [{ type: 'cosmos-sdk/MsgSend', value }],
  };
}

function nodeSend(bytes: Uint8Array, names: AccountNames, network: string): Message {
  const message = decodeNodeMsgSend(bytes);
  const [from, to] = [bytesToHex(message.fromAddress), bytesToHex(message.toAddress)];
  const coins = checkedCoins(message.amount);
  const forms = names
    .spellings(to)
    .map((to_address) => ({ from_address: names.address(from), to_address, amount: coins }));
  return {
    kind: 'send',
    from,
    to,
    coins,
    json: { '@type': '/types.MsgSend', ...forms[0] },
    amino: forms.map((value) => ({ type: `${network}/MsgSend`, value })),
  };
}

function deposit(bytes: Uint8Array, names: AccountNames, rules: CosmosRules): Message {
  const { coins, memo, signer } = decodeMsgDeposit(bytes);
  const [coin] = coins;
  if (coins.length !== 1 || !coin) throw new TxRefused(6, 'must only include one coin: unknown request');
  const asset = assetText(coin.asset);
  const denom = rules.denoms[asset.toUpperCase()];
  if (!denom) throw new TxRefused(6, `${asset} is not a coin of this chain: unknown request`);
  const from = bytesToHex(signer);
  const decimals = coin.decimals === 0n ? undefined : coin.decimals.toString();
  const value = { coins: [{ asset, amount: coin.amount, decimals }], memo, signer: names.address(from) };
  return {
    kind: 'deposit',
    from,
    coins: checkedCoins([{ denom, amount: coin.amount }]),
    memo,
    json: {
      '@type': '/types.MsgDeposit',
      ...value,
      coins: [{ asset: coin.asset, amount: coin.amount, decimals: coin.decimals.toString() }],
    },
    amino: [{ type: `${rules.network}/MsgDeposit`, value }],
  };
}

function decodeMessage(typeUrl: string, bytes: Uint8Array, names: AccountNames, rules: CosmosRules): Message {
  if (typeUrl === '/cosmos.bank.v1beta1.MsgSend') return bankSend(bytes, names);
  if (rules.network && typeUrl === '/types.MsgSend') return nodeSend(bytes, names, rules.network);
  if (rules.network && typeUrl === '/types.MsgDeposit') return deposit(bytes, names, rules);
  throw new TxRefused(2, `unable to resolve type URL ${typeUrl}: tx parse error`);
}

function decodeSigner(auth: AuthInfo, signatures: readonly Uint8Array[]) {
  const [info] = auth.signerInfos;
  const [signature] = signatures;
  if (!info || !signature || auth.signerInfos.length !== 1 || signatures.length !== 1)
    throw new TxRefused(4, 'this local chain takes transactions of exactly one signer: unauthorized');
  if (info.publicKey?.typeUrl !== '/cosmos.crypto.secp256k1.PubKey')
    throw new TxRefused(8, 'this local chain takes secp256k1 keys only: invalid pubkey');
  if (info.modeInfo?.single?.mode !== SignMode.SIGN_MODE_LEGACY_AMINO_JSON)
    throw new TxRefused(4, 'this local chain checks SIGN_MODE_LEGACY_AMINO_JSON signatures only: unauthorized');
  const publicKey = PubKey.decode(info.publicKey.value).key;
  if (publicKey.length !== 33) throw new TxRefused(8, 'public key has not 33 bytes: invalid pubkey');
  return { publicKey, signature, sequence: info.sequence };
}

/** @throws {TxRefused} */
export function decodeTx(bytes: Uint8Array, names: AccountNames, rules: CosmosRules): DecodedTx {
  try {
    return decode(bytes, names, rules);
  } catch (error) {
    if (error instanceof TxRefused) throw error;
    throw new TxRefused(2, `${error instanceof Error ? error.message : 'unreadable'}: tx parse error`);
  }
}

function decode(bytes: Uint8Array, names: AccountNames, rules: CosmosRules): DecodedTx {
  const raw = TxRaw.decode(bytes);
  const body = TxBody.decode(raw.bodyBytes);
  const auth = AuthInfo.decode(raw.authInfoBytes);
  if (body.messages.length === 0) throw new TxRefused(18, 'must contain at least one message: invalid request');
  if (body.memo.length > 256)
    throw new TxRefused(
      12,
      `maximum number of characters is 256 but received ${body.memo.length} characters: memo too large`,
    );
  const { publicKey, signature, sequence } = decodeSigner(auth, raw.signatures);
  const signer = accountOfKey(publicKey);
  const messages = body.messages.map(({ typeUrl, value }) => decodeMessage(typeUrl, value, names, rules));
  if (messages.some((message) => message.from !== signer))
    throw new TxRefused(8, 'pubKey does not match signer address: invalid pubkey');
  return {
    hash: bytesToHex(sha256(bytes)).toUpperCase(),
    bytes,
    publicKey,
    signer,
    sequence,
    signature,
    fee: { amount: auth.fee?.amount ?? [], gas: auth.fee?.gasLimit ?? 0n },
    memo: body.memo,
    timeoutHeight: body.timeoutHeight,
    messages,
  };
}

/** The transaction in the LCD's JSON. */
export function txJson(tx: DecodedTx): Record<string, unknown> {
  return {
    body: {
      messages: tx.messages.map((message) => message.json),
      memo: tx.memo,
      timeout_height: tx.timeoutHeight.toString(),
      extension_options: [],
      non_critical_extension_options: [],
    },
    auth_info: {
      signer_infos: [
        {
          public_key: { '@type': '/cosmos.crypto.secp256k1.PubKey', key: base64.encode(tx.publicKey) },
          mode_info: { single: { mode: 'SIGN_MODE_LEGACY_AMINO_JSON' } },
          sequence: tx.sequence.toString(),
        },
      ],
      fee: { amount: tx.fee.amount, gas_limit: tx.fee.gas.toString(), payer: '', granter: '' },
      tip: null,
    },
    signatures: [base64.encode(tx.signature)],
  };
}

/** Decodes a base64 transaction. @throws {SyntaxError} when the text is not base64. */
export function txBytesOf(text: string): Uint8Array {
  try {
    return base64.decode(text);
  } catch {
    throw new SyntaxError('illegal base64 data at input byte 0');
  }
}
