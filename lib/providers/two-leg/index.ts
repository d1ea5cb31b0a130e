/**
 * Routes of two legs as providers: one for each pair whose legs can both be asked here, through their own providers.
 */
import { PROVIDER_NAMES, type ProviderId } from '../../domain/provider-id.ts';
import type { Provider } from '../provider.ts';
import { quotedBy } from '../quote-errors.ts';
import { createLiveBridges, settleBridges } from './bridges.ts';
import { createTwoLegChannels } from './open-channel.ts';
import { PAIRS } from './pairs.ts';
import { createPreparer } from './prepare.ts';
import { quoteTwoLegs } from './quote.ts';
import { listTokens } from './tokens.ts';
import { trackTwoLeg } from './track.ts';
import type { TwoLegDeps, TwoLegPair, TwoLegSetup } from './two-leg.ts';

function createTwoLeg(setup: TwoLegSetup): Provider {
  const { pair } = setup;
  const live = createLiveBridges(setup);
  const channels = createTwoLegChannels(setup);
  return {
    name: pair.name,
    ids: [pair.id],
    refuse(assets) {
      const settled = settleBridges(setup, assets);
      return 'refused' in settled ? settled.refused : undefined;
    },
    quote: (request, options) =>
      quotedBy(PROVIDER_NAMES[pair.id], options.signal, () => quoteTwoLegs(setup, live, request, options)),
    track: (leg, options) => trackTwoLeg(setup, leg, options),
    tokens: (options) => listTokens(setup, options),
    ...(channels ? { channels } : {}),
    prepare: createPreparer(setup),
  };
}

/** Whether the legs' own providers have the capabilities that a leg needs. */
const canMeet = ({ meeting }: TwoLegPair, first: Provider, second: Provider): boolean =>
  second.guaranteeFor !== undefined &&
  (meeting === 'channel'
    ? second.channels !== undefined
    : first.channels !== undefined && second.swapCall !== undefined);

/** A pair with a leg that cannot be asked here is left out. */
export function createTwoLegProviders({ providers, ...deps }: TwoLegDeps): Provider[] {
  const behind = (id: ProviderId) => providers.find(({ ids }) => ids.includes(id));
  return PAIRS.flatMap((pair) => {
    const [first, second] = pair.legs.map(behind);
    return first && second && canMeet(pair, first, second) ? [createTwoLeg({ ...deps, pair, first, second })] : [];
  });
}
