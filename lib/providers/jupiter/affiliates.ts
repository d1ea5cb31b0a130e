/** Pays an affiliate exactly the requested fee, or refuses with the reason. */
import { readAddress } from '../../chains/address-formats.ts';
import { CHAINS } from '../../chains/chains.ts';
import { ProviderError } from '../../domain/errors.ts';
import type { JupiterSide } from '../../payments/jupiter/check-transaction.ts';
import { associatedTokenAccount, WRAPPED_SOL_MINT } from '../../payments/solana/token-account.ts';
import type { ProviderQuoteRequest } from '../provider.ts';
import type { JupiterFlavour } from './config.ts';

export type PlatformFee = { bps: number; owner: string };
/** The destination of the fee: the owner's account for one of the two mints. */
export type FeeAccount = PlatformFee & { mint: string; tokenProgram: string; account: string };

/** Version 1 stores the fee in one byte. */
const MAX_BPS: Readonly<Record<JupiterFlavour, number>> = { v1: 255, v2: 10_000 };

const fail = (why: string) => new ProviderError('unknownError', why);

/** @throws {ProviderError} where the fee cannot be paid. */
export function platformFeeFor(
  affiliate: ProviderQuoteRequest['affiliate'],
  feeOwner: string | undefined,
  flavour: JupiterFlavour,
): PlatformFee | undefined {
  if (!affiliate || affiliate.feeBps === 0) return undefined;
  const { name, feeBps } = affiliate;
  const owner = affiliate.payout?.solana ?? feeOwner;
  if (owner === undefined)
    throw fail(`The affiliate "${name}" has no Solana account, so that Jupiter cannot pay it its fee.`);
  if (!readAddress(CHAINS.SOL, CHAINS.SOL.mainnet, owner))
    throw fail(`The Solana account of the affiliate "${name}" is none: it must be 32 to 44 base58 characters.`);
  if (feeBps > MAX_BPS[flavour])
    throw fail(`This Jupiter pays ${MAX_BPS[flavour]} basis points at most; ${feeBps} were asked for.`);
  return { bps: feeBps, owner };
}

/** Wrapped SOL as output is unwrapped at the end, so the fee is then taken from the input. */
export const feeSideOf = (sell: JupiterSide, buy: JupiterSide): JupiterSide =>
  buy.mint === WRAPPED_SOL_MINT ? sell : buy;

export function feeAccountOf(fee: PlatformFee, side: JupiterSide, tokenProgram: string): FeeAccount {
  return { ...fee, mint: side.mint, tokenProgram, account: associatedTokenAccount(fee.owner, side.mint, tokenProgram) };
}
