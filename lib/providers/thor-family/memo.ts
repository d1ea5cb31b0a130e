/**
 * Reads and prints swap memos; a limit that was read is exactly what the network enforces.
 * Grammar: `=:ASSET:DEST[/REFUND]:LIM[/INTERVAL[/QUANTITY]]:AFF[/AFF]:BPS[/BPS]`. Source: THORNode, x/thorchain/memo.
 */

import { sameAddress } from '../../chains/address.ts';
import type { Asset } from '../../domain/asset.ts';
import type { ChainId } from '../../domain/chain-id.ts';
import { memoAssetMeans as means } from '../../payments/thor-family/memo-assets.ts';
import { nodeAssetOf } from './assets.ts';
import type { FamilyConfig } from './config.ts';

export type SwapMemo = {
  asset: string;
  destination: string;
  refund?: string;
  /** Node units of the bought asset; 0n: no limit. */
  limit: bigint;
  interval?: number;
  quantity?: number;
  affiliates: string[];
  affiliateBps: string[];
};

const SWAP_ACTIONS = new Set(['=', 's', 'swap']);

/** `1234`, `123e4` or `1.5e6` in node units; undefined when it is no whole number. */
export function parseLimit(text: string): bigint | undefined {
  if (text === '') return 0n;
  const match = /^(\d{1,40})(?:\.(\d{1,20}))?(?:[eE](\d{1,2}))?$/.exec(text);
  if (!match) return undefined;
  const [, whole = '', fraction = '', exponentText = '0'] = match;
  const exponent = Number(exponentText) - fraction.length;
  if (exponent < 0) return undefined;
  return BigInt(whole + fraction) * 10n ** BigInt(exponent);
}

/**
 * The limit in at most `digits` significant digits, as `123e4` where that is shorter. Rounded up: the seller never gets
 * less protection than was asked for.
 */
export function printLimit(limit: bigint, digits: number): string {
  const plain = limit.toString();
  if (plain.length <= digits) return shortest(plain);
  const scale = 10n ** BigInt(plain.length - digits);
  const mantissa = (limit + scale - 1n) / scale;
  return shortest((mantissa * scale).toString());
}

function shortest(plain: string): string {
  const zeros = /0+$/.exec(plain)?.[0].length ?? 0;
  if (plain.length === zeros || zeros < 3) return plain;
  return `${plain.slice(0, -zeros)}e${zeros}`;
}

/** The memo of a swap, or undefined when it is none. */
export function parseSwapMemo(memo: string): SwapMemo | undefined {
  const [action = '', asset = '', destinations = '', limits = '', affiliates = '', bps = ''] = (
    memo.split('|')[0] ?? ''
  ).split(':');
  if (!SWAP_ACTIONS.has(action.toLowerCase()) || asset === '') return undefined;
  const [destination = '', refund] = destinations.split('/');
  const [limitText = '', intervalText, quantityText] = limits.split('/');
  const limit = parseLimit(limitText);
  if (limit === undefined) return undefined;
  const list = (text: string) => (text === '' ? [] : text.split('/'));
  return {
    asset,
    destination,
    ...(refund ? { refund } : {}),
    limit,
    ...(intervalText ? { interval: Number(intervalText) } : {}),
    ...(quantityText ? { quantity: Number(quantityText) } : {}),
    affiliates: list(affiliates),
    affiliateBps: list(bps),
  };
}

/** The memo with this text in place of its limit; everything else stays as the node printed it. */
export function withLimit(memo: string, limitText: string): string {
  const fields = memo.split(':');
  while (fields.length < 4) fields.push('');
  const [, ...suffix] = (fields[3] ?? '').split('/');
  fields[3] = [limitText, ...suffix].join('/');
  return fields.join(':');
}

const BECH32 = /^[a-z0-9]{1,20}1[02-9ac-hj-np-z]{20,}$/;
const CASH_ADDRESS = /^[qp][02-9ac-hj-np-z]{41}$/;

/**
 * Removes prefixes that a node leaves out, and unifies letter case where it carries no meaning (hex, bech32,
 * CashAddr).
 */
export function bareAddress(text: string): string {
  const plain = text.replace(/^(bitcoincash|bchtest|bchreg):/i, '').replace(/^account_(rdx|tdx_[0-9a-z]+_)1/i, '');
  const lower = plain.toLowerCase();
  if (/^0x[0-9a-f]{40}$/.test(lower)) return lower;
  const oneCase = plain === lower || plain === plain.toUpperCase();
  return oneCase && (BECH32.test(lower) || CASH_ADDRESS.test(lower)) ? lower : plain;
}

/** Compares addresses exactly, apart from meaningless letter case and prefixes that a node leaves out. */
export const sameDestination = (a: string, b: string): boolean => bareAddress(a) === bareAddress(b);

/** The same for an address that is paid: on its chain it may have further forms, as Zcash's of ZIP-320. */
export const sameVault = (chain: ChainId, a: string, b: string): boolean =>
  sameDestination(a, b) || sameAddress(chain, a, b);

/** Whether a memo's asset, which may be short (`e`, `ETH.USDC`, `ETH.USDX-3999`), can mean `asset` at this network. */
export const memoAssetMeans = (config: FamilyConfig, text: string, asset: Asset): boolean =>
  means(text, nodeAssetOf(asset), config.memoCodes);
