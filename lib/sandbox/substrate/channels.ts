/** Chainflip's deposit channels on Asset Hub: accounts that the vault speaks for, one a number, and what came to them. */
import { hexToBytes } from '@noble/hashes/utils.js';
import { decodeSs58, encodeSs58 } from '../../chains/ss58.ts';
import type { ChannelDeposit } from '../ledger.ts';
import { ASSETS, SS58_PREFIX } from './asset-hub.ts';
import { type BlockRecord, idOf } from './block-history.ts';
import type { Call } from './codecs.ts';
import { derivativeOf, type Movement } from './dispatch.ts';

export const addressOf = (account: string): string => encodeSs58(hexToBytes(account), SS58_PREFIX);

/** The account of an address, whatever network's prefix it has. @throws {Error} */
export function accountOf(address: string): string {
  const decoded = decodeSs58(address);
  if (!decoded) throw new Error(`not an address of Asset Hub: ${address}`);
  return Array.from(decoded.account, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The asset id of a token as the world names it. @throws {Error} for assets that the local chain does not have. */
export function assetIdOf(token: string): number {
  const id = Number(token);
  if (String(id) === token && ASSETS.has(id)) return id;
  throw new Error(`the local Asset Hub has no asset ${token}; it has ${[...ASSETS.keys()].join(' and ')}`);
}

/**
 * Digits of 16 bits, lowest first, for the 16-bit index of `as_derivative`; larger numbers are derived again from the
 * derived account. Source: chainflip-backend state-chain/chains/src/dot.rs and hub.rs, channel accounts.
 */
function indicesOf(number: bigint): number[] {
  const indices = [Number(number & 0xffffn)];
  for (let rest = number >> 16n; rest > 0n; rest >>= 16n) indices.push(Number(rest & 0xffffn));
  return indices;
}

export const channelAccount = (vault: string, number: bigint): string => indicesOf(number).reduce(derivativeOf, vault);

/** The call that the vault makes as the channel's account. */
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

/** Payments to the accounts, by any call, oldest first. */
export const depositsIn = (blocks: readonly BlockRecord[], accounts: ReadonlySet<string>): ChannelDeposit[] =>
  blocks.flatMap((block) =>
    block.extrinsics.flatMap(({ movements }, at) =>
      movements
        .filter(({ from, to }) => accounts.has(to) && from !== to)
        .map((movement) => depositOf(movement, { hash: idOf(block, at), blockHeight: block.number })),
    ),
  );
