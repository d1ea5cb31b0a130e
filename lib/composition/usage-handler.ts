/** Answers an integrator what its keys were used for, and what its swaps earned. */
import { parseShape } from '../api/field-faults.ts';
import { validationProblem } from '../api/problem.ts';
import { type UsageResponse, usageQuerySchema } from '../api/schemas/usage.ts';
import type { EndpointHandler } from '../http/endpoint.ts';
import { dayOf, usageByDay, usageOf } from '../usage/usage-report.ts';
import type { Container } from './container.ts';
import { integratorOf } from './integrator-of.ts';

const DAY_MS = 86_400_000;
const USUAL_DAYS = 30;
const MOST_DAYS = 92;

/** @throws {Problem} 400 */
function daysOf(query: URLSearchParams, now: number): { from: string; to: string } {
  const { from, to = dayOf(now) } = parseShape(usageQuerySchema, Object.fromEntries(query));
  const end = Date.parse(to);
  const start = from === undefined ? end - (USUAL_DAYS - 1) * DAY_MS : Date.parse(from);
  if (start <= end && end - start < MOST_DAYS * DAY_MS) return { from: dayOf(start), to };
  const message = `from must be a day up to to, and at most ${MOST_DAYS} days may be asked for.`;
  throw validationProblem([{ field: 'from', message, code: 'out_of_range' }]);
}

type Deps = Pick<Container, 'store' | 'now'> & {
  accessControl: { usage: Pick<Container['accessControl']['usage'], 'flush'> };
};

export const usageAnswers =
  ({ store, now, accessControl }: Deps): EndpointHandler =>
  async ({ caller, query }) => {
    const { id } = integratorOf(caller);
    const range = daysOf(query, now());
    await accessControl.usage.flush();
    const rows = await usageByDay({ ...range, keyIds: await store.keyIdsOf(id) }, { store, now });
    const days = [...new Set(rows.map(({ day }) => day))];
    const body: UsageResponse = {
      ...range,
      total: usageOf(rows),
      days: days.map((day) => ({ day, ...usageOf(rows.filter((row) => row.day === day)) })),
    };
    return { body };
  };
