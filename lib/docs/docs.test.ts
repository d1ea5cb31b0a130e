/** The docs are correct: every guide parses, every link leads somewhere, and the API accepts every example. */
import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { CONTRACT_ROWS } from '../api/contract.ts';
import { depositChannelRequestSchema } from '../api/schemas/deposit-channel.ts';
import { quoteRequestSchema } from '../api/schemas/quote.ts';
import { trackRequestSchema } from '../api/schemas/track.ts';
import { replayRequestSchema, webhookRequestSchema } from '../api/schemas/webhooks.ts';
import { REASON_CODES } from '../domain/swap-status.ts';
import { docsText, referenceText } from './docs-text.ts';
import { ERROR_PAGES, errorSlug } from './errors.ts';
import { type DocsDeployment, GUIDES, readGuide, readGuides } from './guides.ts';
import type { Block, Inline } from './markdown.ts';
import { readReference } from './reference.ts';

const deployment: DocsDeployment = { here: 'https://swap.example', network: 'sandbox' };

const inlinesOf = (blocks: readonly Block[]): Inline[] =>
  blocks.flatMap((block): Inline[] => {
    if (block.kind === 'list')
      return block.items.flatMap(({ inlines, blocks: more }) => [...inlines, ...inlinesOf(more)]);
    if (block.kind === 'table') return [...block.head, ...block.rows.flat()].flat();
    if (block.kind === 'quote') return inlinesOf(block.blocks);
    return block.kind === 'code' ? [] : block.inlines;
  });
const linksOf = (inlines: readonly Inline[]): string[] =>
  inlines.flatMap((inline) =>
    inline.kind === 'link' ? [inline.href] : inline.kind === 'strong' ? linksOf(inline.inlines) : [],
  );
const codesOf = (blocks: readonly Block[]): string[] =>
  blocks.flatMap((block) => {
    if (block.kind === 'code') return [block.text];
    return block.kind === 'quote' ? codesOf(block.blocks) : [];
  });

/** Linked paths that are not pages of the docs. */
const OTHER_PATHS = new Set([
  '/client.ts',
  '/client.js',
  '/client.tgz',
  '/verify.js',
  '/verify.d.ts',
  '/openapi.json',
  '/embed/playground',
  '/ledger',
  '/status',
]);

describe('the guides', () => {
  it('are exactly the files of their folder, and all of them parse', async () => {
    const files = readdirSync('lib/docs/guides').map((name) => name.replace(/\.md$/, ''));
    expect([...GUIDES].sort()).toEqual(files.sort());
    for (const guide of await readGuides(deployment)) {
      expect(guide.title, guide.name).not.toBe('');
      expect(guide.summary.length, guide.name).toBeGreaterThan(20);
      expect(guide.markdown, guide.name).not.toMatch(/YOUR_PORTAGE|\{\{/);
    }
    expect(await readGuide('no-such-guide', deployment)).toBeUndefined();
  });

  it('link only to existing pages', async () => {
    const guides = await readGuides(deployment);
    const ids = new Map(
      guides.map(({ name, blocks }) => [
        name === 'overview' ? '/docs' : `/docs/${name}`,
        blocks.flatMap((block) => (block.kind === 'heading' ? block.id : [])),
      ]),
    );
    const pages = new Set([
      ...ids.keys(),
      '/docs/api',
      '/errors',
      ...ERROR_PAGES.map((page) => `/errors/${errorSlug(page)}`),
    ]);
    for (const { name, blocks } of guides) {
      for (const link of linksOf(inlinesOf(blocks))) {
        if (/^https?:/.test(link)) continue;
        const [path = '', id] = link.split('#');
        const page = path === '' ? `/docs/${name}` : path;
        expect(pages.has(page) || OTHER_PATHS.has(page), `${name} links to ${link}`).toBe(true);
        if (id !== undefined) expect(ids.get(page), `${name} links to ${link}`).toContain(id);
      }
    }
  });

  it('of tracking explains every final code', async () => {
    const guide = await readGuide('tracking', deployment);
    for (const [code, means] of Object.entries(REASON_CODES))
      expect(guide?.markdown).toContain(`| \`${code}\` | ${means} |`);
  });

  it('have curl examples whose bodies the API accepts', async () => {
    const schemas = {
      '/v1/quote': quoteRequestSchema,
      '/v1/track': trackRequestSchema,
      '/v1/chainflip-deposit-channel': depositChannelRequestSchema,
      '/v1/webhooks': webhookRequestSchema,
      '/v1/webhooks/WEBHOOK_ID/replay': replayRequestSchema,
    };
    let seen = 0;
    for (const { name, blocks } of await readGuides(deployment)) {
      for (const code of codesOf(blocks)) {
        for (const [, path = '', body = ''] of code.matchAll(
          /(\/v1\/[a-zA-Z_/-]+)(?:[^']|'[^{'][^']*')*?-d '(\{[^']*\})'/g,
        )) {
          const schema = schemas[path as keyof typeof schemas];
          expect(schema, `${name}: ${path}`).toBeDefined();
          expect(() => schema?.parse(JSON.parse(body)), `${name}: ${body}`).not.toThrow();
          seen += 1;
        }
      }
    }
    expect(seen).toBeGreaterThan(10);
  });

  it('name the deployment on which they are read', async () => {
    const sandbox = await readGuide('sandbox', deployment);
    const mainnet = await readGuide('sandbox', { ...deployment, network: 'mainnet' });
    expect(sandbox?.markdown).toContain('This deployment is a sandbox.');
    expect(mainnet?.markdown).toContain('everything here is real');
    expect((await readGuide('first-swap', deployment))?.markdown).toContain('export PORTAGE=https://swap.example\n');
  });
});

describe('the docs as text', () => {
  it('list every guide and every error, and contain all of them in one file', async () => {
    const short = (await docsText('llms.txt', deployment)) ?? '';
    const full = (await docsText('llms-full.txt', deployment)) ?? '';
    for (const { name, title, markdown } of await readGuides(deployment)) {
      expect(short).toContain(`](https://swap.example/docs${name === 'overview' ? '' : `/${name}`}.md)`);
      expect(await docsText(`${name}.md`, deployment)).toBe(markdown);
      expect(full, title).toContain(markdown);
    }
    for (const page of ERROR_PAGES) {
      const text = (await docsText(`error-${errorSlug(page)}.md`, deployment)) ?? '';
      expect(short).toContain(`](https://swap.example/errors/${errorSlug(page)}.md)`);
      expect(full, page.title).toContain(text);
      for (const expected of [`# ${page.title}\n`, page.means, ...page.todo]) expect(text).toContain(expected);
    }
    expect(short).toMatch(/^# Portage\n\n> /);
    for (const file of ['nothing.md', 'tracking', '../guides.ts', 'llms.md', 'error-nothing.md', 'error-.md'])
      expect(await docsText(file, deployment)).toBeUndefined();
  });

  it('contain every call and every schema of the API', () => {
    const text = referenceText(deployment);
    for (const { method, path } of CONTRACT_ROWS) expect(text).toContain(`## ${method.toUpperCase()} ${path}\n`);
    for (const { name } of readReference(deployment).schemas) expect(text).toContain(`### ${name}\n`);
  });
});

describe('the reference', () => {
  it('refers only to schemas that it contains, and has an example for every body and answer', () => {
    const { operations, schemas } = readReference(deployment);
    const names = new Set(schemas.map(({ name }) => name));
    expect(operations).toHaveLength(CONTRACT_ROWS.length);
    for (const { fields, name, type } of schemas) {
      expect(fields.length > 0 || type !== undefined, name).toBe(true);
      for (const field of fields) for (const one of field.refers) expect(names, `${name}.${field.name}`).toContain(one);
    }
    for (const { id, body, responses } of operations) {
      if (body) expect(names, id).toContain(body.schema);
      for (const { status, schema, example } of responses) {
        if (schema === undefined) continue;
        expect(names, `${id} ${status}`).toContain(schema);
        expect(example, `${id} ${status}`).toBeDefined();
      }
    }
  });
});
