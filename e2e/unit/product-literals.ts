/**
 * Finds the names that product code writes out, as strings, patterns and keys; ignores prose and comments. For checks.
 */
import { readdirSync, readFileSync } from 'node:fs';
import ts from 'typescript';

/** Tests, samples of the workshop, examples and drawings of the docs and recorded data may name any id. */
const NO_PRODUCT =
  /\.test\.tsx?$|\/test-[^/]*$|\/testing\/|provider-contract\.ts$|^app\/\(swap\)\/ui\/|^components\/docs\/drawings\.tsx$|^lib\/api\/openapi-(examples|extension-examples|integrator-examples|two-legs)\.ts$|^lib\/db\/quote-dictionary\.ts$/;

export const productModules = (): string[] =>
  ['app', 'components', 'lib'].flatMap((folder) =>
    readdirSync(folder, { recursive: true })
      .map((name) => `${folder}/${String(name)}`)
      .filter((path) => /\.tsx?$/.test(path) && !NO_PRODUCT.test(path)),
  );

export type Literal = { kind: 'text' | 'pattern' | 'key'; text: string; line: number; node: ts.Node };

function literalOf(node: ts.Node): Omit<Literal, 'line' | 'node'> | undefined {
  if (ts.isRegularExpressionLiteral(node)) return { kind: 'pattern', text: node.text };
  if (ts.isStringLiteralLike(node)) return { kind: 'text', text: node.text };
  if (ts.isTemplateHead(node) || ts.isTemplateMiddle(node) || ts.isTemplateTail(node))
    return { kind: 'text', text: node.text };
  if (ts.isIdentifier(node) && ts.isPropertyAssignment(node.parent) && node.parent.name === node)
    return { kind: 'key', text: node.text };
  return undefined;
}

/**
 * Every literal of the module that matches the pattern and contains one of the words; a text with a space in it counts
 * as prose.
 */
export function literalsIn(path: string, needles: readonly string[], pattern: RegExp): Literal[] {
  const source = readFileSync(path, 'utf8');
  // A quick search first, since parsing takes far longer.
  if (!new RegExp(`['/{,\\s>(|](${needles.join('|')})\\b`).test(source)) return [];
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true);
  const found: Literal[] = [];
  const visit = (node: ts.Node): void => {
    const literal = literalOf(node);
    if (literal && pattern.test(literal.text) && !(literal.kind === 'text' && /\s/.test(literal.text)))
      found.push({ ...literal, node, line: file.getLineAndCharacterOfPosition(node.getStart()).line + 1 });
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}
