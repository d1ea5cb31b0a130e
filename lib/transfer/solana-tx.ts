/** Builds an unsigned version 0 transaction that a wallet can sign, and simulates it. */
import {
  type Address,
  address,
  appendTransactionMessageInstructions,
  compileTransaction,
  createTransactionMessage,
  getBase64EncodedWireTransaction,
  getTransactionEncoder,
  type Instruction,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
  blockhash as toBlockhash,
} from '@solana/kit';
import { z } from 'zod';
import { isRpcError, type SolanaClient } from '../chain-clients/chain-clients.ts';
import { CHAINS } from '../chains/chains.ts';
import { type BuiltTx, type FundsLook, type Unavailable, unavailable } from './built-tx.ts';

/** The largest transaction that fits a packet. Source: solana-sdk packet.rs, PACKET_DATA_SIZE. */
export const MAX_TRANSACTION_BYTES = 1232;
/** The fee of a transaction with one signature. Source: solana.com/docs/core/fees. */
export const SIGNATURE_FEE_LAMPORTS = 5000n;
/**
 * The rent-exempt minimum: an account without data must hold at least this or nothing. Source: solana rent.rs, (128 +
 * 0) · 6960.
 */
export const RENT_EXEMPT_LAMPORTS = 890_880n;

/** Undefined for text that is no Solana address. */
export function solanaAddress(text: string): Address | undefined {
  try {
    return address(text);
  } catch {
    return undefined;
  }
}

const simulationSchema = z.object({
  value: z.object({ err: z.unknown(), logs: z.array(z.string()).nullish() }),
});

/** The last log line in which a program reports an error. */
const complaintOf = (logs: readonly string[]): string | undefined =>
  logs.findLast((line) => /error|insufficient|failed/i.test(line))?.replace(/^Program log:\s*/, '');

/** Why the chain would refuse the transaction; undefined where it would not, or where it cannot be asked. */
async function refusalOf(client: SolanaClient, base64: string, signal: AbortSignal): Promise<string | undefined> {
  const options = { encoding: 'base64', sigVerify: false, commitment: 'confirmed' };
  try {
    const { value } = simulationSchema.parse(await client.rpc('simulateTransaction', [base64, options], { signal }));
    if (value.err === null || value.err === undefined) return undefined;
    return complaintOf(value.logs ?? []) ?? JSON.stringify(value.err);
  } catch (error) {
    if (signal.aborted) throw error;
    // Where a node does not simulate, or answers in another shape, the outcome stays unknown.
    if (isRpcError(error) || error instanceof z.ZodError) return undefined;
    throw error;
  }
}

/** Blocks during which a blockhash is valid. Source: solana.com/docs/core/transactions, MAX_PROCESSING_AGE. */
export const BLOCKHASH_LIFE_BLOCKS = 150;
export const BLOCKHASH_LIVES_MS = BLOCKHASH_LIFE_BLOCKS * CHAINS.SOL.blockSeconds * 1000;

/** @throws what the chain's client throws. */
export async function unsignedSolanaTx(
  client: SolanaClient,
  payer: Address,
  instructions: readonly Instruction[],
  { signal, allowUnfunded }: FundsLook,
): Promise<BuiltTx | Unavailable> {
  const { blockhash, lastValidBlockHeight } = await client.latestBlockhash({ signal });
  const lifetime = { blockhash: toBlockhash(blockhash), lastValidBlockHeight: BigInt(lastValidBlockHeight) };
  const message = pipe(
    createTransactionMessage({ version: 0 }),
    (empty) => setTransactionMessageFeePayer(payer, empty),
    (paid) => setTransactionMessageLifetimeUsingBlockhash(lifetime, paid),
    (lived) => appendTransactionMessageInstructions(instructions, lived),
  );
  const transaction = compileTransaction(message);
  if (getTransactionEncoder().encode(transaction).length > MAX_TRANSACTION_BYTES)
    return unavailable(`The transaction would be longer than the ${MAX_TRANSACTION_BYTES} bytes that Solana takes.`);
  const base64 = getBase64EncodedWireTransaction(transaction);
  const refusal = allowUnfunded ? undefined : await refusalOf(client, base64, signal);
  if (refusal !== undefined) return unavailable(`Solana would refuse the payment: ${refusal.slice(0, 300)}`);
  return { tx: { type: 'SOLANA', tx: base64 }, livesMs: BLOCKHASH_LIVES_MS };
}
