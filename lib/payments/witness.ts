/** Defines the questions to a witness and its possible answers: the vocabulary of `askWitnesses`. */
import type { AskedSwap, Witnessed } from './asked-swap.ts';
import type { PayableRoute } from './payable-route.ts';
import type { RouteFault } from './route-fault.ts';

/** Base addresses of nodes that are not the service's own, by the network that they belong to: `THORCHAIN`, `MAYACHAIN`, `CHAINFLIP`. */
export type WitnessNodes = Readonly<Record<string, readonly string[]>>;

/**
 * The answer of one node. `faults`: what it contradicts; of a vault `asked` is what the node names and `actual` what
 * the route does, of a channel `asked` is the request and `actual` what the state chain stores.
 */
export type WitnessAnswer =
  | { host: string; says: 'same' }
  | { host: string; says: 'other'; faults: readonly RouteFault[] }
  | { host: string; says: 'nothing'; why: string };

export type Testimony = {
  /** What the nodes were asked about; undefined when the route has no payee that only its network can confirm. */
  about: 'vault' | 'channel' | 'order' | undefined;
  /** The address in question, as the route has it. */
  payee: string | undefined;
  answers: readonly WitnessAnswer[];
  /** `unasked`: no node answered, so only the service vouches for it. `needless`: there is nothing to ask about. */
  verdict: 'agrees' | 'differs' | 'unasked' | 'needless';
  /** For `verifyRoute`: it then refuses what differs, and what no node could confirm. */
  witnessed: Witnessed;
};

/** Asks one node. An empty list: it confirms. Throws when it cannot answer. */
export type WitnessQuestion = (asking: {
  asked: AskedSwap;
  route: PayableRoute;
  payee: string;
  /** The URL to fetch from the node. */
  url: string;
  getJson(url: string, init: { signal: AbortSignal; method?: string; body?: string }): Promise<unknown>;
  signal: AbortSignal;
}) => Promise<readonly RouteFault[]>;
