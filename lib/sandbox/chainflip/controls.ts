/**
 * Defines what the control endpoint can do to the emulated Chainflip.
 *
 * Faults (`/control/fault`), target `chainflip-backend`:
 *   maintenance     {"of":"quotes"} or "swaps"; both without: 503 with the backend's texts
 *   assetDisabled   {"asset":"Eth"} 503 `Asset Eth is disabled`, and its switches off in networkInfo
 *   noLiquidity     {"asset":"Btc"} (every asset without): quotes fail, swaps under way are put off
 *   stale           the backend lags: `lastStatechainUpdateAt` and everything that it says of swaps stand still
 *   reschedules     {"count":3} every chunk is put off so often before it executes
 *   abortBroadcast  {"chain":"Ethereum"} payouts planned from now on cannot be sent (SENDING_FAILED), those that call a
 *                   contract too; on EVM chains anybody may send their `transactionPayload` later
 *   flap            a pending deposit is not reported: RECEIVING falls back to WAITING
 *   boostSkipped    the boost pools do not lend
 *   unknownFields   every object of an answer has unknown fields
 * Target `chainflip-broker`:
 *   lateAnswer      {"ms":60000} or {"never":true} channels are opened, the answer comes late or never
 *   error           {"message":"DispatchError: InvalidEgressAddress","code":-32021} every call is refused
 *   otherRefund     {"refundAddress":"…"} channels are opened with this refund address (without: with no least price)
 * Targets `chainflip-broker` and `chainflip-backend`:
 *   lie             {"depositAddress":"…"} the answer names this address; {"refundAddress":"…"} and
 *                   {"destinationAddress":"…"}: the channel is opened with it, the answer says what was asked for
 * Target `chainflip-rpc`, or `chainflip-rpc-1` and `chainflip-rpc-2` for the node of one operator:
 *   denyChannels    the node says that it stores no channel
 *   closedState     the node answers nobody what it stores, as some gateways do
 * Targets `chainflip-broker` and `chainflip-rpc`:
 *   shuffleBatch    a batch is answered in another order
 *   numbers         {"form":"hex"} or "number" or "mixed": in which form small numbers are written
 *   unknownFields   as above
 * Target a chain (`ETH`): halt: Chainflip does not observe that chain.
 *
 * Actions (`/control/<name>`):
 *   chainflip-state            what there is: block, channels opened, swaps by their states
 *   chainflip-move-price       {"asset":"Btc","percent":-5} of the wide market, its pools with it
 *   chainflip-expire-channel   {"id":"8000001-Bitcoin-2"} its last block is the one before the chain's tip
 *   chainflip-set              {"asset":"Eth","minimumDeposit":"1","maximumSwap":null,"egressDust":"1","switches":{"egressEnabled":false}}
 *                              {"boostPools":[{"tierBps":5,"available":"100000000"}]}, {"networkFeeMinimum":"500000"},
 *                              {"oracle":"Eth","offsetPpm":-30000,"status":"Stale"}, {"chunkUsd":1000}, {"asset":"Btc","depthUsd":100000}
 *   chainflip-reset-limits     ends a ban of the backend
 * `ccm-receiver` {"chain":"ETH","there":false} takes away the contract that payouts call: evm/ccm-receiver.ts.
 */
import { z } from 'zod';
import { ControlError, type World } from '../ledger.ts';
import { INTERNAL_ASSETS, ORACLES } from './assets.ts';
import type { Ban } from './ban.ts';
import { channelById, isExpired } from './channels.ts';
import { movePrice } from './market.ts';
import { type ChainflipNetwork, ledgerOf } from './network.ts';
import { viewOfSwap } from './swap-view.ts';

const asset = z.enum(INTERNAL_ASSETS);
const amount = z.union([z.string().regex(/^\d+$/), z.number().int().nonnegative()]).transform((value) => BigInt(value));

const movePriceSchema = z.object({ asset, percent: z.number().gt(-99).lt(1000) });
const expireSchema = z.object({ id: z.string() });
const switches = z
  .object({
    vaultSwapDepositsEnabled: z.boolean(),
    depositChannelDepositsEnabled: z.boolean(),
    depositChannelCreationEnabled: z.boolean(),
    egressEnabled: z.boolean(),
    boostDepositsEnabled: z.boolean(),
    livePriceProtectionEnabled: z.boolean(),
  })
  .partial();
const setSchema = z.strictObject({
  asset: asset.optional(),
  minimumDeposit: amount.optional(),
  maximumSwap: amount.nullish(),
  egressDust: amount.optional(),
  depthUsd: z.number().nonnegative().optional(),
  switches: switches.optional(),
  boostPools: z.array(z.object({ tierBps: z.number().int().positive(), available: amount })).optional(),
  networkFeeMinimum: amount.optional(),
  chunkUsd: z.number().positive().optional(),
  oracle: z.enum(ORACLES).optional(),
  offsetPpm: z.number().int().optional(),
  status: z.enum(['UpToDate', 'MaybeStale', 'Stale']).optional(),
});

export type Controlled = { network: ChainflipNetwork; ban: Ban; save(): void };

export function addControls(world: World, { network, ban, save }: Controlled): void {
  const add = <S extends z.ZodType>(name: string, schema: S, act: (body: z.output<S>) => unknown) =>
    world.control(`chainflip-${name}`, (params) => {
      const parsed = schema.safeParse(params);
      if (!parsed.success)
        throw new ControlError(parsed.error.issues.map((one) => `${one.path.join('.')}: ${one.message}`).join('; '));
      const result = act(parsed.data);
      save();
      return result ?? {};
    });
  add('state', z.unknown(), () => summaryOf(network));
  add('move-price', movePriceSchema, (body) => {
    const price = movePrice(network.state.market, body.asset, body.percent);
    if (price === undefined) throw new ControlError(`asset: ${body.asset} has no pool`);
    return { asset: body.asset, price };
  });
  add('expire-channel', expireSchema, ({ id }) => expire(network, id));
  add('set', setSchema, (body) => set(network, body));
  add('reset-limits', z.unknown(), () => ban.reset());
}

function summaryOf(network: ChainflipNetwork) {
  const { state } = network;
  const byState: Record<string, number> = {};
  for (const swap of state.swaps) {
    const name = String(viewOfSwap(network, { swap }).state);
    byState[name] = (byState[name] ?? 0) + 1;
  }
  return {
    block: state.block,
    channelsOpened: state.channels.length,
    channelsOpen: state.channels.filter((one) => !isExpired(network, one)).length,
    swaps: state.swaps.length,
    swapsByState: byState,
    earned: state.earned,
  };
}

function expire(network: ChainflipNetwork, id: string) {
  const channel = channelById(network.state.channels, id);
  if (channel === undefined) throw new ControlError(`id: no channel ${id}`);
  channel.expiryBlock = Math.min(channel.expiryBlock, (ledgerOf(network, channel.chain)?.height() ?? 1) - 1);
  channel.estimatedExpiryTime = Math.min(channel.estimatedExpiryTime, network.world.clock.now());
  return { id: channel.id, expiryBlock: channel.expiryBlock };
}

function set({ state: { market } }: ChainflipNetwork, body: z.output<typeof setSchema>): unknown {
  if (body.asset !== undefined) setAsset(market, body.asset, body);
  if (body.boostPools !== undefined) market.boostPools = body.boostPools;
  if (body.networkFeeMinimum !== undefined) market.networkFee.minimum = body.networkFeeMinimum;
  if (body.chunkUsd !== undefined) market.dca.chunkUsd = body.chunkUsd;
  if (body.oracle !== undefined) {
    const oracle = market.oracles[body.oracle];
    if (body.offsetPpm !== undefined) oracle.offsetPpm = body.offsetPpm;
    if (body.status !== undefined) oracle.status = body.status;
  }
  return body;
}

function setAsset(
  market: ChainflipNetwork['state']['market'],
  id: z.output<typeof asset>,
  body: z.output<typeof setSchema>,
): void {
  const own = market.assets[id];
  if (body.minimumDeposit !== undefined) own.minimumDeposit = body.minimumDeposit;
  if (body.maximumSwap !== undefined) own.maximumSwap = body.maximumSwap;
  if (body.egressDust !== undefined) own.egressDust = body.egressDust;
  Object.assign(own.switches, body.switches ?? {});
  const pool = market.pools[id];
  if (body.depthUsd === undefined) return;
  if (pool === undefined) throw new ControlError(`asset: ${id} has no pool`);
  pool.depthUsd = body.depthUsd;
  pool.jitUsd = 0;
}
