/**
 * What tracking needs of a draft beyond its route on the wire: sent with the route and covered by its signature, so that
 * an instance that never stored the quote can track the swap, and stored in place of the draft. It contains no secret.
 */
import { type Difference, differenceOf, withDifference } from '../domain/difference.ts';
import { marked, unmarked } from '../domain/json.ts';
import type { RouteDraft } from '../domain/route.ts';
import { decimalsOf, draftToldBy, txIn } from './decode-route.ts';
import { known } from './known.ts';
import type { WireResume, WireRoute } from './schemas/route.ts';

/**
 * 2: the draft's difference from what `draftToldBy` reads from the route. Raised when a route is read in another way,
 * or its draft changes in a way that breaks older ones. 1, of routes from before it: the draft as a whole.
 */
const [VERSION, WHOLE] = [2, 1];

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

/** A leg's own draft, which is never shown: what of it is paid is kept, since the leg is tracked by it. */
function bare(draft: RouteDraft): RouteDraft {
  const { tx, approvals, txUnavailable } = draft;
  return { ...kept(draft), fees: [], warnings: [], pricesUsd: [], ...known({ tx, approvals, txUnavailable }) };
}

export function notesOf(wire: WireRoute, draft: RouteDraft): WireResume {
  const decimals = decimalsOf(wire, draft);
  const differs = differenceOf(kept(draftToldBy(wire, decimals)), kept(draft));
  return { version: VERSION, draft: { decimals, ...(differs ? { differs: marked(differs) } : {}) } };
}

/** Whether a payment can be made by the route, or by a channel that is opened for it. */
const isPayable = (draft: RouteDraft): boolean =>
  [draft.inboundAddress, draft.targetAddress, draft.memo, draft.tx, draft.orderId, draft.channel].some(
    (way) => way !== undefined,
  );

/** Undefined where the route cannot be paid, so that there is nothing to track. */
export const resumeOf = (wire: WireRoute, draft: RouteDraft): WireResume | undefined =>
  isPayable(draft) ? notesOf(wire, draft) : undefined;

/**
 * The draft of a route and its notes, with the prices left out, and of two legs' own drafts what tracking does not use.
 * The casts are safe, because this file wrote what was signed or stored: no other route may be passed.
 * @returns undefined where the route carries no notes, or of another version.
 */
export function draftOfRoute(wire: WireRoute, notes = wire.meta.resume): RouteDraft | undefined {
  if (notes?.version === WHOLE) {
    const { approvals, typedData } = wire.meta;
    const empty = { fees: [], warnings: [], pricesUsd: [] };
    return { ...(unmarked(notes.draft) as Kept), ...empty, ...known({ tx: txIn(wire), approvals, typedData }) };
  }
  if (notes?.version !== VERSION) return undefined;
  const { decimals, differs } = unmarked(notes.draft) as { decimals: number[]; differs?: Difference };
  return withDifference(draftToldBy(wire, decimals), differs) as RouteDraft;
}
