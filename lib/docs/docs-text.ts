/** Serves the docs as text for programs: every page as Markdown, and the lists `llms.txt` and `llms-full.txt`. */
import { ERROR_PAGES, type ErrorPage, errorPage, errorSlug, REPEAT_TEXTS } from './errors.ts';
import { type DocsDeployment, type Guide, readGuide, readGuides } from './guides.ts';
import { type Operation, readReference, type SchemaFacts } from './reference.ts';

const INTRODUCTION =
  'Portage is an open-source cross-chain swap aggregator that anybody can run: it quotes routes of several providers, hands out what there is to sign, opens deposit addresses and tracks swaps to their end. It never holds money.';

const linkOf = ({ here }: DocsDeployment, { name }: Guide): string =>
  name === 'overview' ? `${here}/docs.md` : `${here}/docs/${name}.md`;

/** The list `llms.txt`, in the format of llmstxt.org. */
function llmsText(deployment: DocsDeployment, guides: readonly Guide[]): string {
  const { here } = deployment;
  const lines = guides.map((guide) => `- [${guide.title}](${linkOf(deployment, guide)}): ${guide.summary}`);
  const errors = ERROR_PAGES.map(
    (page) => `- [${page.title}](${here}/errors/${errorSlug(page)}.md): ${page.status.join(', ')}`,
  );
  return `# Portage

> ${INTRODUCTION}

Amounts are decimals in the asset’s own unit, always as text. Asset identifiers are \`CHAIN.SYMBOL\` or \`CHAIN.SYMBOL-ADDRESS\`. No key is needed unless the deployment requires one. This deployment: ${here} (${deployment.network}).

## Guides

${lines.join('\n')}

## Reference

- [All calls and fields](${here}/docs/api.md): the same as the OpenAPI document, to be read
- [OpenAPI 3.1](${here}/openapi.json): every field and every error
- [Typed client](${here}/client.ts): one file, no dependency

## Errors

${errors.join('\n')}

## Optional

- [All of this in one file](${here}/llms-full.txt)
`;
}

const fenced = (value: unknown): string => `\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``;
/** Escapes a table cell: a line break would end the row, a bar the cell. */
const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

function operationText(operation: Operation): string {
  const { method, path, summary, description, parameters, body, events, responses } = operation;
  const ok = responses.find(({ status }) => status === '200');
  const rows = parameters.map(
    (one) => `| \`${one.name}\` | ${one.in}${one.required ? ', required' : ''} | ${cell(one.description)} |`,
  );
  return [
    `## ${method} ${path}`,
    `${summary}. ${description}`,
    ...(rows.length > 0 ? [['| parameter | where | what |', '|---|---|---|', ...rows].join('\n')] : []),
    ...(body ? [`Body: ${body.schema}.`, fenced(body.example)] : []),
    ...(events ? [`With \`Accept: text/event-stream\`: ${events}`] : []),
    ['| status | what |', '|---|---|', ...responses.map((one) => `| ${one.status} | ${cell(one.description)} |`)].join(
      '\n',
    ),
    ...(ok?.example === undefined ? [] : [`200: ${ok.schema ?? ''}.`, fenced(ok.example)]),
  ].join('\n\n');
}

function schemaText({ name, description, type, fields }: SchemaFacts): string {
  const rows = fields.map(
    (field) =>
      `| \`${field.name}\` | \`${cell(field.type)}\`${field.required ? '' : ', optional'} | ${cell(field.description)} |`,
  );
  const table =
    rows.length > 0 ? ['| field | type | what |', '|---|---|---|', ...rows].join('\n') : `\`${type ?? 'any'}\``;
  return [`### ${name}`, ...(description === '' ? [] : [description]), table].join('\n\n');
}

export function referenceText(deployment: DocsDeployment): string {
  const { operations, schemas } = readReference(deployment);
  return `# The API

Every call of ${deployment.here}, from the [OpenAPI document](${deployment.here}/openapi.json).

${operations.map(operationText).join('\n\n')}

## Schemas

${schemas.map(schemaText).join('\n\n')}
`;
}

function errorText({ here }: DocsDeployment, page: ErrorPage): string {
  return `# ${page.title}

\`type\`: \`/errors/${errorSlug(page)}\`, \`status\`: ${page.status.join(' or ')}

${page.means}

## What to do

${page.todo.map((step, index) => `${index + 1}. ${step}`).join('\n')}

## May the same request be sent again?

${REPEAT_TEXTS[page.repeat]} See [sending again, safely](${here}/docs/errors.md). If a payment is out, never pay again because a call failed: [track it](${here}/docs/tracking.md).
`;
}

/** `error-conflict.md` stands for `/errors/conflict.md`, because a guide and an error may share a name. */
const ERROR_FILE = /^error-([a-z-]+)\.md$/;

/** @param file such as `llms.txt` or `tracking.md`; undefined for an unknown file. */
export async function docsText(file: string, deployment: DocsDeployment): Promise<string | undefined> {
  if (file === 'llms.txt') return llmsText(deployment, await readGuides(deployment));
  if (file === 'llms-full.txt') {
    const guides = await readGuides(deployment);
    const errors = ERROR_PAGES.map((page) => errorText(deployment, page));
    return [
      llmsText(deployment, guides),
      ...guides.map(({ markdown }) => markdown),
      referenceText(deployment),
      ...errors,
    ].join('\n\n---\n\n');
  }
  if (file === 'api.md') return referenceText(deployment);
  const error = errorPage(ERROR_FILE.exec(file)?.[1] ?? '');
  if (error) return errorText(deployment, error);
  const guide = file.endsWith('.md') ? await readGuide(file.slice(0, -'.md'.length), deployment) : undefined;
  return guide?.markdown;
}
