/** Defines the chains' side of the two presets of SWAP_NETWORK; each upstream declares its own. */

import type { NetworkName } from '../chains/chain.ts';
import { CHAINS } from '../chains/chains.ts';
import { chainsOfKind, publicNodes } from '../chains/nodes.ts';
import type { ChainId } from '../domain/chain-id.ts';

/**
 * Base URLs by role, best first; further URLs of a list are used for fail-over. An empty list means that no service is
 * known.
 */
export type Network = {
  name: NetworkName;
  solanaRpc: readonly string[];
  substrateRpc: Partial<Record<ChainId, readonly string[]>>;
  evmRpc: Partial<Record<ChainId, readonly string[]>>;
  esplora: Partial<Record<ChainId, readonly string[]>>;
  cosmosLcd: Partial<Record<ChainId, readonly string[]>>;
  /** Requests a second that each Esplora host of a chain allows; absent: no limit. */
  esploraPerSecond: Partial<Record<ChainId, number>>;
  /** Scripts that every page loads through this deployment: the sandbox's wallets; none on mainnet. */
  pageScripts: readonly string[];
  /** Services that must answer 200 before this deployment is ready: the sandbox's own health check; none on mainnet. */
  healthUrls: readonly string[];
};

/** EVM chains with a local node in the sandbox. */
const SANDBOX_EVM = chainsOfKind('evm').filter((chain) => !CHAINS[chain].noSandboxNode);

const urls = (chains: readonly ChainId[], url: (chain: string) => string) =>
  Object.fromEntries(chains.map((chain) => [chain, [url(chain.toLowerCase())]])) as Partial<Record<ChainId, string[]>>;

/**
 * The second operator's nodes listen this far above the sandbox's own port, or below it where that port does not exist.
 */
const SECOND_OPERATOR = 100;
export const secondOperatorPort = (port: number): number =>
  port + SECOND_OPERATOR > 65_535 ? port - SECOND_OPERATOR : port + SECOND_OPERATOR;

/** The same host on the second operator's port; undefined where the sandbox is reached without a port. */
function secondOperator(base: string): string | undefined {
  const url = new URL(base);
  if (url.port === '') return undefined;
  url.port = String(secondOperatorPort(Number(url.port)));
  return url.origin;
}

/** By path, at the sandbox and at its second operator. */
export const bothOperators = (base: string, path: string): string[] =>
  [base, secondOperator(base)].flatMap((one) => (one === undefined ? [] : [`${one}/${path}`]));

/**
 * The preset for the sandbox at `base`: every upstream is a path of one port and speaks its own protocol. Nodes of a
 * second operator have a port of their own.
 */
export const sandboxNetwork = (base: string): Network => ({
  name: 'sandbox',
  solanaRpc: [`${base}/rpc/sol`],
  substrateRpc: { DOT: [`${base}/rpc/dot`] },
  evmRpc: urls(SANDBOX_EVM, (chain) => `${base}/rpc/${chain}`),
  esplora: urls(chainsOfKind('utxo'), (chain) => `${base}/esplora/${chain}`),
  cosmosLcd: urls(chainsOfKind('cosmos'), (chain) => `${base}/lcd/${chain}`),
  esploraPerSecond: {},
  pageScripts: [`${base}/wallets.js`],
  healthUrls: [`${base}/health`],
});

/**
 * The preset of public services that need no key. No keyless Esplora service exists for UTXO chains other than Bitcoin
 * and Litecoin, so their PSBTs and their observation are off until `ESPLORA_URL_<CHAIN>` is set.
 */
export const mainnetNetwork: Network = {
  name: 'mainnet',
  solanaRpc: publicNodes('solana').SOL ?? [],
  substrateRpc: publicNodes('substrate'),
  evmRpc: publicNodes('evm'),
  esplora: publicNodes('utxo'),
  cosmosLcd: publicNodes('cosmos'),
  esploraPerSecond: Object.fromEntries(
    chainsOfKind('utxo').flatMap((chain) =>
      CHAINS[chain].nodesPerSecond ? [[chain, CHAINS[chain].nodesPerSecond]] : [],
    ),
  ),
  pageScripts: [],
  healthUrls: [],
};
