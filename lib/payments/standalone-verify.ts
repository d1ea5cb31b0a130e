/**
 * Exports `verifyRoute`, `askWitnesses`, `verifySignature` and `verifyReceipt` for `/verify.js`. A route is parsed by a
 * schema before anything in it is used.
 */
import { routeSchema } from '../api/schemas/route.ts';
import type { NetworkName } from '../chains/chain.ts';
import { type AskOptions, askWitnesses as ask } from './ask-witnesses.ts';
import type { AskedSwap, Witnessed } from './asked-swap.ts';
import type { EvmFacts } from './evm/evm-terms.ts';
import { payeesOf as payeesOfRoute } from './known-contracts.ts';
import type { RouteFault } from './route-fault.ts';
import type { SolanaFacts } from './solana/solana-facts.ts';
import { verifyRoute as verify } from './verify-route.ts';
import type { Testimony } from './witness.ts';

export { verifyReceipt, verifySignature } from '../api/signatures.ts';
export type { AskedSwap, AskOptions, RouteFault, Testimony, Witnessed };

export type VerifyOptions = {
  /** Default: `mainnet`. */
  network?: NetworkName | undefined;
  /** Unix seconds. Default: now. */
  nowSeconds?: number | undefined;
  /** Decimals of tokens that are unknown here. */
  decimals?: { sell?: number | undefined; buy?: number | undefined } | undefined;
  witnessed?: Witnessed | undefined;
  /** Facts of the chains, from your own node. */
  evm?: EvmFacts | undefined;
  solana?: SolanaFacts | undefined;
  /**
   * The EIP-2612 message (`domain` and `message`, numbers as decimal texts) that you sign in place of the approvals; the
   * route's `tx` may then carry it. `evm.permit` says what the token takes.
   */
  permit?: unknown;
};

const readRoute = (route: unknown) =>
  routeSchema.loose().partial({ fees: true, warnings: true, totalSlippageBps: true }).safeParse(route);

/** Why the route must not be paid; empty when it may be. Makes no request and never throws. */
export function verifyRoute(asked: AskedSwap, route: unknown, options: VerifyOptions = {}): RouteFault[] {
  const { network = 'mainnet', nowSeconds = Math.floor(Date.now() / 1000), permit, ...facts } = options;
  const read = readRoute(route);
  if (!read.success) {
    const message = `This is not a route: ${read.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`).join('; ')}.`;
    return [{ field: 'route', asked: undefined, actual: undefined, message }];
  }
  try {
    const meta = { ...read.data.meta, permit };
    return verify(asked, { ...read.data, meta }, { network, nowSeconds, ...facts });
  } catch (error) {
    const message = `It cannot be read: ${error instanceof Error ? error.message : String(error)}.`;
    return [{ field: 'route', asked: undefined, actual: undefined, message }];
  }
}

/** The vaults and deposit addresses of a route, which only its network can confirm: ask a node of your own for them. */
export function payeesOf(route: unknown): readonly string[] {
  const read = readRoute(route);
  return read.success ? payeesOfRoute(read.data) : [];
}

/**
 * Asks nodes of your choice whether the route pays its network's own addresses: its vault and router, or the channel
 * that was opened for it. Never throws. Pass `witnessed` on to `verifyRoute`: it refuses what a node contradicts, and
 * what no node could confirm.
 */
export async function askWitnesses(asked: AskedSwap, route: unknown, options: AskOptions): Promise<Testimony> {
  const read = readRoute(route);
  if (read.success) return ask(asked, read.data, options);
  return { about: undefined, payee: undefined, answers: [], verdict: 'unasked', witnessed: { payees: [] } };
}
