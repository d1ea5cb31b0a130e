/** For tests: the emulated Chainflip on in-memory chains, with helpers to query it. */
import { createChainflip } from './chainflip.ts';
import { accountOn, type FakeWorld, fakeWorld } from './fake-chains.ts';

export type Json = Record<string, unknown>;
export type Ref = { chain: string; asset: string };
export type Status = {
  state: string;
  swapId?: string;
  deposit?: { amount: string; txRef?: string; txConfirmations?: number; failure?: { mode: string; reason: Json } };
  depositChannel?: Json & { isExpired: boolean };
  swap?: Json & { swappedOutputAmount: string; regular?: Json; dca?: Json };
  swapEgress?: Json & { amount: string; failure?: Json };
  refundEgress?: Json & { amount: string };
  boost?: Json;
  fees: { type: string; chain: string; asset: string; amount: string }[];
} & Json;

export const BTC: Ref = { chain: 'Bitcoin', asset: 'BTC' };
export const ETH: Ref = { chain: 'Ethereum', asset: 'ETH' };
export const USDC: Ref = { chain: 'Ethereum', asset: 'USDC' };
export const FLIP: Ref = { chain: 'Ethereum', asset: 'FLIP' };
export const SOL: Ref = { chain: 'Solana', asset: 'SOL' };

const CHAINS: Readonly<Record<string, 'ETH' | 'ARB' | 'BSC' | 'BTC' | 'SOL' | 'DOT'>> = {
  Ethereum: 'ETH',
  Arbitrum: 'ARB',
  Bsc: 'BSC',
  Bitcoin: 'BTC',
  Solana: 'SOL',
  Assethub: 'DOT',
};
export const chainOfRef = (ref: Ref) => CHAINS[ref.chain] ?? 'ETH';
export const userOn = (ref: Ref, name = 'user'): string => accountOn(chainOfRef(ref), name);

/** The terms of a channel; omitted ones have harmless defaults. */
export type Terms = {
  from?: Ref;
  to?: Ref;
  destination?: string;
  commission?: number;
  boost?: number;
  affiliates?: { account: string; bps: number }[];
  refund?: Json;
  dca?: { number_of_chunks: number; chunk_interval: number };
  ccm?: Json;
};

export const BARE_REFUND = { retry_duration: 100, min_price: '0x0', max_oracle_price_slippage: 10_000 };

export async function begin(world: FakeWorld = fakeWorld()) {
  const slept: number[] = [];
  const { services, network } = createChainflip(world, {
    sleep: async (ms) => {
      slept.push(ms);
    },
  });
  await world.ticks(1);
  const ask = async (prefix: string, method: string, path: string, body = '') => {
    const service = services.find((one) => one.prefix === prefix);
    const url = new URL(path, 'http://x');
    if (service === undefined) throw new Error(`no service ${prefix}`);
    return service.handle({ method, path: url.pathname, query: url.searchParams, body });
  };
  const rpc = async (prefix: string, method: string, params: unknown) => {
    const answer = await ask(prefix, 'POST', '/', JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }));
    return JSON.parse(answer.body) as { result?: Json; error?: { code: number; message: string } };
  };
  const broker = (method: string, params: unknown) => rpc('chainflip-broker', method, params);
  const openRaw = (terms: Terms = {}) => {
    const { from = BTC, to = ETH } = terms;
    return broker('broker_request_swap_deposit_address', [
      from,
      to,
      terms.destination ?? userOn(to),
      terms.commission ?? 0,
      terms.ccm ?? null,
      terms.boost ?? null,
      terms.affiliates ?? null,
      { refund_address: userOn(from, 'refund'), ...BARE_REFUND, ...terms.refund },
      terms.dca ?? null,
    ]);
  };
  const open = async (terms: Terms = {}) => {
    const { result, error } = await openRaw(terms);
    if (result === undefined) throw new Error(error?.message);
    const { from = BTC } = terms;
    return {
      ...result,
      address: String(result.address),
      id: `${result.issued_block}-${from.chain}-${result.channel_id}`,
      chain: world.ledgers[chainOfRef(from)],
    };
  };
  const raw = (id: string) => ask('chainflip-backend', 'GET', `/v2/swaps/${encodeURIComponent(id)}`);
  const status = async (id: string) => JSON.parse((await raw(id)).body) as Status;
  const control = (name: string, body: unknown = {}) => world.controls.get(`chainflip-${name}`)?.(body) as Json;
  return { world, network, ask, rpc, broker, open, openRaw, raw, status, control, slept };
}
export type Begun = Awaited<ReturnType<typeof begin>>;

/** The offers of `GET /v2/quote`. */
export async function quoteOf(s: Begun, query: string) {
  const answer = await s.ask('chainflip-backend', 'GET', `/v2/quote?${query}`);
  return JSON.parse(answer.body) as {
    type: string;
    egressAmount: string;
    includedFees: { type: string; amount: string }[];
    boostQuote?: { egressAmount: string; includedFees: { type: string; amount: string }[] };
  }[];
}
export const byType = (fees: { type: string; amount: string }[]) =>
  Object.fromEntries(fees.map((fee) => [fee.type, fee.amount]));

/** Makes blocks until the swap is over. Returns its states in order. */
export async function follow(s: Begun, id: string, blocks = 300): Promise<string[]> {
  const seen: string[] = [];
  for (let at = 0; at < blocks; at += 1) {
    const { state } = await s.status(id);
    if (seen.at(-1) !== state) seen.push(state);
    if (state === 'COMPLETED' || state === 'FAILED') break;
    await s.world.blocks(1);
  }
  return seen;
}
