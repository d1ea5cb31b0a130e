/** Feeds one recorded answer of Jupiter to the adapter, and every recorded transaction to its decoder. */
import { base64 } from '@scure/base';
import { formatAmount, fromBaseUnits } from '../../lib/domain/amount.ts';
import { type Asset, formatAsset, parseAsset } from '../../lib/domain/asset.ts';
import { ProviderError } from '../../lib/domain/errors.ts';
import type { RouteDraft } from '../../lib/domain/route.ts';
import { type JupiterTerms, jupiterFault } from '../../lib/payments/jupiter/check-transaction.ts';
import { type JupiterTransaction, readJupiterTransaction } from '../../lib/payments/jupiter/transaction.ts';
import { WRAPPED_SOL_MINT } from '../../lib/payments/solana/token-account.ts';
import { readLookupTable } from '../../lib/payments/solana/transaction.ts';
import { createJupiterClient } from '../../lib/providers/jupiter/client.ts';
import type { JupiterFlavour } from '../../lib/providers/jupiter/config.ts';
import { createJupiter } from '../../lib/providers/jupiter/index.ts';
import type { Answer } from './manifest.ts';
import { CannotReplay, NOBODY, named, object, text } from './to-text.ts';

type World = Record<string, { status: number; body: unknown }>;

const BASE = 'http://jupiter.invalid';
const USDC_MINT = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
const SOL_DECIMALS = 9;
const USDC_DECIMALS = '6';

const fetchFrom =
  (world: World): typeof fetch =>
  async (input) => {
    const known = world[new URL(String(input)).pathname] ?? { status: 404, body: { message: 'no Route matched' } };
    return new Response(JSON.stringify(known.body), { status: known.status });
  };
const options = (world: World, flavour: JupiterFlavour) => ({
  baseUrls: [BASE],
  flavour,
  fetch: fetchFrom(world),
  now: () => 0,
  log: () => undefined,
});
const adapter = (world: World, flavour: JupiterFlavour) =>
  createJupiter({ ...options(world, flavour), clients: NOBODY });
const call = () => ({ signal: AbortSignal.timeout(5000), budgetMs: 5000 });

const flavourOf = (endpoint: string): JupiterFlavour => (endpoint.startsWith('/swap/v1/') ? 'v1' : 'v2');

function assetOf(mint: string): Asset {
  if (mint === WRAPPED_SOL_MINT) return { kind: 'native', chain: 'SOL', symbol: 'SOL' };
  const parsed = parseAsset(`SOL.${mint === USDC_MINT ? 'USDC' : 'TOKEN'}-${mint}`);
  if (!parsed.ok || parsed.asset.kind !== 'token') throw new CannotReplay(`${mint} is no mint`);
  return { ...parsed.asset, address: mint };
}

const routeLine = (route: RouteDraft): string =>
  `route ${route.providers.join()}: ${named(route.sell)} -> ${named(route.expectedBuy)}, at least ${formatAmount(route.guaranteedBuy)}, price impact ${route.priceImpactPercent} %`;

/** The answer contains what was asked for; for an error the manifest has it, or the quote is SOL to USDC. */
async function replayQuote(endpoint: string, { status, body, request }: Answer): Promise<string> {
  const answered = object(body);
  const mints = {
    input: text(answered.inputMint) ?? request.inputMint ?? WRAPPED_SOL_MINT,
    output: text(answered.outputMint) ?? request.outputMint ?? USDC_MINT,
  };
  const decimals = (end: 'input' | 'output') =>
    mints[end] === WRAPPED_SOL_MINT ? SOL_DECIMALS : Number(request[`${end}Decimals`] ?? USDC_DECIMALS);
  const list = (['input', 'output'] as const).map((end) => ({ id: mints[end], symbol: '', decimals: decimals(end) }));
  const flavour = flavourOf(endpoint);
  const world: World = {
    [`/swap/${flavour}/quote`]: { status, body },
    '/tokens/v2/tag': { status: 200, body: list },
  };
  const [route] = await adapter(world, flavour).quote(
    {
      providerId: 'JUPITER',
      sellAsset: assetOf(mints.input),
      buyAsset: assetOf(mints.output),
      sellAmount: fromBaseUnits(BigInt(text(answered.inAmount) ?? request.amount ?? '1'), decimals('input')),
      slippageBps: Number(answered.slippageBps ?? request.slippageBps ?? '100'),
      includeTx: false,
    },
    call(),
  );
  return route ? routeLine(route) : 'no route';
}

const NAMES = {
  [WRAPPED_SOL_MINT]: { symbol: 'SOL', decimals: SOL_DECIMALS },
  [USDC_MINT]: { symbol: 'USDC', decimals: Number(USDC_DECIMALS) },
};

/** The quoted terms from the manifest, so that the transaction is not compared with itself. */
function termsOf(tx: JupiterTransaction, { request }: Answer): JupiterTerms | undefined {
  const { inputMint, outputMint, amount, slippageBps, otherAmountThreshold } = request;
  if (!inputMint || !outputMint || !amount || !slippageBps || !otherAmountThreshold) return undefined;
  const sender = tx.signers[0] ?? '';
  const side = (mint: string) => ({ mint, native: mint === WRAPPED_SOL_MINT });
  return {
    sender,
    destination: sender,
    sell: side(inputMint),
    buy: side(outputMint),
    sellBaseUnits: BigInt(amount),
    slippageBps: Number(slippageBps),
    leastBuyBaseUnits: BigInt(otherAmountThreshold),
  };
}

function txLine(transaction: string, answer: Answer): string {
  const { lookupTables } = object(answer.body);
  const tables = (Array.isArray(lookupTables) ? lookupTables : []).map((table) => {
    const { key, dataBase64 } = object(table);
    return [text(key) ?? '', readLookupTable(base64.decode(text(dataBase64) ?? ''))] as const;
  });
  let tx: JupiterTransaction;
  try {
    tx = readJupiterTransaction(transaction, Object.fromEntries(tables), NAMES);
  } catch (error) {
    return `transaction refused: ${error instanceof Error ? error.message : String(error)}`;
  }
  const terms = termsOf(tx, answer);
  const steps = tx.steps.map(({ name, sentence }) => `${name}: ${sentence}`).join(' | ');
  const fault = terms && jupiterFault(tx, terms);
  const verdict =
    terms === undefined ? 'read' : fault === undefined ? 'is the swap that was quoted' : `refused: ${fault}`;
  return `transaction ${verdict}; signed by ${tx.signers.length}, priority fee ${tx.priorityLamports} lamports; ${steps}`;
}

/** A whole transaction, which the client parses first. */
async function replaySwap(answer: Answer): Promise<string> {
  // The height at which the blockhash expires is beside the transaction, and not every recording has it.
  const body = { lastValidBlockHeight: 1, ...object(answer.body) };
  const world: World = { '/swap/v1/swap': { status: answer.status, body } };
  const { swapTransaction } = await createJupiterClient(options(world, 'v1')).swap({}, call());
  return txLine(swapTransaction, answer);
}

async function replayTokens(world: World): Promise<string> {
  const tokens = await adapter(world, 'v2').tokens(call());
  return `tokens ${tokens.map(({ asset, decimals }) => `${formatAsset(asset)} (${decimals} decimals)`).join(', ')}`;
}

async function replayPrices(world: World, mints: readonly string[]): Promise<string> {
  const prices = await createJupiterClient(options(world, 'v2')).prices(mints, call());
  return `prices ${[...prices].map(([mint, price]) => `${mint} ${price}`).join(', ') || 'none'}`;
}

async function replayPath(endpoint: string, answer: Answer): Promise<string> {
  const { status, body } = answer;
  if (/^\/swap\/v[12]\/quote$/.test(endpoint)) return replayQuote(endpoint, answer);
  if (endpoint === '/swap/v1/swap') return replaySwap(answer);
  if (endpoint === '/tokens/v2/search') return replayTokens({ '/tokens/v2/tag': { status, body } });
  if (endpoint === '/price/v3') return replayPrices({ '/price/v3': { status, body } }, Object.keys(object(body)));
  // No adapter requests this endpoint, but its transactions and refusals have the same form.
  if (endpoint === '/order') {
    const transaction = text(object(body).transaction);
    return transaction === undefined ? replayQuote('/swap/v2/quote', answer) : txLine(transaction, answer);
  }
  throw new CannotReplay(`no adapter asks ${endpoint}`);
}

/** Returns one line: `route …`, `error <code> …`, `tokens …`, `prices …`, `transaction …` or `cannot: …`. */
export async function replayJupiter(endpoint: string, answer: Answer): Promise<string> {
  try {
    return await replayPath(endpoint, answer);
  } catch (error) {
    if (error instanceof ProviderError) return `error ${error.code}: ${error.message}`;
    return `cannot: ${error instanceof Error ? error.message : String(error)}`;
  }
}
