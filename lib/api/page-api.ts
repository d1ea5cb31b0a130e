/**
 * Defines the page's questions to its own server about chains, names, tokens and addresses: shapes and calls. Not
 * public API.
 */
import type { ChainId } from '../domain/chain-id.ts';
import type { ProviderId } from '../domain/provider-id.ts';

/**
 * The upstreams that have stopped trading on a chain (an upstream with several ids by its first id), and the reasons in
 * sentences.
 */
export type ChainPause = { by: ProviderId[]; reason: string };

/** An entry of `GET /page/chains`. `tradable` is false where no provider trades the chain. */
export type ChainState = {
  chain: ChainId;
  tradable: boolean;
  /** Every upstream that trades the chain has stopped. */
  paused?: ChainPause;
  /** Some upstreams have stopped, others go on. Never together with `paused`. */
  partly?: ChainPause;
  /** No upstream that may trade the chain has ever answered. */
  unheard?: true;
};
/** `at` is the unix ms of the oldest answer in it. */
export type ChainStates = { chains: ChainState[]; at: number };

export type NameService = 'ENS' | 'THORName' | 'MAYAName';
/**
 * The answer of `GET /page/names/{name}?chain=…`: the address of a name on one chain. 404 problem when there is none,
 * 409 when THORName and MAYAName differ (the problem names both).
 */
export type ResolvedName = { name: string; chain: ChainId; address: string; service: NameService };

/**
 * The answer of `GET /page/token/{chain}/{address}`: a token's data as the chain itself reports it; 404 problem where
 * there is none.
 */
export type OnChainToken = {
  asset: string;
  chain: ChainId;
  address: string;
  symbol: string;
  name?: string;
  decimals: number;
};

/** The answer of `GET /page/address/{chain}/{address}`; unknown keys are absent. */
export type AddressFacts = {
  /** Whether the account holds code: a contract, or an account that delegates to one (EIP-7702). */
  code?: 'none' | 'contract' | 'delegated';
  /** Decimal balance of the chain's native coin. */
  nativeBalance?: string;
  /** Whether the address is a token's contract or mint, where anything sent to it is lost. */
  isToken?: boolean;
};

/** An unsuccessful answer; `status` 0 when none came. `message` is the server's sentence, in English. */
export class PageFactsError extends Error {
  override readonly name = 'PageFactsError';
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** Reads an answer unchecked: page and server are of one build, and the server's handlers return these types. */
async function get<T>(path: string, signal?: AbortSignal): Promise<T> {
  const response = await fetch(path, signal ? { signal } : {}).catch((error: unknown) => {
    if (signal?.aborted) throw error;
    throw new PageFactsError(0, 'The service cannot be reached.');
  });
  const body: unknown = await response.json().catch(() => undefined);
  if (response.ok && body !== undefined) return body as T;
  const detail = typeof body === 'object' && body !== null && 'detail' in body ? String(body.detail) : undefined;
  throw new PageFactsError(response.status, detail ?? `The answer was ${response.status}.`);
}

const segment = encodeURIComponent;

/** @throws {PageFactsError}, and the reason of `signal` when it is aborted. */
export const pageFacts = {
  chains: (signal?: AbortSignal) => get<ChainStates>('/page/chains', signal),
  resolveName: (name: string, chain: ChainId, signal?: AbortSignal) =>
    get<ResolvedName>(`/page/names/${segment(name)}?chain=${chain}`, signal),
  token: (chain: ChainId, address: string, signal?: AbortSignal) =>
    get<OnChainToken>(`/page/token/${chain}/${segment(address)}`, signal),
  address: (chain: ChainId, address: string, signal?: AbortSignal) =>
    get<AddressFacts>(`/page/address/${chain}/${segment(address)}`, signal),
};
