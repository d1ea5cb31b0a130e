/** Checks sections 2.9 and 4.4: the token list. */
import { type Check, findingsOf, NotJudged, spec, wantStatus } from '../check.ts';
import {
  assetId,
  type Difference,
  differs,
  each,
  type Fields,
  fieldsOf,
  filledText,
  integer,
  isFields,
  list,
  listOf,
  oneOf,
  type Rule,
  table,
  text,
} from '../rules.ts';
import { PROVIDERS, splitAssetId } from '../vocabulary.ts';

const listRule = table({ tokens: list, total: integer });
const recordRule = table({
  asset: filledText,
  chain: filledText,
  symbol: filledText,
  name: text,
  decimals: integer,
  providers: list,
});

/** Reports this many wrong records at most, since further ones say nothing new. */
const MOST = 20;

const inEachRecord =
  (rule: Rule): Check['run'] =>
  async ({ material }) => {
    const answer = await material.tokens();
    const records = listOf(fieldsOf(answer.json).tokens);
    if (records.length === 0) throw new NotJudged('the service lists no tokens');
    return findingsOf(answer, records.flatMap((record, index) => rule(record, `tokens[${index}]`)).slice(0, MOST));
  };

function assetAddressFaults(record: unknown, at: string): Difference[] {
  const { asset, chain, symbol } = fieldsOf(record);
  const split = typeof asset === 'string' ? splitAssetId(asset) : undefined;
  if (!split) return [];
  return [
    ...(typeof chain === 'string' && chain.toUpperCase() !== split.chain
      ? differs(`${at}.chain`, `"${split.chain}", as in ${asset}`, chain)
      : []),
    ...(typeof symbol === 'string' && split.symbol.toUpperCase() !== symbol.toUpperCase()
      ? differs(`${at}.symbol`, `"${split.symbol}", as in ${asset}`, symbol)
      : []),
  ];
}

const field =
  (name: string, rule: Rule): Rule =>
  (record, at) =>
    isFields(record) ? rule(record[name], `${at}.${name}`) : [];

export const TOKEN_CHECKS: readonly Check[] = [
  spec('tokens.answer', '4.4', 'GET /v1/tokens answers 200 with `tokens` and `total`', async ({ material }) => {
    const answer = await material.tokens();
    const wrong = wantStatus(answer, 200);
    return wrong.length > 0 ? wrong : findingsOf(answer, listRule(answer.json, ''));
  }),
  spec('tokens.total', '2.9', '`total` is the count of tokens', async ({ material }) => {
    const answer = await material.tokens();
    const { tokens, total }: Fields = fieldsOf(answer.json);
    const count = listOf(tokens).length;
    return Number.isInteger(total) && total !== count ? findingsOf(answer, differs('total', `${count}`, total)) : [];
  }),
  spec('tokens.record', '2.9', 'every token record has its fields, of their types', inEachRecord(recordRule)),
  spec(
    'tokens.asset',
    '1',
    'every token is named in the asset identifier format',
    inEachRecord(field('asset', assetId)),
  ),
  spec(
    'tokens.place',
    '1',
    'chain and symbol of a token are those of its identifier',
    inEachRecord(assetAddressFaults),
  ),
  spec(
    'tokens.providers',
    '1, 2.9',
    'the providers of a token are in the enumeration',
    inEachRecord(field('providers', each(oneOf(PROVIDERS)))),
  ),
];
