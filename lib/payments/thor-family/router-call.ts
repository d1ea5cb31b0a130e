/**
 * Reads a payment through a router of THORChain or Maya, from its call and from its log, by code that shares nothing
 * with the encoder. Source: https://gitlab.com/thorchain/ethereum/eth-router, THORChain_Router.sol; Maya's is a fork.
 */
import { hexToBytes } from '@noble/hashes/utils.js';
import { checksumAddress } from '../../domain/asset.ts';
import { decodedOrUndefined } from '../byte-reader.ts';
import { CallArguments, selectorOf } from '../evm/call-arguments.ts';

export type RouterDeposit = {
  /** EIP-55. */
  vault: string;
  /** EIP-55; undefined for the chain's own coin. */
  token: string | undefined;
  /** Base units; for the chain's own coin the router takes the call's value and ignores this field. */
  amount: bigint;
  memo: string;
};

/** Undefined in `deposit`, the function without an expiry. */
export type RouterCall = RouterDeposit & { expirationSeconds: bigint | undefined };

/** `depositWithExpiry(address vault, address asset, uint256 amount, string memo, uint256 expiration)` */
const WITH_EXPIRY = '0x44bc937b';
/** `deposit(address vault, address asset, uint256 amount, string memo)` */
const WITHOUT_EXPIRY = '0x1fece7b4';
/** `Deposit(address indexed to, address indexed asset, uint256 amount, string memo)` */
const DEPOSIT_TOPIC = '0xef519b7eb82aaf6ac376a6df2d793843ebfd593de5f1a0601d3cc6ab49ebb395';

const NOBODY = `0x${'0'.repeat(40)}`;
const tokenOf = (address: string): string | undefined => (address === NOBODY ? undefined : address);

/** A byte order mark is part of the memo: without it, another memo would pass for the route's. */
const textOf = (hex: string): string => new TextDecoder('utf-8', { ignoreBOM: true }).decode(hexToBytes(hex));

/**
 * Undefined for every other call. Bytes after the arguments are ignored, as by the router: wallets append them.
 * @param data calldata, 0x and hex.
 */
export function decodeRouterDeposit(data: string): RouterCall | undefined {
  const selector = selectorOf(data);
  if (selector !== WITH_EXPIRY && selector !== WITHOUT_EXPIRY) return undefined;
  return decodedOrUndefined(() => {
    const read = new CallArguments(data, selector === WITH_EXPIRY ? 5 : 4);
    const [vault, token, amount, memo] = [read.address(), tokenOf(read.address()), read.uint(), textOf(read.bytes())];
    return { vault, token, amount, memo, expirationSeconds: selector === WITH_EXPIRY ? read.uint() : undefined };
  });
}

const topicAddress = (topic: string): string => checksumAddress(`0x${topic.slice(-40)}`);

/** The deposit in a router's log; undefined for every other log. The caller checks which contract wrote it. */
export function decodeDepositLog(log: { topics: readonly string[]; data: string }): RouterDeposit | undefined {
  const [signature, to, asset, ...others] = log.topics;
  if (signature?.toLowerCase() !== DEPOSIT_TOPIC || to === undefined || asset === undefined || others.length > 0)
    return undefined;
  return decodedOrUndefined(() => {
    const read = new CallArguments(`0x${'0'.repeat(8)}${log.data.replace(/^0x/i, '')}`, 2);
    return {
      vault: topicAddress(to),
      token: tokenOf(topicAddress(asset)),
      amount: read.uint(),
      memo: textOf(read.bytes()),
    };
  });
}
