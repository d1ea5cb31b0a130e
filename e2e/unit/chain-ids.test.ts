/** If this fails, what is known of a chain has left its definition, and a new chain has one more place to touch. */
import ts from 'typescript';
import { expect, it } from 'vitest';
import { CHAIN_IDS } from '../../lib/domain/chain-id.ts';
import { type Literal, literalsIn, productModules } from './product-literals.ts';

const ID = new RegExp(`^(${CHAIN_IDS.join('|')})$`);
/** The definitions say which chains there are, an upstream which of them it reaches, the sandbox which it emulates. */
const MAY_LIST =
  /^lib\/(providers|payments)\/(chainflip|garden|jupiter|oneinch|thor-family|two-leg)\/|^lib\/sandbox\/|^lib\/chains\/(definitions\/|chains\.ts)|^lib\/domain\/chain-id\.ts$/;
/** Lists that say something of somebody else than the chains. */
const OTHERS = [
  // Where one wallet puts each chain into the page.
  'lib/wallet/utxo/vultisig.ts',
  // Payments of one wallet that are not taken.
  'lib/wallet/can-sign.ts',
  // Where Chainflip's payouts and 1inch's router meet, with Chainflip's names.
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
/** The chains that stand beside each other in an array, or as keys of an object. */
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

it('no module lists chains but for what wallets and Chainflip call them', () => {
  expect(said(found.filter((one) => isListed(one) && !OTHERS.includes(one.path)))).toEqual([]);
});
