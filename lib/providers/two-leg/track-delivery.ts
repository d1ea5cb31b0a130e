/**
 * Reads from a payout's receipt what the receiver contract paid on: the bought asset, or the bridge asset instead.
 * Only the receiver's own log of this order counts, once its block is final.
 */
import type { EvmReceipt } from '../../chain-clients/chain-clients.ts';
import { sameAddress } from '../../chains/address.ts';
import { CHAINS } from '../../chains/chains.ts';
import { type Amount, amountText } from '../../domain/amount.ts';
import type { Asset } from '../../domain/asset.ts';
import type { TwoLeg } from '../../domain/route.ts';
import type { Observation, ObserveResult, TxFact } from '../../domain/swap-status.ts';
import { type Delivered, readDelivered, readReceiverEvent } from '../../payments/chainflip/ccm-receiver.ts';
import { wrappedNative } from '../../payments/oneinch/router.ts';
import { routerErrorText } from '../../payments/oneinch/router-errors.ts';
import type { CallOptions, TrackedLeg } from '../provider.ts';
import { legName } from './legs.ts';
import { orderIdOf, tokenName } from './receiver-call.ts';
import type { TwoLegSetup } from './two-leg.ts';

export type DeliverySetup = Pick<TwoLegSetup, 'pair' | 'receivers' | 'clients' | 'now' | 'log'>;

const NOTHING: ObserveResult = { observations: [], stale: false };
const STALE: ObserveResult = { observations: [], stale: true };

type Look = { setup: DeliverySetup; tracked: TrackedLeg; twoLeg: TwoLeg; receipt: EvmReceipt };

const same = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

/** The quoted contract, and today's when the route was quoted without addresses. */
function receiversOf({ setup: { receivers }, twoLeg }: Look): string[] {
  const quoted = twoLeg.legs[0].destinationAddress;
  const known = quoted === '' ? receivers[twoLeg.bridge.chain] : quoted;
  return known === undefined ? [] : [known];
}

/** The recipient, when it is known here. */
const recipientOf = ({ tracked: { channel, route }, twoLeg }: Look): string =>
  channel?.destinationAddress ?? twoLeg.channel?.destinationAddress ?? route.destinationAddress;

/** A coin that the recipient does not accept is paid wrapped. */
const isBridge = ({ bridge }: TwoLeg, token: string): boolean =>
  same(token, tokenName(bridge)) || (bridge.kind !== 'token' && same(token, wrappedNative(bridge.chain) ?? ''));

function isOurs(look: Look, orderId: string, delivered: Delivered): boolean {
  const { tracked, twoLeg } = look;
  const recipient = recipientOf(look);
  const token = delivered.swapped
    ? same(delivered.token, tokenName(tracked.route.expectedBuy.asset))
    : isBridge(twoLeg, delivered.token);
  const isTheirs = recipient === '' || sameAddress(tracked.chain, delivered.recipient, recipient);
  return token && isTheirs && same(delivered.orderId, orderId);
}

/** Several contradicting logs of one payout are all ignored. */
function deliveredBy(look: Look): Delivered | undefined {
  const { tracked, twoLeg, receipt } = look;
  if (receipt.status !== 'success') return undefined;
  const orderId = orderIdOf(tracked.route, twoLeg);
  const logged = receiversOf(look).flatMap((receiver) =>
    receipt.logs.flatMap((log) => readDelivered(log, receiver) ?? []),
  );
  const ours = logged.filter((one) => isOurs(look, orderId, one));
  return ours.length === 1 ? ours[0] : undefined;
}

/** Why the receiver did not swap, as far as the router gave a reason. */
function whyNot(look: Look): string {
  const events = receiversOf(look).flatMap((receiver) =>
    look.receipt.logs.filter(({ address }) => same(address, receiver)).map(readReceiverEvent),
  );
  const reason = events.find((event) => event?.kind === 'notSwapped');
  const text = reason?.kind === 'notSwapped' ? routerErrorText(reason.reason) : undefined;
  return text === undefined ? 'it could not be done for the guaranteed amount' : text;
}

/** What was paid instead of the bought asset. */
function bridgePaid({ bridge, legs }: TwoLeg, { token, amount }: Delivered): Amount {
  const native = CHAINS[bridge.chain].native.symbol;
  const wrapped: Asset = { kind: 'token', chain: bridge.chain, symbol: `W${native}`, address: token };
  const asset = same(token, tokenName(bridge)) ? bridge : wrapped;
  return { asset, decimals: legs[0].expectedBuy.decimals, baseUnits: amount };
}

function observed(look: Look, delivered: Delivered, at: number): Observation[] {
  const { setup, tracked, twoLeg, receipt } = look;
  const { leg, chain, hash, route } = tracked;
  const required = CHAINS[chain].confirmations;
  const tx = (amount: Amount): TxFact => ({
    hash,
    chain,
    amount,
    address: delivered.recipient,
    blockNumber: receipt.blockNumber,
    confirmations: required,
    requiredConfirmations: required,
  });
  if (delivered.swapped) {
    const output = { ...route.expectedBuy, baseUnits: delivered.amount };
    return [
      { kind: 'swapDone', at, leg, output },
      { kind: 'outboundSent', at, leg, tx: tx(output), refundDue: false },
    ];
  }
  const paid = bridgePaid(twoLeg, delivered);
  const reason = `${legName(setup.pair, 1)}, did not swap: ${whyNot(look)}. ${amountText(paid)} was paid to the destination address instead.`;
  return [{ kind: 'refundSent', at, leg, tx: tx(paid), reason, outputDue: false, fallback: true }];
}

/** A payout without a log of this order is held for people to look into, and is not an end. */
const unexplained = ({ tracked: { leg, hash } }: Look, at: number): Observation[] => [
  {
    kind: 'held',
    at,
    leg,
    reason: `The first leg was paid out in ${hash}, but that transaction does not show what the contract at the meeting point did with it. Whoever runs this deployment can look into it.`,
  },
];

/** `tracked.hash` is the first leg's payout. A node that cannot be asked is `stale`. */
export async function trackDelivery(
  setup: DeliverySetup,
  tracked: TrackedLeg,
  { signal }: CallOptions,
): Promise<ObserveResult> {
  const { twoLeg } = tracked.route;
  if (!twoLeg || tracked.hash === '') return NOTHING;
  const client = setup.clients.evm(tracked.chain);
  if (!client) return STALE;
  try {
    const receipt = await client.receipt(tracked.hash, { signal });
    if (!receipt) return NOTHING;
    const tip = await client.blockNumber({ signal });
    if (tip - receipt.blockNumber + 1 < CHAINS[tracked.chain].confirmations) return NOTHING;
    const time = await client.blockTime(receipt.blockNumber, { signal });
    if (time === undefined) return NOTHING;
    const look = { setup, tracked, twoLeg, receipt };
    const delivered = deliveredBy(look);
    const at = time * 1000;
    return { observations: delivered ? observed(look, delivered, at) : unexplained(look, at), stale: false };
  } catch (error) {
    const fault = error instanceof Error ? error.message : String(error);
    setup.log({ event: 'track', provider: setup.pair.id, fault });
    return STALE;
  }
}
