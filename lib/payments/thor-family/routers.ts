/**
 * Lists the routers that take payments for THORChain and Maya on EVM chains, by chain: those in use and those to
 * which the networks have announced to move. Sources: THORNode `/thorchain/inbound_addresses` at height 28,029,280
 * and x/thorchain/router_upgrade_info.go, chain/evm/deployment/routerv6 (2026-09-29); mayanode
 * `/mayachain/inbound_addresses` (recorded in lib/providers/thor-family/__fixtures__) and its routers' deployments on
 * Ethereum and Arbitrum (2026-09-29).
 */
import type { ChainId } from '../../domain/chain-id.ts';

type Routers = Readonly<Partial<Record<ChainId, readonly string[]>>>;

/** Version 6.1, at one address on every chain. */
const THOR_V6 = '0x00dc6100103BC402d490aEE3F9a5560cBd91f1d4';

const ROUTERS: Readonly<Record<string, Routers>> = {
  THORCHAIN: {
    ETH: ['0xD37BbE5744D730a1d98d8DC97c42F0Ca46aD7146', THOR_V6],
    BSC: ['0xb30eC53F98ff5947EDe720D32aC2da7e52A5f56b', THOR_V6],
    BASE: [THOR_V6, '0x68208D99746b805a1Ae41421950A47b711E35681'],
    AVAX: [THOR_V6, '0x8F66c4AE756BEbC49Ec8B81966DD8bba9f127549'],
  },
  MAYACHAIN: {
    ETH: ['0xe3985E6b61b814F7Cdb188766562ba71b446B46d'],
    ARB: ['0x700E97ef07219440487840Dc472E7120A7FF11F4'],
  },
};

/** @param upstream `THORCHAIN` or `MAYACHAIN`. Empty when none is known. */
export const routersOf = (upstream: string | undefined, chain: ChainId): readonly string[] =>
  (upstream !== undefined && Object.hasOwn(ROUTERS, upstream) ? ROUTERS[upstream]?.[chain] : undefined) ?? [];
