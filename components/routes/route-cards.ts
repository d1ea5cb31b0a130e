/**
 * Which routes stand on which card, and in what place: the ways of one provider (in one go, in parts, boosted) share a
 * card, and no card moves or goes while somebody is in the list.
 */
import type { WireRoute } from '../../lib/api/schemas/route.ts';
import { plainId, streams } from './provider-words.ts';
import { routeKey, routeMoney } from './route-money.ts';

/** A route on a card; `gone`: the last answer has it no more, and its place is kept. */
export type CardRoute = { route: WireRoute; gone: boolean };

/** A card: the keys of its routes, always in the order plain, in parts, boosted, both. */
export type CardKeys = readonly string[];

const cardOf = ({ providers }: Pick<WireRoute, 'providers'>): string => providers.map(plainId).join('+');

const placeOf = (route: WireRoute): number =>
  (route.providers.some(streams) ? 1 : 0) + (route.meta.boost === undefined ? 0 : 2);

/** @param routes in the wished order: a card stands where its first route would. */
export function cardsOf(routes: readonly WireRoute[]): CardKeys[] {
  const cards = new Map<string, WireRoute[]>();
  for (const route of routes) cards.set(cardOf(route), [...(cards.get(cardOf(route)) ?? []), route]);
  return [...cards.values()].map((card) => card.toSorted((a, b) => placeOf(a) - placeOf(b)).map(routeKey));
}

/**
 * The cards to show. While somebody is in the list (`held`) those that are shown keep their places, also if a route of
 * theirs is offered no more, and new routes stand on new cards at the end.
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

export const sameCards = (a: readonly CardKeys[], b: readonly CardKeys[]): boolean =>
  a.length === b.length && a.every((card, index) => card.join() === b[index]?.join());

/** Whether a better one than the first shown waits for its place, and by how much in USD where that is known. */
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

/** The cards that a folded list shows: the first `most`, and the chosen one wherever it stands. */
export function foldCards(
  cards: readonly CardKeys[],
  chosenKey: string | undefined,
  most: number,
): { cards: readonly CardKeys[]; hidden: number } {
  // One card behind a button would take as much room as the button.
  if (cards.length <= most + 1) return { cards, hidden: 0 };
  const kept = cards.filter((card, index) => index < most || (chosenKey !== undefined && card.includes(chosenKey)));
  return { cards: kept, hidden: cards.length - kept.length };
}
