/** Defines what answers about names, tokens and addresses need, and parses their paths. */
import { notFound, Problem, validationProblem } from '../api/problem.ts';
import type { ChainClients } from '../chain-clients/chain-clients.ts';
import { checkAddress } from '../chains/address.ts';
import type { NetworkName } from '../chains/chain.ts';
import { type ChainId, isChainId } from '../domain/chain-id.ts';
import type { NameRegistry } from '../providers/provider.ts';

export type FactsDeps = {
  clients: ChainClients;
  network: NetworkName;
  /** The name services of all networks that can be asked here. */
  registries: readonly NameRegistry[];
  now: () => number;
};

/** Parses the chain of a path. @throws {Problem} 404 for an unknown chain. */
export function chainOfPath(text: string): ChainId {
  const id = text.toUpperCase();
  if (isChainId(id)) return id;
  throw notFound(`Portage knows no chain "${text.slice(0, 20)}".`);
}

/** The canonical address of a path. @throws {Problem} 400 saying what would be accepted. */
export function addressOfPath(chain: ChainId, text: string, network: NetworkName): string {
  const checked = checkAddress(chain, text, network);
  if (checked.ok) return checked.canonical;
  throw validationProblem([{ field: 'address', message: checked.reason, code: 'invalid_address' }], checked.reason);
}

/** The problem for a required service that does not answer. */
export const silent = (detail: string): Problem =>
  new Problem({ status: 502, title: 'Bad Gateway', detail, headers: { 'retry-after': '2' } });
