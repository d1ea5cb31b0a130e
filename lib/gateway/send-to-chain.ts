/** Hands signed transactions to a chain, and shows beforehand what a contract would make of one. */
import { base64 } from '@scure/base';
import type { z } from 'zod';
import { parseShape } from '../api/field-faults.ts';
import {
  broadcastRequestSchema,
  type broadcastSchema,
  type Simulation,
  simulateRequestSchema,
} from '../api/gateway.ts';
import { type EvmClient, isRpcError, type Options } from '../chain-clients/chain-clients.ts';
import { isRevert, revertReason } from '../chain-clients/revert-reason.ts';
import {
  clientOf,
  clientOfKind,
  fault,
  type GatewayDeps,
  refusedByChain,
  withChainTrouble,
  withoutUrls,
} from './chain-of-path.ts';

type Body = { chain: string; body: unknown; signal: AbortSignal };

const HEX = /^([0-9a-f]{2})+$/i;

const isBase64 = (text: string): boolean => {
  try {
    return base64.decode(text).length > 0;
  } catch {
    return false;
  }
};

async function sendEvm(client: EvmClient, raw: string, options: Options): Promise<string> {
  try {
    return String(await client.rpc('eth_sendRawTransaction', [raw.startsWith('0x') ? raw : `0x${raw}`], options));
  } catch (error) {
    if (isRpcError(error)) throw refusedByChain(revertReason(error) ?? error.message);
    throw error;
  }
}

/** @throws {Problem} 422 with `refused` where the chain will not have it; 502 where it may or may not have been sent. */
export async function broadcast(deps: GatewayDeps, { chain, body, signal }: Body) {
  const client = clientOf(deps, chain);
  const { raw } = parseShape(broadcastRequestSchema, body);
  const bare = raw.replace(/^0x/i, '');
  const isWellFormed = client.kind === 'cosmos' ? isBase64(raw) : HEX.test(bare);
  if (!isWellFormed) {
    const form = client.kind === 'cosmos' ? 'the base64 of a TxRaw' : 'a signed transaction in hex';
    throw fault('raw', `raw must be ${form}.`, 'invalid_format');
  }
  const hash = await withChainTrouble(() => {
    if (client.kind === 'evm') return sendEvm(client, raw, { signal });
    return client.broadcast(client.kind === 'cosmos' ? raw : bare, { signal });
  });
  return { hash } satisfies z.infer<typeof broadcastSchema>;
}

/** Runs the call exactly as it would be signed on the chain's latest state. */
export async function simulate(deps: GatewayDeps, { chain, body, signal }: Body): Promise<Simulation> {
  const client = clientOfKind(deps, chain, ['evm']);
  const { from, to, value, data } = parseShape(simulateRequestSchema, body);
  const call = { from, to, value: `0x${BigInt(value).toString(16)}`, data };
  return withChainTrouble(async () => {
    try {
      await client.rpc('eth_call', [call, 'latest'], { signal });
      const gas = await client.rpc('eth_estimateGas', [call], { signal });
      return { ok: true, ...(typeof gas === 'string' ? { gas: BigInt(gas).toString() } : {}) };
    } catch (error) {
      if (!isRpcError(error)) throw error;
      const reason = revertReason(error) ?? (isRevert(error) ? 'The contract refuses it.' : error.message);
      return { ok: false, reason: withoutUrls(reason) || 'The node refuses it and gave no reason.' };
    }
  });
}
