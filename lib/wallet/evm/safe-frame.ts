/** Detects whether this page is inside Safe's own site, the only place where a Safe answers. Needs nothing of wagmi. */

const SAFE_ORIGIN = 'https://app.safe.global';

type Frame = { parent: unknown; location?: { ancestorOrigins?: ArrayLike<string> }; document?: { referrer?: string } };

/** Inside the one site whose Safe can be asked; in other frames the Safe would be offered and never answer. */
export function isInsideSafe(frame: Frame = globalThis.window as unknown as Frame): boolean {
  if (!frame || frame.parent === frame) return false;
  const [nearest] = Array.from(frame.location?.ancestorOrigins ?? []);
  if (nearest !== undefined) return nearest === SAFE_ORIGIN;
  // Without `ancestorOrigins`, the referrer names the page that opened the frame.
  const referrer = frame.document?.referrer ?? '';
  return referrer === SAFE_ORIGIN || referrer.startsWith(`${SAFE_ORIGIN}/`);
}
