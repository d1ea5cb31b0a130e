/**
 * Defines what the control endpoint can do to the emulated Garden.
 *
 * Faults (`/control/fault`), target `garden`, beside those of the wire (429, 500, html, garbage, hang, slow, down):
 *   solverSlow      {"seconds":1800} the solver waits so long (chain time) after a deposit is confirmed; 600 without
 *   solverAbsent    the solver does nothing: deposits go back when their time is over
 *   secretKept      the solver locks, Garden does not show the secret: both locks go back
 *   noLiquidity     {"asset":"ethereum:wbtc"} (every asset without): quotes are refused, deposits wait
 *   instantRefund   a deposit goes back at once, as soon as it is confirmed
 *   noQuotes        `no quotes available`
 *   emptyQuotes     an answer with no entry
 *   oldNames        orders answer `transaction`, and tell of no approval
 *   tamper          {"what":"depositAddress"} and the other names in tamper.ts: answers as a thief would change them
 *   stale           orders are shown as they were before anything was paid
 *   unhealthy       `/health` says so
 *   unauthorised    every app id is refused
 *   unknownFields   every object of an answer has unknown fields
 *
 * Actions (`/control/<name>`):
 *   garden-state        stock, orders by their states
 *   garden-set          {"asset":"base:usdc","active":false,"min":"1","max":"100","priceUsd":0.98,"timelock":6}
 *                       timelock: blocks for which deposits of new orders are held; a quick way to a refund
 *   garden-redeploy     {"asset":"ethereum:wbtc"} new orders use another contract; old ones keep theirs
 *   garden-policy       {"default":"closed"}, {"add":["base:* -> bitcoin:btc"]}, {"remove":[…]}, {"isolate":[…]}, {"allow":[…]}
 */
import { z } from 'zod';
import { ControlError } from '../ledger.ts';
import { ASSETS, type AssetState, assetById, htlcOf, USD } from './assets.ts';
import { statusOf } from './order-json.ts';
import { assetState, type Garden } from './state.ts';

const asset = z
  .string()
  .transform((id) => id.toLowerCase())
  .refine((id) => assetById(id) !== undefined, `one of ${ASSETS.map(({ id }) => id).join(', ')}`);
const amount = z.union([z.string().regex(/^\d+$/), z.number().int().nonnegative()]).transform((value) => BigInt(value));
const rules = z.array(z.string().regex(/^\S+ (->|<->) \S+$/, 'such as "base:* -> bitcoin:btc"')).optional();

const setSchema = z.strictObject({
  asset,
  active: z.boolean().optional(),
  min: amount.optional(),
  max: amount.optional(),
  priceUsd: z.number().positive().max(1e9).optional(),
  timelock: z.number().int().min(1).max(0xffff).optional(),
});
const policySchema = z.strictObject({
  default: z.enum(['open', 'closed']).optional(),
  add: rules,
  remove: rules,
  isolate: rules,
  allow: rules,
});

export function addControls(garden: Garden): void {
  const add = <S extends z.ZodType>(name: string, schema: S, act: (body: z.output<S>) => unknown) =>
    garden.world.control(`garden-${name}`, (params) => {
      const parsed = schema.safeParse(params);
      if (!parsed.success)
        throw new ControlError(parsed.error.issues.map((one) => `${one.path.join('.')}: ${one.message}`).join('; '));
      const result = act(parsed.data);
      garden.save();
      return result ?? {};
    });
  add('state', z.unknown(), () => summaryOf(garden));
  add('set', setSchema, ({ asset: id, active, min, max, priceUsd, timelock }) => {
    const changed: Partial<AssetState> = {
      ...(active === undefined ? {} : { active }),
      ...(min === undefined ? {} : { min }),
      ...(max === undefined ? {} : { max }),
      ...(timelock === undefined ? {} : { timelock }),
      ...(priceUsd === undefined ? {} : { price: BigInt(Math.round(priceUsd * Number(USD))) }),
    };
    return Object.assign(assetState(garden.state, id), changed);
  });
  add('redeploy', z.strictObject({ asset }), ({ asset: id }) => {
    const state = assetState(garden.state, id);
    state.generation += 1;
    const found = assetById(id);
    return { asset: id, htlc: found && htlcOf(found, state.generation) };
  });
  add('policy', policySchema, (body) => {
    const { policy } = garden.state;
    const kept = policy.blacklist_pairs.filter((rule) => !body.remove?.includes(rule));
    policy.blacklist_pairs = [...kept, ...(body.add ?? [])];
    policy.default = body.default ?? policy.default;
    policy.isolation_groups = body.isolate ?? policy.isolation_groups;
    policy.whitelist_overrides = body.allow ?? policy.whitelist_overrides;
    return policy;
  });
}

function summaryOf({ state, world }: Garden) {
  const byStatus: Record<string, number> = {};
  for (const order of state.orders) {
    const status = statusOf(order, world.clock.now());
    byStatus[status] = (byStatus[status] ?? 0) + 1;
  }
  return {
    stock: state.stock,
    orders: state.orders.length,
    open: state.orders.filter(({ closed }) => !closed).length,
    byStatus,
  };
}
