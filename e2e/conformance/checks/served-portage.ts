/**
 * Checks how a service says whom it does not serve. Maintenance is its operator's to begin, and a country is told by a
 * proxy that the service trusts, so that no stranger can provoke either: they are judged where they come.
 */
import type { Answer } from '../asker.ts';
import { afterwards, type Check, type Finding, findingsOf, NotJudged, portage, wantStatus } from '../check.ts';
import { type Difference, differs, fieldsOf, listOf } from '../rules.ts';
import { problemBody } from './problems.ts';

const typeOf = ({ json }: Answer): unknown => fieldsOf(json).type;
const named = ({ json }: Answer): unknown[] => listOf(fieldsOf(json).errors).map((fault) => fieldsOf(fault).field);

/** What each problem must have besides the body of every problem. */
const RULES: Readonly<Record<string, { status: number; more: (answer: Answer) => Difference[] }>> = {
  '/errors/address-refused': {
    status: 403,
    more: (answer) =>
      named(answer).length > 0 ? [] : differs('errors', 'the field of each refused address', named(answer)),
  },
  '/errors/country-refused': { status: 403, more: () => [] },
  '/errors/maintenance': {
    status: 503,
    more: ({ headers }) =>
      /^\d+$/.test(headers.get('retry-after') ?? '')
        ? []
        : differs('header Retry-After', 'seconds', headers.get('retry-after')),
  },
};

function judged(answer: Answer, type: string): Finding[] {
  const rule = RULES[type];
  if (!rule) return [];
  const wrong = wantStatus(answer, rule.status);
  return wrong.length > 0 ? wrong : findingsOf(answer, [...problemBody(answer), ...rule.more(answer)]);
}

/** Asks for a price alone: nothing is opened or ordered for an address that is not refused after all. */
const refusedAddress: Check['run'] = async ({ ask, options, material }) => {
  const { refused } = options;
  if (!refused) throw new NotJudged('it needs an address that the service refuses: --refused');
  const listed = await material.listed();
  const buy = listed.find(({ chain }) => chain === refused.chain);
  const sell = listed.find(({ chain }) => chain !== refused.chain);
  if (!buy || !sell) throw new NotJudged(`nothing is listed to be bought on ${refused.chain}`);
  const body = { sellAsset: sell.asset, buyAsset: buy.asset, sellAmount: '0.01', slippage: 3 };
  const answer = await ask({
    method: 'POST',
    path: '/v1/quote',
    body: { ...body, destinationAddress: refused.address },
  });
  const wrong = wantStatus(answer, 403);
  if (wrong.length > 0) return wrong;
  const isNamed = named(answer).includes('destinationAddress');
  return findingsOf(answer, [
    ...(typeOf(answer) === '/errors/address-refused' ? [] : differs('type', '/errors/address-refused', typeOf(answer))),
    ...(isNamed ? [] : differs('errors', 'the field destinationAddress', named(answer))),
  ]);
};

const problems: Check['run'] = async ({ answers }) => {
  const refusals = answers.filter((answer) => String(typeOf(answer)) in RULES);
  if (refusals.length === 0) throw new NotJudged('the service refused nobody');
  return refusals.flatMap((answer) => judged(answer, String(typeOf(answer))));
};

export const SERVED_ADDITIONS: readonly Check[] = [
  portage('served.address', '7', 'a refused address is 403, and its field is named', refusedAddress),
  afterwards(
    portage('served.problems', '7', 'whom the service does not serve, it tells by status, type and field', problems),
  ),
];
