/**
 * Checks Portage's decisions about transactions: which shape a chain's routes have, and how a missing one is reported.
 */
import { addressOn, emptyAccount, sameAddress } from '../addresses.ts';
import { type Check, findingsOf, NotJudged, portage } from '../check.ts';
import { MAKES_TX_ALONE, requestOf, sampleOf } from '../material.ts';
import { openPairs } from '../pairs.ts';
import {
  type Difference,
  differs,
  each,
  exactly,
  type Fields,
  fieldsOf,
  integerText,
  isFields,
  table,
  text,
} from '../rules.ts';
import { type ChainKind, chainKind, splitAssetId } from '../vocabulary.ts';
import { metaOf, sellsOnEvm, txShape } from './meta.ts';
import { overRoutes } from './over-routes.ts';

const WANTED: Partial<Record<ChainKind, { txType: string; shape: string }>> = {
  evm: { txType: 'EVM', shape: 'evm' },
  cosmos: { txType: 'COSMOS', shape: 'messages' },
  solana: { txType: 'SOLANA', shape: 'text' },
  utxo: { txType: 'PSBT', shape: 'text' },
};
const TYPE_NAMES: Readonly<Record<string, string>> = {
  evm: 'shape 1, for an EVM chain',
  messages: 'shape 2, for a Cosmos SDK chain',
  text: 'shape 3, base64',
};
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

function shapeOfChain(route: Fields, at: string): Difference[] {
  if (route.tx === undefined) return [];
  const kind = chainKind(splitAssetId(String(route.sellAsset))?.chain ?? '');
  const wanted = WANTED[kind];
  if (!wanted) return [];
  return [
    ...(txShape(route.tx) === wanted.shape ? [] : differs(`${at}.tx`, TYPE_NAMES[wanted.shape] ?? '', route.tx)),
    ...exactly(wanted.txType)(metaOf(route).txType, `${at}.meta.txType`),
    ...(typeof route.tx === 'string' && !BASE64.test(route.tx) ? differs(`${at}.tx`, 'base64', route.tx) : []),
  ];
}

const approvalsRule = each(table({ to: text, from: text, value: text, data: text }));

/** The same transaction for clients that read `transaction`, and the approvals that it needs. */
function evmDifferences(route: Fields, at: string): Difference[] {
  if (!sellsOnEvm(route) || !isFields(route.tx)) return [];
  const { tx } = route;
  const other = fieldsOf(route.transaction);
  const chain = splitAssetId(String(route.sellAsset))?.chain;
  return [
    ...['to', 'from', 'value', 'data'].flatMap((name) => exactly(tx[name])(other[name], `${at}.transaction.${name}`)),
    ...exactly(chain)(other.chain, `${at}.transaction.chain`),
    ...(typeof tx.value === 'string' ? integerText(tx.value, `${at}.tx.value`) : []),
    ...approvalsRule(metaOf(route).approvals, `${at}.meta.approvals`),
  ];
}

function sender(route: Fields, at: string): Difference[] {
  if (!isFields(route.tx) || typeof route.tx.from !== 'string' || typeof route.sourceAddress !== 'string') return [];
  return sameAddress(route.tx.from, route.sourceAddress)
    ? []
    : differs(`${at}.tx.from`, `the source address, ${route.sourceAddress}`, route.tx.from);
}

const ofTx = (rule: Parameters<typeof overRoutes>[0]) => overRoutes(rule, ({ material }) => material.withTx());

const tellsWhyNot = (route: Fields, at: string): Difference[] => {
  const { txUnavailable } = metaOf(route);
  const isExplained = typeof txUnavailable === 'string' && txUnavailable !== '';
  return (route.tx === undefined) === isExplained
    ? []
    : differs(`${at}.meta.txUnavailable`, 'a sentence, where `tx` is absent', txUnavailable);
};

const isThere = ({ tx }: Fields, at: string): Difference[] =>
  tx === undefined ? differs(`${at}.tx`, 'there, whatever the sender holds', tx) : [];
const isLeftOut = ({ tx }: Fields, at: string): Difference[] =>
  tx === undefined ? [] : differs(`${at}.tx`, 'absent: the sender holds nothing', tx);

/**
 * Payments from accounts can be prepared before the account is funded; coins of the Bitcoin family must exist first.
 */
const unfunded: Check['run'] = async ({ ask, material }) => {
  const pairs = openPairs(await material.listed()).filter(({ sell }) =>
    ['evm', 'cosmos', 'solana'].includes(chainKind(sell.chain)),
  );
  const bodies = pairs.flatMap((pair) => {
    const { sell, buy } = pair;
    const isEvm = chainKind(sell.chain) === 'evm';
    const sourceAddress = isEvm ? emptyAccount() : addressOn(sell.chain);
    const destinationAddress = chainKind(buy.chain) === 'evm' && isEvm ? sourceAddress : addressOn(buy.chain);
    const body = { ...requestOf(pair), providers: MAKES_TX_ALONE, sourceAddress, destinationAddress, includeTx: true };
    return [{ body: { ...body, allowUnfunded: true }, rule: isThere }, ...(isEvm ? [{ body, rule: isLeftOut }] : [])];
  });
  const quoted = await Promise.all(
    bodies.map(async ({ body, rule }) => {
      const answer = await ask({ method: 'POST', path: '/v1/quote', body });
      return { answer, rule, routes: sampleOf(body, answer).routes };
    }),
  );
  if (quoted.every(({ routes }) => routes.length === 0)) throw new NotJudged('nothing that an account pays was quoted');
  return quoted.flatMap(({ answer, rule, routes }) =>
    findingsOf(
      answer,
      routes.flatMap(({ route, at }) => rule(route, at)),
    ),
  );
};

export const TX_ADDITIONS: readonly Check[] = [
  portage(
    'tx.chain',
    '2.6',
    'the shape of a transaction and `meta.txType` are those of the sold asset’s chain',
    ofTx(shapeOfChain),
  ),
  portage('tx.twin', '2.3', '`transaction` is the same as an EVM `tx`, approvals are in shape 1', ofTx(evmDifferences)),
  portage('tx.sender', '2.6', 'an EVM transaction is sent from the source address', ofTx(sender)),
  portage(
    'tx.unavailable',
    '2.3',
    'where a transaction was asked for there is one, or `meta.txUnavailable` says why not',
    ofTx(tellsWhyNot),
  ),
  portage(
    'tx.unfunded',
    '2.1',
    '`allowUnfunded` prepares what an account pays before it holds anything; without it there is no transaction',
    unfunded,
  ),
];
