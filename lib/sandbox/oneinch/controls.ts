/**
 * Defines what the control endpoint can do to the emulated 1inch.
 *
 * Faults (`/control/fault`), target `oneinch`, beside those of every server (429, html, slow, …; `"path":"/swap"`):
 *   drift           {"percent":-1,"of":"swap"} or "quote": that endpoint says so much less or more than the chain gives,
 *                   its transaction's minimum included; above zero by more than the slippage it reverts
 *   tamper          {"what":"receiver"} /swap answers a transaction that robs its signer: receiver, minReturn, srcToken,
 *                   dstToken, amount, value, from, to, selector, flags, trailing, pool, approve; dstAmount: an answer
 *                   that promises the double
 *   noGas           `tx.gas` is 0 where estimation is disabled
 *   noLiquidity     {"token":"USDC"} (all without): 400 `insufficient liquidity`
 *   cannotEstimate  400 `cannot estimate` where estimation is on
 *   rateLimit       {"perSecond":1} 429 to what comes faster
 *   keyRevoked      401 whatever the key
 *   unknownFields   every object of an answer has unknown fields
 *
 * Actions (`/control/<name>`):
 *   oneinch-state        addresses, routes, and for each chain its tokens: price, the wide market's, reserve
 *   oneinch-move-price   {"asset":"ETH","percent":-5} of the wide market on every chain; ETH, BTC, BNB, AVAX move all
 *                        that stands for them, other symbols themselves
 *   oneinch-move-pool    {"chain":"ETH","token":"USDC","percent":-3} of one curve's price; it comes back within an hour
 *   oneinch-set          {"route":"swap"} or "unoswap" or "auto": which calldata /swap makes where `protocols` leaves a choice
 *                        {"chain":"ETH","token":"USDC","depthUsd":1000} how deep a curve is
 *                        {"chain":"ETH","token":"USDC","feePpm":500}
 *                        {"listed":10000} how many tokens that nobody trades the lists have beside the others, as long
 *                        lists of the main network do; whoever has fetched a list keeps it for an hour, or until it ends
 *   oneinch-pause        {"chain":"ETH","on":true} the router refuses every swap (EnforcedPause)
 */
import { z } from 'zod';
import { isChainId } from '../../domain/chain-id.ts';
import type { Write } from '../evm/funding.ts';
import {
  curveWrites,
  dollarsOf,
  ONEINCH_EXECUTOR,
  ONEINCH_ROUTER,
  PAUSED_SLOT,
  poolsOf,
} from '../evm/oneinch-contracts.ts';
import { word } from '../evm/storage.ts';
import { ControlError } from '../ledger.ts';
import type { OneinchChain, OneinchNetwork, Traded } from './network.ts';
import { ROUTES } from './network.ts';
import { priceOf } from './prices.ts';

const MILLION = 1_000_000n;
/** Native coins and the tokens that represent them. */
const ASSETS: Readonly<Record<string, readonly string[]>> = {
  ETH: ['WETH'],
  BTC: ['WBTC', 'CBBTC', 'BTCB'],
  BNB: ['WBNB'],
  AVAX: ['WAVAX'],
};

const chainName = z
  .string()
  .transform((text) => text.toUpperCase())
  .refine(isChainId, 'a chain of the sandbox');
const percent = z.number().gt(-99).lt(1000);
const movePriceSchema = z.strictObject({ asset: z.string(), percent });
const movePoolSchema = z.strictObject({ chain: chainName, token: z.string(), percent });
const setSchema = z.strictObject({
  route: z.enum(ROUTES).optional(),
  chain: chainName.optional(),
  token: z.string().optional(),
  depthUsd: z.number().positive().optional(),
  feePpm: z.number().int().min(0).max(100_000).optional(),
  listed: z.number().int().min(0).max(100_000).optional(),
});
const pauseSchema = z.strictObject({ chain: chainName, on: z.boolean() });

/** Writes absolute values, because a node that ends meanwhile may apply them twice. */
const write = (chain: OneinchChain, calls: Write[]): Promise<void> =>
  chain.node.exclusive(() => chain.node.commit({ kind: 'write', calls }));

export function addControls(network: OneinchNetwork, save: () => void): void {
  const add = <S extends z.ZodType>(name: string, schema: S, act: (body: z.output<S>) => Promise<unknown>) =>
    network.world.control(`oneinch-${name}`, async (params) => {
      const parsed = schema.safeParse(params);
      if (!parsed.success)
        throw new ControlError(parsed.error.issues.map((one) => `${one.path.join('.')}: ${one.message}`).join('; '));
      return act(parsed.data);
    });
  add('state', z.unknown(), () => summaryOf(network));
  add('move-price', movePriceSchema, (body) => movePrice(network, body));
  add('move-pool', movePoolSchema, (body) => movePool(network, body));
  add('set', setSchema, async (body) => {
    if (body.route !== undefined) {
      network.state.route = body.route;
      save();
    }
    if (body.listed !== undefined) {
      network.state.listed = body.listed;
      save();
    }
    if (body.depthUsd !== undefined || body.feePpm !== undefined) await setCurve(network, body);
    return body;
  });
  add('pause', pauseSchema, async ({ chain, on }) => {
    await write(chainOfName(network, chain), [['anvil_setStorageAt', [ONEINCH_ROUTER, PAUSED_SLOT, word(on ? 1 : 0)]]]);
    return { chain, paused: on };
  });
}

function chainOfName(network: OneinchNetwork, name: string | undefined): OneinchChain {
  const chain = [...network.chains.values()].find((one) => one.chain === name);
  if (chain === undefined)
    throw new ControlError(`chain: one of ${[...network.chains.values()].map((one) => one.chain).join(', ')}`);
  return chain;
}

/** Finds a token by symbol or address. */
function tokenOfName(chain: OneinchChain, name: string | undefined): Traded {
  const token = chain.tokens.find((one) => one.symbol === name?.toUpperCase()) ?? chain.token(name ?? '');
  if (token === undefined) throw new ControlError(`token: ${name} is not traded on ${chain.chain}`);
  return token;
}

const percentPpm = (value: number): bigint => BigInt(Math.round(value * 10_000));

async function movePrice(network: OneinchNetwork, { asset, percent: by }: z.output<typeof movePriceSchema>) {
  const symbols = ASSETS[asset.toUpperCase()] ?? [asset.toUpperCase()];
  const moved: Record<string, string> = {};
  for (const chain of network.chains.values())
    for (const token of chain.tokens) {
      if (token.native || !symbols.includes(token.symbol)) continue;
      const { price } = await chain.curve(token);
      const next = (price * (MILLION + percentPpm(by))) / MILLION;
      await write(chain, curveWrites(token.curve, { price: next > 0n ? next : 1n }));
      moved[`${chain.chain}.${token.symbol}`] = String(next);
    }
  if (Object.keys(moved).length === 0) throw new ControlError(`asset: ${asset} is not traded`);
  return { moved };
}

async function movePool(network: OneinchNetwork, body: z.output<typeof movePoolSchema>) {
  const chain = chainOfName(network, body.chain);
  const token = tokenOfName(chain, body.token);
  const { now } = await chain.curve(token);
  // The price is proportional to the square of the dollars on the curve.
  const root = Math.sqrt(1 + body.percent / 100);
  const dollars = (now * BigInt(Math.round(root * 1e9))) / 1_000_000_000n;
  await write(chain, curveWrites(token.curve, { dollars, since: chain.time() }));
  return { chain: chain.chain, token: token.symbol, usd: String(await priceOf(chain, token)) };
}

async function setCurve(network: OneinchNetwork, body: z.output<typeof setSchema>): Promise<void> {
  const chain = chainOfName(network, body.chain);
  const token = tokenOfName(chain, body.token);
  const depth = body.depthUsd === undefined ? undefined : dollarsOf(body.depthUsd);
  await write(
    chain,
    curveWrites(token.curve, {
      ...(depth === undefined ? {} : { depth, dollars: depth }),
      ...(body.feePpm === undefined ? {} : { feePpm: BigInt(body.feePpm) }),
    }),
  );
}

async function summaryOf({ chains, state }: OneinchNetwork) {
  const views = [...chains.values()].map(async (chain): Promise<[string, unknown]> => {
    const tokens = chain.tokens.map(async (token): Promise<[string, unknown]> => {
      const [{ price, depth, now }, reserve] = await Promise.all([chain.curve(token), chain.reserve(token)]);
      const usd = (price * now * now) / (depth * depth);
      return [token.symbol, { address: token.address, usd, marketUsd: price, depthUsd: depth, reserve }];
    });
    return [chain.chain, { pools: poolsOf(chain.chain), tokens: Object.fromEntries(await Promise.all(tokens)) }];
  });
  return {
    router: ONEINCH_ROUTER,
    executor: ONEINCH_EXECUTOR,
    route: state.route,
    chains: Object.fromEntries(await Promise.all(views)),
  };
}
