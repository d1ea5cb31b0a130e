/** Checks sections 1, 5 and 7.2, which apply to every answer: examines all answers of the whole run. */
import { afterwards, type Check, findingsOf, NotJudged, spec, wantStatus } from '../check.ts';
import { differs, isFields } from '../rules.ts';
import { internalRule } from './problems.ts';

const ENDPOINTS = ['/v1/quote', '/v1/track', '/v1/chainflip-deposit-channel', '/v1/tokens'];
const isStream = (type: string) => type.startsWith('text/event-stream');

export const HTTP_CHECKS: readonly Check[] = [
  spec('http.key', '5', 'a client that sends its key as `x-api-key` is answered', async ({ ask, options }) => {
    if (options.key === undefined) throw new NotJudged('no --key was named');
    return wantStatus(await ask({ path: '/v1/tokens' }), 200);
  }),
  afterwards(
    spec('http.json', '1', 'every answer of the four endpoints is a JSON object', async ({ answers }) =>
      answers
        .filter(
          ({ path, text, method }) => ENDPOINTS.includes(path.split('?')[0] ?? '') && text !== '' && method !== 'HEAD',
        )
        .filter(({ json, headers }) => !isFields(json) && !isStream(headers.get('content-type') ?? ''))
        .flatMap((answer) => findingsOf(answer, differs('body', 'a JSON object', answer.text))),
    ),
  ),
  afterwards(
    spec('http.content-type', '1', 'bodies are `application/json`', async ({ answers }) =>
      answers
        .filter(({ path, text }) => ENDPOINTS.includes(path.split('?')[0] ?? '') && text !== '')
        .flatMap((answer) => {
          const type = answer.headers.get('content-type') ?? '';
          const right = /^application\/json\s*(;|$)/i.test(type) || isStream(type);
          return right ? [] : findingsOf(answer, differs('header Content-Type', 'application/json', type));
        }),
    ),
  ),
  afterwards(
    spec(
      'http.internal-error',
      '7.2',
      'whatever is answered with 500 has the internal error body',
      async ({ answers }) => {
        const failed = answers.filter(({ status }) => status === 500);
        if (failed.length === 0) throw new NotJudged('nothing was answered with 500');
        return failed.flatMap((answer) => findingsOf(answer, internalRule(answer.json, '')));
      },
    ),
  ),
];
