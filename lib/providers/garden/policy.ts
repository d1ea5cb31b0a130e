/**
 * Decides whether Garden's pair policy allows a swap, so that closed pairs are not asked for. Source: the route
 * validator of Garden's published SDK: overrides first, then isolation, then the blacklist.
 */
import type { Policy } from './upstream-schemas.ts';

type Rule = { from: string; to: string; bothWays: boolean };

/** Undefined when the text is not a rule; it then has no effect. */
function parseRule(text: string): Rule | undefined {
  const bothWays = text.includes('<->');
  const [from, to, ...rest] = text.split(bothWays ? '<->' : '->').map((side) => side.trim().toLowerCase());
  return from && to && rest.length === 0 ? { from, to, bothWays } : undefined;
}

const rulesOf = (texts: readonly string[]): Rule[] => texts.flatMap((text) => parseRule(text) ?? []);

/** `*`, `chain:*`, `*:symbol` or an id, in lower case. */
function matchesPattern(id: string, pattern: string): boolean {
  if (pattern === '*') return true;
  if (pattern.endsWith(':*')) return id.split(':')[0] === pattern.slice(0, -2);
  if (pattern.startsWith('*:')) return id.slice(id.indexOf(':') + 1) === pattern.slice(2);
  return id === pattern;
}

const matchesPair = ({ from, to, bothWays }: Rule, source: string, destination: string): boolean =>
  (matchesPattern(source, from) && matchesPattern(destination, to)) ||
  (bothWays && matchesPattern(source, to) && matchesPattern(destination, from));

/** Whether the rule isolates that asset on that side. */
const isolates = ({ from, to, bothWays }: Rule, id: string, side: 'source' | 'destination'): boolean =>
  matchesPattern(id, side === 'source' ? from : to) || (bothWays && matchesPattern(id, side === 'source' ? to : from));

/** @param source Garden's asset ids (`base:cbbtc`), in any letter case. */
export function isPairOpen(policy: Policy, source: string, destination: string): boolean {
  const [from, to] = [source.toLowerCase(), destination.toLowerCase()];
  if (from === to) return false;
  const isIn = (rules: readonly Rule[]) => rules.some((rule) => matchesPair(rule, from, to));
  if (isIn(rulesOf(policy.whitelist_overrides))) return true;
  const isolation = rulesOf(policy.isolation_groups);
  for (const [id, side] of [
    [from, 'source'],
    [to, 'destination'],
  ] as const) {
    const own = isolation.filter((rule) => isolates(rule, id, side));
    if (own.length > 0 && !isIn(own)) return false;
  }
  if (isIn(rulesOf(policy.blacklist_pairs))) return false;
  return (policy.default ?? 'open').toLowerCase() === 'open';
}
