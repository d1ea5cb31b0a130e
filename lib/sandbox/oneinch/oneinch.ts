/**
 * Runs 1inch in the sandbox: the Classic Swap and Spot Price APIs under `oneinch`, over contracts on the local chains.
 */

import { encodeFunctionData, getAddress, maxUint256 } from 'viem';
import { z } from 'zod';
import type { EvmLedger } from '../evm/evm-ledger.ts';
import { ONEINCH_ROUTER } from '../evm/oneinch-contracts.ts';
import type { Service, ServiceAnswer, World } from '../ledger.ts';
import { badRequest, json, OneinchError, refusal } from './answer.ts';
import { addControls } from './controls.ts';
import { longList } from './long-list.ts';
import { fault, OneinchChain, type OneinchNetwork, ROUTES, tokenAbi } from './network.ts';
import { tokenOf } from './plan.ts';
import { answerPrices } from './prices.ts';
import { createRateLimit, type RateLimit } from './rate-limit.ts';
import { addressOf, type Version } from './request.ts';
import { answerQuote, answerSwap } from './swap-answer.ts';
import { sourcesView, tokenView } from './views.ts';

/** The key that the sandbox's callers send; valid nowhere else. */
const API_KEY = 'portage-sandbox';
const VERSIONS: readonly string[] = ['v6.1', 'v6.0'] satisfies Version[];
const stateSchema = z.object({ route: z.enum(ROUTES), listed: z.number().int().nonnegative().default(0) });

type Request = Parameters<Service['handle']>[0];

/**
 * Creates the service `oneinch`. `evm` are the started ledgers of the chains that it serves. Control actions and
 * faults: controls.ts.
 */
export function createOneinch(
  world: World,
  evm: readonly EvmLedger[],
): { services: Service[]; network: OneinchNetwork } {
  const chains = evm.map((ledger) => new OneinchChain(world, ledger.chain, ledger.node));
  const network: OneinchNetwork = {
    world,
    state: { route: 'auto', listed: 0 },
    chains: new Map(chains.map((chain) => [String(chain.id), chain])),
  };
  const saving = world.persist({
    name: 'oneinch',
    dump: () => network.state,
    load: (state) => {
      network.state = stateSchema.parse(state);
    },
  });
  addControls(network, () => saving.flush());
  const limit = createRateLimit(world);
  return { network, services: [{ prefix: 'oneinch', handle: (request) => handle(network, limit, request) }] };
}

async function handle(network: OneinchNetwork, limit: RateLimit, request: Request): Promise<ServiceAnswer> {
  try {
    checkKey(network, request);
    if (!limit.take()) throw new OneinchError(429, 'The limit of requests per second has been exceeded');
    if (request.method !== 'GET') throw new OneinchError(404, `Cannot ${request.method} ${request.path}`);
    return json(200, reshaped(network, request.path, await route(network, request)));
  } catch (error) {
    if (error instanceof OneinchError) return refusal(error);
    throw error;
  }
}

function checkKey(network: OneinchNetwork, { headers }: Request): void {
  const given = headers?.authorization;
  if (fault(network, 'keyRevoked') || given !== `Bearer ${API_KEY}`)
    throw new OneinchError(401, 'Unauthorized: the API key is missing or not valid');
}

const unknownPath = (path: string): OneinchError => new OneinchError(404, `Cannot GET ${path}`);

async function route(network: OneinchNetwork, { path, query }: Request): Promise<unknown> {
  const [api, version = '', chainId = '', ...rest] = path.split('/').filter(Boolean);
  const isSwap = api === 'swap' && VERSIONS.includes(version);
  const isPrice = api === 'price' && version === 'v1.1';
  if (!isSwap && !isPrice) throw unknownPath(path);
  const chain = network.chains.get(chainId);
  if (chain === undefined) throw new OneinchError(404, `Chain ${chainId} is not supported`);
  if (isPrice) return answerPrices(chain, (rest[0] ?? '').split(',').filter(Boolean), query.get('currency'));
  // One of the two, as checked above.
  const spoken: Version = version === 'v6.0' ? 'v6.0' : 'v6.1';
  switch (rest.join('/')) {
    case 'quote':
      return answerQuote(network, chain, spoken, query);
    case 'swap':
      return answerSwap(network, chain, spoken, query);
    case 'tokens':
      return {
        tokens: {
          ...longList(chain.chain, Math.ceil(network.state.listed / network.chains.size)),
          ...Object.fromEntries(chain.tokens.map((token) => [token.address.toLowerCase(), tokenView(token)])),
        },
      };
    case 'liquidity-sources':
      return sourcesView(chain.chain);
    case 'approve/spender':
      return { address: ONEINCH_ROUTER.toLowerCase() };
    case 'approve/allowance':
      return allowance(chain, query);
    case 'approve/transaction':
      return approval(chain, query);
    default:
      throw unknownPath(path);
  }
}

function needed(query: URLSearchParams, name: string): `0x${string}` {
  const value = query.get(name);
  if (value === null) throw badRequest(`${name} must be an Ethereum address`, [{ type: name, value: '' }]);
  return addressOf(name, value);
}

async function allowance(chain: OneinchChain, query: URLSearchParams): Promise<unknown> {
  const token = tokenOf(chain, needed(query, 'tokenAddress'));
  const wallet = needed(query, 'walletAddress');
  // Native coins need no approval.
  if (token.native) return { allowance: String(maxUint256) };
  return { allowance: String(await chain.allowance(wallet, ONEINCH_ROUTER, token)) };
}

/** Without an amount, an unlimited approval. */
async function approval(chain: OneinchChain, query: URLSearchParams): Promise<unknown> {
  const token = tokenOf(chain, needed(query, 'tokenAddress'));
  if (token.native) throw badRequest('the native token needs no approval');
  const text = query.get('amount');
  if (text !== null && !/^\d+$/.test(text)) throw badRequest('amount must be an integer in base units');
  const amount = text === null ? maxUint256 : BigInt(text);
  const data = encodeFunctionData({
    abi: tokenAbi,
    functionName: 'approve',
    args: [getAddress(ONEINCH_ROUTER), amount],
  });
  return { data, gasPrice: String(await chain.gasPrice()), to: token.address.toLowerCase(), value: '0' };
}

/** The fault `unknownFields`: fields that a newer version might add. Lists keyed by address stay unchanged. */
function reshaped(network: OneinchNetwork, path: string, value: unknown): unknown {
  return fault(network, 'unknownFields') && /\/(quote|swap|spender)$/.test(path) ? withMore(value) : value;
}
function withMore(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withMore);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, item]) => [key, withMore(item)]);
  return { ...Object.fromEntries(entries), newSince: 'v6.2' };
}
