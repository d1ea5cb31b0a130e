/** Reads the Bitcoin addresses that receive vault swaps: one for each broker with a private channel. */
import { z } from 'zod';

/** Source: chainflip-backend state-chain/custom-rpc, `cf_get_vault_addresses`; bytes come as lists of numbers. */
export const BITCOIN_VAULTS_CALL = { method: 'cf_get_vault_addresses', params: [] };

const answerSchema = z.object({ bitcoin: z.array(z.tuple([z.string(), z.object({ Btc: z.array(z.number()) })])) });

/** @param answer of `BITCOIN_VAULTS_CALL`. @throws {z.ZodError} */
export const bitcoinVaultsOf = (answer: unknown): string[] =>
  answerSchema.parse(answer).bitcoin.map(([, { Btc }]) => new TextDecoder().decode(Uint8Array.from(Btc)));
