/** Answers `/quote` and `/swap` of the Classic Swap API from the present state of the chain. */
import type { Hex } from 'viem';
import { badRequest } from './answer.ts';
import { encodePlan, type Plan } from './calldata.ts';
import { checkSender, gasOf, simulate } from './estimate.ts';
import { fault, type OneinchChain, type OneinchNetwork } from './network.ts';
import { type Found, findWay } from './plan.ts';
import { type QuoteRequest, readQuote, readSwap, type SwapRequest, type Version } from './request.ts';
import { type SwapTx, tamperPlan, tamperTx } from './tampering.ts';
import { protocolsView, tokenView } from './views.ts';

const MILLION = 1_000_000n;
/** The sender that a quote's gas estimate assumes. */
const NOBODY = '0x2773378be02162f28cF199089A64E5e2307Fc0F5';

/** The fault `drift`: this endpoint's amount deviates from the chain's by a percentage. */
function drifted(network: OneinchNetwork, endpoint: 'quote' | 'swap', amount: bigint): bigint {
  const drift = fault(network, 'drift');
  if (drift === undefined || (drift.of ?? 'swap') !== endpoint) return amount;
  const percent = typeof drift.percent === 'number' ? drift.percent : -1;
  return (amount * (MILLION + BigInt(Math.round(percent * 10_000)))) / MILLION;
}

function common(request: QuoteRequest, found: Found, version: Version) {
  return {
    ...(request.includeTokensInfo ? { srcToken: tokenView(found.src), dstToken: tokenView(found.dst) } : {}),
    ...(request.includeProtocols ? { protocols: protocolsView(found, version) } : {}),
  };
}

/** @throws {OneinchError} */
export async function answerQuote(
  network: OneinchNetwork,
  chain: OneinchChain,
  version: Version,
  query: URLSearchParams,
): Promise<unknown> {
  const request = readQuote(query, version);
  const found = await findWay(network, chain, request);
  const dstAmount = drifted(network, 'quote', found.dstAmount);
  const answer = { ...common(request, found, version), dstAmount: String(dstAmount) };
  if (!request.includeGas) return answer;
  const swap = { ...request, from: NOBODY, receiver: NOBODY, referrer: NOBODY } as const;
  const plan = planOf({ ...swap, allowPartialFill: false, usePermit2: false }, found, 1n);
  return { ...answer, gas: await gasOf(chain, plan, encodePlan(plan)) };
}

type Sides = Pick<
  SwapRequest,
  'amount' | 'from' | 'receiver' | 'feePpm' | 'referrer' | 'allowPartialFill' | 'usePermit2'
>;

const planOf = (request: Sides, { src, dst, pool }: Found, minReturn: bigint): Plan => ({
  src,
  dst,
  pool,
  minReturn,
  amount: request.amount,
  from: request.from,
  receiver: request.receiver,
  feePpm: request.feePpm,
  referrer: request.referrer,
  partialFill: request.allowPartialFill,
  permit2: request.usePermit2,
});

/** The router refuses a minimum return of zero. */
function leastOf(request: SwapRequest, dstAmount: bigint): bigint {
  const least = request.minReturn ?? (dstAmount * (MILLION - (request.slippagePpm ?? 0n))) / MILLION;
  return least > 0n ? least : 1n;
}

/** @throws {OneinchError} */
export async function answerSwap(
  network: OneinchNetwork,
  chain: OneinchChain,
  version: Version,
  query: URLSearchParams,
): Promise<unknown> {
  const request = readSwap(query, version);
  if (fault(network, 'cannotEstimate') && !request.disableEstimate) throw badRequest('cannot estimate');
  const found = await findWay(network, chain, request);
  const dstAmount = drifted(network, 'swap', found.dstAmount);
  const plan = planOf(request, found, leastOf(request, dstAmount));
  if (!request.disableEstimate) await checkSender(chain, plan);
  const what = fault(network, 'tamper')?.what;
  const call = encodePlan(tamperPlan(chain, plan, what));
  const gas = await txGas(network, chain, { plan, call: encodePlan(plan), estimate: !request.disableEstimate });
  const tx: SwapTx = {
    from: plan.from.toLowerCase(),
    to: call.to.toLowerCase(),
    data: call.data,
    value: String(call.value),
    gas,
    gasPrice: String(request.gasPrice ?? (await chain.gasPrice())),
  };
  const shown = what === 'dstAmount' ? dstAmount * 2n : dstAmount;
  return { ...common(request, found, version), dstAmount: String(shown), tx: tamperTx(plan, tx, what) };
}

/** With estimation, the gas for this sender; without it, the gas that the call would use, or 0 as documented. */
async function txGas(
  network: OneinchNetwork,
  chain: OneinchChain,
  { plan, call, estimate }: { plan: Plan; call: { to: Hex; data: Hex; value: bigint }; estimate: boolean },
): Promise<number> {
  if (estimate) return simulate(chain, plan.from, call);
  if (fault(network, 'noGas')) return 0;
  return gasOf(chain, plan, call);
}
