/**
 * Sends the page's own calls with the pass that its server gives its visitors, so that they are not counted among
 * programs. Without a pass a call is sent all the same.
 */

/** The answer of `GET /page/pass`. `seconds` is how long it is valid. */
export type PagePass = { pass: string; seconds: number };

export const PASS_PATH = '/page/pass';
export const PASS_HEADER = 'x-portage-page';

/** What `public/early-quote.js` asked before the page's scripts were there. */
type EarlyQuote = { question: string; askedMs: number; abort: AbortController; answer: Promise<Response> };
declare global {
  var portageEarlyQuote: EarlyQuote | undefined;
}
/** The answer to an older question may be out of date. */
const EARLY_MS = 15_000;

/** A call may be under way for a while when its pass ends. */
const MARGIN_MS = 30_000;
/** A server that gives no pass is not asked again with every call. */
const REST_MS = 30_000;
/** The longest that a call waits for a pass. */
const PATIENCE_MS = 3_000;

type Held = { pass: string; renewAt: number; endsAt: number };
/** `monotonic`: a clock in ms that never jumps. */
type Deps = { send: typeof fetch; monotonic: () => number };

function createHolder({ send, monotonic }: Deps) {
  let held: Held | undefined;
  let asking: Promise<string | undefined> | undefined;
  let restsUntil = 0;

  async function ask(): Promise<string | undefined> {
    try {
      const response = await send(PASS_PATH, { signal: AbortSignal.timeout(PATIENCE_MS) });
      if (!response.ok) throw new Error(`HTTP ${response.status}`);
      // Page and server are of one build.
      const { pass, seconds } = (await response.json()) as PagePass;
      held = { pass, renewAt: monotonic() + seconds * 500, endsAt: monotonic() + seconds * 1000 - MARGIN_MS };
    } catch {
      restsUntil = monotonic() + REST_MS;
    }
    return held?.pass;
  }

  function renew(): Promise<string | undefined> {
    if (monotonic() < restsUntil) return Promise.resolve(held?.pass);
    asking ??= ask().finally(() => {
      asking = undefined;
    });
    return asking;
  }

  return {
    /** @param isAwaited whether the call is worth waiting for a first pass. */
    async current(isAwaited: boolean): Promise<string | undefined> {
      if (held && monotonic() >= held.endsAt) held = undefined;
      if (held && monotonic() < held.renewAt) return held.pass;
      const fresh = renew();
      return held?.pass ?? (isAwaited ? fresh : undefined);
    },
    /** Another pass than `pass`, which was refused. */
    async other(pass: string | undefined): Promise<string | undefined> {
      if (held?.pass === pass) held = undefined;
      const fresh = held?.pass ?? (await renew());
      return fresh === pass ? undefined : fresh;
    },
  };
}

/** The answer to the page's first quote, if it was asked early, with the same body; one to another body is ended. */
function earlyAnswer(input: Parameters<typeof fetch>[0], { body, signal }: RequestInit): Promise<Response> | undefined {
  const early = globalThis.portageEarlyQuote;
  if (early === undefined || input !== '/v1/quote') return undefined;
  globalThis.portageEarlyQuote = undefined;
  const stop = () => early.abort.abort(signal?.reason);
  const isOld = performance.now() - early.askedMs > EARLY_MS;
  if (early.question !== body || isOld || signal?.aborted) return void stop();
  signal?.addEventListener('abort', stop, { once: true });
  return early.answer;
}

/** A `fetch` for the page's calls of the API; a call that was refused for lack of a pass is repeated once with one. */
export function createPageFetch(deps: Deps): typeof fetch {
  const passes = createHolder(deps);
  return async (input, init = {}) => {
    const withPass = (pass: string | undefined): RequestInit => {
      if (pass === undefined) return init;
      const headers = new Headers(init.headers);
      headers.set(PASS_HEADER, pass);
      return { ...init, headers };
    };
    const early = await earlyAnswer(input, init)?.catch(() => undefined);
    const pass = early ? undefined : await passes.current(init.method === 'POST');
    const response = early ?? (await deps.send(input, withPass(pass)));
    if (response.status !== 401) return response;
    const other = await passes.other(pass);
    return other === undefined ? response : deps.send(input, withPass(other));
  };
}
