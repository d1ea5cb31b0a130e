/** Answers `/swap/v2/build`: a quote and its raw instructions in one answer. */
import { base58, base64 } from '@scure/base';
import { z } from 'zod';
import { isAddress } from '../solana/addresses.ts';
import { tokenAccountIn } from '../solana/tx-record.ts';
import { type SwapInstruction, unitPrice } from './instructions.ts';
import type { Jupiter } from './jupiter-state.ts';
import { handedBlockhash, LIFETIME, priceFor, priceSchema } from './lifetime.ts';
import { MOST_ACCOUNTS, parseQuery, type QuoteTerms, quoteFields, quoteJson, quoteTerms } from './quote.ts';
import { checkWishes, type SwapWishes, swapInstructions } from './swap-instructions.ts';
import { tamperedInstructions, tamperedPayer, tamperedPrice, tamperedQuote, tamperedTables } from './tamper.ts';

const key = z.string().refine(isAddress, 'Invalid pubkey');
const flag = z.enum(['true', 'false']).transform((text) => text === 'true');
/** What `rtse`, Jupiter's slippage estimate, amounts to here. */
const ESTIMATED_SLIPPAGE_BPS = 50;

const buildSchema = z.object({
  ...quoteFields,
  slippageBps: z
    .literal('rtse')
    .transform(() => ESTIMATED_SLIPPAGE_BPS)
    .or(quoteFields.slippageBps),
  taker: key,
  payer: key.optional(),
  feeAccount: key.optional(),
  wrapAndUnwrapSol: flag.default(true),
  destinationTokenAccount: key.optional(),
  nativeDestinationAccount: key.optional(),
  maxAccounts: z.coerce.number().int().min(1).default(MOST_ACCOUNTS),
  mode: z.enum(['fast']).optional(),
  blockhashSlotsToExpiry: z.coerce.number().int().min(1).max(LIFETIME.most).default(LIFETIME.usual),
  tipAmount: z.string().regex(/^\d+$/).transform(BigInt).pipe(z.bigint().min(1_000_000n)).optional(),
  computeUnitPricePercentile: priceSchema,
});

export const instructionJson = ({ programId, accounts, data }: SwapInstruction) => ({
  programId,
  accounts,
  data: base64.encode(data),
});

/** @throws {UpstreamError} */
export function answerBuild(jupiter: Jupiter, query: URLSearchParams): Record<string, unknown> {
  const asked = parseQuery(buildSchema, query);
  const fee = asked.feeAccount ? tokenAccountIn(jupiter.ledger.node.account(asked.feeAccount)) : undefined;
  const terms: QuoteTerms = { ...asked, feeOnInput: fee?.mint === asked.inputMint };
  const wishes: SwapWishes = {
    ...asked,
    version: 2,
    payer: asked.payer ?? asked.taker,
    tipLamports: asked.tipAmount,
  };
  const platformFeeBps = asked.platformFeeBps ?? 0;
  checkWishes({ outputMint: asked.outputMint, platformFeeBps }, wishes);
  const quoted = quoteTerms(jupiter, terms);
  const payer = tamperedPayer(jupiter, wishes.payer);
  const plain = swapInstructions(
    jupiter,
    {
      inputMint: asked.inputMint,
      outputMint: asked.outputMint,
      inAmount: asked.amount,
      quotedOut: quoted.outAmount,
      slippageBps: asked.slippageBps,
      platformFeeBps,
      steps: quoted.route.steps.map((step) => ({ ...step, pool: step.pool.account })),
    },
    { ...wishes, payer },
  );
  const swap = tamperedInstructions(jupiter, plain, payer);
  const price = tamperedPrice(jupiter, priceFor(asked.computeUnitPricePercentile));
  const { blockhash, lastValidBlockHeight } = handedBlockhash(jupiter, asked.blockhashSlotsToExpiry);
  const now = jupiter.world.clock.now();
  return {
    ...tamperedQuote(jupiter, quoteJson(jupiter, terms, quoted, 'V2')),
    computeBudgetInstructions: [instructionJson(unitPrice(price))],
    setupInstructions: swap.setup.map(instructionJson),
    swapInstruction: instructionJson(swap.swap),
    cleanupInstruction: swap.cleanup && instructionJson(swap.cleanup),
    otherInstructions: swap.other.map(instructionJson),
    tipInstruction: swap.tip && instructionJson(swap.tip),
    addressesByLookupTableAddress: Object.fromEntries(
      tamperedTables(jupiter, plain.call).map(({ address, entries }) => [address, entries]),
    ),
    blockhashWithMetadata: {
      blockhash: [...base58.decode(blockhash)],
      lastValidBlockHeight,
      fetchedAt: { secs_since_epoch: Math.floor(now / 1000), nanos_since_epoch: (now % 1000) * 1_000_000 },
    },
  };
}
