/** Checks what belongs to integrators: without a key nothing is shown and nothing is added. */
import { type Check, findingsOf, portage, wantStatus } from '../check.ts';
import { problemBody } from './problems.ts';

const refused: Check['run'] = async ({ ask }) => {
  const answers = await Promise.all([
    ask({ path: '/v1/swaps', withKey: false }),
    ask({ path: '/v1/usage', withKey: false }),
    ask({ path: '/v1/webhooks', withKey: false }),
    ask({ method: 'PUT', path: '/v1/webhooks', withKey: false, raw: '{"url":"https://example.com/"}' }),
  ]);
  return answers.flatMap((answer) => {
    const wrong = wantStatus(answer, 401);
    return wrong.length > 0 ? wrong : findingsOf(answer, problemBody(answer));
  });
};

export const INTEGRATOR_ADDITIONS: readonly Check[] = [
  portage('integrators.key', '4', 'swaps, use and webhooks are shown and changed with a key only', refused),
];
