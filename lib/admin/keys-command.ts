/**
 * Implements `npm run keys`: creates, lists, changes, rotates and revokes integrators and their keys, and reports their
 * usage.
 */
import type { ApiKey, Integrator, IntegratorRecord } from '../domain/integrator.ts';
import { keyFault } from '../domain/integrator.ts';
import { dayOf, type Usage, usageByDay, usageOf } from '../usage/usage-report.ts';
import {
  type Arguments,
  readArguments,
  readDuration,
  readMoment,
  readNumber,
  readOrigins,
  UsageError,
} from './arguments.ts';
import type { AdminAnswer, AdminCommand, AdminDeps } from './command.ts';
import { newEmbedId, newIntegratorId, newKey } from './new-key.ts';
import { signingCommand } from './signing-command.ts';
import { moment, table } from './table.ts';
import { webhookCommand, webhooksText } from './webhook-command.ts';

export const KEYS_HELP = `npm run keys -- COMMAND [--json]

  create --name NAME   an integrator with its first key, which is shown once
  list                 all integrators
  show ID              one of them, with its keys
  change ID            another name, affiliate, fee, origins, rate or expiry ('' takes one away)
  rotate ID            a new key; the old ones work on for --grace (default 24h)
  revoke ID            ends an integrator (int_…) with all its keys, or one key (key_…); there is no way back
  usage [ID]           what keys were used for by day, --since 7d or 2026-11-01 (default 30d)
  webhook COMMAND      where integrators get the events of their swaps: add, list, rotate, remove, …
  signing COMMAND      the keys that sign this deployment's answers: list, rotate, retire KID, revoke KID

For create and change:
  --affiliate NAME --fee-bps 0-1000   taken where a request names no affiliate
  --origins https://a.example,…       sites that may show its embed
  --rate POINTS                       a minute; a quote costs 10, a channel 20, anything else 1
  --expires 2027-01-31 | 90d          when its keys end

A change holds in all instances within 3 seconds.`;

const FLAGS = {
  name: 'string',
  affiliate: 'string',
  'fee-bps': 'string',
  origins: 'string',
  rate: 'string',
  expires: 'string',
} as const;
const AFFILIATE_NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;
const NAME = /^[^\p{Cc}\p{Cf}]{1,80}$/u;
const DAY_MS = 86_400_000;

type Terms = Partial<Omit<Integrator, 'id' | 'embedId'>>;
/** The parsed value of a flag; undefined where the flag is '', and the previous value where it is absent. */
const read = <T>(args: Arguments, flag: string, before: T | undefined, as: (text: string) => T): T | undefined => {
  const text = args.flags[flag];
  return text === undefined ? before : text === '' ? undefined : as(text);
};

function affiliateNamed(text: string): string {
  if (AFFILIATE_NAME.test(text)) return text;
  throw new UsageError(`--affiliate is "${text}"; it must be a name of 1 to 64 letters, digits, ".", "_" or "-".`);
}

function termsOf(args: Arguments, before: Terms, now: number): Omit<Integrator, 'id' | 'embedId'> {
  const name = args.flags.name ?? before.name ?? '';
  if (!NAME.test(name)) throw new UsageError('--name must be there, with 1 to 80 characters: who the key is for.');
  const affiliate = read(args, 'affiliate', before.affiliate, affiliateNamed);
  const fee = read(args, 'fee-bps', before.affiliateFeeBps, (text) => readNumber('fee-bps', text, 0, 1000));
  const rate = read(args, 'rate', before.rateLimitPerMinute, (text) => readNumber('rate', text, 20, 100_000_000));
  const expires = read(args, 'expires', before.expiresAt, (text) => readMoment('expires', text, now, 1));
  if (fee !== undefined && fee > 0 && affiliate === undefined)
    throw new UsageError('--fee-bps goes to nobody: name the --affiliate that gets it.');
  if (expires !== undefined && args.flags.expires !== undefined && expires <= now)
    throw new UsageError(`--expires is "${args.flags.expires}", which has passed.`);
  return {
    name,
    embedOrigins: read(args, 'origins', before.embedOrigins, (text) => readOrigins('origins', text)) ?? [],
    ...(affiliate === undefined ? {} : { affiliate }),
    ...(affiliate === undefined || fee === undefined ? {} : { affiliateFeeBps: fee }),
    ...(rate === undefined ? {} : { rateLimitPerMinute: rate }),
    ...(expires === undefined ? {} : { expiresAt: expires }),
  };
}

const living = ({ integrator, keys }: IntegratorRecord, now: number): ApiKey[] =>
  keys.filter((key) => keyFault(key, integrator, now) === undefined);

function stateOf(record: IntegratorRecord, now: number): string {
  if (record.revokedAt !== null) return `revoked ${moment(record.revokedAt)}`;
  if ((record.integrator.expiresAt ?? Number.POSITIVE_INFINITY) <= now) return 'expired';
  return living(record, now).length > 0 ? 'active' : 'no living key';
}

const keyState = (key: ApiKey, integrator: Integrator, now: number): string => {
  const fault = keyFault(key, integrator, now);
  if (fault === 'revoked') return `revoked ${moment(key.revokedAt)}`;
  return fault ?? (key.expiresAt === null ? 'active' : `active until ${moment(key.expiresAt)}`);
};

const lastUse = ({ keys }: IntegratorRecord): number | undefined => {
  const uses = keys.flatMap(({ lastUsedAt }) => lastUsedAt ?? []);
  return uses.length === 0 ? undefined : Math.max(...uses);
};

const affiliateText = ({ affiliate, affiliateFeeBps = 0 }: Integrator): string =>
  affiliate === undefined ? '-' : `${affiliate} ${affiliateFeeBps} bps`;

function listText(records: readonly IntegratorRecord[], now: number): string {
  if (records.length === 0) return 'No keys yet: npm run keys -- create --name NAME';
  return table(records, [
    { title: 'ID', of: ({ integrator }) => integrator.id },
    { title: 'NAME', of: ({ integrator }) => integrator.name },
    { title: 'STATE', of: (record) => stateOf(record, now) },
    { title: 'KEYS', of: (record) => String(living(record, now).length), right: true },
    { title: 'AFFILIATE', of: ({ integrator }) => affiliateText(integrator) },
    { title: 'POINTS/MIN', of: ({ integrator }) => String(integrator.rateLimitPerMinute ?? '-'), right: true },
    { title: 'EXPIRES', of: ({ integrator }) => moment(integrator.expiresAt) },
    { title: 'LAST USED', of: (record) => moment(lastUse(record), 'never') },
  ]);
}

function showText(record: IntegratorRecord, now: number): string {
  const { integrator, keys } = record;
  const facts: [string, string][] = [
    ['id', integrator.id],
    ['name', integrator.name],
    ['state', stateOf(record, now)],
    ['made', moment(record.createdAt)],
    ['expires', moment(integrator.expiresAt, 'never')],
    ['affiliate', affiliateText(integrator)],
    ['points a minute', String(integrator.rateLimitPerMinute ?? 'as the deployment says')],
    ['embed id', integrator.embedId],
    ['embed origins', integrator.embedOrigins.join(', ') || '-'],
  ];
  const listed = table(keys, [
    { title: 'KEY', of: ({ id }) => id },
    { title: 'BEGINS', of: ({ prefix }) => `${prefix}_…` },
    { title: 'STATE', of: (key) => keyState(key, integrator, now) },
    { title: 'MADE', of: ({ createdAt }) => moment(createdAt) },
    { title: 'LAST USED', of: ({ lastUsedAt }) => moment(lastUsedAt, 'never') },
  ]);
  return `${table(facts, [
    { title: '', of: ([name]) => name },
    { title: '', of: ([, value]) => value },
  ]).trimStart()}\n\n${listed}`;
}

/** Finds an integrator by its id or by that of one of its keys. @throws {UsageError} */
async function recordOf(id: string | undefined, { store }: AdminDeps): Promise<IntegratorRecord> {
  const all = await store.integrators();
  const found = all.find(({ integrator, keys }) => integrator.id === id || keys.some((key) => key.id === id));
  if (found) return found;
  throw new UsageError(
    id === undefined
      ? 'An ID is missing: npm run keys -- list names them.'
      : `Nothing has the id "${id}": npm run keys -- list names them.`,
  );
}

/** A warning for an affiliate without payouts. It is not refused, since the setting AFFILIATES may still change. */
const unpaid = ({ affiliate }: Partial<Integrator>, { affiliates }: AdminDeps): string =>
  affiliate === undefined || affiliates.has(affiliate.toLowerCase())
    ? ''
    : `\nAFFILIATES has no payouts for "${affiliate}": until it has, providers refuse quotes with its fee.`;

const shown = (key: string): string => `The key, shown this once and stored nowhere:\n\n  ${key}\n`;

const create: Sub = async (args, deps) => {
  const now = deps.now();
  const integrator = { ...termsOf(args, {}, now), id: newIntegratorId(), embedId: newEmbedId() };
  const { key, ...stored } = newKey();
  await deps.store.createIntegrator({ integrator, key: stored, now });
  deps.changed();
  const text = `${shown(key)}\n${integrator.name} is ${integrator.id}; its embed id is ${integrator.embedId}.${unpaid(integrator, deps)}`;
  return { data: { key, keyId: stored.id, integrator }, text };
};

const change: Sub = async (args, deps) => {
  const { integrator: before } = await recordOf(args.positionals[1], deps);
  const { id, embedId } = before;
  const integrator = { ...termsOf(args, before, deps.now()), id, embedId };
  await deps.store.changeIntegrator(integrator);
  deps.changed();
  const record = await recordOf(id, deps);
  return { data: record, text: `${showText(record, deps.now())}${unpaid(integrator, deps)}` };
};

const rotate: Sub = async (args, deps) => {
  const { integrator, revokedAt } = await recordOf(args.positionals[1], deps);
  if (revokedAt !== null) throw new UsageError(`${integrator.name} is revoked: create another integrator instead.`);
  const now = deps.now();
  const graceUntil = now + readDuration('grace', args.flags.grace ?? '24h');
  const { key, ...stored } = newKey();
  await deps.store.rotateKey({ integratorId: integrator.id, key: stored, graceUntil, now });
  deps.changed();
  const older = graceUntil === now ? 'are refused from now on' : `work until ${moment(graceUntil)}`;
  return {
    data: { key, keyId: stored.id, graceUntil, integrator },
    text: `${shown(key)}\nThe older keys of ${integrator.name} ${older}.`,
  };
};

const revoke: Sub = async (args, deps) => {
  const id = args.positionals[1];
  const { integrator } = await recordOf(id, deps);
  const target = id ?? integrator.id;
  await deps.store.revoke(target, deps.now());
  deps.changed();
  const what =
    target === integrator.id ? `${integrator.name} and all its keys are` : `The key ${target} of ${integrator.name} is`;
  return {
    data: { revoked: target },
    text: `${what} revoked: refused here at once, in every other instance within 3 seconds.`,
  };
};

type UsageRow = Usage & { day: string; keyId: string };

function usageText(rows: readonly UsageRow[], names: ReadonlyMap<string, string>): string {
  if (rows.length === 0) return 'Nothing was asked with these keys in that time.';
  const all = (row: UsageRow) => Object.values(row.requests).reduce((sum, count) => sum + count, 0);
  const byDay = table(rows, [
    { title: 'DAY', of: ({ day }) => day },
    { title: 'INTEGRATOR', of: ({ keyId }) => names.get(keyId) ?? '' },
    { title: 'KEY', of: ({ keyId }) => keyId },
    { title: 'REQUESTS', of: (row) => String(all(row)), right: true },
    { title: 'QUOTES', of: ({ quotes }) => String(quotes), right: true },
    { title: 'SWAPS', of: ({ swaps }) => String(swaps), right: true },
    { title: 'COMPLETED', of: ({ completed }) => String(completed), right: true },
    { title: 'SOLD USD', of: ({ soldUsd }) => soldUsd, right: true },
    { title: 'AFFILIATE USD', of: ({ affiliateFeeUsd }) => affiliateFeeUsd, right: true },
  ]);
  const endpoints = new Map<string, number>();
  for (const [endpoint, count] of rows.flatMap(({ requests }) => Object.entries(requests)))
    endpoints.set(endpoint, (endpoints.get(endpoint) ?? 0) + count);
  const byEndpoint = table(
    [...endpoints].sort(([, a], [, b]) => b - a),
    [
      { title: 'ENDPOINT', of: ([endpoint]) => endpoint },
      { title: 'REQUESTS', of: ([, count]) => String(count), right: true },
    ],
  );
  const fees = rows.flatMap(({ day, fees }) => fees.map((fee) => ({ day, ...fee })));
  const earned = table(fees, [
    { title: 'DAY', of: ({ day }) => day },
    { title: 'PAID BY', of: ({ provider }) => provider },
    { title: 'FEE', of: ({ amount }) => amount, right: true },
    { title: 'ASSET', of: ({ asset }) => asset },
    { title: 'USD', of: ({ usd = '-' }) => usd, right: true },
  ]);
  const unpriced = rows.reduce((sum, row) => sum + row.unpriced, 0);
  const note = unpriced === 0 ? '' : `\n\n${unpriced} swaps sold an asset without a price; they are not in SOLD USD.`;
  return `${byDay}\n\n${byEndpoint}${fees.length === 0 ? '' : `\n\n${earned}`}${note}`;
}

const usage: Sub = async (args, deps) => {
  const id = args.positionals[1];
  const now = deps.now();
  const since = args.flags.since === undefined ? now - 30 * DAY_MS : readMoment('since', args.flags.since, now, -1);
  const records = id === undefined ? await deps.store.integrators() : [await recordOf(id, deps)];
  const keys = records.flatMap((record) => record.keys.map((key) => ({ id: key.id, name: record.integrator.name })));
  const wanted = id?.startsWith('key_') ? keys.filter((key) => key.id === id) : keys;
  await deps.flushUsage();
  const range = { keyIds: wanted.map((key) => key.id), from: dayOf(since), to: dayOf(now) };
  const days = await usageByDay(range, deps);
  const rows = days.map((row): UsageRow => ({ day: row.day, keyId: row.keyId, ...usageOf([row]) }));
  return { data: rows, text: usageText(rows, new Map(keys.map((key) => [key.id, key.name]))) };
};

type Sub = (args: Arguments, deps: AdminDeps) => Promise<AdminAnswer>;

const SUBS: Record<string, { run: Sub; flags: Record<string, 'string'>; positionals: number }> = {
  create: { run: create, flags: FLAGS, positionals: 0 },
  list: {
    run: async (_args, deps) => {
      const records = await deps.store.integrators();
      return { data: records, text: listText(records, deps.now()) };
    },
    flags: {},
    positionals: 0,
  },
  show: {
    run: async (args, deps) => {
      const record = await recordOf(args.positionals[1], deps);
      const webhooks = await deps.store.webhooksOf(record.integrator.id);
      const more = webhooks.length === 0 ? '' : `\n\n${webhooksText(webhooks)}`;
      return { data: record, text: `${showText(record, deps.now())}${more}` };
    },
    flags: {},
    positionals: 1,
  },
  change: { run: change, flags: FLAGS, positionals: 1 },
  rotate: { run: rotate, flags: { grace: 'string' }, positionals: 1 },
  revoke: { run: revoke, flags: {}, positionals: 1 },
  usage: { run: usage, flags: { since: 'string' }, positionals: 1 },
};

export const keysCommand: AdminCommand = async (args, deps) => {
  const [name = '', ...rest] = args;
  if (name === 'signing') return signingCommand(rest, deps);
  if (name === 'webhook') return webhookCommand(rest, deps);
  const sub = Object.hasOwn(SUBS, name) ? SUBS[name] : undefined;
  if (!sub) throw new UsageError(`${name === '' ? '' : `There is no command "${name}".\n\n`}${KEYS_HELP}`);
  const parsed = readArguments(args, { ...sub.flags, json: 'boolean' });
  const extra = parsed.positionals[sub.positionals + 1];
  if (extra !== undefined) throw new UsageError(`"${extra}" is one word too many.\n\n${KEYS_HELP}`);
  return sub.run(parsed, deps);
};
