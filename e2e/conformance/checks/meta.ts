/** Checks sections 2.6 and 2.7: a route's meta data and its transaction. */
import { type Check, findingsOf, NotJudged, spec } from '../check.ts';
import {
  type Difference,
  differs,
  each,
  type Fields,
  fieldsOf,
  isFields,
  list,
  listOf,
  number,
  object,
  oneOf,
  type Rule,
  show,
  table,
  text,
} from '../rules.ts';
import { chainKind, splitAssetId, TAGS } from '../vocabulary.ts';
import { overRoutes } from './over-routes.ts';

const metaRule = table(
  { tags: list },
  {
    priceImpact: number,
    assets: list,
    approvalAddress: text,
    streamingInterval: number,
    maxStreamingQuantity: number,
    affiliate: text,
    affiliateFee: number,
    orderId: text,
    typedData: object,
    slippagePercent: number,
    txType: text,
  },
);
const pricedRule = table({ asset: text, price: number, image: text });

const nameAndType = each(table({ name: text, type: text }));
const typesRule: Rule = (value, at) => [
  ...table({ EIP712Domain: list, Initiate: list })(value, at),
  ...nameAndType(fieldsOf(value).EIP712Domain, `${at}.EIP712Domain`),
  ...nameAndType(fieldsOf(value).Initiate, `${at}.Initiate`),
];
const typedDataRule = table({
  domain: table({ name: text, version: text, chainId: text, verifyingContract: text }),
  message: table({ amount: text, redeemer: text, secretHash: text, timelock: text }),
  primaryType: text,
  types: typesRule,
});

/** Section 2.6, shape 1. */
const evmTxRule = table({ to: text, from: text, value: text, data: text }, { chain_id: number, gas_limit: text });
const coins: Rule = (value, at) => [...list(value, at), ...each(table({ denom: text, amount: text }))(value, at)];
const textOrCoins: Rule = (value, at) => (typeof value === 'string' ? [] : coins(value, at));
const messageValueRule = table(
  {},
  {
    sender: text,
    from_address: text,
    to_address: text,
    memo: text,
    delegator_address: text,
    validator_address: text,
    contract: text,
    msg: text,
    amount: textOrCoins,
    funds: coins,
  },
);
/** Section 2.6, shape 2. */
const messageTxRule = table(
  {
    msgs: (value, at) => [...list(value, at), ...each(table({ type: text, value: messageValueRule }))(value, at)],
    fee: table({ amount: coins, gas: text }),
  },
  { memo: text },
);

/** Which of the three shapes a transaction has, or is meant to have. */
export function txShape(tx: unknown): 'evm' | 'messages' | 'text' | 'none' {
  if (typeof tx === 'string') return 'text';
  if (!isFields(tx)) return 'none';
  return 'msgs' in tx || 'fee' in tx ? 'messages' : 'evm';
}

export function txRule(tx: unknown, at: string): Difference[] {
  const shape = txShape(tx);
  if (shape === 'text') return tx === '' ? differs(at, 'a string that is not empty', tx) : [];
  if (shape === 'none') return differs(at, 'one of the three shapes', tx);
  return shape === 'messages' ? messageTxRule(tx, at) : evmTxRule(tx, at);
}

export const sellsOnEvm = ({ sellAsset }: Fields): boolean =>
  typeof sellAsset === 'string' && chainKind(splitAssetId(sellAsset)?.chain ?? '') === 'evm';

export const metaOf = (route: Fields): Fields => fieldsOf(route.meta);

export const META_CHECKS: readonly Check[] = [
  spec(
    'meta.fields',
    '2.7',
    '`tags` is there, and every other field is of its type',
    overRoutes(({ meta }, at) => (isFields(meta) ? metaRule(meta, `${at}.meta`) : [])),
  ),
  spec(
    'meta.tags',
    '2.7',
    'tags are in the enumeration',
    overRoutes((route, at) =>
      each((tag, where) => (typeof tag === 'string' ? oneOf(TAGS)(tag, where) : differs(where, 'a string', tag)))(
        metaOf(route).tags,
        `${at}.meta.tags`,
      ),
    ),
  ),
  spec(
    'meta.assets',
    '2.7',
    'every priced asset has `asset`, `price` and `image`',
    overRoutes((route, at) => each(pricedRule)(metaOf(route).assets, `${at}.meta.assets`)),
  ),
  spec(
    'meta.typed-data',
    '2.7',
    '`typedData` is whole',
    overRoutes((route, at) => {
      const { typedData } = metaOf(route);
      return isFields(typedData) ? typedDataRule(typedData, `${at}.meta.typedData`) : [];
    }),
  ),
  spec('tx.shape', '2.6', 'a transaction has one of the three shapes', async ({ material }) => {
    const paid = (await material.samples()).flatMap((sample) =>
      sample.routes.filter(({ route }) => route.tx !== undefined).map(({ route, at }) => ({ sample, route, at })),
    );
    if (paid.length === 0) throw new NotJudged('no route had a transaction; --source names addresses that can pay');
    return paid.flatMap(({ sample, route, at }) => findingsOf(sample, txRule(route.tx, `${at}.tx`)));
  }),
  spec(
    'tx.transaction',
    '2.3',
    '`transaction`, where it is there, has `to`, `from`, `value`, `data` and `chain`',
    overRoutes(({ transaction }, at) =>
      transaction === undefined
        ? []
        : table({ to: text, from: text, value: text, data: text, chain: text })(transaction, `${at}.transaction`),
    ),
  ),
  spec(
    'tx.present',
    '2.3',
    'an EVM route that was asked for with `includeTx` carries `tx` in shape 1, or says why not',
    async ({ material }) => {
      const evm = (await material.withTx()).flatMap((sample) =>
        sample.routes.filter(({ route }) => sellsOnEvm(route)).map(({ route, at }) => ({ sample, route, at })),
      );
      if (evm.length === 0) throw new NotJudged('no route that sells on an EVM chain was offered');
      return evm.flatMap(({ sample, route, at }) => {
        const isExplained = typeof metaOf(route).txUnavailable === 'string';
        if (txShape(route.tx) === 'evm' || (route.tx === undefined && isExplained)) return [];
        return findingsOf(sample, differs(`${at}.tx`, 'an EVM transaction (shape 1)', route.tx));
      });
    },
  ),
];

/** The tags of the routes in a few words, for a person. */
export const tagsIn = (routes: readonly Fields[]): string => show(routes.map((route) => listOf(metaOf(route).tags)));
