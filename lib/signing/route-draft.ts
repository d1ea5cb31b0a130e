/**
 * Writes what tracking needs of a route, beside what stands in it, as JSON that goes out with the route, and reads it
 * back: so a swap can be followed by who never stored its quote. Nothing in it is a secret; its signature is the
 * route's. It says much of the draft's own words again, so that it costs a stored quote next to nothing.
 */
import type { WireResume, WireRoute } from '../api/schemas/route.ts';
import { marked, parse } from '../domain/json.ts';
import type { RouteDraft, RouteTx } from '../domain/route.ts';

/** Changes when drafts change in a way that older ones do not fit. */
const VERSION = 1;

/** What is of no use to tracking, or stands in the route itself. */
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

/** A leg's own draft, which is never shown: complete again, with nothing in what was dropped. */
const bare = (draft: RouteDraft): RouteDraft => ({ ...kept(draft), fees: [], warnings: [], pricesUsd: [] });

/** Whether a payment can be made by the route, or by a channel that is opened for it. */
const isPayable = (draft: RouteDraft): boolean =>
  [draft.inboundAddress, draft.targetAddress, draft.memo, draft.tx, draft.orderId, draft.channel].some(
    (way) => way !== undefined,
  );

/** Undefined where nothing can be paid by the route, so that there is nothing to follow. */
export const resumeOf = (draft: RouteDraft): WireResume | undefined =>
  isPayable(draft) ? { version: VERSION, draft: marked(kept(draft)) as Record<string, unknown> } : undefined;

function txOf({ tx, meta }: WireRoute): { tx?: RouteTx } {
  if (tx === undefined || meta.txType === undefined) return {};
  // The route's own, as `encodeRoute` wrote it: `meta.txType` says which of the shapes it has.
  return { tx: { type: meta.txType, tx } as RouteTx };
}

/**
 * The draft of a route whose signature holds; nothing else may be read.
 * @returns undefined where the route carries nothing of the kind, or of another version.
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
