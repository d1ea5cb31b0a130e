/** Defines a step of a swap's timeline, and what all steps share. */

import type { TrackData, TrackedTx, TrackResponse } from '../../lib/api/schemas/track.ts';
import { CHAINS } from '../../lib/chains/chains.ts';
import type { ChainId } from '../../lib/domain/chain-id.ts';
import type { Text } from '../../lib/i18n/text.ts';
import type { ReviewedPayment } from '../deposit/reviewed-payments.ts';
import { fullAmount } from '../ui/format.ts';
import { chainOfAsset, leftToRight, shortProvider, symbolOf } from './track-selectors.ts';

export type StepState = 'done' | 'now' | 'waiting' | 'back' | 'failed';
/** A line in the reader's language, or the server's own text in English. */
export type Detail = string | { english: string };
export type RawFact = { name: string; value: string };
export type TimelineStep = {
  id: string;
  state: StepState;
  title: string;
  details: Detail[];
  /** When it happened, Unix milliseconds. */
  at?: number | undefined;
  /** When it is expected, Unix milliseconds. */
  expectedAt?: number | undefined;
  /** The progress of the step. */
  bar?: { percentage: number; label: string } | undefined;
  tx?: { hash: string; chain: ChainId };
  address?: string;
  /** The observed data as it is, for close inspection. */
  raw?: RawFact[];
};

const ORDER = ['not_started', 'pending', 'swapping', 'over'] as const;
type Reached = (typeof ORDER)[number];

/** What only this browser knows. Times are Unix milliseconds. */
export type LocalFacts = {
  /** What was reviewed in this browser to be paid by hand. */
  reviewed?: ReviewedPayment | undefined;
  /** When the payment was sent. */
  sentAt?: number | undefined;
  /** The payment was signed in this browser. */
  signedHere?: boolean | undefined;
  /** It was signed here so recently that it need not have appeared on its chain. */
  justSent?: boolean | undefined;
  /** The address to pay by hand was shown here, and no payment has been named since. */
  shownByHand?: boolean | undefined;
  /** When the whole swap is expected to be done. */
  expectedAt?: number | undefined;
};

/** The input of every step. */
export type StepInput = {
  t: Text;
  reached: Reached;
  response: TrackResponse;
  data: TrackData;
  /** Name of the provider. */
  provider: string;
  local: LocalFacts;
};

export function stepInput(t: Text, response: TrackResponse, local: LocalFacts = {}): StepInput {
  const { trackingStatus: status, data } = response;
  const reached = status === 'not_started' || status === 'pending' || status === 'swapping' ? status : 'over';
  const id = data.quoteInfo?.provider ?? data.route?.providers[0];
  return { t, reached, response, data, provider: id ? shortProvider(id) : t('the provider'), local };
}

/** By how many statuses the swap is past (positive) or before (negative) a status. */
export const past = (input: StepInput, name: Reached): number => ORDER.indexOf(input.reached) - ORDER.indexOf(name);

/** The transaction that proves a step, on its chain. */
export function evidence(tx: TrackedTx | undefined, fallbackAsset: string | undefined): Pick<TimelineStep, 'tx'> {
  const chain = tx?.chain ?? chainOfAsset(tx?.asset ?? fallbackAsset);
  return tx?.hash && chain ? { tx: { hash: tx.hash, chain } } : {};
}

/** The server's texts as details; none for undefined ones. */
export const english = (...texts: (string | undefined)[]): Detail[] =>
  texts.flatMap((text) => (text ? [{ english: text }] : []));

export const chainName = (t: Text, asset: string | undefined, chain?: ChainId): string => {
  const id = chain ?? chainOfAsset(asset);
  return id ? CHAINS[id].name : t('its chain');
};

/** The exact amount of a transaction, and its position in its chain. */
export function rawTx(t: Text, tx: TrackedTx | undefined, fallbackAsset: string | undefined): RawFact[] {
  if (!tx) return [];
  const amount = tx.amount && `${fullAmount(tx.amount, t.tag)} ${symbolOf(tx.asset ?? fallbackAsset)}`;
  return [
    ...(amount ? [{ name: t('Amount'), value: leftToRight(t, amount) }] : []),
    ...(tx.hash ? [{ name: t('Transaction'), value: tx.hash }] : []),
    ...(tx.blockNumber === undefined ? [] : [{ name: t('Block'), value: String(tx.blockNumber) }]),
    ...(tx.confirmations === undefined ? [] : [{ name: t('Confirmations'), value: String(tx.confirmations) }]),
    ...(tx.address ? [{ name: t('Paid to'), value: tx.address }] : []),
  ];
}
