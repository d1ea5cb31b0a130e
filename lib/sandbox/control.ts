/**
 * Lets a test or a curious person move the sandbox's world, from this machine only and never from a page.
 *
 * All bodies and answers are JSON. With S=http://127.0.0.1:4100:
 *
 *   curl $S/control/state                                       the clock, faults, chains and the actions there are
 *
 *   curl $S/control/recent                                      what the upstreams answered last
 *
 *   curl $S/control/clock -d '{"hold":true}'                    time stands still: no blocks, no swaps
 *   curl $S/control/clock -d '{"hold":false}'
 *   curl $S/control/clock -d '{"speed":600}'                    chain seconds per second; 60 at first
 *   curl $S/control/clock -d '{"stepSeconds":3600}'             an hour at once, timestamps included; answers when done
 *
 *   curl $S/control/fault -d '{"target":"thornode","kind":"500","on":true}'
 *   curl $S/control/fault -d '{"target":"thornode","kind":"500","on":false}'
 *   curl $S/control/faults/clear -d '{}'
 *     target: thornode, mayanode, thorchain-midgard, mayachain-midgard, chainflip-backend, chainflip-rpc,
 *             chainflip-broker, oneinch, garden, rpc/eth, esplora/btc, lcd/gaia, wallets.js,
 *             or a chain (ETH) for kinds that are a chain's own
 *     kind:   429      {"retryAfterSeconds":1}   rate limited
 *             500                                 a plain-text 500
 *             html     {"status":200}             a gateway's error page
 *             garbage                             half of the right body
 *             hang                                no answer, ever
 *             slow     {"ms":1000}                the right answer, late
 *             down                                connection reset
 *             no-blocks  (target: a chain, ETH)   no blocks on that chain
 *             reorg      {"blocks":2,"times":1}   (target: a chain of the Bitcoin family or an EVM chain) other blocks
 *                                                 replace the last ones; what they held is in the next block
 *             drop-transactions  (target: SOL)    what is sent is answered, and never lands
 *             and those of the networks: stale, pauseTrading, delayOutbounds, …, listed in thor/controls.ts,
 *                                                 chainflip/controls.ts, oneinch/controls.ts and garden/controls.ts
 *     further: "path":"/quote"  only requests whose path contains it;  "times":2  ends after so many
 *
 *   curl $S/control/fund -d '{"chain":"ETH","address":"0x…","amount":"1.5"}'
 *   curl $S/control/fund -d '{"chain":"ETH","address":"0x…","amount":"1.5","token":"0xA0b8…eB48"}'
 *     amount: decimal, in whole coins;  "amountBaseUnits":"1500000" instead for base units
 *
 *   curl $S/control/<action> -d '{…}'                           what a part of the world adds: churn, move-price, …, in thor/controls.ts,
 *                                                             chainflip-set, …, in chainflip/controls.ts, garden-policy, …, in garden/controls.ts,
 *                                                             jupiter-move-price, …, in jupiter/controls.ts
 */
import { z } from 'zod';
import { chainOf } from '../chains/chains.ts';
import { DECIMAL_AMOUNT, toBaseUnits } from '../domain/amount.ts';
import { type ChainId, isChainId } from '../domain/chain-id.ts';
import { tokenAt } from './evm/tokens.ts';
import { ControlError, type ServiceAnswer } from './ledger.ts';
import { mintNamed } from './solana/mints.ts';
import { ASSET_DECIMALS, ASSETS } from './substrate/asset-hub.ts';
import { FASTEST } from './world/clock.ts';
import type { Incoming } from './world/http-server.ts';
import type { RunningWorld } from './world/world.ts';

const clockSchema = z
  .strictObject({
    hold: z.boolean().optional(),
    speed: z.number().positive().max(FASTEST).optional(),
    stepSeconds: z.number().nonnegative().max(31_536_000).optional(),
  })
  .refine((body) => Object.keys(body).length > 0, 'one of hold, speed, stepSeconds');

const faultSchema = z.looseObject({
  target: z.string().min(1),
  kind: z.string().min(1),
  on: z.boolean(),
  path: z.string().optional(),
  times: z.number().int().positive().optional(),
  ms: z.number().nonnegative().optional(),
  retryAfterSeconds: z.number().nonnegative().optional(),
  status: z.number().int().min(200).max(599).optional(),
});

const fundSchema = z
  .strictObject({
    chain: z
      .string()
      .transform((text) => text.toUpperCase())
      .refine(isChainId, 'a chain of the sandbox'),
    address: z.string().min(1),
    amount: z.string().regex(DECIMAL_AMOUNT, 'a decimal number such as "1.5"').optional(),
    amountBaseUnits: z.string().regex(/^\d+$/, 'a whole number of base units').optional(),
    token: z.string().optional(),
  })
  .refine((body) => (body.amount === undefined) !== (body.amountBaseUnits === undefined), 'amount or amountBaseUnits');

const isLoopback = (address: string | undefined): boolean =>
  address === '::1' || /^(::ffff:)?127\./.test(address ?? '');

/** Why this request may not control anything, or undefined. A page's request carries `Origin`; a name that was bound to this address for a page does not read like loopback. */
function refusal(request: Incoming): string | undefined {
  if (!isLoopback(request.remoteAddress)) return 'the control endpoint answers this machine only';
  if (request.headers.origin !== undefined || request.headers['sec-fetch-site'] !== undefined)
    return 'the control endpoint answers no pages';
  const host = (request.headers.host ?? '').replace(/:\d+$/, '');
  if (!['127.0.0.1', 'localhost', '[::1]'].includes(host)) return 'the control endpoint is asked by 127.0.0.1';
  return undefined;
}

const answer = (status: number, value: unknown): ServiceAnswer => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: `${JSON.stringify(value, (_key, item: unknown) => (typeof item === 'bigint' ? item.toString() : item))}\n`,
});

const check = <T>(schema: z.ZodType<T>, body: unknown): T => {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.map((issue) => `${issue.path.join('.') || 'body'}: ${issue.message}`);
  throw new ControlError(faults.join('; '));
};

function bodyOf(request: Incoming): unknown {
  if (request.body.trim() === '') return {};
  try {
    return JSON.parse(request.body);
  } catch {
    throw new ControlError('the body is no JSON');
  }
}

const chainStates = (world: RunningWorld): Record<string, { height: number }> =>
  Object.fromEntries(Object.values(world.ledgers).map((ledger) => [ledger.chain, { height: ledger.height() }]));

const stateOf = (world: RunningWorld): unknown => ({
  clock: {
    now: new Date(world.clock.now()).toISOString(),
    chainSeconds: Math.floor(world.clock.chainMs() / 1000),
    steppedSeconds: world.clock.offsetMs() / 1000,
    speed: world.clock.speed,
    held: world.clock.held,
  },
  faults: world.faults.list(),
  chains: chainStates(world),
  actions: [...world.controls.keys()],
});

async function setClock(world: RunningWorld, body: unknown): Promise<unknown> {
  const wanted = check(clockSchema, body);
  if (wanted.speed !== undefined) world.clock.speed = wanted.speed;
  if (wanted.hold !== undefined) world.clock.held = wanted.hold;
  if (wanted.stepSeconds !== undefined) await world.clock.step(wanted.stepSeconds);
  world.saveClock();
  return stateOf(world);
}

function setFault(world: RunningWorld, body: unknown): unknown {
  const { target, kind, on, ...params } = check(faultSchema, body);
  if (on) world.faults.set({ target, kind, params });
  else world.faults.clear(target, kind);
  return { faults: world.faults.list() };
}

/** The decimals of a funded asset. @throws {ControlError} when the asset is unknown here. */
function decimalsOf(chain: ChainId, token: string | undefined): number {
  if (token === undefined) return chainOf(chain).native.decimals;
  const mint = chain === 'SOL' ? mintNamed(token) : undefined;
  if (mint !== undefined) return mint.decimals;
  if (chain === 'DOT' && ASSETS.has(Number(token))) return ASSET_DECIMALS;
  const listed = tokenAt(chain, token);
  if (listed === undefined)
    throw new ControlError(`token: the sandbox knows no ${token} on ${chain}; use amountBaseUnits`);
  return listed.decimals;
}

async function fund(world: RunningWorld, body: unknown): Promise<unknown> {
  const { chain, address, amount, amountBaseUnits, token } = check(fundSchema, body);
  const ledger = world.ledgers[chain];
  if (ledger === undefined)
    throw new ControlError(
      `chain: one of ${Object.keys(world.ledgers).join(', ') || 'none, the sandbox still starts'}`,
    );
  const units =
    amount === undefined ? BigInt(amountBaseUnits ?? '0') : toBaseUnits(amount, decimalsOf(chain, token), 'exact');
  if (units === undefined) throw new ControlError('amount: more fraction digits than the asset has');
  await ledger.fund(address, units, token);
  return { chain, address, token, amountBaseUnits: units };
}

async function act(world: RunningWorld, request: Incoming): Promise<unknown> {
  const action = request.path.replace(/^\/control\/?/, '').replace(/\/$/, '');
  if (action === 'state') return stateOf(world);
  if (action === 'recent') return world.recent.list();
  const body = bodyOf(request);
  if (action === 'clock') return setClock(world, body);
  if (action === 'fault') return setFault(world, body);
  if (action === 'faults/clear') {
    world.faults.clearAll();
    return { faults: [] };
  }
  if (action === 'fund') return fund(world, body);
  const handler = world.controls.get(action);
  if (handler === undefined)
    throw new ControlError(
      `no action "${action}"; there are state, recent, clock, fault, faults/clear, fund${[...world.controls.keys()].map((name) => `, ${name}`).join('')}`,
    );
  return (await handler(body)) ?? {};
}

/** `/control/*`: 403 to anything but this machine's own programs, 405, 400 with a sentence, else 200. */
export const createControl =
  (world: RunningWorld) =>
  async (request: Incoming): Promise<ServiceAnswer> => {
    const refused = refusal(request);
    if (refused !== undefined) return answer(403, { error: refused });
    const reads = ['/control/state', '/control/recent'].includes(request.path.replace(/\/$/, ''));
    if (request.method !== 'POST' && !(reads && request.method === 'GET'))
      return {
        ...answer(405, { error: 'POST, or GET for /control/state and /control/recent' }),
        headers: { allow: reads ? 'GET, POST' : 'POST' },
      };
    try {
      return answer(200, await act(world, request));
    } catch (error) {
      if (error instanceof ControlError || error instanceof z.ZodError || error instanceof RangeError)
        return answer(400, { error: error.message });
      world.log({ level: 'error', event: 'control', path: request.path, error: String(error) });
      return answer(500, { error: error instanceof Error ? error.message : String(error) });
    }
  };
