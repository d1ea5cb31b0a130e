/** Asks a node what a transaction would do now: whether it passes, why not, and how much computing it takes. */
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

/** Nothing where no answer is to be had of this node. @throws what the chain's client throws. */
export async function simulate(client: SolanaClient, transaction: string, signal: AbortSignal): Promise<Simulated> {
  // The newest blockhash in its place: a node may not yet know that of the upstream.
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
