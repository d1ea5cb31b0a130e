import type { QuoteRequest } from '../../lib/api/schemas/quote.ts';

/** Addresses of main networks, as a newcomer pastes them; the sandbox accepts them as destinations. */
export const NEWCOMER = {
  BTC: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
  LTC: 'ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9',
  ETH: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  THOR: 'thor166n4w5039meulfa3p6ydg60ve6ueac7tlt0jws',
  SOL: '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM',
  GAIA: 'cosmos1qypqxpq9qcrsszg2pvxq6rs0zqg3yyc5lzv7xu',
} as const;

/** A request whose quote is available at once and need not be paid. */
export const LTC_TO_RUNE = {
  sellAsset: 'LTC.LTC',
  buyAsset: 'THOR.RUNE',
  sellAmount: '2.5',
  slippage: 3,
  providers: ['THORCHAIN'],
  sourceAddress: NEWCOMER.LTC,
  destinationAddress: NEWCOMER.THOR,
} satisfies QuoteRequest;
