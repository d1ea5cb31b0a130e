/**
 * Answers `GET /api/networkInfo`: which assets can be deposited, paid out and boosted now. Source:
 * chainflip-sdk-monorepo packages/swap/src/handlers/networkInfo.ts.
 */
import { INTERNAL_ASSETS } from './assets.ts';
import type { MarketState } from './market.ts';
import type { RestAnswer } from './rest-answer.ts';

export function answerNetworkInfo(market: MarketState): RestAnswer {
  const traded = INTERNAL_ASSETS.filter((id) => id === 'Usdc' || market.pools[id] !== undefined);
  const assets = traded.map((asset) => {
    const { switches, disabled } = market.assets[asset];
    return {
      asset,
      boostDepositsEnabled: !disabled.deposits && switches.boostDepositsEnabled,
      egressEnabled: !disabled.payouts && switches.egressEnabled,
      vaultSwapDepositsEnabled: !disabled.deposits && switches.vaultSwapDepositsEnabled,
      depositChannelDepositsEnabled: !disabled.deposits && switches.depositChannelDepositsEnabled,
      depositChannelCreationEnabled: !disabled.deposits && switches.depositChannelCreationEnabled,
      livePriceProtectionEnabled: switches.livePriceProtectionEnabled,
    };
  });
  return { status: 200, body: { assets, cfBrokerCommissionBps: market.houseCommissionBps } };
}
