/** Serves THORNode and MAYANode over HTTP: every path they answer here, and their error formats. */
import type { ServiceAnswer } from '../ledger.ts';
import { findName } from './names.ts';
import { fault, latestBlockAt, type Network } from './network.ts';
import { parseNodeAsset } from './node-asset.ts';
import {
  asgardView,
  blockView,
  inboundAddressesView,
  lastBlockView,
  mimirView,
  nameView,
  networkView,
  outboundQueueView,
  poolView,
  queueView,
  streamingSwapsView,
  swapQueueView,
} from './node-views.ts';
import { quoteSwap } from './quote.ts';
import { QuoteError } from './quote-request.ts';
import { poolOf } from './state.ts';
import { tamperedQuote } from './tampering.ts';
import { detailsView, findInbound, observedView, stagesView, statusView, streamingSwapView } from './tx-views.ts';

type Request = { path: string; query: URLSearchParams };

const pretty = (network: Network): number | undefined => (network.config.id === 'maya' ? 2 : undefined);

function headersOf(network: Network): Record<string, string> {
  const name = network.config.id === 'thor' ? 'X-Thorchain' : 'X-Mayachain';
  return {
    'content-type': 'application/json',
    [`${name}-Height`]: String(network.state.height),
    [`${name}-Time`]: new Date(latestBlockAt(network)).toISOString(),
  };
}

const answer = (network: Network, body: unknown, status = 200): ServiceAnswer => ({
  status,
  headers: headersOf(network),
  body: JSON.stringify(body, null, pretty(network)),
});

/** THORNode answers gRPC gateway errors, MAYANode 404 with `{"error":…}`. */
function failed(network: Network, text: string, status: 400 | 500 = 400): ServiceAnswer {
  if (network.config.id === 'maya') return answer(network, { error: text }, 404);
  if (status === 500) return answer(network, { code: 2, message: text, details: [] }, 500);
  return answer(network, { code: 3, message: `${text}: invalid request`, details: [] }, 400);
}

const notImplemented = (network: Network): ServiceAnswer =>
  network.config.id === 'thor'
    ? answer(network, { code: 12, message: 'Not Implemented', details: [] }, 501)
    : answer(network, { error: 'unknown request' }, 404);

/** Answers `GET {prefix}/…` of the node. */
export async function handleNode(network: Network, request: Request): Promise<ServiceAnswer> {
  const segments = request.path.split('/').filter(Boolean).map(decode);
  if (segments[0] === 'cosmos' || segments[0] === 'auth') return notImplemented(network);
  if (segments[0] !== network.config.prefix) return notImplemented(network);
  const wrong = fault(network, 'wrongTypes');
  if (wrong && (!wrong.path || request.path.includes(String(wrong.path)))) {
    return answer(network, { fees: 'none', expected_amount_out: { amount: true }, stages: [], chain: 7 });
  }
  const [head = '', ...rest] = segments.slice(1);
  if (head === 'quote') return rest.join('/') === 'swap' ? quote(network, request.query) : notImplemented(network);
  return lists(network, head, rest) ?? transactions(network, head, rest) ?? notImplemented(network);
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

function quote(network: Network, query: URLSearchParams): ServiceAnswer {
  try {
    return answer(network, tamperedQuote(network, quoteSwap(network, query)));
  } catch (error) {
    if (!(error instanceof QuoteError)) throw error;
    if (network.config.id === 'maya') return answer(network, { error: error.message });
    return failed(network, error.message, error.unknownRequest ? 500 : 400);
  }
}

function lists(network: Network, head: string, rest: readonly string[]): ServiceAnswer | undefined {
  const { state, config } = network;
  const reply = (body: unknown) => answer(network, body);
  switch ([head, ...rest].join('/')) {
    case 'inbound_addresses':
      return reply(inboundAddressesView(network));
    case 'pools':
      return reply(state.pools.map((pool) => poolView(network, pool)));
    case 'lastblock':
      return reply(lastBlockView(network));
    case 'block':
      return reply(blockView(network));
    case 'network':
      return reply(networkView(network));
    case 'mimir':
      return reply(mimirView(network));
    case 'version':
      return reply({ current: config.version, next: config.version, querier: config.version });
    case 'constants':
      return reply(constantsView(network));
    case 'vaults/asgard':
      return reply(asgardView(network));
    case 'queue':
      return reply(queueView(network));
    case 'queue/swap':
      return reply(swapQueueView(network));
    case 'queue/outbound':
      return reply(outboundQueueView(network, false));
    case 'queue/scheduled':
      return reply(outboundQueueView(network, true));
    case 'queue/limit_swaps':
      return config.id === 'thor' ? reply({ limit_swaps: [] }) : undefined;
    case 'swaps/streaming':
      return reply(streamingSwapsView(network));
    default:
      return named(network, head, rest);
  }
}

/** Resources with a name or key in the path. */
function named(network: Network, head: string, rest: readonly string[]): ServiceAnswer | undefined {
  const { state, config } = network;
  const [first = '', second = ''] = rest;
  if (head === 'pool' && rest.length === 1) {
    const parsed = parseNodeAsset(first);
    if (!parsed.ok) return failed(network, `could not parse asset: ${parsed.reason}`);
    const pool = poolOf(state, first.toUpperCase());
    return pool ? answer(network, poolView(network, pool)) : failed(network, `pool: ${first} doesn't exist`);
  }
  if (head === 'lastblock' && rest.length === 1) {
    const block = lastBlockView(network).filter((one) => one.chain === first.toUpperCase());
    return block.length > 0 ? answer(network, block) : failed(network, `invalid chain: ${first}`);
  }
  if (head === 'mimir' && first === 'key' && second) {
    return answer(network, mimirView(network)[second.toUpperCase()] ?? -1);
  }
  if (head === (config.id === 'thor' ? 'thorname' : 'mayaname') && rest.length === 1) return nameAnswer(network, first);
  return undefined;
}

function nameAnswer(network: Network, name: string): ServiceAnswer {
  if (fault(network, 'nameLookup')) {
    return failed(network, network.config.id === 'thor' ? 'fail to fetch THORName' : 'fail to fetch MAYAName', 500);
  }
  const record = findName(network.state, name);
  if (record) return answer(network, nameView(network, record));
  if (network.config.id === 'thor') return failed(network, `THORName doesn't exist: ${name}`);
  return failed(network, `MAYAName doesn't exist: ${name}`);
}

function transactions(network: Network, head: string, rest: readonly string[]): ServiceAnswer | undefined {
  const path = [head, ...rest.slice(0, -1)].join('/');
  const hash = rest.at(-1) ?? '';
  const inbound = findInbound(network, hash);
  const orMissing = (view: unknown) =>
    view === undefined ? failed(network, `tx: ${hash} doesn't exist`) : answer(network, view);
  switch (path) {
    case 'tx':
      return orMissing(inbound && observedView(network, inbound));
    case 'tx/details':
      return orMissing(inbound && detailsView(network, inbound));
    case 'tx/status':
      return answer(network, statusView(network, inbound));
    case 'tx/stages':
      return answer(network, stagesView(network, inbound));
    case 'swap/streaming': {
      const view = streamingSwapView(network, inbound);
      return view ? answer(network, view) : failed(network, `could not find streaming swap: ${hash}`);
    }
    case 'queue/swap/details': {
      if (network.config.id !== 'thor') return undefined;
      const view = streamingSwapView(network, inbound);
      return view
        ? answer(network, { swap: { ...view, swap_type: 'market' }, status: 'queued' })
        : failed(network, `could not find swap: ${hash}`);
    }
    default:
      return undefined;
  }
}

const constantsView = ({ config }: Network) => ({
  int_64_values: {
    MaxAffiliateFeeBasisPoints: Number(config.maxAffiliateBps),
    MaxTxOutOffset: Number(config.maxTxOutOffset),
    MinTxOutVolumeThreshold: Number(config.minTxOutVolume),
    MultipleAffiliatesMaxCount: 5,
    OutboundTransactionFee: Number(config.nativeOutboundFee || config.nativeTxFee),
    NativeTransactionFee: Number(config.nativeTxFee),
    StreamingSwapMaxLength: 14_400,
    StreamingSwapMinBPFee: Number(config.streamingMinBpFee),
    TxOutDelayRate: Number(config.txOutDelayRate),
  },
  bool_values: { StrictBondLiquidityRatio: true },
  string_values: { DefaultPoolStatus: 'Staged' },
});
