/** Finds by the syntax tree of the code which texts are translated, and which a person would read untranslated. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

/** A message of the code and the files that use it. A plural has `one` beside its `other`, which is `message`. */
export type Message = { message: string; one?: string; files: string[] };
export type Fault = { file: string; line: number; what: string };

const SEARCHED = ['components', 'app', 'lib'];
/** The workshop, the docs with the licences and the playground are for developers and stay English; tests and samples are skipped. */
const EXEMPT =
  /\.test\.tsx?$|\/test-[^/]*\.tsx?$|^app\/.*\/route\.ts$|^app\/\((swap|reading)\)\/(ui|docs|errors|licences|embed\/playground)\/|^components\/(docs|embed-playground)\/|^components\/ui\/text\.tsx$|^lib\/i18n\/|^lib\/(sandbox|solidity)\//;
/** Functions that return a `Text`. */
const GIVES_TEXT = new Set(['useText', 'readerText', 'serverText', 'createText']);

const sources = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name).replaceAll('\\', '/'))
    .filter((path) => /\.tsx?$/.test(path) && !EXEMPT.test(path))
    .sort();

export function walk(node: ts.Node, visit: (node: ts.Node) => boolean | undefined): void {
  if (visit(node) === false) return;
  node.forEachChild((child) => walk(child, visit));
}

const at = (node: ts.Node, what: string): Fault => {
  const file = node.getSourceFile();
  return { file: file.fileName, line: file.getLineAndCharacterOfPosition(node.getStart()).line + 1, what };
};

const literal = (node: ts.Node): string | undefined =>
  ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node) ? node.text : undefined;

/** The names that hold a `Text` in this file: `const t = useText()`, a parameter or property `text: Text`. */
function textNames(file: ts.SourceFile): Set<string> {
  const names = new Set(['t']);
  walk(file, (node) => {
    if (!ts.isVariableDeclaration(node) && !ts.isParameter(node) && !ts.isPropertySignature(node)) return undefined;
    if (!ts.isIdentifier(node.name)) return undefined;
    if (node.type?.getText() === 'Text') names.add(node.name.text);
    if (!ts.isVariableDeclaration(node) || !node.initializer) return undefined;
    const given = ts.isAwaitExpression(node.initializer) ? node.initializer.expression : node.initializer;
    if (ts.isCallExpression(given) && GIVES_TEXT.has(given.expression.getText())) names.add(node.name.text);
    return undefined;
  });
  return names;
}

type Callee = 'text' | 'count' | 'mark';

function calleeOf(call: ts.CallExpression, names: ReadonlySet<string>): Callee | undefined {
  const { expression } = call;
  const lastName = (node: ts.Expression) =>
    ts.isIdentifier(node) ? node.text : ts.isPropertyAccessExpression(node) ? node.name.text : '';
  if (ts.isIdentifier(expression) && expression.text === 'msg') return 'mark';
  if (names.has(lastName(expression))) return 'text';
  if (
    ts.isPropertyAccessExpression(expression) &&
    expression.name.text === 'count' &&
    names.has(lastName(expression.expression))
  )
    return 'count';
  return undefined;
}

/**
 * The literals that an expression may evaluate to, through conditions, `??` and parentheses. Any other expression is a
 * table lookup, whose texts `msg` marks.
 */
function literals(node: ts.Expression, glued: (node: ts.Node) => void): string[] {
  const text = literal(node);
  if (text !== undefined) return [text];
  if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node)) return literals(node.expression, glued);
  if (ts.isConditionalExpression(node)) return [...literals(node.whenTrue, glued), ...literals(node.whenFalse, glued)];
  if (ts.isTemplateExpression(node)) glued(node);
  if (ts.isBinaryExpression(node)) {
    if (node.operatorToken.kind === ts.SyntaxKind.PlusToken) glued(node);
    else return [...literals(node.left, glued), ...literals(node.right, glued)];
  }
  return [];
}

type Found = { message: string; one?: string };

function pluralOf(forms: ts.Expression | undefined): Found | undefined {
  if (!forms || !ts.isObjectLiteralExpression(forms)) return undefined;
  const form = (name: string) => {
    const property = forms.properties.find((item) => item.name?.getText() === name);
    return property && ts.isPropertyAssignment(property) ? literal(property.initializer) : undefined;
  };
  const one = form('one');
  const other = form('other');
  return one !== undefined && other !== undefined ? { message: other, one } : undefined;
}

function messagesOf(call: ts.CallExpression, callee: Callee, faults: Fault[]): Found[] {
  if (callee === 'count') {
    const plural = pluralOf(call.arguments[1]);
    if (!plural) faults.push(at(call, 'count() wants { one: "…", other: "…" } written there as literals'));
    return plural ? [plural] : [];
  }
  const [first] = call.arguments;
  if (!first) return [];
  const found = literals(first, (node) =>
    faults.push(at(node, 'a message is one literal with {placeholders}, not glued together')),
  );
  if (callee === 'mark' && found.length === 0) faults.push(at(call, 'msg() wants a literal'));
  return found.map((message) => ({ message }));
}

export type Texts = { messages: Message[]; faults: Fault[]; files: number };

/** All messages of the code, sorted, and the faults in how they are written. */
export function findTexts(untranslated: (file: ts.SourceFile) => Fault[]): Texts {
  const byText = new Map<string, Message>();
  const faults: Fault[] = [];
  const paths = SEARCHED.flatMap(sources);
  for (const path of paths) {
    const code = readFileSync(path, 'utf8');
    // Most of lib has no texts for the page.
    if (path.startsWith('lib/') && !code.includes('i18n/text.ts')) continue;
    const file = ts.createSourceFile(path, code, ts.ScriptTarget.Latest, true);
    const names = textNames(file);
    walk(file, (node) => {
      const callee = ts.isCallExpression(node) ? calleeOf(node, names) : undefined;
      if (!callee || !ts.isCallExpression(node)) return undefined;
      for (const { message, one } of messagesOf(node, callee, faults)) {
        const known = byText.get(message) ?? { message, ...(one === undefined ? {} : { one }), files: [] };
        if (known.one !== one) faults.push(at(node, `"${message}" is a plural in one place and not, or another, here`));
        if (!known.files.includes(path)) known.files.push(path);
        byText.set(message, known);
      }
      return undefined;
    });
    if (/^(components|app)\//.test(path)) faults.push(...untranslated(file));
  }
  const messages = [...byText.values()].sort((a, b) => (a.message < b.message ? -1 : 1));
  return { messages, faults, files: paths.length };
}

export const faultAt = at;
export const literalOf = literal;
