/** Checks what Portage adds to the token list: filters, pages, order, and 304 answers while it is unchanged. */
import type { Answer } from '../asker.ts';
import { type Check, type Finding, findingsOf, NotJudged, portage, wantStatus } from '../check.ts';
import {
  type Difference,
  differs,
  exactly,
  type Fields,
  fieldsOf,
  flag,
  isFields,
  listOf,
  number,
  oneOf,
  show,
  table,
  text,
} from '../rules.ts';
import { CHAINS, PROVIDERS, splitAssetId } from '../vocabulary.ts';
import { problemDifferences } from './problems.ts';

const recordsOf = (answer: Answer): Fields[] => listOf(fieldsOf(answer.json).tokens).filter(isFields);
const query = (values: Record<string, string>): string => `/v1/tokens?${new URLSearchParams(values)}`;
const extrasRule = table({}, { address: text, logoURI: text, priceUsd: number, verified: flag });
const MOST = 20;

/** The answer must contain exactly those records of the whole list that fit. */
function selection(answer: Answer, whole: Answer, what: string, fits: (record: Fields) => boolean): Finding[] {
  const wrong = wantStatus(answer, 200);
  if (wrong.length > 0) return wrong;
  const records = recordsOf(answer);
  const expected = recordsOf(whole).filter(fits).length;
  const stranger = records.find((record) => !fits(record));
  return findingsOf(answer, [
    ...(stranger ? differs('tokens', `only records of ${what}`, stranger) : []),
    ...(records.length === expected ? [] : differs('tokens', `${expected} records of ${what}`, records.length)),
    ...exactly(records.length)(fieldsOf(answer.json).total, 'total'),
  ]);
}

const hasProvider = (id: string) => (record: Fields) => listOf(record.providers).includes(id);

async function filters({ ask, material }: Parameters<Check['run']>[0]): Promise<Finding[]> {
  const whole = await material.tokens();
  const asked = PROVIDERS.flatMap((id) => [id, id.toLowerCase()].map((provider) => ({ id, provider })));
  const found = await Promise.all(
    asked.map(async ({ id, provider }) =>
      selection(await ask({ path: query({ provider }) }), whole, id, hasProvider(id)),
    ),
  );
  return found.flat();
}

async function pages({ ask, material }: Parameters<Check['run']>[0]): Promise<Finding[]> {
  const whole = recordsOf(await material.tokens());
  if (whole.length < 3) throw new NotJudged('the list is too short to be paged');
  const answer = await ask({ path: query({ limit: '2', offset: '1' }) });
  const wrong = wantStatus(answer, 200);
  if (wrong.length > 0) return wrong;
  const names = (records: Fields[]) => records.map(({ asset }) => asset);
  const expected = names(whole.slice(1, 3));
  return findingsOf(answer, [
    ...exactly(whole.length)(fieldsOf(answer.json).total, 'total'),
    ...(show(names(recordsOf(answer))) === show(expected)
      ? []
      : differs('tokens', `the second and third of the list: ${show(expected)}`, names(recordsOf(answer)))),
  ]);
}

/** Sort keys: chain, then symbol, then address, compared in upper case. */
const orderOf = ({ asset, chain, symbol }: Fields): string[] => [
  String(chain).toUpperCase(),
  String(symbol).toUpperCase(),
  (typeof asset === 'string' ? (splitAssetId(asset)?.address ?? '') : '').toUpperCase(),
];
function compare(one: Fields, other: Fields): number {
  const [first, second] = [orderOf(one), orderOf(other)];
  const index = first.findIndex((id, at) => id !== second[at]);
  return index < 0 ? 0 : (first[index] ?? '') < (second[index] ?? '') ? -1 : 1;
}

async function order({ material }: Parameters<Check['run']>[0]): Promise<Finding[]> {
  const answer = await material.tokens();
  const records = recordsOf(answer);
  const index = records.findIndex((record, at) => at > 0 && compare(records[at - 1] ?? {}, record) > 0);
  if (index < 0) return [];
  return findingsOf(
    answer,
    differs(
      `tokens[${index}]`,
      `sorted by chain, symbol, address: after ${show(records[index - 1]?.asset)}`,
      records[index]?.asset,
    ),
  );
}

/** Prices move, so a changed list is sent with another ETag and has to be revalidated again. */
const MOST_TRIES = 5;

async function notSentAgain({ ask }: Parameters<Check['run']>[0]): Promise<Finding[]> {
  let first = await ask({ path: '/v1/tokens' });
  for (let time = 1; ; time += 1) {
    const etag = first.headers.get('etag');
    const named: Difference[] = [
      ...(etag && /^"[^"]+"$/.test(etag) ? [] : differs('header ETag', 'a strong one', etag)),
      ...(first.headers.get('cache-control') ? [] : differs('header Cache-Control', 'a value', null)),
    ];
    if (!etag) return findingsOf(first, named);
    const again = await ask({ path: '/v1/tokens', headers: { 'if-none-match': etag } });
    const moved = again.status === 200 && again.headers.get('etag') !== etag;
    if (moved && time < MOST_TRIES) {
      first = again;
      continue;
    }
    return [
      ...findingsOf(first, named),
      ...wantStatus(again, 304),
      ...(again.text === '' ? [] : findingsOf(again, differs('body', 'none', again.text))),
    ];
  }
}

export const TOKEN_ADDITIONS: readonly Check[] = [
  portage('tokens.chain', '1', 'the chain of a token is in the enumeration', async ({ material }) => {
    const answer = await material.tokens();
    return findingsOf(
      answer,
      recordsOf(answer)
        .flatMap(({ chain }, index) => oneOf(CHAINS)(chain, `tokens[${index}].chain`))
        .slice(0, MOST),
    );
  }),
  portage('tokens.unique', '1', 'no token stands in the list twice, whatever its letter case', async ({ material }) => {
    const answer = await material.tokens();
    const seen = new Set<string>();
    const twice = recordsOf(answer).flatMap(({ asset }, index) => {
      const key = String(asset).toLowerCase();
      if (!seen.has(key)) {
        seen.add(key);
        return [];
      }
      return differs(`tokens[${index}].asset`, 'each asset once', asset);
    });
    return findingsOf(answer, twice.slice(0, MOST));
  }),
  portage(
    'tokens.extras',
    '2.9',
    '`address`, `logoURI`, `priceUsd`, `verified` are of their types',
    async ({ material }) => {
      const answer = await material.tokens();
      return findingsOf(
        answer,
        recordsOf(answer)
          .flatMap((record, index) => extrasRule(record, `tokens[${index}]`))
          .slice(0, MOST),
      );
    },
  ),
  portage('tokens.decimals', '2.9', 'decimals are from 0 to 36', async ({ material }) => {
    const answer = await material.tokens();
    const wrong = recordsOf(answer).flatMap(({ decimals }, index) =>
      Number.isInteger(decimals) && (Number(decimals) < 0 || Number(decimals) > 36)
        ? differs(`tokens[${index}].decimals`, '0 to 36', decimals)
        : [],
    );
    return findingsOf(answer, wrong.slice(0, MOST));
  }),
  portage('tokens.filter', '4.4', '`provider` filters, for every identifier in either case', filters),
  portage('tokens.filter-unknown', '4.4', 'an unknown `provider` is 400 with the validation body', async ({ ask }) => {
    const answer = await ask({ path: query({ provider: 'NOBODY' }) });
    const wrong = wantStatus(answer, 400);
    return wrong.length > 0 ? wrong : findingsOf(answer, problemDifferences(answer, 'provider'));
  }),
  portage('tokens.filter-twice', '4.4', '`provider` given twice is 400, not the first one', async ({ ask }) => {
    const answer = await ask({ path: '/v1/tokens?provider=THORCHAIN&provider=CHAINFLIP' });
    const wrong = wantStatus(answer, 400);
    return wrong.length > 0 ? wrong : findingsOf(answer, problemDifferences(answer, 'provider'));
  }),
  portage('tokens.chain-filter', '4.4', '`chain` filters', async ({ ask, material }) => {
    const whole = await material.tokens();
    const chain = recordsOf(whole).at(-1)?.chain;
    if (typeof chain !== 'string') throw new NotJudged('the list is empty');
    const fits = (record: Fields) => record.chain === chain;
    return selection(await ask({ path: query({ chain: chain.toLowerCase() }) }), whole, chain, fits);
  }),
  portage('tokens.pages', '4.4', '`limit` and `offset` page, `total` counts what matches', pages),
  portage('tokens.order', '4.4', 'sorted by chain, then symbol, then address', order),
  portage('tokens.etag', '4.4', 'a strong ETag, Cache-Control, and 304 without a body', notSentAgain),
  portage('tokens.compressed', '4.4', 'the list is sent compressed', async ({ ask, material }) => {
    if ((await material.tokens()).text.length < 1500) throw new NotJudged('the list is too short to be worth it');
    const answer = await ask({ path: '/v1/tokens', headers: { 'accept-encoding': 'gzip' } });
    return findingsOf(answer, exactly('gzip')(answer.headers.get('content-encoding'), 'header Content-Encoding'));
  }),
];
