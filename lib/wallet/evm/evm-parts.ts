/** What every check of an EVM payment shares: how a difference is told, and what the route says in base units. */
import { parseAbi } from 'viem';
import type { NetworkName } from '../../chains/chain.ts';
import { PaymentError } from '../wallet-types.ts';

export type Hex = `0x${string}`;

export const differs = (what: string) =>
  new PaymentError('mismatch', `${what} This is not the payment that you reviewed, so it was not signed.`, {
    nothingSent: true,
  });

export const hexOf = (text: string): Hex => {
  if (/^0x[0-9a-fA-F]*$/.test(text)) return text as Hex;
  throw differs('The transaction cannot be read.');
};

/** `amount` in base units of what is sold; `token` undefined for the chain's own coin. */
export type Expected = {
  amount: bigint;
  token: string | undefined;
  network: NetworkName;
  nowSeconds: number;
  /** Of the bought asset, where the caller could learn them. */
  buyDecimals: number | undefined;
  /** The token that comes out of the last pool of a swap which names only pools, as that pool told it. */
  poolOutput: string | undefined;
};

/** Without an output, so that tokens which return nothing (USDT) pass as well. */
export const APPROVE = parseAbi(['function approve(address spender, uint256 amount)']);

export const ERC20_READS = parseAbi([
  'function decimals() view returns (uint8)',
  'function allowance(address owner, address spender) view returns (uint256)',
]);

/** Seconds that must be left before a payment lapses, so that it can still be mined. */
export const LEAST_SECONDS_LEFT = 120;
