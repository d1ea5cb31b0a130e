/**
 * Provides Chainflip's deposit channels and vault swaps on a local EVM chain; deposits are found in its blocks, however
 * they were paid.
 */

import { erc20Abi, type Hex } from 'viem';
import { decodeFunctionData, encodeFunctionData, getAddress, isHex, parseTransaction } from 'viem/utils';
import { z } from 'zod';
import { checksumAddress } from '../../domain/asset.ts';
import type { ChainId } from '../../domain/chain-id.ts';
import { remember } from '../../domain/remember.ts';
import type { ChannelDeposit, ChannelLedger, Payout, PayoutPayload } from '../ledger.ts';
import { type BlockContents, contentsOfBlock } from './block-contents.ts';
import { channelContract, channelSalt, NATIVE_ADDRESS, vaultAbi } from './chainflip-contracts.ts';
import type { EvmChain } from './evm-chain.ts';

/** The number of blocks whose contents are cached; older ones are read again. */
const KEPT_BLOCKS = 256;
/** The number of blocks read at once. */
const READ_AT_ONCE = 16;

export type EvmChannels = Required<ChannelLedger>;

/** The channel's asset in the contracts' notation. */
const assetOf = (token: string | undefined): Hex =>
  token === undefined ? NATIVE_ADDRESS : getAddress(checksumAddress(token));

/** What a pending transaction would pay if it succeeds; undefined for calls whose data does not show it. */
function promised(chain: ChainId, hash: string, raw: string): ChannelDeposit | undefined {
  const common = { chain, hash, blockHeight: 0 };
  if (!isHex(raw)) return undefined;
  try {
    const { to, value = 0n, data = '0x' } = parseTransaction(raw);
    if (!to) return undefined;
    if (value > 0n) return { ...common, to: getAddress(to), amountBaseUnits: value };
    const { functionName, args } = decodeFunctionData({ abi: erc20Abi, data });
    const token = getAddress(to);
    if (functionName === 'transfer') return { ...common, token, to: args[0], amountBaseUnits: args[1] };
    if (functionName !== 'transferFrom') return undefined;
    return { ...common, token, from: args[0], to: args[1], amountBaseUnits: args[2] };
  } catch {
    return undefined;
  }
}

/** Caches the contents of blocks, each read once while it is cached. A fork empties the cache. */
class Blocks {
  readonly #kept = new Map<number, Promise<BlockContents>>();
  #forks = 0;
  readonly #read: (height: number) => Promise<BlockContents>;

  constructor(read: (height: number) => Promise<BlockContents>) {
    this.#read = read;
  }

  #contents(height: number): Promise<BlockContents> {
    const known = this.#kept.get(height);
    if (known !== undefined) return known;
    const read = this.#read(height);
    remember(this.#kept, height, read, KEPT_BLOCKS);
    read.catch(() => this.#kept.delete(height));
    return read;
  }

  async each(heights: readonly number[], forks: number): Promise<BlockContents[]> {
    if (forks !== this.#forks) this.#kept.clear();
    this.#forks = forks;
    const all: BlockContents[] = [];
    for (let at = 0; at < heights.length; at += READ_AT_ONCE)
      all.push(...(await Promise.all(heights.slice(at, at + READ_AT_ONCE).map((height) => this.#contents(height)))));
    return all;
  }
}

export function createEvmChannels(options: {
  chain: ChainId;
  node: EvmChain;
  vault: Hex;
  /** Sends a call to the vault with the network's key, once per `key`. */
  send(key: string, data: Hex): Promise<{ hash: string }>;
  /** Signs a payout with the network's key. Returns the vault's calldata. */
  sign(payout: Payout): Hex;
}): EvmChannels {
  const { chain, node, vault, send, sign } = options;
  const blocks = new Blocks(async (height) => {
    const tag = `0x${height.toString(16)}`;
    const [receipts, traces] = await Promise.all([
      node.read('eth_getBlockReceipts', [tag]),
      node.read('trace_block', [tag]),
    ]);
    return contentsOfBlock({ chain, vault, height }, { receipts, traces });
  });
  const above = (height: number): Promise<BlockContents[]> => {
    const { txHeights, height: tip, forks } = node.memory;
    const first = txHeights.findLastIndex((each) => each <= height) + 1;
    return blocks.each(
      txHeights.slice(first).filter((each) => each <= tip),
      forks,
    );
  };
  const among = (addresses: readonly string[]): ((deposit: ChannelDeposit) => boolean) => {
    const wanted = new Set(addresses.map((address) => address.toLowerCase()));
    return ({ to }) => wanted.has(to.toLowerCase());
  };
  return {
    vault,
    channelAddress: ({ number, token }) => channelContract(vault, number, assetOf(token)),
    depositsTo: async (addresses, height) =>
      (await above(height)).flatMap(({ payments }) => payments).filter(among(addresses)),
    pendingTo: async (addresses) =>
      [...node.memory.pending].flatMap(([hash, raw]) => promised(chain, hash, raw) ?? []).filter(among(addresses)),
    vaultSwapsAbove: async (height) => (await above(height)).flatMap(({ swaps }) => swaps),
    payloadOf: (payout): PayoutPayload => ({ contract: vault, data: sign(payout), value: 0n }),
    hasReverted: async (hash) => {
      const receipt = await node.read('eth_getTransactionReceipt', [hash]);
      return receipt !== null && z.object({ status: z.string() }).parse(receipt).status === '0x0';
    },
    fetch: ({ key, channel: { number, token } }) =>
      send(
        `fetch ${key}`,
        encodeFunctionData({
          abi: vaultAbi,
          functionName: 'deployAndFetch',
          args: [channelSalt(number), assetOf(token)],
        }),
      ),
  };
}
