/** Makes a service, or one chain's service, fail on demand in each of the ways in which servers fail. */
import type { ServiceAnswer } from '../ledger.ts';
import type { RunningWorld } from './world.ts';

/** In the order in which they apply when several are on. */
export const HTTP_FAULTS = ['down', 'hang', 'slow', '429', '500', 'html', 'garbage'] as const;
type HttpFault = (typeof HTTP_FAULTS)[number];

export type FaultOutcome = { kind: 'answer'; answer: ServiceAnswer } | { kind: 'hang' } | { kind: 'reset' };

const HTML = `<html>
<head><title>502 Bad Gateway</title></head>
<body><center><h1>502 Bad Gateway</h1></center><hr><center>nginx</center></body>
</html>
`;

const seconds = (value: unknown, otherwise: number): number => (typeof value === 'number' ? value : otherwise);

function failing(kind: HttpFault, params: Record<string, unknown>): FaultOutcome | undefined {
  const answer = (status: number, type: string, body: string, headers: Record<string, string> = {}): FaultOutcome => ({
    kind: 'answer',
    answer: { status, headers: { 'content-type': type, ...headers }, body },
  });
  switch (kind) {
    case 'down':
      return { kind: 'reset' };
    case 'hang':
      return { kind: 'hang' };
    case '429':
      return answer(429, 'application/json', '{"message":"API rate limit exceeded"}', {
        'retry-after': String(seconds(params.retryAfterSeconds, 1)),
      });
    case '500':
      return answer(500, 'text/plain', 'Internal Server Error');
    case 'html':
      // Gateways in front of public nodes send HTML with status 200 as well as with error statuses.
      return answer(seconds(params.status, 200), 'text/html', HTML);
    default:
      return undefined;
  }
}

/** The first half of a body, as after a broken connection, but with a matching length. */
const cut = (answer: ServiceAnswer): ServiceAnswer => ({
  ...answer,
  body: answer.body.slice(0, Math.max(1, Math.floor(answer.body.length / 2))),
});

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms).unref());

/** The answer after the faults of the targets, each a name of what is asked. A fault with a `path` affects only requests whose path contains it. */
export async function applyFault(
  world: Pick<RunningWorld, 'faults'>,
  targets: readonly string[],
  path: string,
  answer: () => Promise<ServiceAnswer>,
): Promise<FaultOutcome> {
  const on = (kind: HttpFault): { target: string; params: Record<string, unknown> } | undefined => {
    for (const target of targets) {
      const params = world.faults.get(target, kind);
      if (params !== undefined && (typeof params.path !== 'string' || path.includes(params.path)))
        return { target, params };
    }
    return undefined;
  };
  for (const kind of HTTP_FAULTS) {
    const found = on(kind);
    if (found === undefined) continue;
    const { target, params } = found;
    world.faults.use(target, kind);
    if (kind === 'slow') {
      await sleep(seconds(params.ms, 1000));
      continue;
    }
    return failing(kind, params) ?? { kind: 'answer', answer: cut(await answer()) };
  }
  return { kind: 'answer', answer: await answer() };
}
