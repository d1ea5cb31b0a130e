/** Checks a quote against the ways in which Chainflip keeps or refuses money: switches, minimums, maximums and dust. */

import { type Amount, formatAmount, mulDiv, toBaseUnits } from '../../domain/amount.ts';
import { type Asset, formatAsset } from '../../domain/asset.ts';
import { ProviderError } from '../../domain/errors.ts';
import type { ChannelOffer } from '../../domain/route.ts';
import { assetName, type CfAsset, type CfAssetName, cfAssetOf, cfChainOf } from '../../payments/chainflip/assets.ts';
import type { Provider } from '../provider.ts';
import type { BrokerSetup } from './affiliates.ts';
import { formattedAmount } from './errors.ts';
import { dustLimitOf, maximumSwapOf, minimumDepositOf, type NetworkState } from './network-state.ts';

type Side = 'Sell' | 'Buy';

/** Chainflip's own codes for unknown assets; the chain first. `lists` is the live list, if there is one. */
export function refuseAsset(
  asset: Asset,
  side: Side,
  lists: (name: CfAssetName) => boolean | undefined,
): ReturnType<Provider['refuse']> {
  if (cfChainOf(asset.chain) === undefined)
    return { code: `missingChainflip${side}Chain`, message: `Chainflip does not reach ${asset.chain}.` };
  const known = cfAssetOf(asset);
  if (known === undefined || lists(known.cf) === false)
    return { code: `missingChainflip${side}Asset`, message: `Chainflip does not swap ${formatAsset(asset)}.` };
  return undefined;
}

/** The amount as the chain counts it. @throws {ProviderError} */
export function sellAmountOf({ asset, decimals }: CfAsset, text: string): Amount {
  const baseUnits = toBaseUnits(text, decimals, 'exact');
  if (baseUnits === undefined)
    throw new ProviderError(
      'invalidSellAmount',
      `${formatAsset(asset)} has ${decimals} decimals; the amount has more.`,
    );
  if (baseUnits <= 0n || baseUnits >= 2n ** 128n)
    throw new ProviderError('invalidSellAmount', 'Chainflip counts amounts above zero and below 2^128 base units.');
  return { asset, decimals, baseUnits };
}

export type Ways = {
  channel: boolean;
  vault: boolean;
  /** Why there is no vault swap; a sentence. */
  noVault?: string;
};

const listed = (things: readonly string[]): string =>
  things.length < 2 ? things.join('') : `${things.slice(0, -1).join(', ')} and ${things.at(-1)}`;

/** Vault swaps of Asset Hub do not exist. Source: chainflip-backend state-chain/runtime. */
function whyNoVault(state: NetworkState, setup: BrokerSetup, sell: CfAsset): string | undefined {
  if (sell.cf.chain === 'Assethub')
    return 'Chainflip takes no vault swaps from Polkadot; this route is paid through a deposit channel.';
  if (setup.brokerId === undefined)
    return 'This deployment has no Chainflip broker account for vault swaps; this route is paid through a deposit channel.';
  if (state.switches?.get(sell)?.vaultSwapDepositsEnabled === false)
    return `Chainflip has switched off vault swaps of ${assetName(sell)} at the moment; this route is paid through a deposit channel.`;
  return undefined;
}

/**
 * The ways in which the pair can be paid now. @throws {ProviderError} `tradingHalted`, naming what is switched off,
 * when there is none.
 */
export function waysToPay(state: NetworkState, setup: BrokerSetup, sell: CfAsset, buy: CfAsset): Ways {
  const halted = (what: string) =>
    new ProviderError('tradingHalted', `Chainflip has switched off ${what} at the moment. Try again later.`);
  if (state.switches?.get(buy)?.egressEnabled === false) throw halted(`payouts (egress) of ${assetName(buy)}`);
  const own = state.switches?.get(sell);
  const off = [
    ...(own?.depositChannelCreationEnabled === false ? ['the opening of deposit channels'] : []),
    ...(own?.depositChannelDepositsEnabled === false ? ['deposits into channels'] : []),
  ];
  const noVault = whyNoVault(state, setup, sell);
  if (off.length > 0 && noVault !== undefined) {
    const vaultOff = own?.vaultSwapDepositsEnabled === false ? ['vault swaps'] : [];
    throw halted(`${listed([...off, ...vaultOff])} for ${assetName(sell)}`);
  }
  return { channel: off.length === 0, vault: noVault === undefined, ...(noVault ? { noVault } : {}) };
}

/** Minimums rise with fees while a payment is under way, and deposits below them are kept: a tenth more is required. */
const MARGIN_NUMERATOR = 11n;
const MARGIN_DENOMINATOR = 10n;

export const minimumWithMargin = (minimum: bigint): bigint =>
  mulDiv(minimum, MARGIN_NUMERATOR, MARGIN_DENOMINATOR, 'up');

/** The limits of a channel now. @throws {ProviderError} `tradingHalted` when the minimum is unknown. */
export function depositLimits(state: NetworkState, sell: CfAsset): Omit<ChannelOffer, 'retrySeconds'> {
  const minimum = minimumDepositOf(state, sell);
  if (minimum === undefined)
    throw new ProviderError(
      'tradingHalted',
      `Chainflip names no minimum deposit of ${assetName(sell)}; nothing is sent.`,
    );
  const { asset, decimals } = sell;
  const maximum = maximumSwapOf(state, sell);
  return {
    minimumDeposit: { asset, decimals, baseUnits: minimumWithMargin(minimum) },
    ...(maximum === undefined ? {} : { maximumDeposit: { asset, decimals, baseUnits: maximum } }),
  };
}

/** @throws {ProviderError} where the deposit, or a part of it, would be kept by the network. */
export function checkLimits(
  limits: Omit<ChannelOffer, 'retrySeconds'>,
  state: NetworkState,
  sell: CfAsset,
  amount: Amount,
) {
  const { minimumDeposit, maximumDeposit } = limits;
  if (amount.baseUnits < minimumDeposit.baseUnits)
    throw new ProviderError(
      'swapAmountTooSmall',
      `Chainflip keeps deposits below ${formattedAmount(sell, minimumDepositOf(state, sell) ?? 0n)} without swapping them. Sell ${formatAmount(minimumDeposit)} ${sell.cf.asset} or more, which leaves a margin.`,
      { least: minimumDeposit },
    );
  if (maximumDeposit && amount.baseUnits > maximumDeposit.baseUnits)
    throw new ProviderError(
      'insufficientLiquidity',
      `Chainflip swaps at most ${formatAmount(maximumDeposit)} ${sell.cf.asset} at once and keeps what is above. Sell less.`,
    );
}

/** @throws {ProviderError} where the payout would be too small to be sent. */
export function checkDust(state: NetworkState, buy: CfAsset, baseUnits: bigint): void {
  const least = dustLimitOf(state, buy);
  if (baseUnits <= 0n || baseUnits < least)
    throw new ProviderError(
      'swapAmountTooSmall',
      `What would come out, ${formattedAmount(buy, baseUnits)}, is less than Chainflip sends, ${formattedAmount(buy, least)}. Sell more.`,
    );
}
