/** For tests: routes of two legs, with a provider that reports of each leg what the test sets. */
import type { EvmTransaction } from '../chain-clients/chain-clients.ts';
import type { Store } from '../db/store.ts';
import { assetOf } from '../domain/asset.ts';
import type { ProviderId } from '../domain/provider-id.ts';
import type { EvmTx, Leg, RouteDraft, TwoLeg } from '../domain/route.ts';
import type { Observation, ObserveResult } from '../domain/swap-status.ts';
import type { Provider, TrackedLeg } from '../providers/provider.ts';
import { minedTransaction, trackedSwap, unpaidRoute } from './test-tracked-swap.ts';
import { seenBy, type trackingWorld } from './test-world.ts';

export const ROUTER = '0x111111125421cA6dc452d289314280a0f8842A65';
export const SENDER = '0x90F8bf6A479f320ead074411a4B0e7944Ea8c9C1';
export const STRANGER = '0xFFcf8FDEE72ac11b5c542428B35EEF5769C409f0';
export const BTC_ADDRESS = 'bcrt1qyaen0zlqy9309r83nyyf5e89ugc8ls84wxqd08';

export const usdc = (baseUnits: bigint) => ({
  asset: assetOf('ETH.USDC-0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'),
  decimals: 6,
  baseUnits,
});

export const MEETING = usdc(3_300_000_000n);

const legDraft = (
  provider: ProviderId,
  { sell, buy, buyAtMaxSlippage }: Leg,
  over: Partial<RouteDraft> = {},
): RouteDraft => ({
  ...unpaidRoute,
  providers: [provider],
  sell,
  expectedBuy: buy,
  guaranteedBuy: buyAtMaxSlippage,
  legs: [{ provider, sell, buy, buyAtMaxSlippage }],
  ...over,
});

export function composite(
  id: ProviderId,
  legs: [Leg, Leg],
  otherwise: TwoLeg['otherwise']['kind'],
  over: Partial<RouteDraft>,
): RouteDraft {
  const [first, second] = legs;
  const drafts = [legDraft(first.provider, first), legDraft(second.provider, second)] as const;
  return {
    ...unpaidRoute,
    providers: [id],
    sell: first.sell,
    expectedBuy: second.buy,
    guaranteedBuy: second.buyAtMaxSlippage,
    legs,
    twoLeg: { bridge: MEETING.asset, legs: drafts, otherwise: { kind: otherwise, note: 'As it is.' } },
    ...over,
  };
}

export const call = (salt: string): EvmTx => ({
  to: ROUTER,
  from: SENDER,
  value: '1000000000000000000',
  data: `0x83800a8e${salt}`,
});

/** The world with a provider of two legs that reports of each what the test sets; any other id has no provider. */
export async function trackedTwoLeg(store: Store, draft: RouteDraft, over: Parameters<typeof trackingWorld>[1] = {}) {
  const asked: TrackedLeg[] = [];
  const results: Record<number, ObserveResult> = {};
  const provider: Provider = {
    name: 'two-leg',
    ids: draft.providers,
    refuse: () => undefined,
    quote: async () => [],
    tokens: async () => [],
    track: async (leg) => {
      asked.push(leg);
      // A transaction without a hash cannot be asked for.
      const isUnnamed = leg.leg === 0 && leg.hash === '' && leg.channel === undefined;
      return (isUnnamed ? undefined : results[leg.leg]) ?? seenBy([]);
    },
  };
  const swap = await trackedSwap(store, draft, {
    providerOf: (id) => (draft.providers.includes(id) ? provider : undefined),
    ...over,
  });
  const poll = (seconds = 0, hash?: string) => {
    asked.length = 0;
    return swap.poll(seconds, hash);
  };
  const says = (leg: 0 | 1, ...observations: Observation[]) => {
    results[leg] = seenBy(observations);
  };
  const sends = (hash: string, tx: Partial<EvmTransaction> = {}, status: 'success' | 'reverted' = 'success') => {
    const ordered = draft.tx?.type === 'EVM' ? draft.tx.tx : call('');
    const sent = { hash, from: SENDER, to: ROUTER, input: ordered.data, value: 10n ** 18n, ...tx };
    swap.chains.evm.set(hash, minedTransaction(sent, { status }));
  };
  const askedOf = () => asked.map(({ leg, hash, chain, channel }) => [leg, hash, chain, channel?.channelId]);
  return { ...swap, poll, says, sends, asked, askedOf };
}
