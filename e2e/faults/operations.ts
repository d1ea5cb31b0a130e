/** Requests everything while an upstream is in trouble, and summarises the answers. */
import { ApiProblem, createPortageClient, type PortageClient } from '../../lib/api/client.ts';
import type { QuoteRequest } from '../../lib/api/schemas/quote.ts';
import { NEWCOMER } from '../support/accounts.ts';
import { createEvmPayer } from '../support/evm-payer.ts';
import type { Sandbox } from '../support/sandbox.ts';
import { createUtxoPayer } from '../support/utxo-payer.ts';

const USDC = 'ETH.USDC-0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
const DAI = 'ETH.DAI-0x6B175474E89094C44Da98b954EedeAC495271d0F';
const WBTC = 'ETH.WBTC-0x2260FAC5E5542a773Aa44fBCfeDf7C193bc2C599';
const SOL_USDC = 'SOL.USDC-EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';

/** No pair is offered by all providers, but these together are. */
const PAIRS: readonly QuoteRequest[] = [
  {
    ...{ sellAsset: 'ETH.ETH', buyAsset: 'BTC.BTC', sellAmount: '60', slippage: 5 },
    providers: [
      'THORCHAIN',
      'THORCHAIN_STREAMING',
      'MAYACHAIN',
      'MAYACHAIN_STREAMING',
      'CHAINFLIP',
      'CHAINFLIP_STREAMING',
    ],
  },
  { sellAsset: 'ETH.ETH', buyAsset: USDC, sellAmount: '1', slippage: 3, providers: ['ONEINCH'] },
  { sellAsset: 'SOL.SOL', buyAsset: SOL_USDC, sellAmount: '1', slippage: 3, providers: ['JUPITER'] },
  { sellAsset: WBTC, buyAsset: 'BTC.BTC', sellAmount: '0.01', slippage: 3, providers: ['GARDEN'] },
  { sellAsset: DAI, buyAsset: 'BTC.BTC', sellAmount: '2000', slippage: 3, providers: ['ONEINCH->CHAINFLIP'] },
];

/** A new address, so that nothing was created for it before: equal terms share one channel and one order. */
const NOWHERE = 'http://127.0.0.1:1';
const freshAddress = (chain: 'BTC' | 'ETH'): string =>
  chain === 'BTC' ? createUtxoPayer(NOWHERE, 'BTC').address : createEvmPayer(NOWHERE, 'ETH').address;
function addressOf(asset: string): string {
  const [chain] = asset.split('.');
  return chain === 'BTC' || chain === 'ETH' ? freshAddress(chain) : NEWCOMER.SOL;
}
const signed = (pair: QuoteRequest): QuoteRequest => ({
  ...pair,
  sourceAddress: addressOf(pair.sellAsset),
  destinationAddress: addressOf(pair.buyAsset),
  includeTx: true,
  allowUnfunded: true,
});

/** Providers without what they give in calm, with the reason: the code of the error, or `noTx`. */
export type Lost = Map<string, string>;
export type Answers = {
  quote: Lost;
  tx: Lost;
  /** By provider of a swap under way. */
  track: Map<string, string>;
  tokens: number;
  channel: string;
  /** Sentences that no user should read. */
  sentences: string[];
};

/** The status where the call was refused. */
const refused = (error: unknown): string =>
  error instanceof ApiProblem ? `${error.status}` : error instanceof Error ? error.message : String(error);

const RETRIES = 8;

/** Tries again where the server was overloaded, as a program should. */
async function patiently<T>(ask: () => Promise<T>): Promise<T> {
  for (let retry = 1; ; retry += 1)
    try {
      return await ask();
    } catch (error) {
      if (retry > RETRIES || !(error instanceof ApiProblem) || error.status !== 503) throw error;
      await new Promise((resolve) => setTimeout(resolve, 1000));
    }
}

const isSentence = (text: string): boolean =>
  /^[\p{Lu}\d].{9,300}[.!?]\)?$/u.test(text) && !/\.[;,] |undefined|null|NaN|\[object|ECONN|Error:/.test(text);

async function lostRoutes(client: PortageClient, asked: readonly QuoteRequest[], sentences: string[]): Promise<Lost> {
  const lost: Lost = new Map();
  await Promise.all(
    asked.map(async (request) => {
      const answer = await patiently(() => client.quote(request)).catch(refused);
      if (typeof answer === 'string') return request.providers?.forEach((id) => void lost.set(id, `status ${answer}`));
      for (const { provider, errorCode, message } of answer.providerErrors ?? []) {
        lost.set(provider, errorCode);
        if (!isSentence(message)) sentences.push(`${provider} ${errorCode}: ${message}`);
      }
      for (const { providers, tx, meta } of answer.routes)
        if (request.includeTx && tx === undefined)
          lost.set(providers.join('->'), `noTx${meta.txUnavailable ? '' : ' without a reason'}`);
    }),
  );
  return lost;
}

/** Prices alone, which create nothing. */
export async function askPrices(url: string): Promise<Pick<Answers, 'quote' | 'sentences'>> {
  const sentences: string[] = [];
  return { quote: await lostRoutes(createPortageClient({ baseUrl: url }), PAIRS, sentences), sentences };
}

export type Swap = { provider: string; quoteId: string };

/** Swaps that are paid and under way for as long as the world's clock is slow. */
export async function paySwaps(url: string, sandbox: Sandbox): Promise<Swap[]> {
  const client = createPortageClient({ baseUrl: url });
  const payer = createEvmPayer(url, 'ETH');
  await sandbox.fund('ETH', payer.address, '100');
  const swaps: Swap[] = [];
  for (const provider of ['THORCHAIN', 'MAYACHAIN', 'CHAINFLIP'] as const) {
    const pair = { sellAsset: 'ETH.ETH', buyAsset: 'BTC.BTC', sellAmount: '1', slippage: 5, providers: [provider] };
    const { quoteId, routes } = await client.quote({ ...signed(pair), sourceAddress: payer.address });
    const [route] = routes;
    if (!route) throw new Error(`${provider} gives no route in calm`);
    await client.track({ quoteId, hash: await payer.pay(route) });
    swaps.push({ provider, quoteId });
  }
  return swaps;
}

/** Requests everything at once, as callers do. */
export async function askAll(url: string, swaps: readonly Swap[]): Promise<Answers> {
  const client = createPortageClient({ baseUrl: url });
  const sentences: string[] = [];
  const tracked = async ({ provider, quoteId }: Swap): Promise<[string, string]> => {
    const answer = await patiently(() => client.track({ quoteId })).catch(refused);
    if (typeof answer === 'string') return [provider, answer];
    if (answer.data.stale && !isSentence(answer.data.staleReason ?? ''))
      sentences.push(`stale: ${answer.data.staleReason}`);
    return [provider, `${answer.trackingStatus}${answer.data.stale ? ', stale' : ''}`];
  };
  const channel = { sellAsset: 'BTC.BTC', buyAsset: 'ETH.ETH', sellAmount: '0.1', slippage: 3 };
  const addresses = { destinationAddress: freshAddress('ETH'), refundAddress: NEWCOMER.BTC };
  const [quote, tx, track, tokens, opened] = await Promise.all([
    lostRoutes(client, PAIRS, sentences),
    lostRoutes(client, PAIRS.map(signed), sentences),
    Promise.all(swaps.map(tracked)),
    client.tokens().then(
      ({ total }) => total,
      () => -1,
    ),
    patiently(() => client.depositChannel({ ...channel, ...addresses })).then(() => '200', refused),
  ]);
  return { quote, tx, track: new Map(track), tokens, channel: opened, sentences };
}
