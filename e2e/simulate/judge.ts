/** Holds what a client was told of its swap against what the chains have on their books. */
import { decimal, isFinal, isTakenBackUntold, lastOf, type Swap } from './client.ts';
import { COINS } from './story.ts';
import type { Coin } from './wallet.ts';

const coinOf = (id: string | undefined) =>
  Object.values(COINS).find((coin) => coin.id.toLowerCase() === id?.toLowerCase());

/** The base units of a decimal text, by a rule of its own. */
export function units(text: string, decimals: number): bigint {
  const [whole = '0', rest = ''] = text.split('.');
  return BigInt(whole + rest.padEnd(decimals, '0').slice(0, decimals));
}

/** Lamports that a vault swap leaves in an account of its own, and that the network gives back when it closes that. */
const MOST_SOL_RENT = 3_000_000n;
const isRent = (coin: Coin, baseUnits: bigint): boolean =>
  coin === COINS.SOL && baseUnits >= 0n && baseUnits < MOST_SOL_RENT;

/** What came back in the coin: to the payer, or to the payee where the last of two legs could not be taken. */
async function backIn({ wallet, payee }: Swap, coin: Coin, to: string | undefined): Promise<bigint> {
  const holder = to?.toLowerCase() === payee.address(coin.chain).toLowerCase() ? payee : wallet;
  const back = await holder.received(coin);
  return isRent(coin, back) ? 0n : back;
}

/** Each sentence is a wrong that its holder would suffer or believe. */
export async function wrongsOf(swap: Swap): Promise<string[]> {
  const { plan, route, hashes } = swap;
  if (hashes.length === 0 || !route) return [];
  const [sell, buy] = [COINS[plan.sell], COINS[plan.buy]];
  const came = await swap.payee.received(buy);
  const body = lastOf(swap);
  // What the first of two legs has bought comes back when the second one fails.
  const { asset, address } = body?.data.refund ?? {};
  const returned = coinOf(asset) ?? sell;
  const back = await backIn(swap, returned, address);
  const wrongs: string[] = [];
  const wrong = (what: string) => void wrongs.push(what);
  const inBuy = `${decimal(came, buy.decimals)} ${plan.buy} came`;
  const inBack = `${decimal(back < 0n ? 0n : back, returned.decimals)} ${returned.id} came back`;

  if (came === 0n && (await isTakenBackUntold(swap))) return [];
  if (!body || !isFinal(body))
    return [
      `lost: still ${body?.trackingStatus ?? 'unanswered'} (${body?.error ?? body?.data.staleReason ?? ''}), ${inBuy}, ${inBack}`,
    ];
  const { outbound, refund } = body.data;
  if (plan.manner === 'twice') return wrongs;
  if (back < 0n) wrong(`more left the wallet than was paid: ${back}`);

  if (body.trackingStatus === 'completed') {
    if (came === 0n) wrong('completed, and nothing came');
    if (outbound?.amount === undefined) wrong('completed, and the amount is not told');
    else if (units(outbound.amount, buy.decimals) !== came) wrong(`told ${outbound.amount}, ${inBuy}`);
    const least = units(route.expectedBuyAmountMaxSlippage, buy.decimals);
    if (came < least && back === 0n) wrong(`guaranteed ${route.expectedBuyAmountMaxSlippage}, ${inBuy}, nothing back`);
    const most = units(route.expectedBuyAmount, buy.decimals) * 3n;
    if (came > most) wrong(`paid more than once? expected ${route.expectedBuyAmount}, ${inBuy}`);
    if (back > 0n && refund === undefined) wrong(`${inBack}, and no refund is told`);
  }
  if (body.trackingStatus === 'refunded') {
    if (came > 0n) wrong(`refunded, and ${inBuy}`);
    if (body.error === undefined || body.data.reasonCode === undefined) wrong('refunded without a reason');
    if (refund?.amount !== undefined && coinOf(refund.asset) === returned && refund.kept !== true) {
      const more = back - units(refund.amount, returned.decimals);
      if (more !== 0n && !isRent(returned, more)) wrong(`told a refund of ${refund.amount}, ${inBack}`);
    } else if (back === 0n && refund?.kept !== true) wrong('refunded, and nothing came back');
  }
  if (body.trackingStatus === 'failed') {
    if (came > 0n || back > 0n) wrong(`failed (${body.error}), but ${inBuy}, ${inBack}`);
    if (body.error === undefined || body.data.reasonCode === undefined) wrong('failed without a reason');
  }
  return wrongs;
}
