/**
 * Groups routes into cards and keeps their positions: the routes of one provider (in one go, in parts, boosted) share a
 * card, and no card moves or disappears while the user is in the list.
 */
import type { WireRoute } from '../../lib/api/schemas/route.ts';
import { plainId, streams } from './provider-text.ts';
import { sameOutcome } from './route-beside.ts';
import { routeKey, routeMoney } from './route-money.ts';

/** A route on a card. `gone`: the last answer no longer contains it, but its place is kept. */
export type CardRoute = { route: WireRoute; gone: boolean };

/** A card: the keys of its routes, always in the order plain, in parts, boosted, both. */
export type CardKeys = readonly string[];

/** Identifies the provider, whose routes share a card. */
export const cardOf = ({ providers }: Pick<WireRoute, 'providers'>): string => providers.map(plainId).join('+');

const rankOf = (route: WireRoute): number =>
  (route.providers.some(streams) ? 1 : 0) + (route.meta.boost === undefined ? 0 : 2);

/** @param routes in the wanted order; a card takes the position of its first route. */
export function cardsOf(routes: readonly WireRoute[]): CardKeys[] {
  const cards = new Map<string, WireRoute[]>();
  for (const route of routes) cards.set(cardOf(route), [...(cards.get(cardOf(route)) ?? []), route]);
  return [...cards.values()].map((card) => card.toSorted((a, b) => rankOf(a) - rankOf(b)).map(routeKey));
}

/**
 * The cards to show. While the user is in the list (`held`), shown cards keep their positions even when a route is
 * gone, and new routes come on new cards at the end.
 */
export function placeCards(
  shown: readonly CardKeys[],
  routes: readonly WireRoute[],
  held: boolean,
): readonly CardKeys[] {
  const wished = cardsOf(routes);
  if (!held || shown.length === 0) return wished;
  const known = new Set(shown.flat());
  return [...shown, ...cardsOf(routes.filter((route) => !known.has(routeKey(route))))];
}

/** The routes that a card shows as ways to choose between, each different from the others in amount or time. */
export function distinctWays(
  members: readonly CardRoute[],
  order: readonly WireRoute[],
  chosenKey: string | undefined,
): CardRoute[] {
  const rank = ({ route }: CardRoute) => {
    const key = routeKey(route);
    const index = order.findIndex((other) => routeKey(other) === key);
    return key === chosenKey ? -1 : index < 0 ? order.length : index;
  };
  const kept: CardRoute[] = [];
  for (const member of members.toSorted((a, b) => rank(a) - rank(b)))
    if (kept.every(({ route }) => !sameOutcome(route, member.route))) kept.push(member);
  return members.filter((member) => kept.includes(member));
}

/** The way that a card shows: the chosen one, else the one picked before on this card, else the first in the order. */
export function leadOf(
  members: readonly CardRoute[],
  order: readonly WireRoute[],
  wanted: readonly (string | undefined)[],
): CardRoute | undefined {
  const byKey = (key: string | undefined) => members.find(({ route }) => routeKey(route) === key);
  for (const key of wanted) {
    const found = key === undefined ? undefined : byKey(key);
    if (found) return found;
  }
  const first = order.find((route) => byKey(routeKey(route)));
  return byKey(first && routeKey(first)) ?? members[0];
}

export const sameCards = (a: readonly CardKeys[], b: readonly CardKeys[]): boolean =>
  a.length === b.length && a.every((card, index) => card.join() === b[index]?.join());

/** Whether a route better than the first shown one waits for its position, and by how many dollars, if known. */
export function betterFound(
  shown: readonly CardKeys[],
  routes: readonly WireRoute[],
): { moreUsd: number | undefined } | undefined {
  const [best] = routes;
  const first = shown[0];
  if (!best || !first || first.includes(routeKey(best))) return undefined;
  const standing = routes.find((route) => first.includes(routeKey(route)));
  const [own, other] = [routeMoney(best).netUsd, standing && routeMoney(standing).netUsd];
  const more = own === undefined || other === undefined ? undefined : own - other;
  return { moreUsd: more !== undefined && more >= 0.01 ? more : undefined };
}

/** The cards of a folded list: the first `most`, and the chosen one wherever it is. */
export function foldCards(
  cards: readonly CardKeys[],
  chosenKey: string | undefined,
  most: number,
): { cards: readonly CardKeys[]; hidden: number } {
  // The button would take as much room as the one card that it hides.
  if (cards.length <= most + 1) return { cards, hidden: 0 };
  const kept = cards.filter((card, index) => index < most || (chosenKey !== undefined && card.includes(chosenKey)));
  return { cards: kept, hidden: cards.length - kept.length };
}
