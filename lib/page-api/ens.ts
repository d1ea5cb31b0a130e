/** Resolves ENS names on Ethereum itself and refuses names whose registration has ended. */
import { hexToBytes } from '@noble/hashes/utils.js';
import { decodeFunctionResult, encodeFunctionData, type Hex, parseAbi } from 'viem';
import { labelhash, namehash, normalize } from 'viem/ens';
import { type EvmClient, isRpcError, type Options } from '../chain-clients/chain-clients.ts';

/** The registry, at the same address on every network that has ENS. Source: docs.ens.domains/learn/deployments. */
export const ENS_REGISTRY = '0x00000000000C2E074eC69A0dFb2997BA6C7d2e1e';

/** Source: docs.ens.domains/registry/ens, /resolvers/interfaces, /registry/eth. */
const abi = parseAbi([
  'function owner(bytes32 node) view returns (address)',
  'function resolver(bytes32 node) view returns (address)',
  'function addr(bytes32 node, uint256 coinType) view returns (bytes)',
  'function nameExpires(uint256 id) view returns (uint256)',
]);
/** The older overload, for the chain's native coin; some resolvers have only this one. */
const plainAbi = parseAbi(['function addr(bytes32 node) view returns (address)']);

const NOBODY = /^0x0{40}$/;

/** The normalised name; undefined for text that is no ENS name. Source: ENSIP-15. */
export function normalizedName(name: string): string | undefined {
  try {
    return normalize(name);
  } catch {
    return undefined;
  }
}

export type EnsName = {
  /** The bytes of the record for this coin type; undefined where there is none. */
  record(coinType: bigint): Promise<Uint8Array | undefined>;
};
export type EnsLookup = { state: 'unknown' } | { state: 'expired' } | { state: 'found'; name: EnsName };

/** Calls a contract; undefined where it lacks the function or reverts. */
async function ask(client: EvmClient, to: string, data: Hex, options: Options): Promise<Hex | undefined> {
  try {
    const answer = await client.call(to, data, options);
    return answer === '0x' ? undefined : (answer as Hex);
  } catch (error) {
    if (isRpcError(error)) return undefined;
    throw error;
  }
}

/** Decodes an answer; undefined where it is invalid, since a foreign contract may return anything. */
function orNothing<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

async function lookUp(
  client: EvmClient,
  functionName: 'owner' | 'resolver',
  node: Hex,
  options: Options,
): Promise<string | undefined> {
  const answer = await ask(client, ENS_REGISTRY, encodeFunctionData({ abi, functionName, args: [node] }), options);
  if (answer === undefined) return undefined;
  const address = orNothing(() => decodeFunctionResult({ abi, functionName, data: answer }));
  return address === undefined || NOBODY.test(address) ? undefined : address;
}

/** When a name's registration ends, unix seconds; undefined for names outside .eth, which have no such time. */
async function expiryOf(client: EvmClient, name: string, options: Options): Promise<bigint | undefined> {
  const [label, top] = name.split('.').slice(-2);
  if (label === undefined || top !== 'eth') return undefined;
  // The owner of .eth is its registrar.
  const registrar = await lookUp(client, 'owner', namehash('eth'), options);
  if (registrar === undefined) return undefined;
  const data = encodeFunctionData({ abi, functionName: 'nameExpires', args: [BigInt(labelhash(label))] });
  const answer = await ask(client, registrar, data, options);
  return answer && orNothing(() => decodeFunctionResult({ abi, functionName: 'nameExpires', data: answer }));
}

function nameAt(client: EvmClient, resolver: string, node: Hex, options: Options): EnsName {
  return {
    async record(coinType) {
      const data = encodeFunctionData({ abi, functionName: 'addr', args: [node, coinType] });
      const answer = await ask(client, resolver, data, options);
      const hex = answer && orNothing(() => decodeFunctionResult({ abi, functionName: 'addr', data: answer }));
      const bytes = hex && hexToBytes(hex.slice(2));
      if (bytes && bytes.length > 0) return bytes;
      if (coinType !== 60n) return undefined;
      const plain = encodeFunctionData({ abi: plainAbi, functionName: 'addr', args: [node] });
      const old = await ask(client, resolver, plain, options);
      const address = old && orNothing(() => decodeFunctionResult({ abi: plainAbi, functionName: 'addr', data: old }));
      return address === undefined || NOBODY.test(address) ? undefined : hexToBytes(address.slice(2));
    },
  };
}

/**
 * Looks a name up.
 * @param name normalised by `normalizedName`.
 * @param nowSeconds records outlive a registration, and may not be those of the name's next owner.
 * @throws {ChainUnavailable} when Ethereum does not answer.
 */
export async function findEnsName(
  client: EvmClient,
  name: string,
  nowSeconds: number,
  options: Options,
): Promise<EnsLookup> {
  const node = namehash(name);
  const [resolver, expires] = await Promise.all([
    lookUp(client, 'resolver', node, options),
    expiryOf(client, name, options),
  ]);
  if (expires !== undefined && expires > 0n && expires <= BigInt(nowSeconds)) return { state: 'expired' };
  if (resolver === undefined) return { state: 'unknown' };
  return { state: 'found', name: nameAt(client, resolver, node, options) };
}
