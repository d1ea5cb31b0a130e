/** Reads an opened channel back from every configured node of the state chain, before anybody sees its address. */
import { z } from 'zod';
import { bytesOfHex } from '../../../chain-clients/scale-reader.ts';
import { pause } from '../../../domain/waiting.ts';
import { integer } from '../upstream-schemas.ts';
import { accountForm } from './chain-address.ts';
import { type ChannelTold, recordMismatch } from './channel-record.ts';
import { decodeValue, encodeAddress } from './decode-value.ts';
import { type RuntimeMetadata, readMetadata, type StorageMap, UnknownMetadata } from './metadata.ts';
import { storageKey } from './storage-key.ts';

export type StateChainNode = {
  name: string;
  /** @throws {ProviderError | ChainflipRefusal} */
  call(request: { method: string; params: unknown[] }, signal?: AbortSignal): Promise<unknown>;
};

/** `mismatch`: what a node stores otherwise. `unasked`: no node could say anything; why. */
export type Confirmation = { confirmed: true } | { mismatch: string } | { unasked: string };

/** How long a node may take until it has the block that the channel was opened in; a block takes six seconds. */
const PATIENCE_MS = 30_000;
const ASK_EVERY_MS = 1_500;

const versionSchema = z.object({ specVersion: z.number() });
const headerSchema = z.object({ number: integer });
const storedSchema = z.string().nullable();

/** The runtime's description, fetched once for each of its versions: it is a megabyte. */
function createDescription(node: StateChainNode) {
  let known: { version: number; metadata: RuntimeMetadata } | undefined;
  return async (signal: AbortSignal): Promise<RuntimeMetadata> => {
    const { specVersion } = versionSchema.parse(
      await node.call({ method: 'state_getRuntimeVersion', params: [] }, signal),
    );
    if (known?.version !== specVersion) {
      const answer = await node.call({ method: 'state_getMetadata', params: [] }, signal);
      const bytes = typeof answer === 'string' ? bytesOfHex(answer) : undefined;
      if (bytes === undefined) throw new UnknownMetadata('the runtime is described in no bytes');
      known = { version: specVersion, metadata: readMetadata(bytes) };
    }
    return known.metadata;
  };
}

export type Channel = { depositAddress: string; issuedBlock: number };

function lookupOf({ maps }: RuntimeMetadata, chain: string): StorageMap {
  const map = maps.find(({ prefix, item }) => prefix === `${chain}IngressEgress` && item === 'DepositChannelLookup');
  if (map === undefined) throw new UnknownMetadata(`the runtime stores no channels of ${chain}`);
  return map;
}

type NodeReader = { node: StateChainNode; metadataOf: (signal: AbortSignal) => Promise<RuntimeMetadata> };

/** One node's word. It is asked again until it has the block; what it does not have then, it denies. */
async function askNode(
  { node, metadataOf }: NodeReader,
  channel: Channel,
  told: ChannelTold,
  signal: AbortSignal,
): Promise<Confirmation> {
  const { chain } = told.terms.src;
  const metadata = await metadataOf(signal);
  const map = lookupOf(metadata, chain);
  const form = accountForm(chain, channel.depositAddress);
  if (form === undefined) return { mismatch: `the deposit address is none of ${chain}` };
  const key = storageKey(map, encodeAddress(metadata.types, map.key, form));
  for (let waited = 0; ; waited += ASK_EVERY_MS) {
    const height = headerSchema.parse(await node.call({ method: 'chain_getHeader', params: [] }, signal)).number;
    const stored = storedSchema.parse(await node.call({ method: 'state_getStorage', params: [key] }, signal));
    const bytes = stored === null ? undefined : bytesOfHex(stored);
    if (bytes) {
      const mismatch = recordMismatch(told, decodeValue(metadata.types, map.value, bytes));
      return mismatch === undefined ? { confirmed: true } : { mismatch };
    }
    if (waited >= PATIENCE_MS)
      return height < BigInt(channel.issuedBlock)
        ? { unasked: `the node at ${node.name} is behind` }
        : { mismatch: 'the state chain has no channel with this deposit address' };
    await pause(ASK_EVERY_MS, signal);
    signal.throwIfAborted();
  }
}

export type ChannelWitness = (channel: Channel, told: ChannelTold, signal: AbortSignal) => Promise<Confirmation>;

/** One node that contradicts is enough to refuse, one that confirms to pass where no other contradicts. Never throws. */
export function createChannelWitness(nodes: readonly StateChainNode[]): ChannelWitness {
  const readers = nodes.map((node): NodeReader => ({ node, metadataOf: createDescription(node) }));
  return async (channel, told, signal) => {
    const words = await Promise.all(
      readers.map((reader) =>
        askNode(reader, channel, told, signal).catch((error: unknown): Confirmation => {
          const why = error instanceof Error ? error.message : String(error);
          return { unasked: `the node at ${reader.node.name}: ${why.slice(0, 200)}` };
        }),
      ),
    );
    const against = words.find((word) => 'mismatch' in word);
    if (against) return against;
    if (words.some((word) => 'confirmed' in word)) return { confirmed: true };
    const reasons = words.flatMap((word) => ('unasked' in word ? [word.unasked] : []));
    return { unasked: reasons.length === 0 ? 'no node is configured' : reasons.join('; ') };
  };
}
