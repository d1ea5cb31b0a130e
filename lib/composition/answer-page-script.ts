/** Serves the scripts that the network's pages load, so that browsers talk to this deployment only. */
import { notFound, Problem } from '../api/problem.ts';
import { settings } from '../config/env.ts';
import { timeLimit } from '../domain/time-limit.ts';

const TIMEOUT_MS = 5000;
const LONGEST = 5_000_000;

/** @param index in the network preset's `pageScripts`. */
export async function answerPageScript(index: string, signal: AbortSignal): Promise<Response> {
  const { pageScripts } = settings().network;
  const url = /^\d{1,2}$/.test(index) ? pageScripts[Number(index)] : undefined;
  if (url === undefined) throw notFound('There is no such script.');
  const unavailable = (cause?: unknown) => {
    const detail = 'The script cannot be had right now; try again in a moment.';
    return Object.assign(
      new Problem({ status: 503, title: 'Service Unavailable', detail, headers: { 'retry-after': '2' } }),
      { cause },
    );
  };
  try {
    const answer = await fetch(url, {
      signal: AbortSignal.any([signal, timeLimit(TIMEOUT_MS)]),
      cache: 'no-store',
    });
    const text = await answer.text();
    if (!answer.ok || text.length > LONGEST) throw unavailable();
    return new Response(text, {
      headers: { 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'no-cache' },
    });
  } catch (cause) {
    throw unavailable(cause);
  }
}
