/** Creates an order from a quote, which it must repeat to the unit. */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { z } from 'zod';
import { assetOf, type GardenAsset, htlcOf, isBitcoin, timelocksOf } from './assets.ts';
import type { HtlcChain } from './htlc-chain.ts';
import { shownPrice } from './order-json.ts';
import { checkLiquidity, checkRange, inputFor, outputFor, Refused, type Terms, tradedPair } from './quote.ts';
import type { HtlcChains } from './solver.ts';
import { assetState, type Garden, type Order, type Side, SOLVER_ID } from './state.ts';

const XONLY = /^[0-9a-f]{64}$/;
/** The assets in which affiliate fees can be paid out. */
const PAYOUT_ASSETS = ['base:cbbtc', 'ethereum:cbbtc', 'ethereum:usdc'];
const MOST_AFFILIATE_BPS = 1000;

const half = z.object({
  asset: z.string(),
  owner: z.string(),
  amount: z.string().regex(/^\d{1,78}$/),
  delegate: z.string().nullish(),
});
const bodySchema = z.object({
  source: half,
  destination: half,
  solver_id: z.string().optional(),
  slippage: z.number().int().min(0).max(500).nullish(),
  secret_hash: z.string().nullish(),
  nonce: z.union([z.string(), z.number()]).nullish(),
  affiliate_fees: z
    .array(z.object({ asset: z.string(), address: z.string(), fee: z.number().int().positive() }))
    .nullish(),
});
type Body = z.infer<typeof bodySchema>;
type Half = Body['source'];

const bare = (text: string): string => text.toLowerCase().replace(/^0x/, '');

function checkOwner(chain: HtlcChain, { owner }: Half, which: string): void {
  if (!chain.isAddress(owner)) throw new Refused(`Invalid ${which} address`);
}

/** The x-only key that signs for the user on Bitcoin. */
function delegateOf(chain: HtlcChain, { delegate }: Half): { delegate?: string } {
  const own = chain.delegate();
  if (own === undefined) return {};
  if (delegate == null || delegate === '') return { delegate: own };
  if (!XONLY.test(bare(delegate))) throw new Refused('Invalid delegate');
  return { delegate: bare(delegate) };
}

function checkAmounts(garden: Garden, terms: Terms, body: Body, isQuoted: (key: string) => boolean): void {
  const [source, destination] = [BigInt(body.source.amount), BigInt(body.destination.amount)];
  checkRange(garden.state, terms, source, false);
  const exactInput = outputFor(garden.state, terms, source) === destination;
  const exactOutput = destination > 0n && inputFor(garden.state, terms, destination) === source;
  const key = quoteKey(terms, source, destination);
  if (!exactInput && !exactOutput && !isQuoted(key)) throw new Refused('Invalid swap request');
}

export const quoteKey = ({ from, to, affiliateBps }: Terms, source: bigint, destination: bigint): string =>
  [from.id, to.id, affiliateBps, source, destination].join('|');

/** @throws {Refused} for everything that Garden would refuse. */
export function newOrder(garden: Garden, chains: HtlcChains, json: unknown, isQuoted: (key: string) => boolean): Order {
  const parsed = bodySchema.safeParse(json);
  if (!parsed.success) throw new Refused('Invalid swap request');
  const body = parsed.data;
  if (body.solver_id !== SOLVER_ID) throw new Refused('Invalid strategy id');
  const pair = tradedPair(garden, body.source.asset, body.destination.asset);
  const fees = body.affiliate_fees ?? [];
  for (const { asset } of fees)
    if (!PAYOUT_ASSETS.includes(asset.toLowerCase())) throw new Refused(`Asset '${asset}' not found`);
  const affiliateBps = fees.reduce((sum, { fee }) => sum + fee, 0);
  if (affiliateBps > MOST_AFFILIATE_BPS) throw new Refused('Invalid affiliate fee');
  const terms: Terms = { ...pair, affiliateBps, slippageBps: body.slippage ?? 0 };
  checkAmounts(garden, terms, body, isQuoted);
  checkLiquidity(garden, pair.to, BigInt(body.destination.amount));
  if (body.secret_hash != null && !XONLY.test(bare(body.secret_hash))) throw new Refused('Invalid secret hash');
  return build(garden, chains, pair, body);
}

function build(
  { world, state }: Garden,
  chains: HtlcChains,
  { from, to }: Pick<Terms, 'from' | 'to'>,
  body: Body,
): Order {
  const number = state.nextOrder;
  const secret = bytesToHex(world.secret(`garden/secret/${number}`));
  const secretHash = body.secret_hash == null ? bytesToHex(sha256(hexToBytes(secret))) : bare(body.secret_hash);
  if (state.orders.some((order) => order.source.secretHash === secretHash)) throw new Refused('Invalid secret hash');
  const timelocks = timelocksOf(from, to, assetState(state, from.id).timelock);
  const side = (asset: GardenAsset, one: Half, timelock: number): Omit<Side, 'initiator' | 'redeemer' | 'swapId'> => ({
    assetId: asset.id,
    htlc: htlcOf(asset, assetState(state, asset.id).generation),
    timelock,
    amount: BigInt(one.amount),
    secretHash,
    requiredConfirmations: 1,
    price: shownPrice(assetState(state, asset.id).price),
    locks: [],
    returned: [],
  });
  const whole = (half: Omit<Side, 'swapId'>): Side => {
    const chain = chains.get(assetOf(half.assetId).chain);
    if (chain === undefined) throw new Refused('chain not supported');
    return { ...half, swapId: chain.swapId(half) };
  };
  const [here, there] = [chains.get(from.chain), chains.get(to.chain)];
  if (here?.height() === undefined || there?.height() === undefined) throw new Refused('chain not supported');
  checkOwner(here, body.source, 'source');
  checkOwner(there, body.destination, 'destination');
  const source = whole({
    ...side(from, body.source, timelocks.source),
    initiator: body.source.owner,
    redeemer: here.solver(),
    ...delegateOf(here, body.source),
  });
  const destination = whole({
    ...side(to, body.destination, timelocks.destination),
    initiator: there.solver(),
    redeemer: body.destination.owner,
    ...delegateOf(there, body.destination),
    // The solver trusts its own Bitcoin payment before it is mined; a contract lock must be mined.
    requiredConfirmations: isBitcoin(to) ? 0 : 1,
  });
  for (const { initiator, redeemer } of [source, destination])
    if (bare(initiator) === bare(redeemer)) throw new Refused('Invalid swap request');
  return {
    id: bytesToHex(sha256(utf8ToBytes(`${world.seed}|garden order|${number}`))),
    number,
    createdAt: world.clock.now(),
    source,
    destination,
    ...(body.secret_hash == null ? { secret } : {}),
    nonce: String(body.nonce ?? world.clock.now()),
    affiliateFees: body.affiliate_fees ?? [],
    ...(body.slippage == null ? {} : { slippage: body.slippage }),
    solverId: SOLVER_ID,
  };
}
