import { Fragment, type Key, type ReactNode } from 'react';
import type { Block, Inline, ListItem } from '../../lib/docs/markdown.ts';
import { plainText } from '../../lib/docs/markdown.ts';
import { CodeBlock } from './code-block.tsx';

export const LINK = 'text-water underline underline-offset-4 hover:text-water-strong';
const CODE = 'ltr rounded-6 bg-sunken px-0.5 py-0.5 font-mono text-[0.875em] text-ink [overflow-wrap:anywhere]';

/** Renders items in a fixed order, with their index as the key. */
const numbered = <T,>(items: readonly T[], draw: (item: T, key: Key) => ReactNode): ReactNode[] =>
  items.map((item, index) => draw(item, index));

export function InlineText({ inlines }: { inlines: readonly Inline[] }): ReactNode {
  return numbered(inlines, (inline, key) => {
    if (inline.kind === 'text') return inline.text;
    if (inline.kind === 'code')
      return (
        <code key={key} className={CODE}>
          {inline.text}
        </code>
      );
    if (inline.kind === 'strong')
      return (
        <strong key={key} className="font-semibold text-ink">
          <InlineText inlines={inline.inlines} />
        </strong>
      );
    return (
      <a key={key} href={inline.href} className={LINK}>
        <InlineText inlines={inline.inlines} />
      </a>
    );
  });
}

function Heading({ block }: { block: Extract<Block, { kind: 'heading' }> }) {
  const text = <InlineText inlines={block.inlines} />;
  if (block.level === 1) return <h1 className="font-semibold text-32 text-ink tracking-[-0.02em]">{text}</h1>;
  const anchor = (
    <a href={`#${block.id}`} className="group/anchor">
      {text}
      <span aria-hidden className="ms-2 text-ink-3 opacity-0 group-hover/anchor:opacity-100">
        #
      </span>
    </a>
  );
  return block.level === 2 ? (
    <h2 id={block.id} className="mt-4 scroll-mt-4 border-line border-t pt-6 font-semibold text-20 text-ink">
      {anchor}
    </h2>
  ) : (
    <h3 id={block.id} className="mt-2 scroll-mt-4 font-semibold text-16 text-ink">
      {anchor}
    </h3>
  );
}

const item = ({ inlines, blocks }: ListItem, key: Key) => (
  <li key={key} className="ps-1">
    <InlineText inlines={inlines} />
    {blocks.length > 0 && (
      <div className="mt-2 grid grid-cols-[minmax(0,1fr)] gap-2">
        <Markdown blocks={blocks} />
      </div>
    )}
  </li>
);

function Table({ block }: { block: Extract<Block, { kind: 'table' }> }) {
  return (
    <table className="w-full border-collapse text-14 leading-5 sm:[&_code]:[overflow-wrap:normal] max-sm:[&_td:first-child:has(code)]:min-w-20 max-[370px]:[overflow-wrap:anywhere]">
      <thead>
        <tr className="border-line-2 border-b text-start">
          {numbered(block.head, (cell, key) => (
            <th key={key} scope="col" className="py-2 pe-3 text-start align-bottom font-medium text-ink-2">
              <InlineText inlines={cell} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {numbered(block.rows, (row, key) => (
          <tr key={key} className="border-line border-b align-top">
            {numbered(row, (cell, column) => (
              <td key={column} className="py-2 pe-3">
                <InlineText inlines={cell} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function BlockView({ block }: { block: Block }): ReactNode {
  switch (block.kind) {
    case 'heading':
      return <Heading block={block} />;
    case 'paragraph':
      return (
        <p>
          <InlineText inlines={block.inlines} />
        </p>
      );
    case 'code':
      return <CodeBlock text={block.text} />;
    case 'table':
      return <Table block={block} />;
    case 'quote':
      return (
        <div className="grid gap-2 rounded-6 border-amber border-s-2 bg-amber-tint px-4 py-3 text-ink">
          <Markdown blocks={block.blocks} />
        </div>
      );
    case 'list':
      return block.ordered ? (
        <ol className="grid list-decimal gap-2 ps-5">{numbered(block.items, item)}</ol>
      ) : (
        <ul className="grid list-disc gap-2 ps-5 marker:text-ink-3">{numbered(block.items, item)}</ul>
      );
  }
}

/** @param drawings shown below the heading of each id. */
export const Markdown = ({
  blocks,
  drawings = {},
}: {
  blocks: readonly Block[];
  drawings?: Readonly<Record<string, ReactNode>>;
}): ReactNode =>
  numbered(blocks, (block, key) => (
    <Fragment key={key}>
      <BlockView block={block} />
      {block.kind === 'heading' && drawings[block.id]}
    </Fragment>
  ));

/** Links to the headings of a guide. */
export function OnThisPage({ blocks }: { blocks: readonly Block[] }) {
  const headings = blocks.flatMap((block) => (block.kind === 'heading' && block.level === 2 ? block : []));
  if (headings.length < 3) return null;
  return (
    <nav aria-label="On this page">
      <ul className="flex flex-wrap gap-x-4 gap-y-1 text-14">
        {headings.map(({ id, inlines }) => (
          <li key={id}>
            <a href={`#${id}`} className="inline-flex min-h-8 items-center text-ink-2 hover:text-ink">
              {plainText(inlines)}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
