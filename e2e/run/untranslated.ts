/** Finds texts that a person would read, or hear from a screen reader, and that are not translated. */
import ts from 'typescript';
import { type Fault, faultAt, literalOf, walk } from './find-texts.ts';

/** Attributes whose value is shown or read aloud. */
const SPOKEN = new Set([
  'aria-label',
  'aria-description',
  'aria-roledescription',
  'aria-valuetext',
  'title',
  'placeholder',
  'alt',
  'label',
]);
/** Props of our own components that are shown as text. */
const TEXT_FIELDS = new Set([
  'name',
  'what',
  'hint',
  'note',
  'summary',
  'description',
  'error',
  'good',
  'text',
  'purpose',
]);
/** Names that are the same in every language. */
const NAMES = /^(Portage|API|GitHub|[A-Z0-9]{1,5}|Chainflip|THORChain|Maya|MAYAChain|Garden|Jupiter|1inch)$/;

const hasLetters = (text: string): boolean => /\p{L}{2}/u.test(text) && !NAMES.test(text.trim());
/** Whether a text looks like "Something like this": begins with a capital, then lower-case words. */
const isSentence = (text: string): boolean => /^\p{Lu}[\p{Ll}’']+( [\p{L}\d{}“”"’',:;.-]+)+[.?…]?$/u.test(text.trim());

type Report = (node: ts.Node, text: string) => void;

/** Reports the literals that a visible expression may show, except those that functions return. */
function shown(node: ts.Expression, report: Report): void {
  const text = literalOf(node);
  if (text !== undefined) report(node, text);
  else if (ts.isParenthesizedExpression(node)) shown(node.expression, report);
  else if (ts.isTemplateExpression(node)) {
    report(node, [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join('…'));
  } else if (ts.isConditionalExpression(node)) {
    shown(node.whenTrue, report);
    shown(node.whenFalse, report);
  } else if (ts.isBinaryExpression(node)) binary(node, report);
}

const compares = (node: ts.Node): boolean =>
  ts.isBinaryExpression(node) &&
  node.operatorToken.kind >= ts.SyntaxKind.LessThanToken &&
  node.operatorToken.kind <= ts.SyntaxKind.ExclamationEqualsEqualsToken;

function binary(node: ts.BinaryExpression, report: Report): void {
  const { kind } = node.operatorToken;
  if (
    kind === ts.SyntaxKind.PlusToken ||
    kind === ts.SyntaxKind.BarBarToken ||
    kind === ts.SyntaxKind.QuestionQuestionToken
  )
    shown(node.left, report);
  if (!compares(node)) shown(node.right, report);
}

function attribute(node: ts.JsxAttribute, report: Report): void {
  const name = node.name.getText();
  const ours = /^[A-Z]/.test(node.parent.parent.tagName.getText());
  const spoken = SPOKEN.has(name) || (ours && TEXT_FIELDS.has(name));
  if (!spoken || !node.initializer) return;
  if (ts.isStringLiteral(node.initializer)) {
    // The name of a form control is one lower-case word.
    if (name !== 'name' || /[\s\p{Lu}]/u.test(node.initializer.text)) report(node, node.initializer.text);
  } else if (ts.isJsxExpression(node.initializer) && node.initializer.expression)
    shown(node.initializer.expression, report);
}

/** Errors are for developers; the page shows its own sentence for each. */
const insideError = (node: ts.Node): boolean =>
  (ts.isNewExpression(node.parent) && /Error$/.test(node.parent.expression.getText())) ||
  (ts.isCallExpression(node.parent) &&
    /^(t|msg|text|useText|console\.\w+|lazy|.*\.(count|text|t))$/.test(node.parent.expression.getText()));

const isMarked = (node: ts.Node): boolean => {
  for (let up: ts.Node | undefined = node.parent; up && !ts.isStatement(up); up = up.parent) {
    if (ts.isCallExpression(up) && /(^|\.)(t|msg|text|count)$/.test(up.expression.getText())) return true;
  }
  return false;
};

/** Also reports sentences outside of JSX: in tables and in functions that build texts. */
export function untranslated(file: ts.SourceFile): Fault[] {
  const faults: Fault[] = [];
  const report = (node: ts.Node, text: string) => {
    if (hasLetters(text)) faults.push(faultAt(node, `not translated: "${text.trim().slice(0, 80)}"`));
  };
  walk(file, (node) => {
    if (ts.isJsxText(node)) report(node, node.text);
    else if (ts.isJsxAttribute(node)) attribute(node, report);
    else if (ts.isJsxExpression(node) && node.expression && !ts.isJsxAttribute(node.parent))
      shown(node.expression, report);
    else {
      const text = literalOf(node);
      if (text === undefined || !isSentence(text) || insideError(node) || compares(node.parent) || isMarked(node))
        return undefined;
      if (ts.isImportDeclaration(node.parent) || ts.isJsxAttribute(node.parent)) return undefined;
      const fault = faultAt(node, `not translated: "${text.slice(0, 80)}"`);
      if (!faults.some((known) => known.line === fault.line && known.what === fault.what)) faults.push(fault);
    }
    return undefined;
  });
  return faults;
}
