'use client';
import { type RefObject, useEffect, useRef, useState } from 'react';
import type { WireRoute } from '../../lib/api/schemas/route.ts';
import { betterFound, type CardKeys, placeCards, sameCards } from './route-cards.ts';
import { routeKey } from './route-money.ts';

/**
 * Whether the user is in the list, with pointer or keyboard; spread `handlers` on `box`, which contains the cards. A
 * touch leaves the focus in the list, so it counts as well. A pressed element may disappear, and then no event reports
 * that the pointer has left; the hook therefore listens on the whole page.
 */
export function usePresence(box: RefObject<HTMLElement | null>) {
  const [over, setOver] = useState(false);
  const [focused, setFocused] = useState(false);
  const present = over || focused;
  useEffect(() => {
    if (!present) return;
    const outside = ({ target }: Event) => !(target instanceof Node && box.current?.contains(target));
    const onMove = (event: PointerEvent) => outside(event) && setOver(false);
    const onFocus = (event: FocusEvent) => outside(event) && setFocused(false);
    document.addEventListener('pointermove', onMove);
    document.addEventListener('focusin', onFocus);
    return () => {
      document.removeEventListener('pointermove', onMove);
      document.removeEventListener('focusin', onFocus);
    };
  }, [present, box]);
  return {
    present,
    handlers: {
      onPointerEnter: () => setOver(true),
      onPointerLeave: () => setOver(false),
      onPointerCancel: () => setOver(false),
      onFocus: () => setFocused(true),
      onBlur: (event: React.FocusEvent<HTMLElement>) =>
        !event.currentTarget.contains(event.relatedTarget) && setFocused(false),
    },
    /** Call before the focused element disappears: a keyboard user stays in the list, on the chosen route. */
    moveFocus: (byKeyboard: boolean) => {
      if (byKeyboard) box.current?.querySelector<HTMLInputElement>('input[type=radio]:checked')?.focus();
      else setFocused(false);
    },
  };
}

export type PlacedCard = { key: string; routes: { route: WireRoute; gone: boolean }[] };

/**
 * The cards in their shown positions, which change only while the user is outside the list, or by `settle`.
 * @param routes in the wanted order. Routes of another swap are placed at once.
 */
export function useCards(routes: readonly WireRoute[], present: boolean) {
  const [first] = routes;
  const question = first ? [first.sellAsset, first.buyAsset, first.sellAmount].join() : '';
  const [shown, setShown] = useState<readonly CardKeys[]>([]);
  const [asked, setAsked] = useState(question);
  const seen = useRef(new Map<string, WireRoute>());
  const held = present && asked === question;
  const placed = placeCards(shown, routes, held);
  if (asked !== question) setAsked(question);
  if (!sameCards(placed, shown)) setShown(placed);
  useEffect(() => {
    for (const route of routes) seen.current.set(routeKey(route), route);
  }, [routes]);
  const byKey = new Map(routes.map((route) => [routeKey(route), route]));
  const cards = placed.flatMap((keys): PlacedCard[] => {
    const members = keys.flatMap((key) => {
      const route = byKey.get(key) ?? seen.current.get(key);
      return route ? [{ route, gone: !byKey.has(key) }] : [];
    });
    return members.length > 0 ? [{ key: keys.join(), routes: members }] : [];
  });
  const better = held ? betterFound(placed, routes) : undefined;
  const settle = () => setShown(placeCards([], routes, false));
  return { cards, keys: placed, better, settle };
}
