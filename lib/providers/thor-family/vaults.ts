/**
 * Decides which vaults and routers may be paid: those that the nodes of two operators name, when two are configured.
 * A vault named by one alone is never payable, and a halt that any of them reports counts.
 */
import { isWithin } from '../../domain/is-within.ts';
import { pause } from '../../domain/waiting.ts';
import type { WitnessFacts } from '../../domain/witnesses.ts';
import {
  DIFFERENCE_MS,
  type FamilyConfig,
  FORCED_REFRESH_MS,
  OPERATOR_PATIENCE_MS,
  SILENCE_MS,
  VAULT_MAX_AGE_MS,
} from './config.ts';
import { createOperatorLists, type OperatorLists, sameVault, type Vault, type VaultList } from './operator-lists.ts';
import type { InboundAddress } from './upstream-schemas.ts';

/** A chain as all operators together describe it. */
export type InboundChain = Omit<InboundAddress, 'address' | 'router'> & {
  /** All payable vaults, the newest first: right after a churn the new one and the one before. */
  vaults: readonly Vault[];
  /** Why none is payable, when operators differ or too few of them answer; a sentence. */
  unwitnessed?: string;
};
export type InboundChains = ReadonlyMap<string, InboundChain>;

export type VaultSource = {
  /** @throws {ProviderError} when no operator's list is young enough. */
  now(signal?: AbortSignal): Promise<InboundChains>;
  /** Fetched now, unless they just were. */
  fresh(signal?: AbortSignal): Promise<InboundChains>;
  witnesses(): Pick<WitnessFacts, 'operators' | 'differing'>;
};

/** Operators that must name a vault. */
export const NEEDED = 2;

/** How many operators are needed, how long their lists count and how long a gap may be; ms. */
type Terms = { needed: number; listMs: number; gapMs: number; now: () => number };

/** A time in which an operator names a vault, unix ms; `until` is now for the vault of its last list. */
type Naming = { since: number; until: number; at: number };

/**
 * When the operator named the vault, while that counts: its last list has it, or an earlier one had it shortly before.
 */
function namingOf({ snapshot, named }: OperatorLists, chain: string, vault: Vault, terms: Terms): Naming[] {
  const now = terms.now();
  const list = snapshot.peek();
  const one = named(chain).find((candidate) => sameVault(candidate.vault, vault));
  if (list === undefined || one === undefined) return [];
  const isInLast = one.at === list.at;
  const counts = isWithin(terms.gapMs, one.at, now) || (isInLast && isWithin(terms.listMs, one.at, now));
  return counts ? [{ ...one, until: isInLast ? now : one.at }] : [];
}

/** Operators are asked in one round, within this time of each other. */
const ROUND_MS = 1000;

/** Whether so many named it at one time: what one has taken back does not confirm what another says later. */
const namedTogether = (namings: readonly Naming[], needed: number): boolean =>
  namings.some(({ since }) => {
    const namedThen = namings.filter((one) => one.since <= since && since <= one.until + ROUND_MS);
    return namedThen.length >= needed;
  });

/** The vaults that enough operators name, the newest first. */
function witnessedVaults(chain: string, operators: readonly OperatorLists[], terms: Terms): Vault[] {
  const candidates: { vault: Vault; at: number }[] = [];
  for (const { vault } of operators.flatMap(({ named }) => named(chain))) {
    if (candidates.some((one) => sameVault(one.vault, vault))) continue;
    const namings = operators.flatMap((one) => namingOf(one, chain, vault, terms));
    const at = namings.map((one) => one.at).sort((a, b) => b - a)[terms.needed - 1];
    if (at !== undefined && namedTogether(namings, terms.needed)) candidates.push({ vault, at });
  }
  return candidates.sort((a, b) => b.at - a.at).map(({ vault }) => vault);
}

const together = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;

function whyNone(title: string, chain: string, operators: readonly OperatorLists[], needed: number): string {
  const silent = operators.filter((one) => one.isSilent()).map(({ name }) => name);
  return operators.length - silent.length < needed
    ? `${title}’s nodes at ${together(silent)} do not answer, and what a single operator’s nodes say is not enough to pay on.`
    : `${title}’s nodes at ${together(operators.map(({ name }) => name))} name different vaults on ${chain}, so that nothing can be paid until two of them agree.`;
}

function combined(
  chain: string,
  entries: readonly InboundAddress[],
  first: InboundAddress,
): Omit<InboundChain, 'vaults'> {
  const any = (flag: 'halted' | 'global_trading_paused' | 'chain_trading_paused') => entries.some((one) => one[flag]);
  const dust = entries.flatMap(({ dust_threshold }) => dust_threshold ?? []);
  const { address: _address, router: _router, ...described } = first;
  return {
    ...described,
    chain,
    halted: any('halted'),
    global_trading_paused: any('global_trading_paused'),
    chain_trading_paused: any('chain_trading_paused'),
    dust_threshold: dust.sort((a, b) => Number(b - a))[0],
  };
}

const NO_VAULT: Vault = { address: undefined, router: undefined };

/** Since when, unix ms, the answering operators describe a chain differently; by chain. */
function createDifferences(operators: readonly OperatorLists[], now: () => number) {
  const since = new Map<string, number>();
  return (): ReadonlyMap<string, number> => {
    const lists = operators.flatMap((one) => (one.isSilent() ? [] : (one.snapshot.peek() ?? [])));
    for (const chain of new Set(lists.flatMap(({ chains }) => [...chains.keys()]))) {
      const [first, ...others] = lists.map(({ chains }) => chains.get(chain) ?? NO_VAULT);
      if (first === undefined || others.every((one) => sameVault(one, first))) since.delete(chain);
      else if (!since.has(chain)) since.set(chain, now());
    }
    return since;
  };
}

export function createVaultSource(
  config: FamilyConfig,
  given: readonly { name: string; inboundAddresses(): Promise<InboundAddress[]> }[],
  now: () => number,
): VaultSource {
  const operators = given.map((one) => createOperatorLists(one, now));
  const differences = createDifferences(operators, now);
  const isAlone = operators.length < NEEDED;
  const terms: Terms = isAlone
    ? { needed: 1, listMs: VAULT_MAX_AGE_MS, gapMs: 0, now }
    : { needed: NEEDED, listMs: SILENCE_MS, gapMs: DIFFERENCE_MS, now };

  /** The lists that count; those of answering operators first. */
  function lists(): VaultList[] {
    const known = operators.flatMap((one) => {
      const list = one.snapshot.peek();
      return list && isWithin(terms.listMs, list.at, now()) ? [{ list, isSilent: one.isSilent() }] : [];
    });
    return known.sort((a, b) => Number(a.isSilent) - Number(b.isSilent)).map(({ list }) => list);
  }

  function described(): InboundChains {
    const known = lists();
    differences();
    const chains = new Map<string, InboundChain>();
    for (const chain of new Set(known.flatMap((list) => [...list.chains.keys()]))) {
      const entries = known.flatMap((list) => list.chains.get(chain) ?? []);
      const vaults = witnessedVaults(chain, operators, terms);
      const unwitnessed =
        vaults.length > 0 ? {} : { unwitnessed: whyNone(config.title, chain, operators, terms.needed) };
      const [first] = entries;
      if (first) chains.set(chain, { ...combined(chain, entries, first), vaults, ...unwitnessed });
    }
    return chains;
  }

  /** Waits for every operator, but not long for one of them once another has answered. */
  async function ask(
    fetchList: (one: OperatorLists) => Promise<unknown>,
    signal?: AbortSignal,
  ): Promise<InboundChains> {
    const asked = operators.map(fetchList);
    const all = Promise.allSettled(asked);
    const patience = lists().length > 0 ? OPERATOR_PATIENCE_MS.known : OPERATOR_PATIENCE_MS.unknown;
    const done = new AbortController();
    const enough = pause(patience, done.signal).then(() => Promise.any(asked).catch(() => undefined));
    await (isAlone ? all : Promise.race([all, enough]));
    done.abort();
    signal?.throwIfAborted();
    // The known lists count while they are young enough; with none known the caller gets the reason.
    if (isAlone || lists().length === 0) await asked[0];
    return described();
  }

  let forcedAt = Number.NEGATIVE_INFINITY;
  const known = (signal?: AbortSignal) => {
    const options = { maxAgeMs: VAULT_MAX_AGE_MS, ...(signal ? { signal } : {}) };
    return ask((one) => (!isAlone && one.resting()) || one.snapshot.get(options), signal);
  };
  return {
    now: known,
    fresh(signal) {
      if (!isAlone && isWithin(FORCED_REFRESH_MS, forcedAt, now())) return known(signal);
      forcedAt = now();
      return ask((one) => one.snapshot.refresh(signal), signal);
    },
    witnesses: () => ({
      operators: operators.map((one) => ({ name: one.name, answering: !one.isSilent() })),
      differing: [...differences()].map(([chain, since]) => ({ chain, since })),
    }),
  };
}
