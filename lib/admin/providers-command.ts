/** Implements `npm run providers`: switches providers, chains and all new swaps off and on while the deployment runs. */
import { CHAIN_IDS } from '../domain/chain-id.ts';
import { PROVIDER_IDS, PROVIDER_NAMES } from '../domain/provider-id.ts';
import { idsThrough, MAINTENANCE, parseSwitchName, type Switch, type SwitchName } from '../domain/switches.ts';
import { readArguments, UsageError } from './arguments.ts';
import type { AdminAnswer, AdminCommand, AdminDeps } from './command.ts';
import { moment, table } from './table.ts';

export const PROVIDERS_HELP = `npm run providers -- COMMAND [--json]

  list                    what is on and what is off
  disable ID [--why …]    no more quotes, tokens or channels by this provider, or from and to this chain
  enable ID               on again
  maintenance on [--sentence …]   no swap begins: quotes, channels and orders answer 503 with the sentence
  maintenance off                 swaps begin again

ID is a provider (THORCHAIN) or a chain (BTC). A plain provider stands for its streaming form and for routes of two legs
that go through it as well; --only leaves those as they are. --why and --sentence are shown to callers. Open swaps are tracked to their
end all the same. It holds in all instances within 2 seconds.`;

const MOST_WHY = 200;

/** @throws {UsageError} */
function shownText(flag: string, text = ''): string {
  if (text.length > MOST_WHY || /[\p{Cc}\p{Cf}]/u.test(text))
    throw new UsageError(`--${flag} may have at most ${MOST_WHY} characters, none of them a line break.`);
  return text;
}

async function listed({ store }: AdminDeps): Promise<AdminAnswer> {
  const off = await store.switches();
  const find = (kind: string, id: string): Switch | undefined => off.find((one) => one.kind === kind && one.id === id);
  const providers = PROVIDER_IDS.map((id) => ({ id, name: PROVIDER_NAMES[id], off: find('provider', id) }));
  const chains = CHAIN_IDS.flatMap((id) => find('chain', id) ?? []).map((one) => ({
    id: one.id,
    name: `swaps from and to ${one.id}`,
    off: one,
  }));
  const maintenance = off.flatMap((one) =>
    one.kind === 'maintenance' ? [{ id: one.id, name: 'all new swaps', off: one }] : [],
  );
  const text = table(
    [...maintenance, ...providers, ...chains],
    [
      { title: 'ID', of: ({ id }) => id },
      { title: 'NAME', of: ({ name }) => name },
      { title: 'STATE', of: (row) => (row.off ? 'off' : 'on') },
      { title: 'SINCE', of: (row) => moment(row.off?.at) },
      { title: 'WHY', of: (row) => row.off?.why ?? '' },
    ],
  );
  return { data: off, text };
}

/** @throws {UsageError} */
function named(id: string | undefined, only: boolean): SwitchName[] {
  const name = id === undefined ? undefined : parseSwitchName(id);
  if (!name) {
    const fault = id === undefined ? 'An ID is missing' : `"${id}" is no provider and no chain`;
    throw new UsageError(`${fault}: take one of ${PROVIDER_IDS.join(', ')} or of ${CHAIN_IDS.join(', ')}.`);
  }
  if (name.kind !== 'provider' || only) return [name];
  return idsThrough(name.id).map((one) => ({ kind: 'provider', id: one }));
}

const list = (names: readonly SwitchName[]): string => names.map(({ id }) => id).join(', ');

/** @throws {UsageError} */
async function maintain(
  state: string | undefined,
  sentence: string | undefined,
  deps: AdminDeps,
): Promise<AdminAnswer> {
  const name: SwitchName = { kind: 'maintenance', id: MAINTENANCE };
  if (state === 'off') {
    const was = await deps.store.switchOn(name);
    deps.changed();
    return { data: { maintenance: false }, text: was ? 'Maintenance is over: swaps begin again.' : 'There was none.' };
  }
  if (state !== 'on') throw new UsageError('Say "maintenance on" or "maintenance off".');
  const why = shownText('sentence', sentence);
  await deps.store.switchOff({ ...name, why, at: deps.now() });
  deps.changed();
  return {
    data: { maintenance: true, why },
    text: 'Maintenance: no swap begins. Open swaps are tracked to their end; npm run providers -- maintenance off ends it.',
  };
}

export const providersCommand: AdminCommand = async (args, deps) => {
  const { positionals, flags, isSet } = readArguments(args, {
    why: 'string',
    sentence: 'string',
    only: 'boolean',
    json: 'boolean',
  });
  const [name = '', id, extra] = positionals;
  if (extra !== undefined) throw new UsageError(`"${extra}" is one word too many.\n\n${PROVIDERS_HELP}`);
  if (name === 'list' && id === undefined) return listed(deps);
  if (name === 'maintenance') return maintain(id, flags.sentence, deps);
  if (name !== 'disable' && name !== 'enable')
    throw new UsageError(`${name === '' ? '' : `There is no command "${name}".\n\n`}${PROVIDERS_HELP}`);
  const names = named(id, isSet('only'));
  if (name === 'enable') {
    const changed: SwitchName[] = [];
    for (const one of names) if (await deps.store.switchOn(one)) changed.push(one);
    deps.changed();
    const text = changed.length === 0 ? `${list(names)}: was not off.` : `On again: ${list(changed)}.`;
    return { data: { enabled: changed }, text };
  }
  const why = shownText('why', flags.why);
  const at = deps.now();
  for (const one of names) await deps.store.switchOff({ ...one, why, at });
  deps.changed();
  return {
    data: { disabled: names, why },
    text: `Off: ${list(names)}. Open swaps are tracked to their end; npm run providers -- enable ${id} turns it on again.`,
  };
};
