/** For checks: the names that product code writes out, as strings, patterns and keys; prose and comments are none. */
import { readdirSync, readFileSync } from 'node:fs';
import ts from 'typescript';

/** Tests, samples of the workshop, examples and drawings of the documents and recorded data name what any caller names. */
const NO_PRODUCT =
  /\.test\.tsx?$|\/test-[^/]*$|\/testing\/|provider-contract\.ts$|^app\/\(swap\)\/ui\/|^components\/docs\/drawings\.tsx$|^lib\/api\/openapi-(examples|two-legs)\.ts$|^lib\/db\/quote-dictionary\.ts$/;

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

/** Every literal of the module that the pattern fits and that holds one of the words; a text with a space in it is prose. */
export function literalsIn(path: string, words: readonly string[], pattern: RegExp): Literal[] {
  const source = readFileSync(path, 'utf8');
  // Parsing takes far longer than looking.
  if (!new RegExp(`['/{,\\s>(|](${words.join('|')})\\b`).test(source)) return [];
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
