/**
 * One upstream lies in one field of one answer, and everybody else is honest: every field of the answers that a payable
 * route is made of, and what became of each lie.
 */
import { base64 } from '@scure/base';
import { getCompiledTransactionMessageDecoder, getTransactionDecoder } from '@solana/kit';
import { createPortageClient, type PortageClient } from '../../lib/api/client.ts';
import { assetOf } from '../../lib/domain/asset.ts';
import { isJupiterSwap } from '../../lib/payments/jupiter/read-swap.ts';
import { payeesOf } from '../../lib/payments/known-contracts.ts';
import { signedBytes } from '../../lib/payments/testing/changed-bytes.ts';
import { addressForms, thiefOf } from '../../lib/payments/testing/falsify.ts';
import { harmlessBecause } from '../../lib/payments/testing/harmless.ts';
import { nameOf, networkPayees } from '../../lib/payments/testing/lies.ts';
import { type VerifiableRoute, verifyRoute } from '../../lib/payments/verify-route.ts';
import type { Payment } from './honest.ts';
import type { LyingUpstreams, Said } from './lying-upstreams.ts';
import { type Outcome, type Row, summaryOf } from './matrix.ts';

/** Lists, prices and pools decide what is offered, and stand in no payment. */
const NOT_OF_A_PAYMENT =
  /assets|tokens|pools|price|policy|liquidity|mimir|network|lastblock|block$|state_getMetadata|Header/i;

/** Asked for every two seconds at most: a lie in it has to be waited for. */
const IS_SNAPSHOT = /inbound_addresses/;
const TAKEN_UP_MS = 5_000;
const ASK_AGAIN_MS = 300;

type Telling = { what: string; put: unknown };

const flipped = (text: string, at: number): string => {
  const digit = Number.parseInt(text[at] ?? '0', 16);
  return `${text.slice(0, at)}${(digit ^ 1).toString(16)}${text.slice(at + 1)}`;
};

/** A long text of hex digits, turned at a few places of it. */
const hexTellings = (text: string): Telling[] =>
  [0.1, 0.4, 0.7, 0.95].map((share) => {
    const at = 2 + Math.floor((text.length - 2) * share);
    return { what: `digit ${at}`, put: flipped(text, at) };
  });

const isBase64 = (text: string): boolean =>
  text.length >= 60 && /^[A-Za-z0-9+/]+=*$/.test(text) && text.length % 4 === 0;

function base64Tellings(text: string): Telling[] {
  const bytes = base64.decode(text);
  return [0.1, 0.4, 0.7, 0.95].map((share) => {
    const index = Math.floor(bytes.length * share);
    const changed = bytes.map((byte, at) => (at === index ? byte ^ 1 : byte));
    return { what: `byte ${index}`, put: base64.encode(changed) };
  });
}

const isAddress = (text: string): boolean =>
  /^0x[0-9a-f]{40}$/i.test(text) ||
  /^(bc|bcrt|ltc|rltc|cosmos|t?thor|s?maya)1[0-9a-z]{30,}$/.test(text) ||
  /^[1-9A-HJ-NP-Za-km-z]{40,44}$/.test(text);

/** What a liar could say in place of a scalar. */
function tellingsOf(value: unknown, { route }: Payment): Telling[] {
  if (typeof value === 'boolean') return [{ what: 'the opposite', put: !value }];
  if (typeof value === 'number') return [{ what: 'more', put: value * 10 + 1 }];
  if (typeof value !== 'string' || value === '') return [];
  if (isAddress(value)) return [{ what: 'a stranger', put: thiefOf(value) }];
  if (/^\d+$/.test(value))
    return [
      { what: 'more', put: `${value}0` },
      { what: 'less', put: value.length > 1 ? value.slice(0, -1) : '0' },
    ];
  if (/^0x[0-9a-f]+$/i.test(value))
    return value.length > 70 ? hexTellings(value) : [{ what: 'another number', put: flipped(value, value.length - 1) }];
  const whom = [route.destinationAddress, route.sourceAddress].filter((address) => value.includes(address));
  if (whom.length > 0)
    return whom.map((address) => ({ what: 'a stranger', put: value.replaceAll(address, thiefOf(address)) }));
  if (isBase64(value)) return base64Tellings(value);
  return [{ what: 'another text', put: `${value}x` }];
}

/** The programs that a Solana transaction calls: a further account moves the numbers by which the message names them. */
function programsOf(tx: string): string {
  const { messageBytes } = getTransactionDecoder().decode(base64.decode(tx));
  const message = getCompiledTransactionMessageDecoder().decode(messageBytes);
  if (!('instructions' in message)) return '';
  return message.instructions.map(({ programAddressIndex: at }) => message.staticAccounts[at]).join(' ');
}

/** What is signed, and where it is paid, by its parts. */
function fieldsOf(route: VerifiableRoute): Map<string, string> {
  const fields = new Map<string, string>();
  const add = (field: string, value: string) => fields.set(field, `${fields.get(field) ?? ''} ${value}`);
  for (const { field, value } of signedBytes(route)) add(field, value);
  if (route.meta.txType === 'SOLANA' && typeof route.tx === 'string') fields.set('program', programsOf(route.tx));
  for (const payee of payeesOf(route)) add('payee', payee.toLowerCase());
  if (route.memo !== undefined) add('memo to be sent', route.memo);
  return fields;
}

const differing = (one: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>): string[] =>
  [...new Set([...one.keys(), ...other.keys()])].filter((field) => one.get(field) !== other.get(field));

/** Everything that could be paid by, as one text: a stranger must not be in it. */
function payableText(route: VerifiableRoute): string {
  const { tx, inboundAddress, targetAddress, memo, meta } = route;
  const bytes = typeof tx === 'string' ? Buffer.from(tx, 'base64').toString('hex') : '';
  const { bridge, approvals, typedData, vaultAddress } = meta;
  return JSON.stringify([
    tx,
    bytes,
    inboundAddress,
    targetAddress,
    memo,
    bridge,
    approvals,
    typedData,
    vaultAddress,
  ]).toLowerCase();
}

const UNUSED = 'What is signed differs from an honest payment in its amount and its order’s own terms alone.';
const PRICE = 'The price alone: it is shown before it is agreed to, and what is signed guarantees it as it is shown.';

type Baseline = {
  payment: Payment;
  said: readonly Said[];
  fields: ReadonlyMap<string, string>;
  /** Parts that two honest payments of other amounts differ in. */
  varying: ReadonlySet<string>;
  expected: number;
};

const priceOf = (route: VerifiableRoute): number => Number(route.expectedBuyAmount) / Number(route.sellAmount);
/** Pools give a little less for a little more. */
const SAME_PRICE = 0.002;

/** Amounts of their own: what was reserved for an amount is handed out again. */
class Amounts {
  #next = 0;
  of({ request }: Payment): string {
    this.#next += 1;
    return String(Number((Number(request.sellAmount) * (0.9 + this.#next / 20_000)).toFixed(6)));
  }
}

type Asked = { route: VerifiableRoute | undefined; why: string; sellAmount: string };

async function ask(client: PortageClient, payment: Payment, sellAmount: string): Promise<Asked> {
  const { routes, providerErrors } = await client.quote({ ...payment.request, sellAmount });
  const isBoosted = payment.route.meta.boost !== undefined;
  const route = routes.find(({ tx, meta }) => tx !== undefined && (meta.boost !== undefined) === isBoosted);
  return { route, sellAmount, why: routes[0]?.meta.txUnavailable ?? providerErrors?.[0]?.message ?? '' };
}

/** @throws where an honest payment is not answered, or refused. */
async function baselineOf(
  client: PortageClient,
  upstreams: LyingUpstreams,
  payment: Payment,
  amounts: Amounts,
): Promise<Baseline> {
  const honest = async (): Promise<VerifiableRoute> => {
    const asked = await ask(client, payment, amounts.of(payment));
    const faults = asked.route && faultsOf(payment, asked, undefined);
    if (!asked.route || faults?.length) throw new Error(`${nameOf(payment)}: ${asked.why} ${JSON.stringify(faults)}`);
    return asked.route;
  };
  const { result: route, said: first } = await upstreams.listen(honest);
  const { result: other, said: second } = await upstreams.listen(honest);
  const fields = fieldsOf(route);
  // What is asked for once in a while is a switch or a limit: what is asked for again stands in the payment.
  const again = new Set(second.map(({ upstream, answer }) => `${upstream} ${answer}`));
  const said = first.filter(({ upstream, answer }) => IS_SNAPSHOT.test(answer) || again.has(`${upstream} ${answer}`));
  return { payment, said, fields, varying: new Set(differing(fields, fieldsOf(other))), expected: priceOf(route) };
}

function faultsOf(payment: Payment, { route, sellAmount }: Asked, payees: string[] | undefined) {
  if (!route) return [];
  const chosen = { provider: route.providers?.[0] ?? '', leastBuyAmount: route.expectedBuyAmountMaxSlippage };
  const nowSeconds = Math.floor(Date.now() / 1000);
  return verifyRoute({ ...payment.asked, sellAmount, chosen }, route, {
    ...payment.at,
    nowSeconds,
    witnessed: payees && { payees },
  });
}

/** Why a route that passes all checks takes nothing from anybody; undefined where nobody can say why. */
function reasonOf({ fields, varying, expected }: Baseline, route: VerifiableRoute, put: unknown): string | undefined {
  const forms = typeof put === 'string' && isAddress(put) ? addressForms(put) : [];
  const text = payableText(route);
  const others = differing(fields, fieldsOf(route)).filter((field) => !varying.has(field));
  // Accounts between which a swap of Jupiter's moves money were held already: the others are its routing.
  const ofRouting = isJupiterSwap(route) ? ['account', 'count of accounts'] : [];
  const reasons = others.map((field) =>
    harmlessBecause(ofRouting.includes(field) ? 'account of the routing' : field, route),
  );
  if (reasons.includes(undefined)) return undefined;
  const [reason] = reasons;
  if (forms.some((form) => text.includes(form))) return reason;
  if (reason !== undefined) return reason;
  return Math.abs(priceOf(route) / expected - 1) < SAME_PRICE ? UNUSED : PRICE;
}

/** The same field in two entries of a list is one field; of the lists of all chains, that of what is sold counts. */
function falsifiable({ said, payment }: Baseline): Said[] {
  const { chain } = assetOf(payment.route.sellAsset);
  const entry = said.find(
    ({ answer, path, value }) => IS_SNAPSHOT.test(answer) && /\.?chain$/.test(path) && value === chain,
  );
  const prefix = entry?.path.replace(/chain$/, '');
  const seen = new Set<string>();
  return said.filter(({ upstream, answer, path, value }) => {
    if (NOT_OF_A_PAYMENT.test(answer)) return false;
    if (IS_SNAPSHOT.test(answer) && !(prefix && path.startsWith(prefix))) return false;
    const key = `${upstream} ${answer} ${path}`;
    if (seen.has(key) || value === null) return false;
    seen.add(key);
    return true;
  });
}

async function rowOf(
  client: PortageClient,
  upstreams: LyingUpstreams,
  baseline: Baseline,
  { said, telling, amounts }: { said: Said; telling: Telling; amounts: Amounts },
): Promise<Row | undefined> {
  const { payment } = baseline;
  const until = Date.now() + TAKEN_UP_MS;
  const asked = await upstreams.lie(said, telling.put, async (timesGiven) => {
    while (Date.now() < until) {
      const answer = await ask(client, payment, amounts.of(payment));
      if (timesGiven() > 0) return answer;
      await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_MS));
    }
    return undefined;
  });
  // It was not asked again: what it would have said is known already.
  if (!asked) return undefined;
  const row = {
    teller: `An answer of ${said.upstream} is changed`,
    kind: nameOf(payment),
    field: `${said.answer} ${said.path.replace(/\b\d+\b/g, 'n')}`,
    where: telling.what,
  };
  const judged = (outcome: Outcome, why?: string): Row => ({ ...row, outcome, ...(why === undefined ? {} : { why }) });
  if (!asked.route) return judged('refused', asked.why);
  if (faultsOf(payment, asked, undefined).length > 0) return judged('refused');
  const isVault = asked.route.memo !== undefined;
  if (isVault && faultsOf(payment, asked, networkPayees(payment)).length > 0) return judged('byWitnesses');
  const why = reasonOf(baseline, asked.route, telling.put);
  return why === undefined ? judged('accepted') : judged('harmless', why);
}

/** One payment of each kind by each provider: more of them would be told the same. */
export function onePerKind(payments: readonly Payment[]): Payment[] {
  const seen = new Set<string>();
  return payments.filter(({ route }) => {
    const kind = `${route.providers?.[0]?.replace(/_STREAMING$/, '')} ${route.meta.txType}`;
    if (seen.has(kind)) return false;
    seen.add(kind);
    return true;
  });
}

/** Rows of every field of every answer, each changed alone. */
export async function answerRows(
  baseUrl: string,
  upstreams: LyingUpstreams,
  payments: readonly Payment[],
): Promise<Row[]> {
  const client = createPortageClient({ baseUrl });
  const amounts = new Amounts();
  const rows: Row[] = [];
  for (const payment of onePerKind(payments)) {
    const baseline = await baselineOf(client, upstreams, payment, amounts);
    const ofPayment: Row[] = [];
    for (const said of falsifiable(baseline))
      for (const telling of tellingsOf(said.value, payment)) {
        const row = await rowOf(client, upstreams, baseline, { said, telling, amounts });
        if (row) ofPayment.push(row);
      }
    // Else a refusal could be another one's than the lie's.
    await baselineOf(client, upstreams, payment, amounts);
    rows.push(...ofPayment);
    // It takes minutes: whoever waits sees how far it is, and what was taken at once.
    const taken = ofPayment.filter(({ outcome }) => outcome === 'accepted').map((row) => JSON.stringify(row));
    process.stderr.write(`${[summaryOf(ofPayment).at(-1)?.replace('All', nameOf(payment)), ...taken].join('\n')}\n`);
  }
  return rows;
}
