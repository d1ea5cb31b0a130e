/**
 * Reads the logs that Chainflip's contracts on EVM chains write of a payment. The caller checks which contract wrote
 * a log.
 */
import { parseAbi } from 'viem';
import { decodeEventLog } from 'viem/utils';
import { type Hex, hex } from '../evm/hex.ts';
import type { WrittenDestination } from './destination.ts';

/** Source: chainflip-eth-contracts contracts/interfaces/IVault.sol. */
const VAULT = parseAbi([
  'event SwapNative(uint32 dstChain, bytes dstAddress, uint32 dstToken, uint256 amount, address indexed sender, bytes cfParameters)',
  'event SwapToken(uint32 dstChain, bytes dstAddress, uint32 dstToken, address srcToken, uint256 amount, address indexed sender, bytes cfParameters)',
  'event XCallNative(uint32 dstChain, bytes dstAddress, uint32 dstToken, uint256 amount, address indexed sender, bytes message, uint256 gasAmount, bytes cfParameters)',
  'event XCallToken(uint32 dstChain, bytes dstAddress, uint32 dstToken, address srcToken, uint256 amount, address indexed sender, bytes message, uint256 gasAmount, bytes cfParameters)',
]);
/**
 * A used channel's address is a contract that passes native coins on at once, and the vault logs from whom it
 * received them.
 */
const FETCHED = parseAbi(['event FetchedNative(address indexed sender, uint256 amount)']);

type Log = { topics: readonly string[]; data: string };

/** The deposit of a swap, as the vault logs it. */
export type VaultSwapLog = WrittenDestination & {
  /** Undefined for the chain's own coin. */
  token: string | undefined;
  amount: bigint;
  /** The output is paid to a contract that is called with it. */
  isContractCall: boolean;
};

const topicsOf = ({ topics }: Log): [Hex, ...Hex[]] | undefined => {
  const [signature, ...rest] = topics.map(hex);
  return signature === undefined ? undefined : [signature, ...rest];
};

/** Undefined where `read` finds another log. */
function orUndefined<T>(log: Log, read: (topics: [Hex, ...Hex[]], data: Hex) => T): T | undefined {
  const topics = topicsOf(log);
  try {
    return topics && read(topics, hex(log.data));
  } catch {
    return undefined;
  }
}

export const decodeVaultLog = (log: Log): VaultSwapLog | undefined =>
  orUndefined(log, (topics, data) => {
    const { eventName, args } = decodeEventLog({ abi: VAULT, data, topics });
    const { dstChain, dstAddress, dstToken, amount } = args;
    return {
      dstChain,
      dstAddress: dstAddress.slice(2).toLowerCase(),
      dstToken,
      token: 'srcToken' in args ? args.srcToken : undefined,
      amount,
      isContractCall: eventName.startsWith('XCall'),
    };
  });

/** The source of native coins that the vault fetched: the address of a paid channel. */
export const decodeFetchedLog = (log: Log): { sender: string; amount: bigint } | undefined =>
  orUndefined(log, (topics, data) => decodeEventLog({ abi: FETCHED, data, topics }).args);
