/** Lists every chain of the enumeration; the compiler refuses a list from which one is missing. */
import { CHAIN_IDS, type ChainId, isChainId } from '../domain/chain-id.ts';
import type { Chain, ChainNetwork, NetworkName } from './chain.ts';
import { ARB } from './definitions/arb.ts';
import { AVAX } from './definitions/avax.ts';
import { BASE } from './definitions/base.ts';
import { BCH } from './definitions/bch.ts';
import { BSC } from './definitions/bsc.ts';
import { BTC } from './definitions/btc.ts';
import { DASH } from './definitions/dash.ts';
import { DOGE } from './definitions/doge.ts';
import { DOT } from './definitions/dot.ts';
import { ETH } from './definitions/eth.ts';
import { FIAT } from './definitions/fiat.ts';
import { FLIP } from './definitions/flip.ts';
import { GAIA } from './definitions/gaia.ts';
import { HYPE } from './definitions/hype.ts';
import { KUJI } from './definitions/kuji.ts';
import { LTC } from './definitions/ltc.ts';
import { MATIC } from './definitions/matic.ts';
import { MAYA } from './definitions/maya.ts';
import { OP } from './definitions/op.ts';
import { SOL } from './definitions/sol.ts';
import { THOR } from './definitions/thor.ts';
import { XRD } from './definitions/xrd.ts';
import { ZEC } from './definitions/zec.ts';

export const CHAINS: Readonly<Record<ChainId, Chain>> = {
  ARB,
  AVAX,
  BASE,
  BSC,
  BTC,
  BCH,
  GAIA,
  DASH,
  DOGE,
  ETH,
  FIAT,
  KUJI,
  LTC,
  MAYA,
  OP,
  DOT,
  FLIP,
  MATIC,
  XRD,
  THOR,
  SOL,
  ZEC,
  HYPE,
};

/** In the order of the enumeration. */
export const CHAIN_LIST: readonly Chain[] = CHAIN_IDS.map((id) => CHAINS[id]);

export const chainOf = (id: ChainId): Chain => CHAINS[id];

/** The name of a chain; of one that is not known here, the text itself. */
export const chainName = (id: string): string => (isChainId(id) ? CHAINS[id].name : id);

export const networkOf = (id: ChainId, network: NetworkName): ChainNetwork => CHAINS[id][network];

/** The chain with this network id: `1` is ETH on mainnet, `900000001` is ETH in the sandbox. */
export const chainByNetworkId = (networkId: string | number, network: NetworkName): Chain | undefined => {
  const wanted = String(networkId).trim().toLowerCase();
  return CHAIN_LIST.find((chain) => String(chain[network].networkId).toLowerCase() === wanted);
};

/**
 * Whether `given` names `chain`: by identifier (`eth`), name (`Ethereum`) or network id (`1`, `"1"`, `thorchain-1`), in
 * any letter case. The sandbox also accepts the id of mainnet, so that a client written for mainnet works there
 * unchanged.
 */
export function matchesChain(chain: ChainId, given: string | number, network: NetworkName): boolean {
  const wanted = String(given).trim().toLowerCase();
  const { id, name, mainnet, sandbox } = CHAINS[chain];
  const accepted = [id, name, mainnet.networkId, ...(network === 'sandbox' ? [sandbox.networkId] : [])];
  return accepted.some((one) => String(one).toLowerCase() === wanted);
}
