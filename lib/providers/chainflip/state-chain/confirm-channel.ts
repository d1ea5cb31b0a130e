/** Reads an opened channel back from every configured node of the state chain, before its address is passed on. */
import { z } from 'zod';
import { pause } from '../../../domain/waiting.ts';
import { accountForm } from '../../../payments/chainflip/state-chain/chain-address.ts';
import { type ChannelReader, createChannelReader } from '../../../payments/chainflip/state-chain/read-channel.ts';
import { integer } from '../upstream-schemas.ts';
import { type ReportedChannel, recordMismatch } from './channel-record.ts';

export type StateChainNode = {
  name: string;
  /** @throws {ProviderError | ChainflipRefusal} */
  call(request: { method: string; params: unknown[] }, signal?: AbortSignal): Promise<unknown>;
};

/** `mismatch`: how a node's record differs. `unasked`: why no node could confirm. */
export type Confirmation = { confirmed: true } | { mismatch: string } | { unasked: string };

function unaskedBecause(name: string, error: unknown): Confirmation {
  const why = (error instanceof Error ? error.message : String(error)).slice(0, 200).replace(/\.$/, '');
  return { unasked: why.includes(name) ? why : `the node at ${name}: ${why}` };
}

/**
 * One node that contradicts is enough to refuse; when none does, `needed` nodes must confirm. Never throws.
 * @param asked each node's name, and what it answers.
 */
export async function agreementOf(
  asked: readonly { name: string; answer: Promise<Confirmation> }[],
  needed: number,
): Promise<Confirmation> {
  const answers = await Promise.all(
    asked.map(({ name, answer }) => answer.catch((error: unknown) => unaskedBecause(name, error))),
  );
  const against = answers.find((answer) => 'mismatch' in answer);
  if (against) return against;
  if (answers.filter((answer) => 'confirmed' in answer).length >= needed) return { confirmed: true };
  const reasons = answers.flatMap((answer) => ('unasked' in answer ? [answer.unasked] : []));
  return { unasked: reasons.length === 0 ? 'no node is configured' : reasons.join('; ') };
}

/** How long a node may take until it has the block that the channel was opened in; a block takes six seconds. */
const PATIENCE_MS = 30_000;
const ASK_EVERY_MS = 1_500;

const headerSchema = z.object({ number: integer });

export type Channel = { depositAddress: string; issuedBlock: number };

type NodeReader = { node: StateChainNode; read: ChannelReader };

/** Asks one node, until it has the block. A channel that it lacks then does not exist for it. */
async function askNode(
  { node, read }: NodeReader,
  channel: Channel,
  reported: ReportedChannel,
  signal: AbortSignal,
): Promise<Confirmation> {
  const { chain } = reported.terms.src;
  if (accountForm(chain, channel.depositAddress) === undefined)
    return { mismatch: `the deposit address is none of ${chain}` };
  for (let waited = 0; ; waited += ASK_EVERY_MS) {
    const height = headerSchema.parse(await node.call({ method: 'chain_getHeader', params: [] }, signal)).number;
    const stored = await read(chain, channel.depositAddress, signal);
    if (stored !== undefined) {
      const mismatch = recordMismatch(reported, stored);
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

export type ChannelWitness = (
  channel: Channel,
  reported: ReportedChannel,
  signal: AbortSignal,
) => Promise<Confirmation>;

/** One node that confirms is enough to pass: broker or backend named the address. */
export function createChannelWitness(nodes: readonly StateChainNode[]): ChannelWitness {
  const readers = nodes.map((node): NodeReader => ({ node, read: createChannelReader(node.call) }));
  return (channel, reported, signal) =>
    agreementOf(
      readers.map((reader) => ({ name: reader.node.name, answer: askNode(reader, channel, reported, signal) })),
      1,
    );
}
