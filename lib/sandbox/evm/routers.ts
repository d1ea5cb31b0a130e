/**
 * The addresses of the networks' routers on the local EVM chains, which are those on the public ones. Source: THORNode
 * `/thorchain/inbound_addresses` (2026-09-29); Maya's, its routers on Ethereum and Arbitrum.
 */
import type { Hex } from 'viem';
import type { ChainId } from '../../domain/chain-id.ts';
import type { NetworkName } from './inbounds.ts';

type Routers = Readonly<Partial<Record<NetworkName, Hex>>>;

const ROUTERS: Readonly<Partial<Record<ChainId, Routers>>> = {
  ETH: { thor: '0xD37BbE5744D730a1d98d8DC97c42F0Ca46aD7146', maya: '0xe3985E6b61b814F7Cdb188766562ba71b446B46d' },
  ARB: { maya: '0x700E97ef07219440487840Dc472E7120A7FF11F4' },
  AVAX: { thor: '0x00dc6100103BC402d490aEE3F9a5560cBd91f1d4' },
  BASE: { thor: '0x00dc6100103BC402d490aEE3F9a5560cBd91f1d4' },
  BSC: { thor: '0xb30eC53F98ff5947EDe720D32aC2da7e52A5f56b' },
};

/** EIP-55, by network. */
export const routersOn = (chain: ChainId): Routers => ROUTERS[chain] ?? {};

/** The networks that have vaults on the chain. */
export const networksOn = (chain: ChainId): NetworkName[] =>
  (['thor', 'maya'] as const).filter((network) => routersOn(chain)[network] !== undefined);
