/** Checks every route, leg and fee that the service quoted against a rule. */
import { type Check, type Context, type Finding, findingsOf, NotJudged } from '../check.ts';
import type { Sample } from '../material.ts';
import { type Difference, type Fields, isFields, listOf } from '../rules.ts';

export type RouteRule = (route: Fields, at: string, sample: Sample) => Difference[];

type Which = (context: Context) => Promise<Sample[]>;
const everyOne: Which = ({ material }) => material.samples();

export const overSamples =
  (judge: (sample: Sample) => Difference[], which: Which = everyOne): Check['run'] =>
  async (context) => {
    const samples = (await which(context)).filter(({ answer }) => answer.status === 200);
    if (samples.length === 0) throw new NotJudged('no quote was answered with 200');
    return samples.flatMap((sample): Finding[] => findingsOf(sample, judge(sample)));
  };

export const overRoutes =
  (rule: RouteRule, which: Which = everyOne): Check['run'] =>
  async (context) => {
    const samples = await which(context);
    if (samples.every(({ routes }) => routes.length === 0))
      throw new NotJudged('no provider offered a route for what was asked');
    return samples.flatMap((sample): Finding[] =>
      findingsOf(
        sample,
        sample.routes.flatMap(({ route, at }) => rule(route, at, sample)),
      ),
    );
  };

export type Item = { item: Fields; at: string };
export const itemsOf = (value: unknown, at: string): Item[] =>
  listOf(value).flatMap((item, index) => (isFields(item) ? [{ item, at: `${at}[${index}]` }] : []));

export const legsOf = (route: Fields, at: string): Item[] => itemsOf(route.legs, `${at}.legs`);
/** The fees of the route and of its legs. */
export const feesOf = (route: Fields, at: string): Item[] => [
  ...itemsOf(route.fees, `${at}.fees`),
  ...legsOf(route, at).flatMap((leg) => itemsOf(leg.item.fees, `${leg.at}.fees`)),
];

export const overLegs = (rule: (leg: Fields, at: string) => Difference[]): Check['run'] =>
  overRoutes((route, at) => legsOf(route, at).flatMap((leg) => rule(leg.item, leg.at)));
export const overFees = (rule: (fee: Fields, at: string) => Difference[]): Check['run'] =>
  overRoutes((route, at) => feesOf(route, at).flatMap((fee) => rule(fee.item, fee.at)));

/** Applies the rule to each of these fields that is present. */
export const fieldsBy =
  (rule: (value: unknown, at: string) => Difference[], ...names: string[]) =>
  (value: Fields, at: string): Difference[] =>
    names.flatMap((name) => (value[name] === undefined ? [] : rule(value[name], `${at}.${name}`)));
