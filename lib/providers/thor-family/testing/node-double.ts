/** Answers as a node and its Midgard do, from recorded bodies, for this folder's tests. */
import { readFileSync } from 'node:fs';
import { assetOf } from '../../../domain/asset.ts';
import type { ProviderQuoteRequest } from '../../provider.ts';
import type { Call, Reply, Responder } from '../../test-upstream.ts';

type Json = Record<string, unknown>;

const fixture = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`../__fixtures__/${name}.json`, import.meta.url), 'utf8'));
export const objectFixture = (name: string): Json => fixture(name) as Json;
export const listFixture = (name: string): Json[] => fixture(name) as Json[];

/** A moment at which the recorded quote of June 2026 had not expired. */
export const NOW_MS = 1_782_589_000_000;
export const ALICE_BTC = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
export const ALICE_ETH = '0x1111111111111111111111111111111111111111';
export const BOB_BTC = 'bc1q07kx42qz758yhr7jn3pu9ffz2rwy0snlwztwf8';

/** `/thorchain/quote/swap` and its surroundings. Each part may be replaced. */
export type NodeAnswers = {
  quote?: (query: URLSearchParams) => Reply;
  pools?: unknown;
  inbound?: unknown;
  mimir?: unknown;
  status?: unknown;
  streaming?: Reply;
  actions?: unknown;
  name?: Reply;
  network?: unknown;
  lastblock?: unknown;
  /** When the latest block was made; default: at `NOW_MS`. Null: the node does not report it. */
  blockAt?: number | null;
};

export const thorQuote = (changes: Json = {}): Json => ({ ...objectFixture('thor-quote-btc-eth'), ...changes });

/** The recorded quote with the requested memo: interval and quantity as the node prints them. */
function answerThorQuote(query: URLSearchParams): Reply {
  const streams = query.get('streaming_interval') !== '0';
  const limit = query.get('liquidity_tolerance_bps') === null ? '0' : '6767753';
  const destination = query.get('destination');
  const suffix = streams ? `${limit}/1/0` : limit === '0' ? '' : limit;
  const affiliate = query.get('affiliate');
  const tail = affiliate ? `:${suffix}:${affiliate}:${query.get('affiliate_bps')}` : suffix ? `:${suffix}` : '';
  const base = thorQuote();
  const fees = { ...(base.fees as Json), affiliate: affiliate ? '6768' : '0' };
  return {
    json: {
      ...base,
      fees,
      memo: destination ? `=:e:${destination}${tail}` : undefined,
      max_streaming_quantity: streams ? 3 : 1,
    },
  };
}

const MAYA_EXPIRY = NOW_MS / 1000 + 900;
export const mayaQuote = (changes: Json = {}): Json => ({
  ...objectFixture('maya-quote-eth-btc-streaming'),
  expiry: MAYA_EXPIRY,
  ...changes,
});

function answerMayaQuote(query: URLSearchParams): Reply {
  const streams = query.get('streaming_interval') !== '0';
  const destination = query.get('destination');
  const limit = query.get('liquidity_tolerance_bps') === null ? '0' : '5247739';
  return {
    json: mayaQuote({
      memo: destination ? `=:b:${destination}:${limit}${streams ? '/3/0' : ''}` : undefined,
      max_streaming_quantity: streams ? 2 : 0,
    }),
  };
}

const ok = (json: unknown): Reply => ({ json });
const unknownHash = { stages: { inbound_observed: { started: false, final_count: 0, completed: false } } };

/** The node's facts about its network, by path. */
const factsOf = (variant: 'thor' | 'maya', answers: NodeAnswers): Readonly<Record<string, () => unknown>> => ({
  '/pools': () => answers.pools ?? fixture(`${variant}-pools`),
  '/inbound_addresses': () => answers.inbound ?? fixture(`${variant}-inbound-addresses`),
  '/mimir': () => answers.mimir ?? fixture(`${variant}-mimir`),
  '/network': () => answers.network ?? fixture('thor-network'),
  '/lastblock': () => answers.lastblock ?? fixture(`${variant}-lastblock`),
  ...(answers.blockAt === null
    ? {}
    : {
        '/block': () => ({ header: { height: 6_941_409, time: new Date(answers.blockAt ?? NOW_MS).toISOString() } }),
      }),
});

function respond(variant: 'thor' | 'maya', answers: NodeAnswers, { path, query }: Call): Reply | undefined {
  const prefix = variant === 'thor' ? '/thorchain' : '/mayachain';
  if (path === '/v2/actions') return ok(answers.actions ?? { actions: [], count: '0' });
  if (!path.startsWith(prefix)) return undefined;
  const rest = path.slice(prefix.length);
  if (rest === '/quote/swap') return (answers.quote ?? (variant === 'thor' ? answerThorQuote : answerMayaQuote))(query);
  const facts = factsOf(variant, answers)[rest];
  if (facts) return ok(facts());
  if (rest.startsWith('/tx/status/')) return ok(answers.status ?? unknownHash);
  if (rest.startsWith('/swap/streaming/'))
    return answers.streaming ?? { status: 400, json: { code: 3, message: 'could not find streaming swap: H' } };
  if (/^\/(thor|maya)name\//.test(rest)) return answers.name ?? ok(fixture('thor-thorname'));
  return undefined;
}

export const nodeDouble =
  (variant: 'thor' | 'maya', answers: NodeAnswers = {}): Responder =>
  (call) =>
    respond(variant, answers, call);

export const request = (changes: Partial<ProviderQuoteRequest> = {}): ProviderQuoteRequest => ({
  providerId: 'THORCHAIN',
  sellAsset: assetOf('BTC.BTC'),
  buyAsset: assetOf('ETH.ETH'),
  sellAmount: '0.001',
  slippageBps: 100,
  sourceAddress: ALICE_BTC,
  destinationAddress: ALICE_ETH,
  includeTx: false,
  ...changes,
});
