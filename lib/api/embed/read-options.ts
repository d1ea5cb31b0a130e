/**
 * Reads the embed's options from a URL or a message. Valid options are applied; invalid ones are reported and keep
 * their defaults.
 */
import { PROVIDER_IDS } from '../../domain/provider-id.ts';
import { type KindValue, OPTION_KINDS, type OptionKind } from './option-kinds.ts';
import { EMBED_OPTIONS, OPTION_NAMES, type OptionName } from './option-list.ts';

/** All optional: an absent option has the default of its documentation. */
export type EmbedOptions = { [Name in OptionName]?: KindValue<(typeof EMBED_OPTIONS)[Name]['kind']> | undefined };

export type OptionFault = { option: string; message: string };
export type ReadOptions = { options: EmbedOptions; faults: readonly OptionFault[] };

const kindOf = (name: OptionName): OptionKind<unknown> => OPTION_KINDS[EMBED_OPTIONS[name].kind];

const faultOf = (name: OptionName): OptionFault => ({
  option: name,
  message: `The option "${name}" must be ${kindOf(name).expects}.`,
});

function readEach(given: (name: OptionName, kind: OptionKind<unknown>) => { value: unknown } | undefined): ReadOptions {
  const options: Record<string, unknown> = {};
  const faults: OptionFault[] = [];
  for (const name of OPTION_NAMES) {
    const found = given(name, kindOf(name));
    if (!found) continue;
    if (found.value === undefined) faults.push(faultOf(name));
    else options[name] = found.value;
  }
  // Each value was parsed by its kind.
  const read = options as EmbedOptions;
  return { options: read, faults: [...faults, ...relationFaults(read)] };
}

/** Faults between options: a fee without an affiliate, and lists that leave no provider. */
function relationFaults({ affiliate, affiliateFee, providers, hideProviders }: EmbedOptions): OptionFault[] {
  const faults: OptionFault[] = [];
  if (affiliateFee && !affiliate)
    faults.push({
      option: 'affiliateFee',
      message: 'The option "affiliateFee" needs "affiliate": the name that gets the fee.',
    });
  const shown = providers?.length ? providers : PROVIDER_IDS;
  if (shown.every((id) => hideProviders?.includes(id)))
    faults.push({ option: 'hideProviders', message: 'The option "hideProviders" must leave a provider to ask.' });
  return faults;
}

/**
 * Reads options from a query. Unknown names may be another program's and are ignored; an empty value means the default.
 * @param search with or without `?`.
 */
export function readOptionsFromUrl(search: string): ReadOptions {
  const query = new URLSearchParams(search);
  return readEach((name, kind) => {
    const written = query.get(name)?.trim();
    return written ? { value: kind.fromText(written) } : undefined;
  });
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Reads options from a message. `undefined` and `null` mean the default. An unknown name is reported: it is a
 * misspelling, and the host would wait in vain for its effect.
 */
export function readOptions(given: unknown): ReadOptions {
  if (given === undefined) return { options: {}, faults: [] };
  if (!isRecord(given))
    return { options: {}, faults: [{ option: 'options', message: 'The options must be an object.' }] };
  const read = readEach((name, kind) => {
    const value = given[name];
    return value === undefined || value === null ? undefined : { value: kind.fromValue(value) };
  });
  const unknown = Object.keys(given).filter((name) => !OPTION_NAMES.some((known) => known === name));
  return {
    options: read.options,
    faults: [
      ...read.faults,
      ...unknown.map((name) => ({ option: name.slice(0, 40), message: unknownOptionText(name.slice(0, 40)) })),
    ],
  };
}

const unknownOptionText = (name: string): string =>
  `There is no option "${name}". The options are ${OPTION_NAMES.join(', ')}.`;

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);

/** Writes the options as a query: '' or 'sell=…&…', in the order of the list. */
export function writeOptionsToUrl(options: EmbedOptions): string {
  const query = new URLSearchParams();
  for (const name of OPTION_NAMES) {
    const value = options[name];
    if (value === undefined) continue;
    const written = isList(value) ? value.join(',') : String(value);
    if (written !== '') query.set(name, written);
  }
  return query.toString();
}
