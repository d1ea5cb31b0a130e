/** Answers the Spot Price API: the price of a whole token on the curves now. */
import { DOLLAR } from '../evm/oneinch-contracts.ts';
import { badRequest } from './answer.ts';
import { NATIVE, type OneinchChain, type Traded } from './network.ts';

/** Dollars per whole token, times DOLLAR: the yield of the next unit before fees. */
export async function priceOf(chain: OneinchChain, token: Traded): Promise<bigint> {
  const { price, depth, now } = await chain.curve(token);
  return (price * now * now) / (depth * depth);
}

function decimalOf(price: bigint): string {
  const fraction = (price % DOLLAR).toString().padStart(18, '0').replace(/0+$/, '');
  return fraction === '' ? String(price / DOLLAR) : `${price / DOLLAR}.${fraction}`;
}

/** By lower-case address; in native base units (wei) unless a currency is named. Unknown addresses are left out. */
export async function answerPrices(
  chain: OneinchChain,
  addresses: readonly string[],
  currency: string | null,
): Promise<Record<string, string>> {
  if (currency !== null && currency !== 'USD')
    throw badRequest(`currency ${currency} is not supported`, [{ type: 'currency', value: currency }]);
  const native = chain.token(NATIVE);
  if (native === undefined) throw new Error(`${chain.chain} has no coin`);
  const coin = await priceOf(chain, native);
  const wanted = addresses.length === 0 ? chain.tokens : addresses.flatMap((address) => chain.token(address) ?? []);
  const entries = wanted.map(async (token): Promise<[string, string]> => {
    const price = await priceOf(chain, token);
    const shown = currency === 'USD' ? decimalOf(price) : String((price * 10n ** 18n) / coin);
    return [token.address.toLowerCase(), shown];
  });
  return Object.fromEntries(await Promise.all(entries));
}
