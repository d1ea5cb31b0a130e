/** Lists the pairs of providers: which goes first, where the legs may meet, and how the first leg pays the second. */

import { CHAINS } from '../../chains/chains.ts';
import { type Asset, assetOf } from '../../domain/asset.ts';
import type { ChainId } from '../../domain/chain-id.ts';
import { RECEIVER_GAS, RECEIVER_MESSAGE_BYTES } from '../../payments/chainflip/ccm-receiver.ts';
import type { TwoLegPair } from './two-leg.ts';

/** Contracts and mints of the main networks, as Circle and Tether name them. */
const STABLECOINS = {
  ETH: ['ETH.USDC-0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', 'ETH.USDT-0xdAC17F958D2ee523a2206206994597C13D831ec7'],
  ARB: ['ARB.USDC-0xaf88d065e77c8cC2239327C5EDb3A432268e5831', 'ARB.USDT-0xFd086bC7CD5C481DCC9C85ebE478A1C0b69FCbb9'],
  BSC: ['BSC.USDC-0x8AC76a51cc950d9822D68b83fE1Ad97B32Cd580d', 'BSC.USDT-0x55d398326f99059fF775485246999027B3197955'],
  SOL: [
    'SOL.USDC-EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
    'SOL.USDT-Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB',
  ],
} as const satisfies Partial<Record<ChainId, readonly string[]>>;
type MeetingChain = keyof typeof STABLECOINS;

const coinOf = (chain: ChainId): Asset => ({ kind: 'native', chain, symbol: CHAINS[chain].native.symbol });

const bridgesOn = (chains: readonly MeetingChain[], withCoin: boolean): TwoLegPair['bridges'] =>
  Object.fromEntries(
    chains.map((chain) => [chain, [...STABLECOINS[chain].map(assetOf), ...(withCoin ? [coinOf(chain)] : [])]]),
  );

/** On Arbitrum the data posted to Ethereum is paid as gas as well. Source: Chainflip's cross-chain messaging. */
const MORE_GAS: Partial<Record<ChainId, bigint>> = { ARB: 2_000_000n };

const payoutCalls = (chains: readonly ChainId[]): TwoLegPair['payoutCalls'] =>
  Object.fromEntries(
    chains.map((chain) => [
      chain,
      { gasBudget: MORE_GAS[chain] ?? RECEIVER_GAS, messageBytes: RECEIVER_MESSAGE_BYTES },
    ]),
  );

export const PAIRS: readonly TwoLegPair[] = [
  {
    id: 'JUPITER->CHAINFLIP',
    name: 'jupiter-chainflip',
    legs: ['JUPITER', 'CHAINFLIP'],
    meeting: 'channel',
    bridges: bridgesOn(['SOL'], true),
  },
  {
    id: 'ONEINCH->CHAINFLIP',
    name: 'oneinch-chainflip',
    legs: ['ONEINCH', 'CHAINFLIP'],
    meeting: 'channel',
    // Never the coin: 1inch pays it with 5000 gas, and the contract behind a used channel needs more.
    bridges: bridgesOn(['ETH', 'ARB', 'BSC'], false),
  },
  {
    id: 'CHAINFLIP->ONEINCH',
    name: 'chainflip-oneinch',
    legs: ['CHAINFLIP', 'ONEINCH'],
    meeting: 'receiver',
    bridges: bridgesOn(['ETH', 'ARB', 'BSC'], true),
    payoutCalls: payoutCalls(['ETH', 'ARB', 'BSC']),
  },
];
