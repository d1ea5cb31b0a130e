/** If this fails, a fact about a chain has left its definition, and a new chain has one more place to touch. */
import ts from 'typescript';
import { expect, it } from 'vitest';
import { CHAIN_IDS } from '../../lib/domain/chain-id.ts';
import { type Literal, literalsIn, productModules } from './product-literals.ts';

const ID = new RegExp(`^(${CHAIN_IDS.join('|')})$`);
/** The definitions say which chains exist, an upstream which of them it reaches, the sandbox which it emulates. */
const MAY_LIST =
  /^lib\/(providers|payments)\/(chainflip|garden|jupiter|oneinch|thor-family|two-leg)\/|^lib\/sandbox\/|^lib\/chains\/(definitions\/|chains\.ts)|^lib\/domain\/chain-id\.ts$/;
/** Lists whose subject is not the chains themselves. */
const OTHERS = [
  // The globals under which one wallet offers each chain.
  'lib/wallet/utxo/vultisig.ts',
  // Payments of one wallet that are not accepted.
  'lib/wallet/can-sign.ts',
  // The chains on which Chainflip pays out and 1inch has a router, with Chainflip's names.
  'lib/solidity/receiver-deployment.ts',
];
const modules = productModules().filter((path) => !MAY_LIST.test(path));
const found = modules.flatMap((path) => literalsIn(path, CHAIN_IDS, ID).map((literal) => ({ path, ...literal })));

const EQUALS = [ts.SyntaxKind.EqualsEqualsEqualsToken, ts.SyntaxKind.ExclamationEqualsEqualsToken];
const isCompared = ({ node: { parent } }: Literal): boolean =>
  (ts.isBinaryExpression(parent) && EQUALS.some((kind) => kind === parent.operatorToken.kind)) ||
  ts.isCaseClause(parent);
const isChain = (node: ts.Node | undefined): boolean =>
  node !== undefined && (ts.isIdentifier(node) || ts.isStringLiteral(node)) && ID.test(node.text);
/** Chains that are adjacent in an array, or keys of one object. */
function chainsBeside({ node: { parent } }: Literal): number {
  if (ts.isArrayLiteralExpression(parent)) return parent.elements.filter(isChain).length;
  if (!ts.isPropertyAssignment(parent) || !ts.isObjectLiteralExpression(parent.parent)) return 0;
  return parent.parent.properties.filter(({ name }) => isChain(name)).length;
}
const isListed = (literal: Literal): boolean => chainsBeside(literal) > 1;

const said = (those: typeof found): string[] => those.map(({ path, line, text }) => `${path}:${line}: ${text}`);

it('no module compares a chain’s id', () => {
  expect(said(found.filter(isCompared))).toEqual([]);
});

it('no module lists chains, except the names that wallets and Chainflip give them', () => {
  expect(said(found.filter((one) => isListed(one) && !OTHERS.includes(one.path)))).toEqual([]);
});
