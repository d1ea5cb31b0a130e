/**
 * Encodes what tracking needs beyond a route's own fields as JSON that is sent with the route, and decodes it, so that
 * an instance that never stored the quote can track the swap. It contains no secret and is covered by the route's
 * signature. It keeps the draft's field names, so that it compresses to next to nothing in a stored quote.
 */
import type { WireResume, WireRoute } from '../api/schemas/route.ts';
import { marked, parse } from '../domain/json.ts';
import type { RouteDraft, RouteTx } from '../domain/route.ts';

/** Raised when drafts change in a way that breaks older ones. */
const VERSION = 1;

/** Fields that tracking does not use, or that the route itself contains. */
type Dropped = 'fees' | 'warnings' | 'pricesUsd' | 'tx' | 'approvals' | 'typedData' | 'txUnavailable' | 'estimatedTime';
type Kept = Omit<RouteDraft, Dropped>;

function kept(draft: RouteDraft): Kept {
  const { fees: _f, warnings: _w, pricesUsd: _p, tx: _t, approvals: _a, typedData: _d, ...rest } = draft;
  const { txUnavailable: _u, estimatedTime: _e, twoLeg, ...plain } = rest;
  const legs = plain.legs.map(({ fees: _fees, ...leg }) => leg);
  if (!twoLeg) return { ...plain, legs };
  const [first, second] = twoLeg.legs;
  return { ...plain, legs, twoLeg: { ...twoLeg, legs: [bare(first), bare(second)] } };
}

/** A leg's own draft, which is never shown, with the dropped fields empty. */
const bare = (draft: RouteDraft): RouteDraft => ({ ...kept(draft), fees: [], warnings: [], pricesUsd: [] });

/** Whether a payment can be made by the route, or by a channel that is opened for it. */
const isPayable = (draft: RouteDraft): boolean =>
  [draft.inboundAddress, draft.targetAddress, draft.memo, draft.tx, draft.orderId, draft.channel].some(
    (way) => way !== undefined,
  );

/** Undefined where the route cannot be paid, so that there is nothing to track. */
export const resumeOf = (draft: RouteDraft): WireResume | undefined =>
  isPayable(draft) ? { version: VERSION, draft: marked(kept(draft)) as Record<string, unknown> } : undefined;

function txOf({ tx, meta }: WireRoute): { tx?: RouteTx } {
  if (tx === undefined || meta.txType === undefined) return {};
  // `encodeRoute` wrote it: `meta.txType` says which of the shapes it has.
  return { tx: { type: meta.txType, tx } as RouteTx };
}

/**
 * The draft of a route whose signature has been verified; no other route may be passed.
 * @returns undefined where the route carries no draft, or one of another version.
 */
export function draftOfRoute(route: WireRoute): RouteDraft | undefined {
  const { resume, approvals, typedData } = route.meta;
  if (resume?.version !== VERSION) return undefined;
  const read = parse(JSON.stringify(resume.draft)) as Kept;
  return {
    ...{ ...read, fees: [], warnings: [], pricesUsd: [] },
    ...txOf(route),
    ...(approvals ? { approvals } : {}),
    ...(typedData ? { typedData } : {}),
  };
}
