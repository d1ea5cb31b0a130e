/**
 * Provides Chainflip's deposit channels on Asset Hub: numbered accounts derived from the vault's, and the deposits to
 * them.
 */
import { hexToBytes } from '@noble/hashes/utils.js';
import { decodeSs58, encodeSs58 } from '../../chains/ss58.ts';
import type { ChannelDeposit } from '../ledger.ts';
import { ASSETS, SS58_PREFIX } from './asset-hub.ts';
import { type BlockRecord, idOf } from './block-history.ts';
import type { Call } from './codecs.ts';
import { derivativeOf, type Movement } from './dispatch.ts';

export const addressOf = (account: string): string => encodeSs58(hexToBytes(account), SS58_PREFIX);

/** The account of an address with any network's prefix. @throws {Error} */
export function accountOf(address: string): string {
  const decoded = decodeSs58(address);
  if (!decoded) throw new Error(`not an address of Asset Hub: ${address}`);
  return Array.from(decoded.account, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The asset id of a token, by the world's name for it. @throws {Error} for assets that the local chain lacks. */
export function assetIdOf(token: string): number {
  const id = Number(token);
  if (String(id) === token && ASSETS.has(id)) return id;
  throw new Error(`the local Asset Hub has no asset ${token}; it has ${[...ASSETS.keys()].join(' and ')}`);
}

/**
 * The number's 16-bit digits, lowest first, as indices of `as_derivative`; numbers above 16 bits are derived again from
 * the derived account. Source: chainflip-backend state-chain/chains/src/dot.rs and hub.rs, channel accounts.
 */
function indicesOf(number: bigint): number[] {
  const indices = [Number(number & 0xffffn)];
  for (let rest = number >> 16n; rest > 0n; rest >>= 16n) indices.push(Number(rest & 0xffffn));
  return indices;
}

export const channelAccount = (vault: string, number: bigint): string => indicesOf(number).reduce(derivativeOf, vault);

/** The call that the vault makes on behalf of the channel's account. */
export const asChannel = (number: bigint, call: Call): Call =>
  indicesOf(number).reduceRight<Call>((inner, index) => ({ kind: 'asDerivative', index, call: inner }), call);

export function depositOf(
  movement: Movement,
  { hash, blockHeight }: { hash: string; blockHeight: number },
): ChannelDeposit {
  const { from, to, assetId, amount } = movement;
  return {
    chain: 'DOT',
    hash,
    from: addressOf(from),
    to: addressOf(to),
    ...(assetId === undefined ? {} : { token: String(assetId) }),
    amountBaseUnits: amount,
    blockHeight,
  };
}

/** The payments to the accounts by any call, oldest first. */
export const depositsIn = (blocks: readonly BlockRecord[], accounts: ReadonlySet<string>): ChannelDeposit[] =>
  blocks.flatMap((block) =>
    block.extrinsics.flatMap(({ movements }, at) =>
      movements
        .filter(({ from, to }) => accounts.has(to) && from !== to)
        .map((movement) => depositOf(movement, { hash: idOf(block, at), blockHeight: block.number })),
    ),
  );
