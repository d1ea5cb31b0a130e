/** Keeps each operator's newest list of vaults, and when each vault was last named. */
import { createSnapshot, type Snapshot } from '../snapshot.ts';
import { KEEP_WARM_MS, OPERATOR_REST_MS, REFRESH_MS, SILENCE_MS, VAULT_MAX_AGE_MS } from './config.ts';
import { bareAddress } from './memo.ts';
import type { InboundAddress } from './upstream-schemas.ts';

export type Vault = Pick<InboundAddress, 'address' | 'router'>;

/** `at`: unix ms at which the list was asked for. */
export type VaultList = { chains: ReadonlyMap<string, InboundAddress>; at: number };

export type OperatorLists = {
  name: string;
  snapshot: Snapshot<VaultList>;
  /** Every vault recently named for the chain, with the time (unix ms) of the last list that had it. */
  named(chain: string): readonly { vault: Vault; at: number }[];
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
  const history = new Map<string, { vault: Vault; at: number }[]>();
  let failure: { error: unknown; at: number } | undefined;

  function note({ chains, at }: VaultList): void {
    for (const [chain, vault] of chains) {
      const others = (history.get(chain) ?? []).filter(
        (one) => at - one.at <= SILENCE_MS && !sameVault(one.vault, vault),
      );
      history.set(chain, [{ vault, at }, ...others]);
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
    isSilent: () => now() - (snapshot.peek()?.at ?? Number.NEGATIVE_INFINITY) > VAULT_MAX_AGE_MS,
    resting: () => (failure && now() - failure.at < OPERATOR_REST_MS ? Promise.reject(failure.error) : undefined),
  };
}
