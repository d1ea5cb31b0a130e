/** Compares the requested swap with the encoded one field by field, and names every difference as text. */

import { ProviderError } from '../../../domain/errors.ts';
import type { AffiliateShare, CfParameters } from '../../../payments/chainflip/cf-parameters.ts';
import type { SwapTerms } from '../terms.ts';

/** A field's name and its value as text; equal values have equal text. */
export type Facts = Readonly<Record<string, string>>;

const SHOWN = 120;

export function differencesOf(wanted: Facts, encoded: Facts): string[] {
  const names = [...new Set([...Object.keys(wanted), ...Object.keys(encoded)])];
  return names.flatMap((name) => {
    const [want = 'none', got = 'none'] = [wanted[name], encoded[name]];
    return want === got ? [] : [`${name} is ${got.slice(0, SHOWN)} instead of ${want.slice(0, SHOWN)}`];
  });
}

export const tampered = (what: readonly string[], cause?: unknown): ProviderError =>
  new ProviderError(
    'unknownError',
    `What Chainflip's node encoded is not the swap that was quoted (tampered with): ${what.join('; ')}. It is not handed out.`,
    { cause },
  );

/** @throws {ProviderError} naming every difference. */
export function insistOn(wanted: Facts, encoded: Facts): void {
  const differences = differencesOf(wanted, encoded);
  if (differences.length > 0) throw tampered(differences);
}

export const sharesText = (shares: readonly AffiliateShare[]): string =>
  shares.map(({ shortId, bps }) => `number ${shortId} ${bps} bps`).join(', ') || 'none';

export const dcaText = (dca: SwapTerms['dca']): string =>
  dca ? `${dca.numberOfChunks} chunks every ${dca.chunkIntervalBlocks} blocks` : 'none';

export const oracleText = (bps: number | null | undefined): string =>
  bps === null || bps === undefined ? "the chain's default" : `${bps} bps`;

/** The terms in the form of `CfParameters`. Addresses and accounts are hex without 0x. */
export type WantedParameters = {
  terms: SwapTerms;
  refundAddress: string;
  brokerAccount: string;
  affiliates: readonly AffiliateShare[];
};

export const wantedFacts = ({ terms, refundAddress, brokerAccount, affiliates }: WantedParameters): Facts => ({
  'retry duration': `${terms.retryDurationBlocks} blocks`,
  'refund address': refundAddress,
  'minimum price': terms.minPriceX128,
  'live price protection': oracleText(terms.maxOraclePriceSlippage),
  DCA: dcaText(terms.dca),
  'boost fee': `${terms.maxBoostFeeBps} bps`,
  broker: brokerAccount,
  'broker fee': `${terms.brokerCommissionBps} bps`,
  affiliates: sharesText(affiliates),
});

export const encodedFacts = (parameters: CfParameters): Facts => ({
  'retry duration': `${parameters.retryDurationBlocks} blocks`,
  'refund address': parameters.refundAddress,
  'minimum price': parameters.minPriceX128.toString(),
  'live price protection': oracleText(parameters.maxOraclePriceSlippage),
  DCA: dcaText(parameters.dca),
  'boost fee': `${parameters.boostFeeBps} bps`,
  broker: parameters.broker.account,
  'broker fee': `${parameters.broker.bps} bps`,
  affiliates: sharesText(parameters.affiliates),
});
