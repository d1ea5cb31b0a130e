/**
 * Asks nodes that are not the service's own whether the address that a route pays belongs to the network: its vault,
 * its router, or the channel that was opened for this swap. Runs in the browser and in programs.
 */
import { within } from '../domain/waiting.ts';
import type { AskedSwap, Witnessed } from './asked-swap.ts';
import { calledContract, payeesOf } from './known-contracts.ts';
import { isPlainTransfer, type PayableRoute, upstreamOf } from './payable-route.ts';
import { legProviders, signedLeg } from './two-leg/signed-leg.ts';
import type { Testimony, WitnessAnswer, WitnessNodes, WitnessQuestion } from './witness.ts';
import { questionOf } from './witness-questions.ts';
import { witnessUrl } from './witness-urls.ts';

export type AskOptions = {
  /** The nodes to ask. A network without an entry is not asked. */
  nodes: WitnessNodes;
  /** Default: the platform's. */
  fetch?: typeof fetch | undefined;
  /** Longest wait for a node. A channel that was just opened is asked for several times within it. Default 20000. */
  timeoutMs?: number | undefined;
  signal?: AbortSignal | undefined;
};

const TIMEOUT_MS = 20_000;
/** The largest answer that is read: a runtime's description, in hex. */
const LONGEST_ANSWER = 16_000_000;

type Subject = { upstream: string; about: 'vault' | 'channel' | 'order'; payee: string };

/** The part of the route that only its network can confirm; undefined when there is none. */
function subjectOf(route: PayableRoute): Subject | undefined {
  const [payee] = payeesOf(route);
  if (payee === undefined) return undefined;
  const [, second] = legProviders(route) ?? [];
  if (second !== undefined && route.meta.bridge?.depositAddress === payee) {
    const upstream = route.inboundAddress === payee ? upstreamOf(route) : second;
    return { upstream: upstream ?? '', about: 'channel', payee };
  }
  const upstream = upstreamOf(route) ?? '';
  if (route.memo === undefined && route.meta.orderId !== undefined) return { upstream, about: 'order', payee };
  return { upstream, about: isPlainTransfer(route) ? 'channel' : 'vault', payee };
}

const hostOf = (url: string): string => {
  try {
    return new URL(url).host;
  } catch {
    return url;
  }
};

async function jsonOf(answer: Response): Promise<unknown> {
  if (!answer.ok) throw new Error(`it answered ${answer.status}`);
  const text = await answer.text();
  if (text.length > LONGEST_ANSWER) throw new Error('it answered too much');
  return JSON.parse(text);
}

async function askNode(
  question: WitnessQuestion,
  asking: Omit<Parameters<WitnessQuestion>[0], 'getJson' | 'signal'>,
  { fetch: send = globalThis.fetch, timeoutMs = TIMEOUT_MS, signal: given }: AskOptions,
): Promise<WitnessAnswer> {
  const host = hostOf(asking.url);
  const late = new AbortController();
  const signal = given ? AbortSignal.any([given, late.signal]) : late.signal;
  const headers = { accept: 'application/json' };
  const getJson: Parameters<WitnessQuestion>[0]['getJson'] = async (url, { method, body, signal: until }) => {
    const json =
      body === undefined ? {} : { method, body, headers: { ...headers, 'content-type': 'application/json' } };
    return jsonOf(
      await send(url, { headers, ...json, signal: until, credentials: 'omit', referrerPolicy: 'no-referrer' }),
    );
  };
  const silent = (why: string): WitnessAnswer => ({ host, says: 'nothing', why });
  const answer = question({ ...asking, getJson, signal }).then(
    (faults): WitnessAnswer => (faults.length === 0 ? { host, says: 'same' } : { host, says: 'other', faults }),
    (error: unknown) => silent(error instanceof Error ? error.message.slice(0, 200) : 'it could not be asked'),
  );
  return within(answer, timeoutMs, () => {
    late.abort();
    return silent('it did not answer in time');
  });
}

const verdictOf = (answers: readonly WitnessAnswer[]): 'agrees' | 'differs' | 'unasked' => {
  if (answers.some(({ says }) => says === 'other')) return 'differs';
  return answers.some(({ says }) => says === 'same') ? 'agrees' : 'unasked';
};

/** The addresses that the network's nodes name instead of the route's payee. */
const namedInstead = (answers: readonly WitnessAnswer[]): string[] =>
  answers.flatMap((answer) =>
    answer.says === 'other'
      ? answer.faults.flatMap(({ field, asked }) => (field === 'payee' && asked ? [asked] : []))
      : [],
  );

function witnessedBy(route: PayableRoute, payee: string, answers: readonly WitnessAnswer[]): Witnessed {
  if (verdictOf(answers) !== 'agrees') return { payees: [...new Set(namedInstead(answers))] };
  const leg = signedLeg(route).route;
  const contract = leg && calledContract(leg);
  const isVaults = leg === route && contract !== undefined;
  return { payees: [payee], ...(isVaults ? { contracts: [contract] } : {}) };
}

/**
 * Never throws. One node that contradicts is enough for `differs`; one that confirms, when no other contradicts, for
 * `agrees`. @param route as it is to be paid.
 */
export async function askWitnesses(asked: AskedSwap, route: PayableRoute, options: AskOptions): Promise<Testimony> {
  const subject = subjectOf(route);
  if (!subject) return { about: undefined, payee: undefined, answers: [], verdict: 'needless', witnessed: {} };
  const { upstream, about, payee } = subject;
  const question = questionOf(upstream);
  const nodes = (question && Object.hasOwn(options.nodes, upstream) ? options.nodes[upstream] : undefined) ?? [];
  const urls = nodes.flatMap((node) => witnessUrl(upstream, node) ?? []);
  const answers = question
    ? await Promise.all(urls.map((url) => askNode(question, { asked, route, payee, url }, options)))
    : [];
  return { about, payee, answers, verdict: verdictOf(answers), witnessed: witnessedBy(route, payee, answers) };
}
