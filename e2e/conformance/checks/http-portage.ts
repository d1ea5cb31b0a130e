/** Checks Portage's own rules for every endpoint: methods, paths, sizes, origins, request ids, keys, event streams. */
import type { Answer, Ask } from '../asker.ts';
import {
  afterwards,
  type Check,
  type Context,
  type Finding,
  findingsOf,
  NotJudged,
  portage,
  wantStatus,
} from '../check.ts';
import { differs, exactly, fieldsOf, filledText, isFields, show } from '../rules.ts';
import { problemBody } from './problems.ts';

const PATHS: readonly [path: string, method: 'GET' | 'POST'][] = [
  ['/v1/quote', 'POST'],
  ['/v1/track', 'POST'],
  ['/v1/chainflip-deposit-channel', 'POST'],
  ['/v1/tokens', 'GET'],
];

/** Findings where the status or the problem body differs. */
const problem = (answer: Answer, status: number): Finding[] => {
  const wrong = wantStatus(answer, status);
  return wrong.length > 0 ? wrong : findingsOf(answer, problemBody(answer));
};

const wrongMethods: Check['run'] = async ({ ask }) => {
  const found = await Promise.all(
    PATHS.flatMap(([path, own]) =>
      ['DELETE', 'PUT', own === 'GET' ? 'POST' : 'GET'].map(async (method) => {
        const answer = await ask({ method, path, ...(method === 'GET' ? {} : { raw: '{}' }) });
        const allow = answer.headers.get('allow') ?? '';
        return [
          ...problem(answer, 405),
          ...(allow.split(/,\s*/).includes(own) ? [] : findingsOf(answer, differs('header Allow', own, allow))),
        ];
      }),
    ),
  );
  return found.flat();
};

const preflight: Check['run'] = async ({ ask }) => {
  const found = await Promise.all(
    PATHS.map(async ([path, method]) => {
      const answer = await ask({
        method: 'OPTIONS',
        path,
        withKey: false,
        headers: {
          origin: 'https://example.org',
          'access-control-request-method': method,
          'access-control-request-headers': 'content-type, x-api-key',
        },
      });
      const header = (name: string) => answer.headers.get(name) ?? '';
      const lists = (name: string, token: string) =>
        header(name).toLowerCase().split(/,\s*/).includes(token) ? [] : differs(`header ${name}`, token, header(name));
      return [
        ...wantStatus(answer, 200, 204),
        ...findingsOf(answer, [
          ...exactly('*')(header('access-control-allow-origin'), 'header access-control-allow-origin'),
          ...lists('access-control-allow-methods', method.toLowerCase()),
          ...lists('access-control-allow-headers', 'content-type'),
          ...lists('access-control-allow-headers', 'x-api-key'),
        ]),
      ];
    }),
  );
  return found.flat();
};

/** Any origin may read every answer without credentials, errors included. */
const origins: Check['run'] = async ({ ask }) => {
  const headers = { origin: 'https://example.org' };
  const answers = await Promise.all([
    ask({ path: '/v1/tokens', headers }),
    ask({ method: 'POST', path: '/v1/quote', raw: '{}', headers }),
    ask({ path: '/v1/nothing', headers }),
  ]);
  return answers.flatMap((answer) => {
    const exposed = (answer.headers.get('access-control-expose-headers') ?? '').toLowerCase();
    return findingsOf(answer, [
      ...exactly('*')(answer.headers.get('access-control-allow-origin'), 'header access-control-allow-origin'),
      ...exactly(null)(
        answer.headers.get('access-control-allow-credentials'),
        'header access-control-allow-credentials',
      ),
      ...(exposed.includes('x-request-id')
        ? []
        : differs('header access-control-expose-headers', 'x-request-id', exposed)),
    ]);
  });
};

const requestIds: Check['run'] = async ({ ask }) => {
  const id = 'conformance-1.A_b';
  const raw = '{}';
  const named = await ask({ method: 'POST', path: '/v1/quote', raw, headers: { 'x-request-id': id } });
  const insane = await ask({ method: 'POST', path: '/v1/quote', raw, headers: { 'x-request-id': 'no <sane> id' } });
  const own = insane.headers.get('x-request-id');
  return [
    ...findingsOf(named, [
      ...exactly(id)(named.headers.get('x-request-id'), 'header x-request-id'),
      ...exactly(id)(fieldsOf(named.json).traceId, 'traceId'),
    ]),
    ...findingsOf(
      insane,
      /^[\x21-\x7e]+$/.test(own ?? '') && own !== 'no <sane> id'
        ? []
        : differs('header x-request-id', 'one of its own', own),
    ),
  ];
};

const head: Check['run'] = async ({ ask }) => {
  const answer = await ask({ method: 'HEAD', path: '/v1/tokens' });
  return [
    ...wantStatus(answer, 200),
    ...(answer.text === '' ? [] : findingsOf(answer, differs('body', 'none', answer.text))),
  ];
};

const MADE_UP_KEY = 'conformance-suite-made-up-key';

/** A wrong key is ignored while there are no keys, else refused, the same way under both names of the header. */
const wrongKeys: Check['run'] = async ({ ask }) => {
  const answers = await Promise.all(
    ['x-api-key', 'api-key'].map((name) =>
      ask({ path: '/v1/tokens', withKey: false, headers: { [name]: MADE_UP_KEY } }),
    ),
  );
  const refusing = answers.some(({ status }) => status === 401);
  return answers.flatMap((answer) => (refusing ? problem(answer, 401) : wantStatus(answer, 200)));
};

const alias: Check['run'] = async ({ ask, options }) => {
  if (options.key === undefined) throw new NotJudged('no --key was named');
  return wantStatus(await ask({ path: '/v1/tokens', withKey: false, headers: { 'api-key': options.key } }), 200);
};

/** The 429s of this run, after which the asker waited and asked again. */
const limited: Check['run'] = async ({ answers }) => {
  const refused = answers.filter(({ status }) => status === 429);
  if (refused.length === 0) throw new NotJudged('nothing was answered with 429');
  return refused.flatMap((answer) =>
    findingsOf(answer, [
      ...problemBody(answer),
      ...['retry-after', 'ratelimit', 'ratelimit-policy'].flatMap((name) =>
        filledText(answer.headers.get(name), `header ${name}`),
      ),
    ]),
  );
};

const oneAnswer = async ({ ask }: Context, what: Ask, status: number): Promise<Finding[]> =>
  problem(await ask(what), status);
/** More than 64 KiB. */
const LARGE = JSON.stringify({ x: 'y'.repeat(70_000) });

export const HTTP_ADDITIONS: readonly Check[] = [
  portage('http.methods', '4', 'another method is 405 with `Allow` and the problem body', wrongMethods),
  portage('http.unknown-path', '9', 'an unknown path below /v1 is 404 with the problem body', (context) =>
    oneAnswer(context, { path: '/v1/nothing' }, 404),
  ),
  portage('http.too-large', '7', 'a body over 64 KiB is 413 with the problem body', (context) =>
    oneAnswer(context, { method: 'POST', path: '/v1/quote', raw: LARGE }, 413),
  ),
  portage('http.head', '4.4', 'HEAD is answered like GET, without a body', head),
  portage('http.preflight', '4', 'OPTIONS lets any origin ask, with a key', preflight),
  portage('http.origins', '4', 'any origin may read answers and request ids, without credentials', origins),
  portage('http.request-id', '7.1', '`x-request-id` is taken where it is sane, and equals `traceId`', requestIds),
  portage('http.any-content-type', '1', 'JSON is read whatever the header says', async ({ ask, material }) => {
    const raw = JSON.stringify(await material.goodRequest());
    return wantStatus(
      await ask({ method: 'POST', path: '/v1/quote', raw, headers: { 'content-type': 'text/plain' } }),
      200,
    );
  }),
  portage(
    'http.wrong-key',
    '5',
    'a made-up key is ignored where there are no keys, else 401, under both names',
    wrongKeys,
  ),
  portage('http.key-alias', '5', '`api-key` is an alias of `x-api-key`', alias),
  afterwards(
    portage('http.charset', '1', 'JSON answers say `application/json; charset=utf-8`', async ({ answers }) =>
      answers
        .filter(({ json, path }) => isFields(json) && path.startsWith('/v1/'))
        .filter(
          ({ headers }) => (headers.get('content-type') ?? '').toLowerCase() !== 'application/json; charset=utf-8',
        )
        .flatMap((answer) =>
          findingsOf(
            answer,
            differs('header Content-Type', 'application/json; charset=utf-8', show(answer.headers.get('content-type'))),
          ),
        ),
    ),
  ),
  afterwards(
    portage('http.limited', '8', '429 has the problem body, `Retry-After` and the rate-limit headers', limited),
  ),
  afterwards(
    portage('http.traced', '7', 'every answer names its `x-request-id`', async ({ answers }) =>
      answers
        .filter(({ headers, path }) => !headers.get('x-request-id') && path.startsWith('/v1/'))
        .flatMap((answer) => findingsOf(answer, differs('header x-request-id', 'an id', null))),
    ),
  ),
  afterwards(
    portage(
      'http.no-faults',
      '7.2',
      'nothing that was asked ended in a 5xx of the service’s own',
      async ({ answers }) =>
        answers.filter(({ status }) => status === 500).flatMap((answer) => wantStatus(answer, 200, 400)),
    ),
  ),
];
