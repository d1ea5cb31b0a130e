/** Every error that the code can answer with has a page, so that every `type` leads to one. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { ERROR_PAGES, errorPage, errorSlug } from './errors.ts';

type Made = { title: string; status: number | undefined; file: string };

/** Finds all `new Problem({ status, title })` in a file by its syntax tree. */
function problemsOf(path: string): Made[] {
  const code = readFileSync(path, 'utf8');
  if (!code.includes('new Problem(')) return [];
  const file = ts.createSourceFile(path, code, ts.ScriptTarget.Latest, true);
  const made: Made[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isNewExpression(node) && node.expression.getText(file) === 'Problem') {
      const [options] = node.arguments ?? [];
      const property = (name: string): ts.Expression | undefined => {
        if (!options || !ts.isObjectLiteralExpression(options)) return undefined;
        const found = options.properties.find((one) => one.name?.getText(file) === name);
        return found && ts.isPropertyAssignment(found) ? found.initializer : undefined;
      };
      const title = property('title');
      const status = property('status');
      made.push({
        title: title && ts.isStringLiteral(title) ? title.text : '',
        status: status && ts.isNumericLiteral(status) ? Number(status.text) : undefined,
        file: path,
      });
    }
    node.forEachChild(visit);
  };
  visit(file);
  return made;
}

const PROBLEMS = ['lib', 'app'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$|(^|\/)test-|^sandbox\//.test(name))
    .flatMap((name) => problemsOf(join(folder, name))),
);

describe('the pages of errors', () => {
  it('exist for every Problem of the code, with its status', () => {
    expect(PROBLEMS.length).toBeGreaterThan(25);
    for (const { title, status, file } of PROBLEMS) {
      expect(title, `a Problem in ${file} needs a literal title`).not.toBe('');
      const page = ERROR_PAGES.find((one) => one.title === title);
      expect(page, `"${title}" of ${file} has no page`).toBeDefined();
      if (status !== undefined) expect(page?.status, `"${title}" of ${file}`).toContain(status);
    }
  });

  it('have one address each, and none that no error links to', () => {
    const slugs = ERROR_PAGES.map(errorSlug);
    expect(new Set(slugs).size).toBe(slugs.length);
    const titles = new Set(PROBLEMS.map(({ title }) => title));
    for (const page of ERROR_PAGES) {
      expect(errorPage(errorSlug(page))).toBe(page);
      expect(titles, page.title).toContain(page.title);
    }
    expect(errorPage('no-such-error')).toBeUndefined();
  });
});
