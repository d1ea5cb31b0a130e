/** Swaps as a plan says, through the deployment's answers alone, and keeps every answer that it was given. */
import type { QuoteResponse } from '../../lib/api/schemas/quote.ts';
import type { WireRoute } from '../../lib/api/schemas/route.ts';
import type { TrackResponse } from '../../lib/api/schemas/track.ts';
import { type Call, CutOff, type Deployment } from './deployment.ts';
import { COINS, type SwapPlan } from './story.ts';
import { now, sleep } from './virtual-time.ts';
import type { Bill, Wallet } from './wallet.ts';

/** `endsAt`: how the chains stood when the swap was first said to have ended. */
export type Swap = {
  plan: SwapPlan;
  wallet: Wallet;
  /** Who gets what is bought: an account of its own, so that all that comes there is the swap's. */
  payee: Wallet;
  route?: WireRoute;
  quoteId?: string;
  /** Why there is nothing to pay, which is no fault by itself. */
  declined?: string;
  paidBaseUnits: bigint;
  hashes: string[];
  answers: { atMs: number; body: TrackResponse }[];
  /** Seen while it went on. */
  wrongs: string[];
};

const RETRIES = 60;
/** A channel that takes longer than two answers is asked for with a new quote, as the second answer offers. */
const CHANNEL_RETRIES = 1;
const STILL_OPENING = 'channel 502';
/** How often a payer tries to take a payment back: over a few blocks, and forks. */
const CANCELLINGS = 20;
const FINAL = ['completed', 'refunded', 'failed'];
/** Whether another transaction took the payment's place before any answer told of it: then nothing tells its end either. */
export const isTakenBackUntold = async ({ plan, wallet, hashes, answers }: Swap): Promise<boolean> =>
  plan.manner === 'cancelled' &&
  answers.every(({ body }) => body.data.inbound === undefined) &&
  !(await wallet.knows(COINS[plan.sell].chain, hashes[0] ?? ''));
export const isFinal = (body: TrackResponse): boolean => FINAL.includes(body.trackingStatus);
export const lastOf = ({ answers }: Swap): TrackResponse | undefined => answers.at(-1)?.body;

/** Decimal text of base units, by a rule of its own. */
export function decimal(baseUnits: bigint, decimals: number): string {
  const digits = baseUnits.toString().padStart(decimals + 1, '0');
  const [whole, rest] = [digits.slice(0, -decimals), digits.slice(-decimals).replace(/0+$/, '')];
  return rest === '' ? whole : `${whole}.${rest}`;
}

export function createClient(deployment: Deployment) {
  /** Asks again where the process ended or was too busy, as a program does. */
  async function ask(
    call: Call,
    body: Record<string, unknown>,
    { plan }: Swap,
    retries = RETRIES,
  ): Promise<{ status: number; body: unknown }> {
    const client = `10.${plan.number >> 16}.${(plan.number >> 8) & 255}.${plan.number & 255}`;
    for (let retry = 1; ; retry += 1) {
      const answer = await deployment.call(call, body, client).catch((error: unknown) => {
        if (error instanceof CutOff) return undefined;
        throw error;
      });
      if (answer !== undefined && answer.status !== 503 && answer.status !== 502) return answer;
      if (retry > retries) return answer ?? { status: 0, body: 'cut off' };
      await sleep(1000);
    }
  }

  async function fund({ plan, wallet }: Swap): Promise<bigint> {
    const sell = COINS[plan.sell];
    const scale = 10 ** Math.min(sell.decimals, 8);
    const baseUnits =
      BigInt(Math.round((plan.usd / sell.usd) * scale)) * 10n ** BigInt(sell.decimals - Math.min(sell.decimals, 8));
    await wallet.fund(sell, baseUnits * (plan.manner === 'twice' ? 2n : 1n));
    return baseUnits;
  }

  async function quote(swap: Swap): Promise<void> {
    const { plan, wallet, payee } = swap;
    const [sell, buy] = [COINS[plan.sell], COINS[plan.buy]];
    const answer = await ask(
      'quote',
      {
        sellAsset: sell.id,
        buyAsset: buy.id,
        sellAmount: decimal(swap.paidBaseUnits, sell.decimals),
        slippage: plan.slippage,
        ...(plan.feeBps > 0 ? { affiliate: 'ptg', affiliateFee: plan.feeBps } : {}),
        providers: [plan.provider],
        sourceAddress: wallet.address(sell.chain),
        destinationAddress: payee.address(buy.chain),
        includeTx: plan.manner !== 'channel',
      },
      swap,
    );
    if (answer.status !== 200) {
      if (answer.status !== 0) swap.wrongs.push(`the quote was answered ${answer.status}: ${String(answer.body)}`);
      swap.declined = `quote ${answer.status}`;
      return;
    }
    const { quoteId, routes, providerErrors } = answer.body as QuoteResponse;
    const [route] = routes;
    if (!route) {
      swap.declined = providerErrors?.[0]
        ? `${providerErrors[0].errorCode}: ${providerErrors[0].message}`
        : 'no route and no reason';
      if (!providerErrors?.[0]) swap.wrongs.push('no route and no reason for it');
      return;
    }
    swap.quoteId = quoteId;
    swap.route = route;
  }

  async function bill(swap: Swap): Promise<Bill | undefined> {
    const { plan, route, quoteId, wallet } = swap;
    if (!route) return undefined;
    if (plan.manner !== 'channel') {
      const isBare = COINS[plan.sell].chain === 'BTC' && plan.provider.startsWith('CHAINFLIP');
      const canPay = route.tx !== undefined || (route.inboundAddress !== undefined && !isBare);
      if (!canPay) swap.declined = route.meta.txUnavailable ?? 'no tx and no reason';
      return canPay ? route : undefined;
    }
    const source = wallet.address(COINS[plan.sell].chain);
    const answer = await ask('channel', { quoteId, routeIndex: 0, refundAddress: source }, swap, CHANNEL_RETRIES);
    if (answer.status !== 200) {
      swap.declined = answer.status === 502 ? STILL_OPENING : `channel ${answer.status}`;
      return undefined;
    }
    const { depositAddress } = answer.body as { depositAddress: string };
    return { inboundAddress: depositAddress, meta: {} as Bill['meta'] };
  }

  /** What was said once must hold: see the judge for what is held against the chains. */
  async function note(swap: Swap, body: TrackResponse): Promise<void> {
    const before = lastOf(swap);
    swap.answers.push({ atMs: now(), body });
    if (!before || !isFinal(before)) {
      const { hash, chain } = body.data.outbound ?? {};
      // What THORChain and Maya pay on their own chains has no transaction: the payment stands for it.
      const isNamed = hash !== undefined && chain !== undefined && !swap.hashes.includes(hash);
      if (body.trackingStatus !== 'completed' || !isNamed) return;
      if (!(await swap.payee.knows(chain, hash)))
        swap.wrongs.push(`completed by ${hash}, which ${chain} does not know`);
      return;
    }
    const essence = ({ trackingStatus, data, error, success }: TrackResponse) =>
      JSON.stringify([trackingStatus, success, error, data.outbound?.amount, data.outbound?.hash, data.refund?.amount]);
    if (before.trackingStatus !== body.trackingStatus || (before.success && !body.success))
      swap.wrongs.push(`final was ${essence(before)}, then ${essence(body)}`);
    else if (before.trackingStatus === 'completed' && before.data.outbound?.amount !== body.data.outbound?.amount)
      if (before.data.outbound?.amount !== undefined)
        swap.wrongs.push(`received was ${before.data.outbound.amount}, then ${body.data.outbound?.amount}`);
  }

  async function look(swap: Swap, hash = swap.hashes[0]): Promise<TrackResponse | undefined> {
    const answer = await ask(
      'track',
      { quoteId: swap.quoteId, routeIndex: 0, ...(swap.plan.manner === 'channel' ? {} : { hash }) },
      swap,
    );
    if (answer.status !== 200) {
      swap.wrongs.push(`tracking was answered ${answer.status}: ${String(answer.body)}`);
      return undefined;
    }
    const body = answer.body as TrackResponse;
    await note(swap, body);
    return body;
  }

  return {
    look,
    async run(swap: Swap): Promise<void> {
      const { plan, wallet } = swap;
      await sleep(plan.atMs);
      swap.paidBaseUnits = await fund(swap);
      await quote(swap);
      let payable = await bill(swap);
      if (swap.declined === STILL_OPENING) {
        await quote(swap);
        payable = await bill(swap);
      }
      if (!payable) return;
      await sleep(plan.hesitatesMs);
      const sell = COINS[plan.sell];
      try {
        swap.hashes.push(await wallet.pay(sell, swap.paidBaseUnits, payable));
      } catch (error) {
        swap.declined = `the payment was refused: ${error instanceof Error ? error.message : String(error)}`;
        return;
      }
      await look(swap);
      const [paid = ''] = swap.hashes;
      if (plan.manner === 'cancelled')
        for (let left = CANCELLINGS; left > 0 && !wallet.cancel(sell, paid); left -= 1)
          await sleep(plan.hesitatesMs / CANCELLINGS);
      if (plan.manner === 'twice') {
        await sleep(plan.hesitatesMs);
        await wallet.pay(sell, swap.paidBaseUnits, payable).then(
          (hash) => swap.hashes.push(hash),
          () => undefined,
        );
      }
    },
  };
}
