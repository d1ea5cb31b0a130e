/** Compares the address of a payment into Chainflip with what a node of the state chain stores. */
import { z } from 'zod';
import { pause } from '../../domain/waiting.ts';
import type { AskedSwap } from '../asked-swap.ts';
import { isPlainTransfer, type PayableRoute } from '../payable-route.ts';
import type { RouteFault } from '../route-fault.ts';
import type { WitnessQuestion } from '../witness.ts';
import { BITCOIN_VAULTS_CALL, bitcoinVaultsOf } from './bitcoin-vaults.ts';
import { channelFaults, wantedChannel } from './hold-channel.ts';
import { type ChannelReader, createChannelReader, type StateChainCall } from './state-chain/read-channel.ts';

/** A block takes six seconds, and no node has it at once. */
const ASK_EVERY_MS = 3_000;
const ASKED_AT_MOST = 5;

const answerSchema = z.object({ result: z.unknown() }).loose();

/** Each node's description of its runtime is fetched once: a megabyte on mainnet. */
const readers = new Map<string, { read: ChannelReader; call: { now: StateChainCall } }>();

/** @param node is also the key of its cached description. */
function readerOf(node: string, now: StateChainCall): ChannelReader {
  const known = readers.get(node);
  if (known) {
    known.call.now = now;
    return known.read;
  }
  const call = { now };
  const read = createChannelReader((request, signal) => call.now(request, signal));
  readers.set(node, { read, call });
  return read;
}

async function askChannel(
  read: ChannelReader,
  asked: AskedSwap,
  route: PayableRoute,
  payee: string,
  signal: AbortSignal,
): Promise<RouteFault[]> {
  const wanted = wantedChannel(asked, route);
  for (let times = 1; ; times += 1) {
    const stored = await read(wanted.src.cf.chain, payee, signal);
    if (stored !== undefined) return channelFaults(asked, wanted, stored);
    if (times === ASKED_AT_MOST) break;
    await pause(ASK_EVERY_MS, signal);
    signal.throwIfAborted();
  }
  const message = 'The state chain has no channel with this deposit address.';
  return [{ field: 'payee', asked: undefined, actual: payee, message }];
}

/** Bitcoin's vault has an address for each broker, and the payment itself contains the order. */
async function askVault(call: StateChainCall, payee: string, signal: AbortSignal): Promise<RouteFault[]> {
  const named = bitcoinVaultsOf(await call(BITCOIN_VAULTS_CALL, signal));
  if (named.includes(payee)) return [];
  const message = 'The state chain names no such vault.';
  return [{ field: 'payee', asked: named.join(', ') || undefined, actual: payee, message }];
}

export const channelQuestion: WitnessQuestion = async ({ asked, route, payee, url, getJson, signal }) => {
  const call: StateChainCall = async (request) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, ...request });
    return answerSchema.parse(await getJson(url, { method: 'POST', body, signal })).result;
  };
  const isChannel = isPlainTransfer(route) || route.meta.bridge?.depositAddress === payee;
  return isChannel ? askChannel(readerOf(url, call), asked, route, payee, signal) : askVault(call, payee, signal);
};
