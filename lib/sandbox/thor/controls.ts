/**
 * Defines what the control endpoint can do to the emulated networks.
 *
 * Faults (`/control/fault`), target `thornode` or `mayanode`; what a node answers, also `thornode-1`, `thornode-2`,
 * `mayanode-1` or `mayanode-2`, the node of one operator:
 *   stale             {"seconds":600} the node stands still, since so long before: no blocks are made; THORNode refuses
 *                     quotes, MAYANode does not
 *   pauseTrading      global pause
 *   pauseChain        {"chain":"ETH"} trading with that chain paused (without a chain: with every chain)
 *   delayOutbounds    {"blocks":100} payouts planned from now on wait so much longer
 *   holdOutbounds     {"chain":"ETH"} payouts are planned but not signed
 *   forceRefund       {"reason":"…"} payments that become final from now on are refunded
 *   failSubSwaps      every sub-swap after a stream's first one misses its limit (partial refund)
 *   nameLookup        name lookups fail (HTTP 500)
 *   otherDestination  quotes carry a memo that pays somebody else
 *   otherVault        quotes name a vault that the inbound list does not have
 *   otherVaults       {"chain":"BTC"} the inbound list and the quotes name a stranger's vault and router (without a chain:
 *                     everywhere)
 *   wrongTypes        {"path":"/quote"} bodies whose fields have the wrong types
 * Target a chain (`ETH`): halt: neither network observes that chain or pays out on it.
 *
 * Actions (`/control/<name>`), body with `"network":"thor"` (default) or `"maya"`:
 *   move-price     {"asset":"BTC.BTC","percent":-5,"stay":true} price of a pool in the native coin; the market
 *                  follows unless `stay` is false
 *   market         {"on":false} switches arbitrage off or on
 *   churn          a new vault becomes active; the old one is watched for a while
 *   mimir          {"key":"HALTTRADING","value":1}
 *   register-name  {"name":"me","owner":"tthor1…","aliases":[{"chain":"BTC","address":"…"}]}
 */
import { z } from 'zod';
import { ControlError, type World } from '../ledger.ts';
import { findName } from './names.ts';
import type { Network } from './network.ts';
import { PRICE_SCALE } from './seed-pools.ts';
import { poolOf } from './state.ts';
import { churn } from './vaults.ts';

const network = z.enum(['thor', 'maya']).default('thor');
const movePrice = z.object({
  network,
  asset: z.string(),
  percent: z.number().gt(-99).lt(1000),
  stay: z.boolean().default(true),
});
const market = z.object({ network, on: z.boolean() });
const onlyNetwork = z.object({ network });
const mimir = z.object({ network, key: z.string().min(1), value: z.number().int() });
const registerName = z.object({
  network,
  name: z.string().regex(/^[a-zA-Z0-9+_-]{1,30}$/),
  owner: z.string().min(1),
  preferredAsset: z.string().default('.'),
  affiliateBps: z.number().int().min(0).max(1000).default(0),
  aliases: z.array(z.object({ chain: z.string(), address: z.string() })).default([]),
});

export type Registered = { network: Network; save(): void };

/** Adds the control actions. `find` returns the network that a body names. */
export function addControls(world: World, find: (id: 'thor' | 'maya') => Registered): void {
  const add = <T extends { network: 'thor' | 'maya' }>(
    name: string,
    schema: z.ZodType<T>,
    act: (target: Network, body: T) => unknown,
  ) =>
    world.control(name, (params) => {
      const parsed = schema.safeParse(params);
      if (!parsed.success)
        throw new ControlError(parsed.error.issues.map((one) => `${one.path.join('.')}: ${one.message}`).join('; '));
      const target = find(parsed.data.network);
      const result = act(target.network, parsed.data);
      target.save();
      return result ?? {};
    });
  add('move-price', movePrice, (target, body) => movePool(target, body));
  add('market', market, (target, body) => {
    target.state.marketOn = body.on;
    return { on: body.on };
  });
  add('churn', onlyNetwork, (target) => ({ vault: churn(target).name }));
  add('mimir', mimir, (target, body) => {
    target.state.mimir[body.key.toUpperCase()] = body.value;
    return { [body.key.toUpperCase()]: body.value };
  });
  add('register-name', registerName, (target, body) => register(target, body));
}

const MILLION = 1_000_000n;
function movePool(target: Network, body: z.output<typeof movePrice>) {
  const pool = poolOf(target.state, body.asset.toUpperCase());
  if (!pool) throw new ControlError(`asset: ${target.config.prefix} has no pool ${body.asset}`);
  // Moves the price alone: the pool's amounts change, as if the whole market had moved at once.
  const factor = MILLION + BigInt(Math.round(body.percent * 10_000));
  pool.asset = (pool.asset * MILLION) / factor;
  if (body.stay) pool.marketPrice = (pool.marketPrice * factor) / MILLION;
  return { asset: pool.name, price: (pool.native * PRICE_SCALE) / pool.asset };
}

function register(target: Network, body: z.output<typeof registerName>) {
  if (findName(target.state, body.name)) throw new ControlError(`name: ${body.name} is taken`);
  target.state.names.push({
    name: body.name,
    owner: body.owner,
    expireHeight: target.state.height + 5_000_000,
    preferredAsset: body.preferredAsset,
    collected: 0n,
    ...(target.config.id === 'maya' ? { affiliateBps: BigInt(body.affiliateBps) } : {}),
    aliases: body.aliases,
  });
  return { name: body.name };
}
