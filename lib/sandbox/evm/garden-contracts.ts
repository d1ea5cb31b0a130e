/**
 * Defines Garden's hash time lock contracts on the local EVM chains: their addresses, two per asset so that it can
 * redeploy, and their ABI.
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { getAddress, parseAbi } from 'viem';
import type { ChainId } from '../../domain/chain-id.ts';

/** An asset by Garden's name (`ethereum:wbtc`) with its EIP-55 token; the native coin has none. */
export type HtlcAsset = { id: string; chain: ChainId; token?: `0x${string}` };

export const HTLC_ASSETS: readonly HtlcAsset[] = [
  { id: 'ethereum:wbtc', chain: 'ETH', token: '0x2260FAC5E5542a773Aa44fBCfeDf7C193bc2C599' },
  { id: 'ethereum:cbbtc', chain: 'ETH', token: '0xcbB7C0000aB88B473b1f5aFd9ef808440eed33Bf' },
  { id: 'ethereum:usdc', chain: 'ETH', token: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48' },
  { id: 'ethereum:usdt', chain: 'ETH', token: '0xdAC17F958D2ee523a2206206994597C13D831ec7' },
  { id: 'ethereum:eth', chain: 'ETH' },
  { id: 'base:cbbtc', chain: 'BASE', token: '0xcbB7C0000aB88B473b1f5aFd9ef808440eed33Bf' },
  { id: 'base:usdc', chain: 'BASE', token: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913' },
  { id: 'arbitrum:wbtc', chain: 'ARB', token: '0x2f2a2543B76A4166549F7aaB2e75Bef0aefC5B0f' },
  { id: 'arbitrum:usdc', chain: 'ARB', token: '0xaf88d065e77c8cC2239327C5EDb3A432268e5831' },
  { id: 'bnbchain:btcb', chain: 'BSC', token: '0x7130d2A12B9BCbFAe4f2634d864A1Ee1Ce3Ead9c' },
];

/** Their addresses on the public chains. Source: api.garden.finance/v2/chains (2026-09-29); for Ether SDK 3.1.3. */
const PUBLIC: Readonly<Record<string, `0x${string}`>> = {
  'ethereum:wbtc': '0xD781a2abB3FCB9fC0D1Dd85697c237d06b75fe95',
  'ethereum:cbbtc': '0xe35d025d0f0d9492db4700FE8646f7F89150eC04',
  'ethereum:usdc': '0x5fA58e4E89c85B8d678Ade970bD6afD4311aF17E',
  'ethereum:usdt': '0xCF5E5e28848cFe779f7Fb711C57857Cb3b144A19',
  'ethereum:eth': '0xE413743B51f3cC8b3ac24addf50D18fa138cB0Bb',
  'base:cbbtc': '0xe35d025d0f0d9492db4700FE8646f7F89150eC04',
  'base:usdc': '0x227A436e93AAEf856ed406713F2bc3D110A7b797',
  'arbitrum:wbtc': '0xb5AE9785349186069C48794a763DB39EC756B1cF',
  'arbitrum:usdc': '0x227A436e93AAEf856ed406713F2bc3D110A7b797',
  'bnbchain:btcb': '0xe74784E5A45528fDEcB257477DD6bd31c8ef0761',
};

/**
 * The number of contracts per asset on the chain from its first block: a redeployment moves to the next one, and after
 * the last to the first.
 */
export const HTLC_GENERATIONS = 2;

/** The address of a lock contract, EIP-55: the public one, or after a redeployment an unpublished one. */
export const htlcAddress = (assetId: string, generation: number): `0x${string}` => {
  const known = PUBLIC[assetId];
  if (known !== undefined && generation % HTLC_GENERATIONS === 0) return known;
  const hash = bytesToHex(sha256(utf8ToBytes(`garden htlc|${assetId}|${generation % HTLC_GENERATIONS}`)));
  return getAddress(`0x${hash.slice(0, 40)}`);
};

/** Source: docs.garden.finance "EVM contracts"; gardenfi/garden-sol contracts/htlc/HTLC.sol. */
export const htlcAbi = parseAbi([
  'function initiate(address redeemer, uint256 timelock, uint256 amount, bytes32 secretHash) payable',
  'function initiate(address redeemer, uint256 timelock, uint256 amount, bytes32 secretHash, bytes destinationData) payable',
  'function initiateOnBehalf(address initiator, address redeemer, uint256 timelock, uint256 amount, bytes32 secretHash) payable',
  'function initiateWithSignature(address redeemer, uint256 timelock, uint256 amount, bytes32 secretHash, bytes signature)',
  'function initiateWithSignature(address initiator, address redeemer, uint256 timelock, uint256 amount, bytes32 secretHash, bytes signature)',
  'function redeem(bytes32 orderID, bytes secret)',
  'function refund(bytes32 orderID)',
  'function instantRefund(bytes32 orderID, bytes signature)',
  'function orders(bytes32) view returns (address initiator, address redeemer, uint256 initiatedAt, uint256 timelock, uint256 amount, uint256 fulfilledAt)',
  'function token() view returns (address)',
  'event Initiated(bytes32 indexed orderID, bytes32 indexed secretHash, uint256 indexed amount)',
  'event Redeemed(bytes32 indexed orderID, bytes32 indexed secretHash, bytes secret)',
  'event Refunded(bytes32 indexed orderID)',
]);
