/** Checks Portage's own report on its chains. */
import { type Check, findingsOf, portage, wantStatus } from '../check.ts';
import {
  assetId,
  dateTime,
  differs,
  each,
  fieldsOf,
  filledText,
  integer,
  list,
  listOf,
  number,
  oneOf,
  table,
  text,
} from '../rules.ts';
import { CHAIN_STATES, CHAINS, splitAssetId, TX_TYPES } from '../vocabulary.ts';

const nativeRule = table({ asset: assetId, symbol: filledText, name: text, decimals: integer });
const paymentsRule = table({}, { txType: oneOf(TX_TYPES), memoBytes: integer, linkScheme: filledText });
const chainRule = table(
  {
    id: oneOf(CHAINS),
    name: filledText,
    native: nativeRule,
    confirmations: integer,
    blockSeconds: number,
    payments: paymentsRule,
    state: oneOf(CHAIN_STATES),
  },
  { explorer: table({}, { tx: text, address: text }), reason: filledText },
);
const answerRule = table({ chains: list, updatedAt: dateTime });

const report: Check['run'] = async ({ ask }) => {
  const answer = await ask({ path: '/v1/chains' });
  const wrong = wantStatus(answer, 200);
  if (wrong.length > 0) return wrong;
  const { chains } = fieldsOf(answer.json);
  const misplaced = listOf(chains).flatMap((chain, index) => {
    const { id, native } = fieldsOf(chain);
    const { asset } = fieldsOf(native);
    const own = typeof asset === 'string' ? splitAssetId(asset)?.chain : undefined;
    return own === undefined || own === id ? [] : differs(`chains[${index}].native.asset`, `one of ${id}`, asset);
  });
  return findingsOf(answer, [...answerRule(answer.json, ''), ...each(chainRule)(chains, 'chains'), ...misplaced]);
};

export const CHAIN_ADDITIONS: readonly Check[] = [
  portage('chains.report', '1', 'every chain is reported with its fields, of their types, and its state', report),
];
