/** Finds the client of the right kind for the path's chain, or a sentence that says why there is none. */
import { notFound, Problem, validationProblem } from '../api/problem.ts';
import type {
  ChainClients,
  CosmosClient,
  EvmClient,
  SolanaClient,
  SubstrateClient,
  UtxoClient,
} from '../chain-clients/chain-clients.ts';
import { checkAddress } from '../chains/address.ts';
import type { NetworkName } from '../chains/chain.ts';
import { CHAINS } from '../chains/chains.ts';
import { canonicalHash, HASH_FORMS } from '../chains/hash.ts';
import { type ChainId, isChainId } from '../domain/chain-id.ts';

export type GatewayDeps = { clients: ChainClients; network: NetworkName };
export type ChainClient = EvmClient | UtxoClient | CosmosClient | SolanaClient | SubstrateClient;

/** @throws {Problem} 404 for an unknown chain, 503 naming the setting that would enable it. */
export function clientOf({ clients }: GatewayDeps, path: string): ChainClient {
  const id = path.toUpperCase();
  if (!isChainId(id)) throw notFound(`Portage knows no chain "${path.slice(0, 20)}".`);
  const client =
    clients.evm(id) ?? clients.utxo(id) ?? clients.cosmos(id) ?? clients.solana(id) ?? clients.substrate(id);
  if (client) return client;
  const detail = clients.missing(id) ?? `${id} cannot be asked here.`;
  throw new Problem({ status: 503, title: 'Service Unavailable', detail });
}

const KINDS = {
  evm: 'EVM',
  utxo: 'Bitcoin-family',
  cosmos: 'Cosmos',
  solana: 'Solana',
  substrate: 'Substrate',
} as const;

/** @throws {Problem} 404 when the chain is of another kind than the path needs. */
export function clientOfKind<K extends ChainClient['kind']>(
  deps: GatewayDeps,
  path: string,
  kinds: readonly K[],
): Extract<ChainClient, { kind: K }> {
  const client = clientOf(deps, path);
  const isWanted = (one: ChainClient): one is Extract<ChainClient, { kind: K }> =>
    kinds.some((kind) => kind === one.kind);
  if (isWanted(client)) return client;
  throw notFound(
    `This is there for ${kinds.map((kind) => KINDS[kind]).join(' and ')} chains; ${client.chain} is none.`,
  );
}

/** The canonical address. @throws {Problem} 400 */
export function addressOf({ network }: GatewayDeps, chain: ChainId, address: string | null): string {
  if (!address)
    throw fault('address', `address is missing: an address of ${CHAINS[chain].name} is expected.`, 'required');
  const checked = checkAddress(chain, address, network);
  if (!checked.ok) throw fault('address', checked.reason, 'invalid_address');
  return checked.canonical;
}

/** The canonical hash. @throws {Problem} 400 */
export function hashOf(chain: ChainId, hash: string | null): string {
  const canonical = hash === null ? undefined : canonicalHash(chain, hash);
  if (canonical !== undefined) return canonical;
  const { name, hashFormat } = CHAINS[chain];
  throw fault('hash', `hash must be a transaction hash of ${name}: ${HASH_FORMS[hashFormat]}.`, 'invalid_hash');
}

export const fault = (field: string, message: string, code: string): Problem =>
  validationProblem([{ field, message, code }]);

/** Reports a failure of a chain's node without naming the node. Any other error is thrown as it is. */
export async function withChainTrouble<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const name = error instanceof Error ? error.name : '';
    const message = error instanceof Error ? error.message : '';
    if (name === 'ChainUnavailable')
      throw new Problem({ status: 502, title: 'Bad Gateway', detail: message, headers: { 'retry-after': '2' } });
    if (name === 'BroadcastRefused') throw refusedByChain(message, faultIn(error));
    throw error;
  }
}

const faultIn = (error: unknown): string | undefined =>
  error instanceof Error && 'fault' in error && typeof error.fault === 'string' ? error.fault : undefined;

/** 422: the chain examined the transaction and rejected it. */
export const refusedByChain = (reason: string, kind?: string): Problem =>
  new Problem({
    status: 422,
    title: 'Refused By The Chain',
    detail: withoutUrls(reason) || 'The chain refused the transaction and gave no reason.',
    extra: { refused: true, ...(kind === undefined ? {} : { fault: kind }) },
  });

/** Nodes' error texts may quote their own URL. */
export const withoutUrls = (text: string): string => text.replace(/\b(?:https?|wss?):\/\/\S+/gi, '…').slice(0, 500);
