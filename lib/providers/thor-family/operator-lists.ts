/** Keeps each operator's newest list of vaults, and from when to when each vault was named. */
import { isWithin } from '../../domain/is-within.ts';
import { createSnapshot, type Snapshot } from '../snapshot.ts';
import { KEEP_WARM_MS, OPERATOR_REST_MS, REFRESH_MS, SILENCE_MS, VAULT_MAX_AGE_MS } from './config.ts';
import { bareAddress } from './memo.ts';
import type { InboundAddress } from './upstream-schemas.ts';

export type Vault = Pick<InboundAddress, 'address' | 'router'>;

/** A vault that an operator named in each of its lists from `since` to `at`, unix ms. */
export type NamedVault = { vault: Vault; since: number; at: number };

/** `at`: unix ms at which the list was asked for. */
export type VaultList = { chains: ReadonlyMap<string, InboundAddress>; at: number };

export type OperatorLists = {
  name: string;
  snapshot: Snapshot<VaultList>;
  /** Every vault recently named for the chain, the one of the newest list first. */
  named(chain: string): readonly NamedVault[];
  /** Whether there is no list of the last minute. */
  isSilent(): boolean;
  /** Rejects with its recent failure; undefined: it may be asked. */
  resting(): Promise<never> | undefined;
};

export const sameVault = (a: Vault, b: Vault): boolean => keyOf(a) === keyOf(b);
const keyOf = ({ address, router }: Vault): string => `${bareAddress(address ?? '')} ${bareAddress(router ?? '')}`;

export function createOperatorLists(
  operator: { name: string; inboundAddresses(): Promise<InboundAddress[]> },
  now: () => number,
): OperatorLists {
  const history = new Map<string, NamedVault[]>();
  let failure: { error: unknown; at: number } | undefined;

  function note({ chains, at }: VaultList): void {
    for (const [chain, vault] of chains) {
      const [last, ...before] = history.get(chain) ?? [];
      const isSame = last !== undefined && sameVault(last.vault, vault);
      const others = (isSame || last === undefined ? before : [last, ...before]).filter(
        (one) => at - one.at <= SILENCE_MS && !sameVault(one.vault, vault),
      );
      history.set(chain, [{ vault, since: isSame ? last.since : at, at }, ...others]);
    }
  }

  const snapshot = createSnapshot(
    async (): Promise<VaultList> => {
      const at = now();
      try {
        const entries = await operator.inboundAddresses();
        const list = { chains: new Map(entries.map((entry) => [entry.chain.toUpperCase(), entry])), at };
        note(list);
        failure = undefined;
        return list;
      } catch (error) {
        failure = { error, at: now() };
        throw error;
      }
    },
    { refreshMs: REFRESH_MS, keepWarmMs: KEEP_WARM_MS, now },
  );
  return {
    name: operator.name,
    snapshot,
    named: (chain) => history.get(chain) ?? [],
    isSilent: () => !isWithin(VAULT_MAX_AGE_MS, snapshot.peek()?.at ?? Number.NEGATIVE_INFINITY, now()),
    resting: () =>
      failure && isWithin(OPERATOR_REST_MS, failure.at, now()) ? Promise.reject(failure.error) : undefined,
  };
}
