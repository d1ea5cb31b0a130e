/** What Chainflip’s backend says of a swap, and the adapter that looks at it. */
import { readFileSync } from 'node:fs';
import { formatAmount } from '../../../domain/amount.ts';
import { assetOf } from '../../../domain/asset.ts';
import { type DerivedSwap, deriveSwap } from '../../../domain/derive-swap.ts';
import type { RouteDraft } from '../../../domain/route.ts';
import type { Observation } from '../../../domain/swap-status.ts';
import type { TrackedLeg } from '../../provider.ts';
import { trackChainflip } from '../track.ts';
import { createTrackMemory } from '../track-memory.ts';

export type Json = Record<string, unknown>;

export const recorded = (name: string): Json =>
  JSON.parse(readFileSync(new URL(`../__fixtures__/status-${name}.json`, import.meta.url), 'utf8'));

/** The recorded answers of the server's own tests were made at this moment. */
export const NOW = 1_640_995_200_000;

export const CHANNEL_ID = '86-Ethereum-85';
export const DOT_USER = '1yMmfLti1k3huRQM2c47WugwonQMqTvQ2GUFxnU7Pcs7xPo';
export const REFUND_TO = '0x1111111111111111111111111111111111111111';
export const ETH_HASH = `0x${'ab'.repeat(32)}`;
type Sides = { sell: string; sellDecimals: number; buy: string; buyDecimals: number; to: string };
export const ETH_DOT: Sides = { sell: 'ETH.ETH', sellDecimals: 18, buy: 'DOT.DOT', buyDecimals: 10, to: DOT_USER };

function routeOf({ sell, sellDecimals, buy, buyDecimals, to }: Sides): RouteDraft {
  const sold = { asset: assetOf(sell), decimals: sellDecimals, baseUnits: 5n * 10n ** BigInt(sellDecimals) };
  const bought = { asset: assetOf(buy), decimals: buyDecimals, baseUnits: 10n ** BigInt(buyDecimals) };
  return {
    providers: ['CHAINFLIP'],
    sell: sold,
    expectedBuy: bought,
    guaranteedBuy: bought,
    sourceAddress: REFUND_TO,
    destinationAddress: to,
    fees: [],
    totalSlippageBps: 0,
    legs: [{ provider: 'CHAINFLIP', sell: sold, buy: bought, buyAtMaxSlippage: bought }],
    warnings: [],
    pricesUsd: [],
  };
}

export function legOf(sides: Sides, how: { channel: boolean; hash?: string }): TrackedLeg {
  const route = routeOf(sides);
  const channel = {
    depositAddress: '0x6aa69332b63bb5b1d7ca5355387edd5624e181f2',
    channelId: CHANNEL_ID,
    issuedBlock: 86,
    sourceChainExpiryBlock: 265,
    expiresAt: NOW + 3_060_000,
    destinationAddress: sides.to,
    refundAddress: REFUND_TO,
  };
  const known = { route, leg: 0, chain: route.sell.asset.chain, knownSince: NOW - 1000 };
  return { ...known, hash: how.hash ?? '', ...(how.channel ? { channel } : {}) };
}

export const byChannel = legOf(ETH_DOT, { channel: true });
export const byHash = legOf(ETH_DOT, { channel: false, hash: ETH_HASH });

/** A backend that knows these answers by id; everything asked stands in `asked`. */
export function backend(
  answers: Record<string, Json | Error | undefined> | ((id: string) => Json | Error | undefined),
) {
  const asked: string[] = [];
  const lines: Json[] = [];
  /** `jumped`: by how much the wall clock was set, which no other clock notices. */
  const clock = { now: NOW, jumped: 0 };
  const deps = {
    client: {
      swap: async (id: string): Promise<unknown> => {
        asked.push(id);
        const answer = typeof answers === 'function' ? answers(id) : answers[id];
        if (answer instanceof Error) throw answer;
        return answer;
      },
    },
    now: () => clock.now,
    log: (line: Json) => lines.push(line),
    memory: createTrackMemory(() => clock.now - clock.jumped),
  };
  return {
    asked,
    clock,
    deps,
    lines,
    look: (leg: TrackedLeg) => trackChainflip(deps, leg, { signal: new AbortController().signal }),
  };
}

type Seen = DerivedSwap & { facts: Observation[]; stale: boolean };

export async function seen(status: Json, leg: TrackedLeg = byChannel): Promise<Seen> {
  const { observations, stale } = await backend(() => ({ lastStatechainUpdateAt: NOW, ...status })).look(leg);
  return { ...deriveSwap(observations, { now: NOW }), facts: observations, stale };
}

export const factOf = <K extends Observation['kind']>(facts: Observation[], kind: K) =>
  facts.find((fact): fact is Extract<Observation, { kind: K }> => fact.kind === kind);

export const amountText = (swap: Pick<DerivedSwap, 'output'>) => swap.output && formatAmount(swap.output);

export const base = (state: string, more: Json = {}): Json => ({
  state,
  srcAsset: 'ETH',
  srcChain: 'Ethereum',
  destAsset: 'DOT',
  destChain: 'Assethub',
  destAddress: DOT_USER,
  srcChainRequiredBlockConfirmations: 3,
  estimatedDurationsSeconds: { deposit: 24, swap: 12, egress: 91.5 },
  fillOrKillParams: { refundAddress: REFUND_TO, minPrice: '0', retryDurationBlocks: 100 },
  lastStatechainUpdateAt: NOW,
  ...more,
});

export const swapOf = (more: Json = {}): Json => ({
  originalInputAmount: '5000000000000000000',
  remainingInputAmount: '0',
  swappedInputAmount: '5000000000000000000',
  swappedOutputAmount: '4192904666034',
  ...more,
});

export const deposit = (more: Json = {}): Json => ({
  amount: '5000000000000000000',
  witnessedAt: NOW - 60_000,
  ...more,
});
export const refund = (more: Json = {}): Json => ({
  amount: '4990000000000000000',
  scheduledAt: NOW - 20_000,
  ...more,
});

export const channelOf = (more: Json = {}): Json => ({
  depositChannel: {
    id: CHANNEL_ID,
    depositAddress: '0x6aa69332b63bb5b1d7ca5355387edd5624e181f2',
    estimatedExpiryTime: NOW - 3_600_000,
    isExpired: false,
    ...more,
  },
});
