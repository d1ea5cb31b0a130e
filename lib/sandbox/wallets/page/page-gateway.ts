/** Reaches the local chains the way the page does: through its own origin's gateway, and nothing else. */
import type { ChainId } from '../../../domain/chain-id.ts';
import type { Coin } from '../../utxo/build-payment.ts';
import { ProviderError } from './provider-error.ts';

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

async function ask(chain: ChainId, path: string, body?: unknown): Promise<Record<string, unknown>> {
  const response = await fetch(
    `/chain/${chain.toLowerCase()}/${path}`,
    body === undefined
      ? {}
      : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) },
  ).catch((cause: unknown) => {
    throw new ProviderError(-32603, `The local chain cannot be reached: ${String(cause)}`);
  });
  const answer: unknown = await response.json().catch(() => undefined);
  if (response.ok && isRecord(answer)) return answer;
  const detail = isRecord(answer) && typeof answer.detail === 'string' ? answer.detail : `status ${response.status}`;
  throw new ProviderError(-32603, detail);
}

let calls = 0;

/** @throws {ProviderError} with the node's own code, message and data. */
export async function rpc(chain: ChainId, method: string, params: readonly unknown[] = []): Promise<unknown> {
  calls += 1;
  const answer = await ask(chain, 'rpc', { jsonrpc: '2.0', id: calls, method, params });
  if (!isRecord(answer.error)) return answer.result;
  const { code, message, data } = answer.error;
  throw new ProviderError(typeof code === 'number' ? code : -32603, String(message ?? 'internal error'), data);
}

/** A quantity that the node answers. */
export async function quantity(chain: ChainId, method: string, params: readonly unknown[] = []): Promise<bigint> {
  const answer = await rpc(chain, method, params);
  if (typeof answer !== 'string') throw new ProviderError(-32603, `The node answered no number to ${method}.`);
  return BigInt(answer);
}

export async function unspent(chain: ChainId, address: string): Promise<(Coin & { confirmed: boolean })[]> {
  const { utxos } = await ask(chain, `utxos?${new URLSearchParams({ address })}`);
  if (!Array.isArray(utxos)) throw new ProviderError(-32603, 'The unspent outputs cannot be read.');
  return utxos.map((entry: unknown) => {
    const { txid, vout, value, confirmed } = isRecord(entry) ? entry : {};
    if (typeof txid !== 'string' || typeof vout !== 'number' || typeof value !== 'string')
      throw new ProviderError(-32603, 'The unspent outputs cannot be read.');
    return { txid, vout, value: BigInt(value), confirmed: confirmed === true };
  });
}

/** The hash. */
export async function broadcast(chain: ChainId, raw: string): Promise<string> {
  const { hash } = await ask(chain, 'broadcast', { raw });
  if (typeof hash !== 'string') throw new ProviderError(-32603, 'The local chain answered no hash.');
  return hash;
}
