/** Fetches one deposit channel from one node of the state chain, decoded by the runtime's own description of it. */
import { z } from 'zod';
import { bytesOfHex } from '../../../chains/scale-reader.ts';
import { accountForm } from './chain-address.ts';
import { type Decoded, decodeValue, encodeAddress } from './decode-value.ts';
import { type RuntimeMetadata, readMetadata, type StorageMap, UnknownMetadata } from './metadata.ts';
import { storageKey } from './storage-key.ts';

/** One JSON-RPC call. Throws the transport's errors, and when the node answers an error. */
export type StateChainCall = (request: { method: string; params: unknown[] }, signal?: AbortSignal) => Promise<unknown>;

/**
 * @param chain of the deposit, as Chainflip names it.
 * Undefined: the node stores no channel at this address.
 */
export type ChannelReader = (
  chain: string,
  depositAddress: string,
  signal: AbortSignal,
) => Promise<Decoded | undefined>;

const versionSchema = z.object({ specVersion: z.number() });
const storedSchema = z.string().nullable();

/** The runtime's description, fetched once for each of its versions: it is a megabyte. */
function createDescription(call: StateChainCall) {
  let known: { version: number; metadata: RuntimeMetadata } | undefined;
  return async (signal: AbortSignal): Promise<RuntimeMetadata> => {
    const { specVersion } = versionSchema.parse(await call({ method: 'state_getRuntimeVersion', params: [] }, signal));
    if (known?.version !== specVersion) {
      const answer = await call({ method: 'state_getMetadata', params: [] }, signal);
      const bytes = typeof answer === 'string' ? bytesOfHex(answer) : undefined;
      if (bytes === undefined) throw new UnknownMetadata('the runtime is described in no bytes');
      known = { version: specVersion, metadata: readMetadata(bytes) };
    }
    return known.metadata;
  };
}

function lookupOf({ maps }: RuntimeMetadata, chain: string): StorageMap {
  const map = maps.find(({ prefix, item }) => prefix === `${chain}IngressEgress` && item === 'DepositChannelLookup');
  if (map === undefined) throw new UnknownMetadata(`the runtime stores no channels of ${chain}`);
  return map;
}

/** The reader throws {UnknownMetadata} for a runtime or an address of an unknown form. */
export function createChannelReader(call: StateChainCall): ChannelReader {
  const metadataOf = createDescription(call);
  return async (chain, depositAddress, signal) => {
    const metadata = await metadataOf(signal);
    const map = lookupOf(metadata, chain);
    const form = accountForm(chain, depositAddress);
    if (form === undefined) throw new UnknownMetadata(`the deposit address is none of ${chain}`);
    const key = storageKey(map, encodeAddress(metadata.types, map.key, form));
    const stored = storedSchema.parse(await call({ method: 'state_getStorage', params: [key] }, signal));
    const bytes = stored === null ? undefined : bytesOfHex(stored);
    return bytes && decodeValue(metadata.types, map.value, bytes);
  };
}
