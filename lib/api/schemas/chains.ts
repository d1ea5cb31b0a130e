/** Defines a deployment's report on its chains: their data as it is defined, and whether they trade now. */
import { z } from 'zod';
import { TX_TYPES } from '../../domain/route.ts';
import { assetIdSchema, chainIdSchema } from './common.ts';

export const CHAIN_TRADES = ['trading', 'partlyPaused', 'paused', 'switchedOff', 'unknown', 'notTraded'] as const;

const chainPaymentsSchema = z
  .object({
    txType: z.enum(TX_TYPES).optional().meta({
      description: 'The kind of transaction that `includeTx` gives here; absent where none can be made.',
    }),
    memoBytes: z.number().int().optional().meta({
      description: 'The longest memo that a plain transfer carries to a vault; absent where no vault reads memos.',
    }),
    linkScheme: z.string().optional().meta({ description: 'The URI scheme of payment links, which carry no memo.' }),
  })
  .meta({ id: 'ChainPayments', description: 'The kinds of payment by which a swap can begin here.' });

export const chainFactsSchema = z
  .object({
    id: chainIdSchema,
    networkId: z.union([z.number().int(), z.string()]).meta({
      description: 'The number of an EVM chain, the chain id of a Cosmos chain, a name elsewhere. `chainId` takes it.',
    }),
    name: z.string(),
    native: z.object({ asset: assetIdSchema, symbol: z.string(), name: z.string(), decimals: z.number().int() }),
    explorer: z
      .object({ tx: z.string().optional(), address: z.string().optional() })
      .optional()
      .meta({ description: 'URL templates with `{hash}` and `{address}`; absent where there is no explorer.' }),
    confirmations: z.number().int().meta({ description: 'Blocks after which a payment counts as final.' }),
    blockSeconds: z.number().meta({ description: 'Average time between two blocks.' }),
    payments: chainPaymentsSchema,
    state: z.enum(CHAIN_TRADES).meta({
      description:
        '`partlyPaused`: some providers have stopped, others go on. `switchedOff`: by this deployment. `unknown`: no provider has answered yet. `notTraded`: no provider swaps it.',
    }),
    reason: z.string().optional().meta({ description: 'Why it is not simply `trading`; sentences.' }),
  })
  .meta({ id: 'ChainFacts' });
export type WireChainFacts = z.infer<typeof chainFactsSchema>;

export const chainsResponseSchema = z
  .object({
    chains: z
      .array(chainFactsSchema)
      .meta({ description: 'All that this deployment offers, in the order of `ChainId`.' }),
    updatedAt: z.iso.datetime().meta({ description: 'Age of the oldest answer about halts.' }),
  })
  .meta({ id: 'ChainsResponse' });
export type ChainsResponse = z.infer<typeof chainsResponseSchema>;
