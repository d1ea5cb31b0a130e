/**
 * Pays out swaps' outputs and refunds: each is planned and saved first, then sent once by its key, then observed in a
 * block.
 */
import { type Payout, PayoutRefused } from '../ledger.ts';
import { ASSETS, CHAIN_INFO, type InternalAsset } from './assets.ts';
import { type ContractCall, callGasLimit, egressFee } from './gas-fees.ts';
import {
  type Ccm,
  type ChainflipNetwork,
  type Egress,
  fault,
  ledgerOf,
  moment,
  PRIVATE_CHANNEL,
  type Swap,
} from './network.ts';
import { isOpenEgress, openSwaps } from './open-swaps.ts';
import { refundFee } from './swap-math.ts';

/** The number of blocks that the validators need to sign. */
const SIGNING_BLOCKS = 1;
export const VAULT = 'chainflip-0';

/** Plans the payout of the swapped output. */
export function scheduleEgress(network: ChainflipNetwork, swap: Swap): void {
  const { src, dst, destination, ccm } = swap.order;
  const call = ccm && { srcChain: CHAIN_INFO[ASSETS[src].chain].contractId, ccm };
  const gross = swap.swappedOutput;
  swap.swapEgress = plan(network, { kind: 'swap', asset: dst, to: destination, gross, ...(call ? { call } : {}) });
  bookFee(swap, swap.swapEgress);
}

/** Plans the refund of the unswapped rest, less the refund fee if a swap was attempted. */
export function scheduleRefund(network: ChainflipNetwork, swap: Swap, { withFee }: { withFee: boolean }): void {
  const { src, terms } = swap.order;
  const wanted = withFee ? refundFee(network.state.market, ASSETS[src]) : 0n;
  const fee = wanted < swap.remaining ? wanted : swap.remaining;
  if (fee > 0n) swap.fees.push({ type: 'REFUND', asset: src, amount: fee });
  const gross = swap.remaining - fee;
  swap.refundEgress = plan(network, { kind: 'refund', asset: src, to: terms.refundAddress, gross });
  bookFee(swap, swap.refundEgress);
}

function bookFee(swap: Swap, egress: Egress): void {
  if (egress.fee > 0n) swap.fees.push({ type: 'EGRESS', asset: egress.asset, amount: egress.fee });
}

type Planned = {
  kind: Egress['kind'];
  asset: InternalAsset;
  to: string;
  gross: bigint;
  call?: { srcChain: number; ccm: Ccm };
};

const gasOf = ({ gasBudget, message }: Ccm): ContractCall => ({ gasBudget, messageBytes: message.length / 2 });

/** The number of a payout's broadcast on the state chain. */
export const broadcastId = ({ key }: Egress): number => Number(key.split(':').at(-1));

/** Plans a payout; an amount that its fee or the chain's dust limit consumes stays with the network. */
export function plan(network: ChainflipNetwork, { kind, asset, to, gross, call }: Planned): Egress {
  const { state } = network;
  const gas = call && gasOf(call.ccm);
  const fee = egressFee(state.market, ASSETS[asset], gas);
  const key = `chainflip:${kind}:${state.nextEgress}`;
  state.nextEgress += 1;
  const scheduled = moment(network);
  const amount = gross - fee;
  if (amount > 0n && amount >= state.market.assets[asset].egressDust)
    return { key, kind, asset, to, amount, fee, scheduled, ...(call && gas ? { call: callOf(asset, call, gas) } : {}) };
  const mode = kind === 'refund' ? 'REFUND_OUTPUT_TOO_SMALL' : 'SWAP_OUTPUT_TOO_SMALL';
  const what = kind === 'refund' ? 'refund' : 'swap';
  const failure = {
    mode,
    failed: moment(network),
    name: 'BelowEgressDustLimit',
    message: `The ${what} output was too small to be sent`,
  } as const;
  return { key, kind, asset, to, amount: gross, fee: 0n, scheduled, failure };
}

const callOf = (
  asset: InternalAsset,
  { srcChain, ccm }: NonNullable<Planned['call']>,
  gas: ContractCall,
): NonNullable<Egress['call']> => ({
  message: ccm.message,
  gasLimit: callGasLimit(ASSETS[asset], gas),
  srcChain,
});

function openEgresses(network: ChainflipNetwork): Egress[] {
  const ofSwaps = openSwaps(network).flatMap(({ swapEgress, refundEgress }) => [swapEgress, refundEgress]);
  return [...ofSwaps, ...network.state.withdrawals].filter((one) => one !== undefined).filter(isOpenEgress);
}

export const dueEgresses = (network: ChainflipNetwork): Egress[] =>
  openEgresses(network).filter(
    (one) =>
      one.txRef === undefined &&
      one.scheduled.block + SIGNING_BLOCKS <= network.state.block &&
      network.state.market.assets[one.asset].switches.egressEnabled,
  );

/** Sends due payouts. The state must be saved before: the plan holds the key that prevents a second payment. */
export async function broadcast(network: ChainflipNetwork, due: readonly Egress[]): Promise<boolean> {
  const chainOf = (egress: Egress) => ASSETS[egress.asset].chain;
  const chains = [...new Set(due.map(chainOf))];
  const done = await Promise.all(
    chains.map((chain) =>
      broadcastOnChain(
        network,
        due.filter((one) => chainOf(one) === chain),
      ),
    ),
  );
  return done.some(Boolean);
}

async function broadcastOnChain(network: ChainflipNetwork, due: readonly Egress[]): Promise<boolean> {
  let changed = false;
  for (const egress of due) {
    if (isAborted(network, egress)) {
      failToSend(network, egress);
      changed = true;
      continue;
    }
    try {
      await send(network, egress);
      changed = true;
    } catch (error) {
      if (error instanceof PayoutRefused) {
        failToSend(network, egress);
        changed = true;
        continue;
      }
      // A chain that cannot pay now is tried again in the next block, as signers do.
      network.world.log({ event: 'payout failed', network: 'chainflip', key: egress.key, error: String(error) });
    }
  }
  return changed;
}

/** The payout is signed but not sent: anyone with the call may send it. */
function failToSend(network: ChainflipNetwork, egress: Egress): void {
  egress.failure = {
    mode: 'SENDING_FAILED',
    failed: moment(network),
    name: 'BroadcastAborted',
    message: 'The egress could not be sent',
  };
  const payload = ledgerOf(network, ASSETS[egress.asset].chain)?.channels?.payloadOf?.(payoutOf(egress));
  if (payload !== undefined) egress.payload = payload;
  network.world.log({ event: 'payout aborted', network: 'chainflip', key: egress.key });
}

function isAborted(network: ChainflipNetwork, egress: Egress): boolean {
  const abort = fault(network, 'chainflip-backend', 'abortBroadcast');
  if (abort === undefined) return false;
  return abort.chain === undefined || abort.chain === ASSETS[egress.asset].chain;
}

const payoutOf = ({ key, asset, to, amount, call }: Egress): Payout => {
  const { token } = ASSETS[asset];
  const options = { ...(token === undefined ? {} : { token }), ...(call === undefined ? {} : { call }) };
  return { key, vault: VAULT, to, amountBaseUnits: amount, memo: '', ...options };
};

async function send(network: ChainflipNetwork, egress: Egress): Promise<void> {
  const asset = ASSETS[egress.asset];
  const ledger = ledgerOf(network, asset.chain);
  if (ledger === undefined) throw new Error(`${asset.chain} has no local chain`);
  const sent = await ledger.payOut(payoutOf(egress));
  egress.txRef = sent.hash;
  egress.sentBlock = network.state.block;
  network.world.log({ event: 'payout sent', network: 'chainflip', key: egress.key, hash: sent.hash });
}

/** Observes payouts in their chain's blocks, at the earliest one block after they were sent. */
export async function witnessEgresses(network: ChainflipNetwork): Promise<boolean> {
  let changed = false;
  for (const egress of openEgresses(network)) {
    const { txRef, sentBlock } = egress;
    if (txRef === undefined || sentBlock === undefined || sentBlock >= network.state.block) continue;
    const ledger = ledgerOf(network, ASSETS[egress.asset].chain);
    const confirmations = await ledger?.confirmations(txRef).catch(() => undefined);
    if (confirmations === undefined || confirmations < 1) continue;
    changed = true;
    // The receiver changed between signing and mining and rejected the call, so nothing was paid.
    if (egress.call !== undefined && (await ledger?.channels?.hasReverted?.(txRef))) {
      delete egress.txRef;
      failToSend(network, egress);
    } else egress.witnessed = moment(network);
  }
  return changed;
}

/** The channel that holds a deposit: its own, or the private one that receives vault swaps from Bitcoin. */
function sourceOf({ state }: ChainflipNetwork, swap: Swap): { number: bigint; token?: string } {
  const { origin } = swap;
  if (origin.kind === 'vault') return { number: PRIVATE_CHANNEL };
  const channel = state.channels.find((one) => one.id === origin.channelId);
  const { token } = ASSETS[swap.order.src];
  return { number: channel?.number ?? 0n, ...(token === undefined ? {} : { token }) };
}

/** Fetches deposits into the vault. Those that cannot be fetched now are tried again. */
export async function fetchDeposits(network: ChainflipNetwork): Promise<boolean> {
  let changed = false;
  for (const swap of openSwaps(network)) {
    if (swap.fetched || swap.deposit.confirmedBlock === undefined) continue;
    const channels = ledgerOf(network, ASSETS[swap.order.src].chain)?.channels;
    if (channels === undefined) continue;
    try {
      await channels.fetch?.({ key: `chainflip:fetch:${swap.key}`, channel: sourceOf(network, swap) });
      swap.fetched = true;
      changed = true;
    } catch (error) {
      network.world.log({ event: 'deposit not fetched', network: 'chainflip', key: swap.key, error: String(error) });
    }
  }
  return changed;
}
