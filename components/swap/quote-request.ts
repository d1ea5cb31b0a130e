/** The question that the form asks, as soon as it can be asked. */
import type { QuoteRequest } from '../../lib/api/schemas/quote.ts';
import { type AddressCheck, checkAddress } from '../../lib/chains/address.ts';
import type { NetworkName } from '../../lib/chains/chain.ts';
import { assetOf } from '../../lib/domain/asset.ts';
import type { ChainId } from '../../lib/domain/chain-id.ts';
import type { TypedAddress } from './button-state.ts';
import type { SwapForm } from './form-url.ts';
import { fractionDigits, isZero, parseTypedAmount } from './parse-amount.ts';

/** Boosted routes are shown beside the plain ones up to this fee: the highest of the pools that lend. */
const BOOST_LIMIT_BPS = 30;

export function typedAddress(text: string, chain: ChainId, network: NetworkName): TypedAddress {
  return text === '' ? { text } : { text, check: checkAddress(chain, text, network) };
}

const canonical = (check: AddressCheck | undefined): string | undefined => (check?.ok ? check.canonical : undefined);

/** Undefined while the amount is missing, wrong, or finer than the asset is. Wrong addresses are left out. */
export function quoteRequest(
  form: SwapForm,
  addresses: { to: TypedAddress; from: TypedAddress },
  decimals: number | undefined,
): QuoteRequest | undefined {
  const amount = parseTypedAmount(form.amount);
  if (amount.kind !== 'amount' || isZero(amount.value)) return undefined;
  if (decimals !== undefined && fractionDigits(amount.value) > decimals) return undefined;
  if (form.sell.toLowerCase() === form.buy.toLowerCase()) return undefined;
  const { chain } = assetOf(form.sell);
  const destinationAddress = canonical(addresses.to.check);
  const sourceAddress = canonical(addresses.from.check);
  return {
    sellAsset: form.sell,
    buyAsset: form.buy,
    sellAmount: amount.value,
    slippage: form.slippage,
    ...(chain === 'BTC' ? { maxBoostFeeBps: BOOST_LIMIT_BPS } : {}),
    ...(destinationAddress ? { destinationAddress } : {}),
    ...(sourceAddress ? { sourceAddress } : {}),
  };
}
