/** Reads the EIP-712 message that a wallet is asked to sign: for the selected network only, field by field. */
import { chainByNetworkId } from '../../../chains/chains.ts';
import type { ChainId } from '../../../domain/chain-id.ts';
import type { Fact } from './confirm.ts';
import { invalid } from './provider-error.ts';

type Fields = Record<string, unknown>;
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export type TypedData = { domain: Fields; types: Fields; primaryType: string; message: Fields };

/** @throws {ProviderError} -32602 for what is no typed data, or is for another network than `selected`. */
export function readTyped(given: unknown, selected: ChainId): TypedData {
  let typed: unknown = given;
  try {
    if (typeof given === 'string') typed = JSON.parse(given);
  } catch {
    throw invalid('typed data must be JSON');
  }
  if (!isFields(typed)) throw invalid('typed data is wanted');
  const { domain, types, primaryType, message } = typed;
  if (!isFields(domain) || !isFields(types) || !isFields(message) || typeof primaryType !== 'string')
    throw invalid('typed data has a domain, types, a primaryType and a message');
  const { chainId } = domain;
  if (chainId !== undefined && namedChain(chainId) !== selected)
    throw invalid(`chainId is not that of the selected network, ${selected}`);
  return { domain, types, primaryType, message };
}

function namedChain(chainId: unknown): ChainId | undefined {
  const text = String(chainId);
  if (!/^(0x[0-9a-f]+|\d+)$/i.test(text)) return undefined;
  return chainByNetworkId(BigInt(text).toString(), 'sandbox')?.id;
}

const text = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : String(value));

/** Every field of the message, as it is in the message. */
export function typedFacts({ domain, primaryType, message }: TypedData): Fact[] {
  return [
    ['For', [domain.name, domain.version].filter((field) => field !== undefined).join(' version ')],
    ['Contract', text(domain.verifyingContract ?? 'none')],
    ['Message', primaryType],
    ...Object.entries(message).map(([name, value]): Fact => [name, text(value)]),
  ];
}
