/** Computes how much of a balance can be sold, and says what is kept back for fees and why. */

import { CHAINS } from '../../lib/chains/chains.ts';
import { fromBaseUnits } from '../../lib/domain/amount.ts';
import type { ChainId } from '../../lib/domain/chain-id.ts';
import type { Text } from '../../lib/i18n/text.ts';
import { compareDecimals, leftOver } from '../ui/decimal-math.ts';
import { fullAmount } from '../ui/format.ts';

/** The greater of two decimals; the known one when the other is undefined. */
export const greater = (a: string | undefined, b: string | undefined): string | undefined =>
  a === undefined ? b : b === undefined ? a : compareDecimals(a, b) >= 0 ? a : b;

/**
 * Rounds a decimal up to three significant digits, so that the amount kept back is exactly the one that the sentence
 * names.
 */
export function readableReserve(decimal: string): string {
  const [whole = '0', fraction = ''] = decimal.split('.');
  const digits = (whole + fraction).replace(/^0+/, '');
  const excess = digits.length - 3;
  if (excess <= 0) return decimal;
  const units = BigInt(digits);
  const step = 10n ** BigInt(excess);
  return fromBaseUnits(((units + step - 1n) / step) * step, fraction.length);
}

/**
 * The balance less the reserve, decimal, never below zero.
 * @param reserve decimal, in the sold asset; undefined when the fee is paid in another coin.
 */
export const maxAmount = (balance: string, reserve: string | undefined, decimals: number): string =>
  leftOver(balance, reserve ?? '0', decimals);

/** The sentence about what Max kept back and why, by kind of chain. */
export function keptBackText(t: Text, chain: ChainId, symbol: string, reserve: string | undefined): string {
  const { kind, native, layerTwo } = CHAINS[chain];
  if (reserve === undefined || !/[1-9]/.test(reserve))
    return symbol === native.symbol
      ? t('All of your {symbol}, nothing kept back.', { symbol })
      : t('All of your {symbol}. The network fee is paid in {coin}.', { symbol, coin: native.symbol });
  const values = { amount: fullAmount(reserve, t.tag), symbol };
  if (kind === 'utxo')
    return t('Kept back {amount} {symbol} for the network fee of sending all your coins at once.', values);
  if (kind === 'solana')
    return t('Kept back {amount} {symbol} for the network fee and the rent that Solana holds in accounts.', values);
  if (layerTwo)
    return t('Kept back {amount} {symbol} for the network fee: gas here, and the data that Ethereum stores.', values);
  return t('Kept back {amount} {symbol} for the network fee.', values);
}
