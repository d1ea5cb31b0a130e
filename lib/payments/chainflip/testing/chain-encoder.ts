/**
 * Encodes vault swaps as a state-chain node does, with other libraries than they are read with, for tests; every field
 * can be changed on the way.
 */
import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js';
import { _void, Bytes, Option, Struct, u8, u16, u32, u64, u128, u256, Vector } from 'scale-ts';
import { encodeFunctionData, parseAbi } from 'viem';

/** Source: chainflip-eth-contracts contracts/interfaces/IVault.sol. */
const VAULT_ABI = parseAbi([
  'function xSwapNative(uint32 dstChain, bytes dstAddress, uint32 dstToken, bytes cfParameters) payable',
  'function xSwapToken(uint32 dstChain, bytes dstAddress, uint32 dstToken, address srcToken, uint256 amount, bytes cfParameters)',
  'function xCallNative(uint32 dstChain, bytes dstAddress, uint32 dstToken, bytes message, uint256 gasAmount, bytes cfParameters) payable',
  'function xCallToken(uint32 dstChain, bytes dstAddress, uint32 dstToken, bytes message, uint256 gasAmount, address srcToken, uint256 amount, bytes cfParameters)',
]);

const dca = Option(Struct({ chunks: u32, interval: u32 }));
const shares = Vector(Struct({ shortId: u8, bps: u8 }));
const broker = Struct({ account: Bytes(32), bps: u16 });

/** Bytes are hex without 0x. */
export type EncodedParameters = {
  retry: number;
  refund: string;
  minPrice: bigint;
  oracle: number | undefined;
  dca: { chunks: number; interval: number } | undefined;
  boost: number;
  broker: { account: string; bps: number };
  affiliates: { shortId: number; bps: number }[];
  /** Stands where a refund would call a contract. */
  refundCall?: boolean;
};

export function encodeCfParameters(version: 0 | 1, of: EncodedParameters): Uint8Array {
  const head = [u32.enc(of.retry), hexToBytes(of.refund), u256.enc(of.minPrice)];
  const options =
    version === 1
      ? [of.refundCall ? Uint8Array.of(1, 0, 0, 0) : Option(_void).enc(undefined).fill(0), Option(u16).enc(of.oracle)]
      : [];
  const tail = [
    dca.enc(of.dca),
    u8.enc(of.boost),
    broker.enc({ account: hexToBytes(of.broker.account), bps: of.broker.bps }),
    shares.enc(of.affiliates),
  ];
  return concatBytes(Uint8Array.of(version), ...head, ...options, ...tail);
}

export type EncodedBtc = {
  dstToken: number;
  dstAddress: string;
  retry: number;
  minOutput: bigint;
  /** 255: none. */
  oracle: number;
  chunks: number;
  interval: number;
  boost: number;
  brokerBps: number;
  affiliates: { shortId: number; bps: number }[];
};

export const encodeBtcPayload = (version: 0 | 1, of: EncodedBtc): Uint8Array =>
  concatBytes(
    Uint8Array.of(version, of.dstToken),
    hexToBytes(of.dstAddress),
    u16.enc(of.retry),
    u128.enc(of.minOutput),
    version === 1 ? u8.enc(of.oracle) : new Uint8Array(),
    u16.enc(of.chunks),
    u16.enc(of.interval),
    u8.enc(of.boost),
    u8.enc(of.brokerBps),
    shares.enc(of.affiliates),
  );

export type EncodedCall = {
  token: string | undefined;
  amount: bigint;
  dstChain: number;
  dstAddress: string;
  dstToken: number;
  parameters: Uint8Array;
  /** A contract is called with what comes out. */
  ccm?: boolean;
};

export function encodeCall(of: EncodedCall): `0x${string}` {
  const [dst, parameters] = [`0x${of.dstAddress}`, `0x${bytesToHex(of.parameters)}`] as const;
  const token = of.token as `0x${string}`;
  const call = ['0x07', 1n] as const;
  if (of.ccm)
    return of.token === undefined
      ? encodeFunctionData({
          abi: VAULT_ABI,
          functionName: 'xCallNative',
          args: [of.dstChain, dst, of.dstToken, ...call, parameters],
        })
      : encodeFunctionData({
          abi: VAULT_ABI,
          functionName: 'xCallToken',
          args: [of.dstChain, dst, of.dstToken, ...call, token, of.amount, parameters],
        });
  return of.token === undefined
    ? encodeFunctionData({
        abi: VAULT_ABI,
        functionName: 'xSwapNative',
        args: [of.dstChain, dst, of.dstToken, parameters],
      })
    : encodeFunctionData({
        abi: VAULT_ABI,
        functionName: 'xSwapToken',
        args: [of.dstChain, dst, of.dstToken, token, of.amount, parameters],
      });
}

const vector = (bytes: Uint8Array): Uint8Array => concatBytes(u32.enc(bytes.length), bytes);

export type EncodedInstruction = {
  amount: bigint;
  dstChain: number;
  dstAddress: string;
  dstToken: number;
  parameters: Uint8Array;
  /** Undefined: lamports. */
  decimals: number | undefined;
  seed: string;
  ccm?: boolean;
};

export const encodeInstruction = (of: EncodedInstruction): string =>
  `0x${bytesToHex(
    concatBytes(
      hexToBytes(of.decimals === undefined ? 'a3265ce2f3698dc4' : '4532fc63e55377eb'),
      u64.enc(of.amount),
      u32.enc(of.dstChain),
      vector(hexToBytes(of.dstAddress)),
      u32.enc(of.dstToken),
      of.ccm ? concatBytes(Uint8Array.of(1), vector(Uint8Array.of(7)), u64.enc(1n)) : Uint8Array.of(0),
      vector(of.parameters),
      of.decimals === undefined ? new Uint8Array() : u8.enc(of.decimals),
      vector(hexToBytes(of.seed)),
    ),
  )}`;
