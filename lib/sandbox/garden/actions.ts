/** Performs a user's requests for an order: lock by signature, redeem, refund, instant refund. */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { z } from 'zod';
import { assetOf, isBitcoin } from './assets.ts';
import { Refused } from './quote.ts';
import { chainOfSide, depositOf, type HtlcChains, keyOf } from './solver.ts';
import type { Garden, Lock, Order } from './state.ts';

const bodySchema = z.object({
  signature: z.string().optional(),
  signatures: z.array(z.string()).optional(),
  secret: z.string().optional(),
});
type Body = z.infer<typeof bodySchema>;
type Action = (garden: Garden, chains: HtlcChains, order: Order, body: Body) => Promise<string>;

const bare = (text: string): string => text.toLowerCase().replace(/^0x/, '');
const isHex = (text: string, bytes: number): boolean => new RegExp(`^[0-9a-f]{${2 * bytes}}$`).test(text);

/** Turns a chain's error into a refusal with the same message. */
async function chainSays(work: Promise<{ hash: string }>): Promise<string> {
  try {
    return (await work).hash;
  } catch (error) {
    throw new Refused(error instanceof Error ? error.message : String(error));
  }
}

const initiate: Action = async (_garden, chains, order, { signature }) => {
  if (signature === undefined || signature === '') throw new Refused('Missing signature');
  const { source } = order;
  const asset = assetOf(source.assetId);
  const chain = chainOfSide(chains, source);
  if (asset.token === undefined || chain.initiateSigned === undefined)
    throw new Refused('gasless initiation is not supported for this asset');
  if (source.locks.length > 0) throw new Refused('order already initiated');
  if (!isHex(bare(signature), 65)) throw new Refused('Invalid signature');
  return chainSays(chain.initiateSigned(keyOf(order, `initiate:${bare(signature)}`), source, signature));
};

const redeem: Action = async (garden, chains, order, { secret }) => {
  const { destination } = order;
  if (secret === undefined || secret === '') throw new Refused('Missing secret');
  const given = bare(secret);
  if (!isHex(given, 32) || bytesToHex(sha256(hexToBytes(given))) !== destination.secretHash)
    throw new Refused('Invalid secret');
  const chain = chainOfSide(chains, destination);
  const lock = destination.locks[0];
  if (lock === undefined || order.decision !== 'fill') throw new Refused('destination swap is not initiated');
  if (chain.isOver(destination, lock) && order.revealed !== true) throw new Refused('destination swap is expired');
  order.secret = given;
  order.revealed = true;
  garden.save();
  return chainSays(chain.redeem(keyOf(order, 'redeem'), destination, lock, given));
};

/** The deposit that can still be refunded. @throws {Refused} */
function refundable(order: Order): Lock {
  const lock = depositOf(order);
  if (lock === undefined || lock.height === 0) throw new Refused('order not initiated');
  if (order.source.redeem !== undefined || order.source.returned.includes(lock.ref))
    throw new Refused('order fulfilled');
  return lock;
}

const refund: Action = async (garden, chains, order) => {
  const lock = refundable(order);
  const chain = chainOfSide(chains, order.source);
  if (!chain.isOver(order.source, lock)) throw new Refused('order not expired');
  if (!chain.signsForUser(order.source)) throw new Refused('the refund is signed by your own key');
  order.decision ??= 'refund';
  garden.save();
  return chainSays(chain.refund(`garden:refund:${order.id}:${lock.ref}`, order.source, lock));
};

const instantRefund: Action = async (garden, chains, order, { signature, signatures }) => {
  const lock = refundable(order);
  if (order.decision === 'fill') throw new Refused('order is being filled');
  const chain = chainOfSide(chains, order.source);
  const given = signature ?? signatures?.[0];
  if (isBitcoin(assetOf(order.source.assetId)) && !chain.signsForUser(order.source)) {
    if (given === undefined) throw new Refused('Missing signature');
    if (!isHex(bare(given), 65)) throw new Refused('Invalid signature');
    order.instantSignature = bare(given);
  }
  order.decision = 'instant';
  garden.save();
  return chainSays(chain.instantRefund(keyOf(order, 'instant'), order.source, lock, order.instantSignature));
};

const ACTIONS: Readonly<Record<string, Action>> = { initiate, redeem, refund, 'instant-refund': instantRefund };

/** Returns the hash of the transaction that was sent. @throws {Refused} */
export async function act(
  garden: Garden,
  chains: HtlcChains,
  order: Order,
  action: string | null,
  json: unknown,
): Promise<string> {
  const run = action !== null && Object.hasOwn(ACTIONS, action) ? ACTIONS[action] : undefined;
  if (run === undefined) throw new Refused('Invalid action');
  const body = bodySchema.safeParse(json ?? {});
  if (!body.success) throw new Refused('Invalid request');
  return run(garden, chains, order, body.data);
}

/** The digests to sign for an instant refund of a Bitcoin deposit, hex. @throws {Refused} */
export function instantRefundHash(chains: HtlcChains, order: Order): string[] {
  if (!isBitcoin(assetOf(order.source.assetId))) throw new Refused('source is not bitcoin');
  return chainOfSide(chains, order.source).instantDigests(order.source, refundable(order));
}
