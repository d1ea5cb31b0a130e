/** What the page asks its own server about chains, names, tokens and addresses: shapes and calls. Not public API. */
import type { ChainId } from '../domain/chain-id.ts';
import type { ProviderId } from '../domain/provider-id.ts';

/** Who has stopped trading on a chain (an upstream with several ids by its first), and in sentences why. */
export type ChainPause = { by: ProviderId[]; reason: string };

/** `GET /page/chains`. `tradable` false: nobody trades it. */
export type ChainState = {
  chain: ChainId;
  tradable: boolean;
  /** Everybody who trades it has stopped. */
  paused?: ChainPause;
  /** Some have stopped, others go on. Never beside `paused`. */
  partly?: ChainPause;
  /** Nobody who may trade it has ever answered. */
  unheard?: true;
};
/** `at` is the unix ms of the oldest answer in it. */
export type ChainStates = { chains: ChainState[]; at: number };

export type NameService = 'ENS' | 'THORName' | 'MAYAName';
/**
 * `GET /page/names/{name}?chain=…`: what a name stands for on one chain; 404 problem where it stands for nothing, 409
 * where THORName and MAYAName differ (the problem names both).
 */
export type ResolvedName = { name: string; chain: ChainId; address: string; service: NameService };

/** `GET /page/token/{chain}/{address}`: what the chain itself says of a token; 404 problem where there is none. */
export type OnChainToken = {
  asset: string;
  chain: ChainId;
  address: string;
  symbol: string;
  name?: string;
  decimals: number;
};

/** `GET /page/address/{chain}/{address}`; keys that cannot be known are absent. */
export type AddressFacts = {
  /** It holds code: a contract, or an account that delegates to one (EIP-7702). */
  code?: 'none' | 'contract' | 'delegated';
  /** Of the chain's own coin, decimal. */
  nativeBalance?: string;
  /** A token's contract or mint: whatever is sent to it is lost. */
  isToken?: boolean;
};

/** An answer that is no success; `status` 0 when none came. `message` is the server's sentence, in English. */
export class PageFactsError extends Error {
  override readonly name = 'PageFactsError';
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** The page and its server are of one build: the server's handlers answer these very types. */
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

const part = encodeURIComponent;

/** @throws {PageFactsError} and what `signal` aborts with. */
export const pageFacts = {
  chains: (signal?: AbortSignal) => get<ChainStates>('/page/chains', signal),
  resolveName: (name: string, chain: ChainId, signal?: AbortSignal) =>
    get<ResolvedName>(`/page/names/${part(name)}?chain=${chain}`, signal),
  token: (chain: ChainId, address: string, signal?: AbortSignal) =>
    get<OnChainToken>(`/page/token/${chain}/${part(address)}`, signal),
  address: (chain: ChainId, address: string, signal?: AbortSignal) =>
    get<AddressFacts>(`/page/address/${chain}/${part(address)}`, signal),
};
