/** Sends signed transactions to a chain, and simulates contract calls beforehand. */
import { base64 } from '@scure/base';
import { z } from 'zod';
import { parseShape } from '../api/field-faults.ts';
import {
  broadcastRequestSchema,
  type broadcastSchema,
  type Simulation,
  simulateRawRequestSchema,
  simulateRequestSchema,
} from '../api/gateway.ts';
import {
  ChainUnavailable,
  type EvmClient,
  isRpcError,
  type Options,
  type SolanaClient,
} from '../chain-clients/chain-clients.ts';
import { solanaReason } from '../chain-clients/solana-reason.ts';
import { isRevert, revertReason } from '../payments/revert-reason.ts';
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

const RAW_FORMS = {
  evm: 'a signed transaction in hex',
  utxo: 'a signed transaction in hex',
  cosmos: 'the base64 of a TxRaw',
  solana: 'the base64 of a signed transaction',
  substrate: 'a signed extrinsic in hex',
} as const;

async function sendEvm(client: EvmClient, raw: string, options: Options): Promise<string> {
  try {
    return String(await client.rpc('eth_sendRawTransaction', [raw.startsWith('0x') ? raw : `0x${raw}`], options));
  } catch (error) {
    if (isRpcError(error)) throw refusedByChain(revertReason(error) ?? error.message);
    throw error;
  }
}

/** @throws {Problem} 422 with `refused` when the chain rejects it; 502 when it may or may not have been sent. */
export async function broadcast(deps: GatewayDeps, { chain, body, signal }: Body) {
  const client = clientOf(deps, chain);
  const { raw } = parseShape(broadcastRequestSchema, body);
  const bare = raw.replace(/^0x/i, '');
  const inBase64 = client.kind === 'cosmos' || client.kind === 'solana';
  if (!(inBase64 ? isBase64(raw) : HEX.test(bare)))
    throw fault('raw', `raw must be ${RAW_FORMS[client.kind]}.`, 'invalid_format');
  const hash = await withChainTrouble(() => {
    if (client.kind === 'evm') return sendEvm(client, raw, { signal });
    return client.broadcast(inBase64 ? raw : bare, { signal });
  });
  return { hash } satisfies z.infer<typeof broadcastSchema>;
}

const simulatedSchema = z.object({
  value: z.object({ err: z.unknown().optional(), logs: z.array(z.string()).nullish() }),
});

async function simulateSolana(client: SolanaClient, body: unknown, options: Options): Promise<Simulation> {
  const { raw } = parseShape(simulateRawRequestSchema, body);
  if (!isBase64(raw)) throw fault('raw', 'raw must be the base64 of a transaction.', 'invalid_format');
  // With the transaction's own blockhash, so that an expired one is reported.
  const config = { encoding: 'base64', sigVerify: false, commitment: 'confirmed' };
  return withChainTrouble(async () => {
    try {
      const simulated = simulatedSchema.safeParse(await client.rpc('simulateTransaction', [raw, config], options));
      if (!simulated.success)
        throw new ChainUnavailable(`The service for ${client.chain} answered with something else.`);
      const { err, logs } = simulated.data.value;
      const reason = solanaReason(err, logs ?? []);
      if (!reason) return { ok: true };
      return { ok: false, reason: withoutUrls(reason.text), ...(reason.fault ? { fault: reason.fault } : {}) };
    } catch (error) {
      if (!isRpcError(error)) throw error;
      return { ok: false, reason: withoutUrls(error.message) || 'The node refuses it and gave no reason.' };
    }
  });
}

/** Runs the call exactly as it would be signed on the chain's latest state. */
export async function simulate(deps: GatewayDeps, { chain, body, signal }: Body): Promise<Simulation> {
  const client = clientOfKind(deps, chain, ['evm', 'solana']);
  if (client.kind === 'solana') return simulateSolana(client, body, { signal });
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
