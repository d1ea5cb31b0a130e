/** Encodes and decodes the protobuf messages that THORNode and MAYANode share: `/types.MsgSend` and `/types.MsgDeposit`. */
import { BinaryReader, BinaryWriter } from 'cosmjs-types/binary';

/** Source: thornode proto/thorchain/v1/common/common.proto. */
export type NodeAsset = {
  chain: string;
  symbol: string;
  ticker: string;
  synth: boolean;
  trade: boolean;
  secured: boolean;
};
export type NodeCoin = { asset: NodeAsset; amount: string; decimals: bigint };
/** Source: thornode proto/thorchain/v1/types/msg_deposit.proto. */
export type MsgDeposit = { coins: NodeCoin[]; memo: string; signer: Uint8Array };
/** Source: thornode proto/thorchain/v1/types/msg_send.proto; unlike the bank's MsgSend, its addresses are bytes. */
export type NodeMsgSend = {
  fromAddress: Uint8Array;
  toAddress: Uint8Array;
  amount: { denom: string; amount: string }[];
};

/** Calls `field` for every field; the callback must read or skip the value. */
function eachField(bytes: Uint8Array, field: (number: number, reader: BinaryReader, wireType: number) => void): void {
  const reader = new BinaryReader(bytes);
  while (reader.pos < reader.len) {
    const tag = reader.uint32();
    field(tag >>> 3, reader, tag & 7);
  }
}

function decodeAsset(bytes: Uint8Array): NodeAsset {
  const asset = { chain: '', symbol: '', ticker: '', synth: false, trade: false, secured: false };
  eachField(bytes, (number, reader, wireType) => {
    if (number === 1) asset.chain = reader.string();
    else if (number === 2) asset.symbol = reader.string();
    else if (number === 3) asset.ticker = reader.string();
    else if (number === 4) asset.synth = reader.bool();
    else if (number === 5) asset.trade = reader.bool();
    else if (number === 6) asset.secured = reader.bool();
    else reader.skipType(wireType);
  });
  return asset;
}

function decodeNodeCoin(bytes: Uint8Array): NodeCoin {
  const coin: NodeCoin = { asset: decodeAsset(new Uint8Array()), amount: '', decimals: 0n };
  eachField(bytes, (number, reader, wireType) => {
    if (number === 1) coin.asset = decodeAsset(reader.bytes());
    else if (number === 2) coin.amount = reader.string();
    else if (number === 3) coin.decimals = reader.int64();
    else reader.skipType(wireType);
  });
  return coin;
}

export function decodeMsgDeposit(bytes: Uint8Array): MsgDeposit {
  const message: MsgDeposit = { coins: [], memo: '', signer: new Uint8Array() };
  eachField(bytes, (number, reader, wireType) => {
    if (number === 1) message.coins.push(decodeNodeCoin(reader.bytes()));
    else if (number === 2) message.memo = reader.string();
    else if (number === 3) message.signer = reader.bytes();
    else reader.skipType(wireType);
  });
  return message;
}

function encodeAsset({ chain, symbol, ticker, synth, trade, secured }: NodeAsset): Uint8Array {
  const writer = BinaryWriter.create();
  writer.uint32(10).string(chain).uint32(18).string(symbol).uint32(26).string(ticker);
  for (const [tag, flag] of [
    [32, synth],
    [40, trade],
    [48, secured],
  ] as const)
    if (flag) writer.uint32(tag).bool(true);
  return writer.finish();
}

export function encodeMsgDeposit({ coins, memo, signer }: MsgDeposit): Uint8Array {
  const writer = BinaryWriter.create();
  for (const { asset, amount, decimals } of coins) {
    const coin = BinaryWriter.create().uint32(10).bytes(encodeAsset(asset)).uint32(18).string(amount);
    if (decimals !== 0n) coin.uint32(24).int64(decimals);
    writer.uint32(10).bytes(coin.finish());
  }
  return writer.uint32(18).string(memo).uint32(26).bytes(signer).finish();
}

export function decodeNodeMsgSend(bytes: Uint8Array): NodeMsgSend {
  const message: NodeMsgSend = { fromAddress: new Uint8Array(), toAddress: new Uint8Array(), amount: [] };
  eachField(bytes, (number, reader, wireType) => {
    if (number === 1) message.fromAddress = reader.bytes();
    else if (number === 2) message.toAddress = reader.bytes();
    else if (number === 3) {
      const coin = { denom: '', amount: '' };
      eachField(reader.bytes(), (inner, innerReader, innerType) => {
        if (inner === 1) coin.denom = innerReader.string();
        else if (inner === 2) coin.amount = innerReader.string();
        else innerReader.skipType(innerType);
      });
      message.amount.push(coin);
    } else reader.skipType(wireType);
  });
  return message;
}

export function encodeNodeMsgSend({ fromAddress, toAddress, amount }: NodeMsgSend): Uint8Array {
  const writer = BinaryWriter.create().uint32(10).bytes(fromAddress).uint32(18).bytes(toAddress);
  for (const coin of amount)
    writer
      .uint32(26)
      .bytes(BinaryWriter.create().uint32(10).string(coin.denom).uint32(18).string(coin.amount).finish());
  return writer.finish();
}

/** An asset as amino JSON and memos write it: `THOR.RUNE`, `BTC/BTC`, `BTC~BTC` or `BTC-BTC`. */
export function assetText({ chain, symbol, synth, trade, secured }: NodeAsset): string {
  return `${chain}${synth ? '/' : trade ? '~' : secured ? '-' : '.'}${symbol}`;
}

/** Parses such a text; the first separator decides the kind of asset. */
export function parseAssetText(text: string): NodeAsset {
  const [, chain = '', separator = '', symbol = ''] = /^([A-Za-z0-9]+)([./~-])(.+)$/.exec(text) ?? [];
  if (!symbol) throw new Error(`not an asset: ${text}`);
  const ticker = symbol.split('-')[0] ?? symbol;
  return { chain, symbol, ticker, synth: separator === '/', trade: separator === '~', secured: separator === '-' };
}
