/** Reads the guides as Markdown and as blocks, filled in with this deployment's URL and facts from the code. */
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { RECOMMENDED_RULE } from '../domain/rank-order.ts';
import { errorTable, loaderTable, memoTable, providerCodeTable, reasonCodeTable } from './guide-tables.ts';
import { type Block, parseMarkdown, plainText } from './markdown.ts';

/** The deployment for which the docs are written; `here` is its URL without a trailing slash. */
export type DocsDeployment = { here: string; network: 'mainnet' | 'sandbox' };

/** In reading order. `overview` is the page `/docs` itself. */
export const GUIDES = [
  'overview',
  'first-swap',
  'routes',
  'memo-transfers',
  'tracking',
  'ledger',
  'deposit-channels',
  'webhooks',
  'errors',
  'client',
  'verify',
  'trust-nobody',
  'signatures',
  'affiliates',
  'integrators',
  'embedding',
  'conformance',
  'sandbox',
  'mainnet',
  'settings',
  'operations',
  'who-is-served',
  'monitoring',
  'speed',
] as const;
export type GuideName = (typeof GUIDES)[number];

export type Guide = { name: GuideName; title: string; summary: string; markdown: string; blocks: Block[] };

/**
 * Relative to the working folder, which every start script sets, because bundlers move modules away from their files.
 */
const FOLDER = 'lib/docs/guides';
/** The placeholder in the files for the URL of the reader's deployment. */
const ADDRESS = 'https://YOUR_PORTAGE';

const NETWORK_TEXTS: Record<DocsDeployment['network'], string> = {
  sandbox: 'This deployment is a sandbox.',
  mainnet:
    '**This deployment is on the main networks: everything here is real.** Start one of your own for what follows.',
};

const FACTS: Record<string, (deployment: DocsDeployment) => string> = {
  RECOMMENDED_RULE: () => RECOMMENDED_RULE,
  ERRORS: errorTable,
  PROVIDER_CODES: providerCodeTable,
  REASON_CODES: reasonCodeTable,
  MEMO_CHAINS: memoTable,
  RELEASED_LOADERS: loaderTable,
  NETWORK: ({ network }) => NETWORK_TEXTS[network],
};

function withFacts(text: string, deployment: DocsDeployment): string {
  return text.replaceAll(ADDRESS, deployment.here).replace(/\{\{(\w+)\}\}/g, (_whole, name: string) => {
    const fact = FACTS[name];
    if (!fact) throw new Error(`there is no fact ${name}`);
    return fact(deployment);
  });
}

const isGuide = (name: string): name is GuideName => (GUIDES as readonly string[]).includes(name);

const texts = new Map<GuideName, Promise<string>>();

function textOf(name: GuideName): Promise<string> {
  const known = texts.get(name) ?? readFile(resolve(process.cwd(), FOLDER, `${name}.md`), 'utf8');
  texts.set(name, known);
  return known;
}

/** Undefined for an unknown name. */
export async function readGuide(name: string, deployment: DocsDeployment): Promise<Guide | undefined> {
  if (!isGuide(name)) return undefined;
  const markdown = withFacts(await textOf(name), deployment);
  const blocks = parseMarkdown(markdown);
  const [title, summary] = blocks;
  if (title?.kind !== 'heading' || summary?.kind !== 'paragraph')
    throw new Error(`the guide ${name} must begin with a heading and a paragraph`);
  return { name, title: plainText(title.inlines), summary: plainText(summary.inlines), markdown, blocks };
}

export async function readGuides(deployment: DocsDeployment): Promise<Guide[]> {
  const all = await Promise.all(GUIDES.map((name) => readGuide(name, deployment)));
  return all.flatMap((guide) => guide ?? []);
}
