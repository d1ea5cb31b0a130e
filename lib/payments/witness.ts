/** What a witness is asked, and what it may answer: the vocabulary of `askWitnesses`. */
import type { AskedSwap, Witnessed } from './asked-swap.ts';
import type { PayableRoute } from './payable-route.ts';
import type { RouteFault } from './route-fault.ts';

/** Base addresses of nodes that are not the service's own, by the network that they belong to: `THORCHAIN`, `MAYACHAIN`, `CHAINFLIP`. */
export type WitnessNodes = Readonly<Record<string, readonly string[]>>;

/**
 * What one node said. `faults`: in what it contradicts; of a vault `asked` is what the node names and `actual` what the
 * route does, of a channel `asked` is what was asked for and `actual` what the state chain stores.
 */
export type WitnessWord =
  | { host: string; says: 'same' }
  | { host: string; says: 'other'; faults: readonly RouteFault[] }
  | { host: string; says: 'nothing'; why: string };

export type Testimony = {
  /** What the nodes were asked about; undefined where the route pays to nothing that only its network can name. */
  about: 'vault' | 'channel' | 'order' | undefined;
  /** The address in question, as the route has it. */
  payee: string | undefined;
  words: readonly WitnessWord[];
  /** `unasked`: nobody could be asked, so that only the service says so. `needless`: there is nothing to ask about. */
  verdict: 'agrees' | 'differs' | 'unasked' | 'needless';
  /** For `verifyRoute`: it then refuses what differs, and what nobody could be asked about. */
  witnessed: Witnessed;
};

/** Asks one node. An empty list: it says the same. Throws where it cannot say anything. */
export type WitnessQuestion = (asking: {
  asked: AskedSwap;
  route: PayableRoute;
  payee: string;
  /** What is fetched of the node. */
  url: string;
  getJson(url: string, init: { signal: AbortSignal; method?: string; body?: string }): Promise<unknown>;
  signal: AbortSignal;
}) => Promise<readonly RouteFault[]>;
