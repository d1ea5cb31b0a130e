/**
 * Parses the parameters of `/quote/swap` in the order in which each node checks them, with its exact error messages.
 */
import { addressChains } from './addresses.ts';
import { lesser } from './math.ts';
import type { Affiliate } from './memo.ts';
import { aliasOn, findName } from './names.ts';
import { convert, dustOf, fault, type Network, poolNames } from './network.ts';
import { fuzzyMatch, type NodeAsset, paidOn, parseNodeAsset } from './node-asset.ts';
import { maxQuantity } from './quote-math.ts';

/** A refusal; `unknownRequest` marks those that THORNode answers with code 2 and HTTP 500. */
export class QuoteError extends Error {
  override readonly name = 'QuoteError';
  readonly unknownRequest: boolean;
  constructor(text: string, unknownRequest = false) {
    super(text);
    this.unknownRequest = unknownRequest;
  }
}

export type QuoteRequest = {
  source: NodeAsset;
  target: NodeAsset;
  amount: bigint;
  interval: bigint;
  quantity: bigint;
  maxQuantity: bigint;
  /** Undefined for a quote without a memo. */
  destination: string | undefined;
  refundAddress: string | undefined;
  limit: bigint;
  liquidityToleranceBps: bigint;
  affiliates: Affiliate[];
  /** The bps that fees are computed with: a name's own default if none were given. */
  affiliateBps: bigint[];
  withoutBps: boolean;
  extended: boolean;
};

const UINT = /^\d{1,78}$/;
const parseUint = (text: string, complaint: string): bigint => {
  if (UINT.test(text)) return BigInt(text);
  throw new QuoteError(
    `${complaint}: ${text === '' ? 'empty string' : `math.Uint: invalid value "${text.slice(0, 40)}"`}`,
  );
};

/** @throws {QuoteError} with the node's message. */
export function readQuoteRequest(network: Network, query: URLSearchParams): QuoteRequest {
  const thor = network.config.id === 'thor';
  requirePresent(query, thor);
  const both = query.get('tolerance_bps') && query.get('liquidity_tolerance_bps');
  const bothText = 'must only include one of: tolerance_bps or liquidity_tolerance_bps';
  if (thor && both) throw new QuoteError(bothText);
  // MAYANode has no such check and quotes from its stale state. Source: mayanode 1.124, x/mayachain/querier_quotes.go.
  if (thor && fault(network, 'stale') && !query.get('height'))
    throw new QuoteError('refusing quote on node with stale state');
  const source = readAsset(network, query.get('from_asset') ?? '', 'from');
  const target = readAsset(network, query.get('to_asset') ?? '', 'to');
  const amount = parseUint(query.get('amount') ?? '', 'bad amount');
  const external = paidOn(source, network.config.home) !== network.config.home;
  if ((external || !thor) && amount < dustOf(network, source.chain))
    throw new QuoteError('amount less than dust threshold');
  if (!thor && both) throw new QuoteError(bothText);
  const stream = readStream(network, query, source, target, amount);
  const destination = readAddress(network, query.get('destination'), target, 'destination');
  const tolerance = readTolerance(network, query, source, target, amount);
  const refundAddress = readAddress(network, query.get('refund_address'), source, 'refund');
  return {
    source,
    target,
    amount,
    ...stream,
    destination,
    refundAddress,
    ...tolerance,
    ...(thor ? thorAffiliates(query) : mayaAffiliates(network, query)),
    extended: query.get('extended') === 'true',
  };
}

function requirePresent(query: URLSearchParams, thor: boolean): void {
  if (!thor && [...query.keys()].length === 0) throw new QuoteError('no parameters provided');
  const parameterNames: Record<string, string> = { from_asset: 'from_asset', to_asset: 'to_asset', amount: 'Amount' };
  for (const [key, parameter] of Object.entries(parameterNames)) {
    if (query.get(key)) continue;
    throw new QuoteError(thor ? `missing ${parameter} parameter` : `missing required parameter ${key}`);
  }
}

function readAsset(network: Network, text: string, side: 'from' | 'to'): NodeAsset {
  const parsed = parseNodeAsset(text, network.config.id, network.config.home);
  if (!parsed.ok) throw new QuoteError(`bad ${side} asset: ${parsed.reason}`);
  return fuzzyMatch(parsed.asset, poolNames(network));
}

function readStream(network: Network, query: URLSearchParams, source: NodeAsset, target: NodeAsset, amount: bigint) {
  const count = (key: string, what: string): bigint => {
    const text = query.get(key);
    if (!text) return 0n;
    if (/^\d{1,19}$/.test(text)) return BigInt(text);
    throw new QuoteError(
      `bad streaming ${what} amount: strconv.ParseUint: parsing "${text.slice(0, 40)}": invalid syntax`,
    );
  };
  const interval = count('streaming_interval', 'interval');
  const quantity = count('streaming_quantity', 'quantity');
  const most = maxQuantity(network, source, target, amount, interval);
  if (most === undefined) {
    throw new QuoteError(
      'failed to calculate max streaming swap quantity: streaming swaps are not allowed with a min BP of zero',
    );
  }
  return { interval, quantity: lesser(quantity, most), maxQuantity: most };
}

/** A plain address as it is, or a name's alias. Source: quoteParseAddress. */
function readAddress(
  network: Network,
  text: string | null,
  asset: NodeAsset,
  what: 'destination' | 'refund',
): string | undefined {
  if (!text) return undefined;
  if (addressChains(text).length > 0) return text;
  const { id, home } = network.config;
  const chain = paidOn(asset, home);
  if (id === 'thor' && fault(network, 'nameLookup')) throw new QuoteError('fail to fetch THORName', true);
  const record = findName(network.state, text);
  if (!record) {
    const missing = id === 'thor' ? `THORName doesn't exist: ${text}` : `MAYAName doesn't exist: ${text}`;
    throw new QuoteError(`bad ${what} address: unable to parse address: ${missing}`);
  }
  const alias = aliasOn(record, chain);
  if (!alias)
    throw new QuoteError(`bad ${what} address: no ${id === 'thor' ? 'thorname' : 'mayaname'} alias for chain ${chain}`);
  return alias;
}

function readTolerance(network: Network, query: URLSearchParams, source: NodeAsset, target: NodeAsset, amount: bigint) {
  const tolerance = query.get('tolerance_bps');
  const liquidity = query.get('liquidity_tolerance_bps');
  if (tolerance) {
    const bps = parseUint(tolerance, 'bad tolerance basis points');
    if (bps > 10_000n) throw new QuoteError('tolerance basis points must be less than 10000');
    const feeless = convert(network, source, amount, target);
    if (feeless === undefined) throw new QuoteError('pool does not exist');
    return { limit: (feeless * (10_000n - bps)) / 10_000n, liquidityToleranceBps: 0n };
  }
  if (liquidity) {
    const bps = parseUint(liquidity, 'bad liquidity tolerance basis points');
    if (bps >= 10_000n) throw new QuoteError('liquidity tolerance basis points must be less than 10000');
    return { limit: 0n, liquidityToleranceBps: bps };
  }
  return { limit: 0n, liquidityToleranceBps: 0n };
}

const slashList = (text: string | null): string[] =>
  (text ?? '')
    .split('/')
    .map((field) => field.trim())
    .filter(Boolean);

function thorAffiliates(query: URLSearchParams) {
  const names = slashList(query.get('affiliate'));
  const values = slashList(query.get('affiliate_bps'));
  if (values.length === 1 && names.length === 0) {
    throw new QuoteError(
      `bad affiliate params: BPS value specified but no affiliate: (${names.length} affiliates, ${values.length} BPS values)`,
    );
  }
  if (values.length !== names.length) {
    throw new QuoteError(
      `bad affiliate params: mismatch between number of affiliates (${names.length}) and BPS values (${values.length})`,
    );
  }
  const affiliates = names
    .map((name, at) => ({ name, text: values[at] ?? '' }))
    .filter(({ text }) => UINT.test(text))
    .map(({ name, text }) => ({ name, bps: BigInt(text) }));
  const total = affiliates.reduce((sum, one) => sum + one.bps, 0n);
  if (total > 1000n) throw new QuoteError('bad affiliate params: total affiliate fee must not be more than 1000 bps');
  return { affiliates, affiliateBps: affiliates.map((one) => one.bps), withoutBps: false };
}

/**
 * Repeated parameters and lists separated by slashes; empty bps mean the name's own. Source: Maya's
 * parseMultipleAffiliateParams.
 */
function mayaAffiliates(network: Network, query: URLSearchParams) {
  const names = query
    .getAll('affiliate')
    .flatMap((one) => one.split('/'))
    .filter(Boolean);
  const texts = query.getAll('affiliate_bps').flatMap((one) => one.split('/'));
  const given = names.length === 0 && texts.every((text) => text === '') ? [] : texts;
  const bad = given.find((text) => text !== '' && !UINT.test(text));
  if (bad !== undefined)
    throw new QuoteError(
      `bad affiliate params: fail to parse Uint ${bad.slice(0, 40)}, error: math.Uint: invalid value`,
    );
  for (const name of names) {
    if (findName(network.state, name) || addressChains(name).includes('MAYA')) continue;
    throw new QuoteError(`bad affiliate params: invalid affiliate mayaname or address: ${name} is not recognizable`);
  }
  const own = (name: string): bigint => findName(network.state, name)?.affiliateBps ?? 0n;
  const spread = given.length === 1 && names.length > 1 ? names.map(() => given[0] ?? '') : given;
  const filled = spread.length === 0 ? names.map(() => '') : spread;
  if (filled.length !== names.length) {
    throw new QuoteError(
      `bad affiliate params: affiliate mayanames and affiliate fee bps count mismatch (${names.length} / ${filled.length})`,
    );
  }
  const affiliateBps = names.map((name, at) => (filled[at] === '' ? own(name) : BigInt(filled[at] ?? '0')));
  const total = affiliateBps.reduce((sum, one) => sum + one, 0n);
  const most = network.config.maxAffiliateBps;
  if (total > most) {
    throw new QuoteError(
      `bad affiliate params: total affiliate fee basis points must not exceed ${most} (provided total bps: ${total})`,
    );
  }
  const affiliates = names.map((name, at) => ({
    name,
    bps: given.length === 0 || filled[at] === '' ? undefined : BigInt(filled[at] ?? '0'),
  }));
  return { affiliates, affiliateBps, withoutBps: given.length === 0 };
}
