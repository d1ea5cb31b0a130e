/** Asks a node to simulate a transaction: does it pass, why not, and how many compute units does it use? */
import { z } from 'zod';
import { isRpcError, type SolanaClient } from '../../chain-clients/chain-clients.ts';
import { solanaReason } from '../../chain-clients/solana-reason.ts';
import { failureText } from './program-errors.ts';

export type Simulated = { failure?: string; units?: number };

const simulationSchema = z.object({
  value: z.object({
    err: z.unknown(),
    logs: z.array(z.string()).nullish(),
    unitsConsumed: z.number().int().nonnegative().nullish(),
  }),
});

/** Undefined when this node gives no answer. @throws what the chain's client throws. */
export async function simulate(client: SolanaClient, transaction: string, signal: AbortSignal): Promise<Simulated> {
  // Replaces the blockhash by the newest: a node may not know the upstream's yet.
  const config = { encoding: 'base64', sigVerify: false, replaceRecentBlockhash: true, commitment: 'confirmed' };
  try {
    const answer = await client.rpc('simulateTransaction', [transaction, config], { signal });
    const { err, logs, unitsConsumed } = simulationSchema.parse(answer).value;
    const reason = solanaReason(err, logs ?? []);
    if (reason) return { failure: failureText(reason.text, logs ?? []) };
    return unitsConsumed ? { units: unitsConsumed } : {};
  } catch (error) {
    if (signal.aborted) throw error;
    if (isRpcError(error) || error instanceof z.ZodError) return {};
    throw error;
  }
}
