/**
 * Reads a call of Chainflip's vault by code of our own, and holds it against the route that was reviewed.
 * Source: chainflip-eth-contracts contracts/interfaces/IVault.sol; chainflip-backend chains/src/cf_parameters.rs.
 */

import { cfAssetOf } from '../../chains/chainflip/assets.ts';
import { type BtcPayload, decodeBtcPayload } from '../../chains/chainflip/btc-payload.ts';
import { bytesOfHex, DecodeError } from '../../chains/chainflip/byte-reader.ts';
import { type CfParameters, decodeCfParameters } from '../../chains/chainflip/cf-parameters.ts';
import { addressHex, contractAssetId, contractChainId } from '../../chains/chainflip/contract-ids.ts';
import { toBaseUnits } from '../../domain/amount.ts';
import { assetOf } from '../../domain/asset.ts';
import type { PayableRoute } from '../wallet-types.ts';

export { EVM_VAULTS } from '../../chains/chainflip/vaults.ts';

export type VaultCall = {
  /** Chainflip's numbers of chain and asset. */
  dstChain: number;
  dstToken: number;
  /** As contracts carry it: raw bytes, for Bitcoin the text; hex without 0x. */
  dstAddress: string;
  /** Contract of the sold token and its amount; undefined where the call's value is what is sold. */
  token?: { address: string; amount: bigint };
  parameters: CfParameters;
};

const WORD = 64;
/** `xSwapNative(uint32,bytes,uint32,bytes)`, `xSwapToken(uint32,bytes,uint32,address,uint256,bytes)`. */
const SWAP_NATIVE = '0xdd687345';
const SWAP_TOKEN = '0x04fc7da0';

export const isVaultCall = (data: string): boolean =>
  [SWAP_NATIVE, SWAP_TOKEN].includes(data.slice(0, 10).toLowerCase());

/** @throws {DecodeError} for what is no such call, or is cut. */
export function readVaultCall(data: string): VaultCall {
  const selector = data.slice(0, 10).toLowerCase();
  if (!isVaultCall(data) || !/^0x[0-9a-f]+$/i.test(data)) throw new DecodeError('it is no call of the vault');
  const body = data.slice(10).toLowerCase();
  const word = (index: number): string => {
    const text = body.slice(index * WORD, (index + 1) * WORD);
    if (text.length !== WORD) throw new DecodeError('it ends too early');
    return text;
  };
  const number = (index: number): bigint => BigInt(`0x${word(index)}`);
  const small = (index: number): number => {
    const value = number(index);
    if (value > 0xffff_ffffn) throw new DecodeError('a number is too large');
    return Number(value);
  };
  const bytes = (index: number): string => {
    const at = small(index) * 2;
    const length = Number(BigInt(`0x${body.slice(at, at + WORD).padEnd(1, '0')}`)) * 2;
    const text = body.slice(at + WORD, at + WORD + length);
    if (text.length !== length) throw new DecodeError('it ends too early');
    return text;
  };
  const token = selector === SWAP_TOKEN ? { address: `0x${word(3).slice(24)}`, amount: number(4) } : undefined;
  return {
    dstChain: small(0),
    dstAddress: bytes(1),
    dstToken: small(2),
    ...(token ? { token } : {}),
    parameters: decodeCfParameters(bytesOfHex(bytes(token ? 5 : 3)), 20),
  };
}

/** What `minPriceX128` lets `amount` come to at the least, in base units of what is bought. */
export const leastOutput = (minPriceX128: bigint, amount: bigint): bigint => (minPriceX128 * amount) >> 128n;

type Destination = { dstChain?: number; dstToken: number; dstAddress: string };

function destinationFault({ dstChain, dstToken, dstAddress }: Destination, route: PayableRoute): string | undefined {
  const bought = cfAssetOf(assetOf(route.buyAsset));
  if (!bought) return 'Chainflip does not know the asset that you buy.';
  if (dstToken !== contractAssetId(bought.cf)) return 'It buys another asset.';
  if (dstChain !== undefined && dstChain !== contractChainId(bought.cf.chain)) return 'It pays out on another chain.';
  if (dstAddress !== addressHex(bought.cf.chain, route.destinationAddress)) return 'It pays out to another address.';
  return undefined;
}

function guaranteeFault(least: bigint, route: PayableRoute): string | undefined {
  const decimals = cfAssetOf(assetOf(route.buyAsset))?.decimals ?? 0;
  const guaranteed = toBaseUnits(route.expectedBuyAmountMaxSlippage, decimals, 'exact');
  if (guaranteed === undefined) return 'What the route guarantees cannot be read.';
  return least < guaranteed ? 'It guarantees less than the route.' : undefined;
}

/** Why the call is not the route's, a sentence; undefined where it is. `amount` is what is sold, in base units. */
export function vaultCallFault(call: VaultCall, amount: bigint, route: PayableRoute): string | undefined {
  const sold = cfAssetOf(assetOf(route.sellAsset));
  const refund = sold && addressHex(sold.cf.chain, route.sourceAddress);
  return (
    destinationFault(call, route) ??
    (call.parameters.refundAddress === refund ? undefined : 'Its refunds go to another address.') ??
    guaranteeFault(leastOutput(call.parameters.minPriceX128, amount), route)
  );
}

/** The same for what the OP_RETURN output of a Bitcoin payment says. @param payload its bytes */
export function bitcoinPayloadFault(payload: Uint8Array, route: PayableRoute): string | undefined {
  let read: BtcPayload;
  try {
    read = decodeBtcPayload(payload);
  } catch (error) {
    if (error instanceof DecodeError) return `What the network is told to do cannot be read: ${error.message}.`;
    throw error;
  }
  return destinationFault(read, route) ?? guaranteeFault(read.minOutputAmount, route);
}
