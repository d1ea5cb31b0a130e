/** For this folder's tests: two-leg routes with an open channel, for the first leg's payout or the receiver contract. */
import type { ProviderId } from '../../../domain/provider-id.ts';
import type { RouteDraft } from '../../../domain/route.ts';
import type { Observation } from '../../../domain/swap-status.ts';
import type { PreparedRoute, ProviderQuoteRequest } from '../../provider.ts';
import { createPreparer } from '../prepare.ts';
import { BTC, BTC_USER, ETH, ETH_USER, LIVE, legsWorld, ROUTER, UNI } from './legs-double.ts';

export const APPROVAL = { to: ROUTER, from: ETH_USER, value: '0', data: '0x095ea7b3' };

export type Asked = Pick<ProviderQuoteRequest, 'sellAsset' | 'buyAsset' | 'sourceAddress' | 'destinationAddress'> &
  Partial<ProviderQuoteRequest>;

export async function preparing(
  id: ProviderId,
  asked: Asked,
  rates: [number, number],
  bridge?: RouteDraft['sell']['asset'],
) {
  const world = legsWorld(id);
  [world.rates[0].rate, world.rates[1].rate] = rates;
  const request = world.request(asked);
  world.upstream.more = (_draft, { includeTx }) =>
    includeTx
      ? {
          tx: { type: 'EVM', tx: { to: ROUTER, from: ETH_USER, value: '0', data: '0x07ed2379' } },
          approvals: [APPROVAL],
          approvalAddress: ROUTER,
          targetAddress: ROUTER,
        }
      : {};
  const preparer = createPreparer(world.setup);
  const draft = await world.draftFor(request, bridge);
  const create = () => preparer.create(draft, request, LIVE);
  const complete = (prepared: PreparedRoute, seconds = 60) => {
    world.clock.now += seconds * 1000;
    return preparer.complete(prepared.draft, request, LIVE);
  };
  const completed = async (prepared: PreparedRoute, seconds = 60): Promise<RouteDraft> => {
    const route = await complete(prepared, seconds);
    if (!route) throw new Error('it is over');
    return route;
  };
  return { ...world, preparer, draft, request, create, complete, completed };
}

export const intoChannel = (over: Partial<Asked> = {}) =>
  preparing(
    'ONEINCH->CHAINFLIP',
    { sellAsset: UNI, buyAsset: BTC, sourceAddress: ETH_USER, destinationAddress: BTC_USER, ...over },
    [10, 1e-5],
  );
export const throughReceiver = (over: Partial<Asked> = {}) =>
  preparing(
    'CHAINFLIP->ONEINCH',
    { sellAsset: ETH, buyAsset: UNI, sellAmount: '2', sourceAddress: ETH_USER, destinationAddress: ETH_USER, ...over },
    [3000, 0.1],
  );

export async function failureOf(work: Promise<unknown>): Promise<{ code: string; message: string; cause: unknown }> {
  try {
    await work;
  } catch (error) {
    if (error instanceof Error && 'code' in error)
      return { code: String(error.code), message: error.message, cause: error.cause };
    throw error;
  }
  throw new Error('it did not fail');
}

export const waits: Observation = { kind: 'providerSeen', at: 1, leg: 1, final: false };
