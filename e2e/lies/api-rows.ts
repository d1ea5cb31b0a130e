/** A program that trusts nobody asks a lying API: every field of every payment, alone, in pairs and everywhere. */
import { ApiProblem, createPortageClient, type PortageClient } from '../../lib/api/client.ts';
import { signedBytes } from '../../lib/payments/testing/changed-bytes.ts';
import { harmlessBecause, harmlessPlacement, WITNESSED } from '../../lib/payments/testing/harmless.ts';
import { byHand, type FalsifiedRoute, LIES, nameOf, networkPayees } from '../../lib/payments/testing/lies.ts';
import { byPermit } from '../../lib/payments/testing/permit.ts';
import { type VerifyAt, verifyRoute } from '../../lib/payments/verify-route.ts';
import type { FalsifyingProxy } from './falsifying-proxy.ts';
import type { Payment } from './honest.ts';
import type { Outcome, Row } from './matrix.ts';

const QUOTE_ID = '00000000-0000-4000-8000-000000000000';

/** Whether the program refuses what it was answered. @param witnessed what the network's own nodes say, where asked. */
async function isRefused(
  client: PortageClient,
  { request, asked, at }: Payment,
  falsified: FalsifiedRoute,
  witnessed: VerifyAt['witnessed'],
): Promise<boolean> {
  try {
    const [route] = (await client.quote(request)).routes;
    if (route === undefined) return true;
    return verifyRoute(falsified.asked ?? asked, route, { ...at, ...falsified.at, witnessed }).length > 0;
  } catch (error) {
    // What is no answer of the interface is none at all.
    if (error instanceof ApiProblem) return true;
    throw error;
  }
}

async function outcomeOf(client: PortageClient, payment: Payment, falsified: FalsifiedRoute): Promise<Outcome> {
  if (await isRefused(client, payment, falsified, undefined)) return 'refused';
  return (await isRefused(client, payment, falsified, { payees: networkPayees(payment) })) ? 'byWitnesses' : 'accepted';
}

const answerOf = (route: unknown) => ({ quoteId: QUOTE_ID, routes: [route], providerErrors: [] });

async function fieldRows(proxy: FalsifyingProxy, client: PortageClient, payment: Payment): Promise<Row[]> {
  const rows: Row[] = [];
  for (const { field, needsWitness, tell } of LIES)
    for (const falsified of tell(payment)) {
      proxy.say(answerOf(falsified.route));
      const outcome = await outcomeOf(client, payment, falsified);
      const why = outcome === 'refused' ? undefined : harmlessPlacement(field, falsified.where);
      const isUnexpected = outcome === 'byWitnesses' && !needsWitness;
      rows.push({
        teller: 'The API lies in a field',
        kind: nameOf(payment),
        field,
        where: falsified.where,
        outcome: why === undefined ? (isUnexpected ? 'accepted' : outcome) : 'harmless',
        ...(why === undefined ? {} : { why }),
      });
    }
  return rows;
}

/** Three ways to turn a byte. */
const TURNS = [0x01, 0x80, 0x55];

/** Every byte of what is signed, changed alone. The API's answer is the route itself: no request goes out for each. */
function byteRows(payment: Payment): Row[] {
  const payees = networkPayees(payment);
  return signedBytes(payment.route).flatMap(({ field, put }, at) =>
    TURNS.map((turn): Row => {
      const faults = (witnessed: VerifyAt['witnessed']) =>
        verifyRoute(payment.asked, put(turn), { ...payment.at, witnessed });
      const row = { teller: 'The API changes a byte', kind: nameOf(payment), field: field, where: `byte ${at}` };
      if (faults(undefined).length > 0) return { ...row, outcome: 'refused' };
      if (WITNESSED.includes(field) && faults({ payees }).length > 0) return { ...row, outcome: 'byWitnesses' };
      const why = harmlessBecause(field, payment.route);
      return why === undefined ? { ...row, outcome: 'accepted' } : { ...row, outcome: 'harmless', why };
    }),
  );
}

/** Honest answers that were refused, each with its faults. */
export function refusedHonest(payments: readonly Payment[]): string[] {
  return payments
    .flatMap((one) => [one, ...byHand(one), ...byPermit(one)])
    .flatMap((payment) => {
      const { asked, route, at } = payment;
      const faults = [undefined, { payees: networkPayees(payment) }].flatMap((witnessed) =>
        verifyRoute(asked, route, { ...at, witnessed }),
      );
      return faults.length === 0 ? [] : [`${nameOf(payment)}: ${JSON.stringify(faults)}`];
    });
}

/** Lies about an allowance that is signed, which no answer carries: the payer's own program is told them. */
const permitRows = (payment: Payment): Row[] =>
  LIES.flatMap(({ field, needsWitness, tell }) =>
    tell(payment).map(({ where, route, asked = payment.asked, at }): Row => {
      const isRefused = (witnessed: VerifyAt['witnessed']) =>
        verifyRoute(asked, route, { ...payment.at, ...at, witnessed }).length > 0;
      const row = { teller: 'A signed allowance is told otherwise', kind: nameOf(payment), field, where };
      if (isRefused(undefined)) return { ...row, outcome: 'refused' };
      const why = harmlessPlacement(field, where);
      if (why !== undefined) return { ...row, outcome: 'harmless', why };
      const isFound = needsWitness && isRefused({ payees: networkPayees(payment) });
      return { ...row, outcome: isFound ? 'byWitnesses' : 'accepted' };
    }),
  );

/** Rows of all lies of the API. */
export async function apiRows(proxy: FalsifyingProxy, payments: readonly Payment[]): Promise<Row[]> {
  const client = createPortageClient({ baseUrl: proxy.url });
  const rows: Row[] = [];
  for (const payment of payments) {
    rows.push(...(await fieldRows(proxy, client, payment)), ...byteRows(payment));
    for (const permitted of byPermit(payment)) rows.push(...permitRows(permitted), ...byteRows(permitted));
    for (const hand of byHand(payment)) rows.push(...(await fieldRows(proxy, client, hand)));
  }
  return rows;
}
