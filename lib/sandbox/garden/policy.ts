/** Decides which pairs Garden trades, by its published policy. Source: `@gardenfi/core` RouteValidator. */
import type { Policy } from './state.ts';

const matches = (pattern: string, id: string): boolean => {
  const wanted = pattern.trim().toLowerCase();
  if (wanted === '*') return true;
  return wanted.endsWith(':*') ? id.startsWith(wanted.slice(0, -1)) : wanted === id;
};

function pairMatches(rule: string, from: string, to: string): boolean {
  const both = rule.includes('<->');
  const [left, right] = rule.split(both ? '<->' : '->');
  if (left === undefined || right === undefined) return false;
  const forward = matches(left, from) && matches(right, to);
  return forward || (both && matches(left, to) && matches(right, from));
}

/**
 * Ids are in lower case. An asset in isolation groups trades only within them; a blacklisted pair only if it is
 * whitelisted.
 */
export function isPairOpen(policy: Policy, from: string, to: string): boolean {
  const groups = policy.isolation_groups;
  const isIn = (rule: string, id: string) => rule.split(/<->|->/).some((side) => matches(side, id));
  if (groups.some((rule) => isIn(rule, from) || isIn(rule, to)))
    return groups.some((rule) => pairMatches(rule, from, to));
  const listed = (rules: readonly string[]) => rules.some((rule) => pairMatches(rule, from, to));
  if (listed(policy.whitelist_overrides)) return true;
  return !listed(policy.blacklist_pairs) && policy.default === 'open';
}
