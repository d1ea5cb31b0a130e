import { describe, expect, it } from 'vitest';
import { fc, property } from '../domain/test-property.ts';
import { type Block, headingId, type Inline, parseInline, parseMarkdown, plainText } from './markdown.ts';

const text = (content: string): Inline => ({ kind: 'text', text: content });

describe('the Markdown of the guides', () => {
  it('has headings with ids as link targets, and paragraphs over several lines', () => {
    expect(parseMarkdown('# First swap\n\nOne\ntwo.\n## What `it` is\nThree.')).toEqual([
      { kind: 'heading', level: 1, id: 'first-swap', inlines: [text('First swap')] },
      { kind: 'paragraph', inlines: [text('One two.')] },
      {
        kind: 'heading',
        level: 2,
        id: 'what-it-is',
        inlines: [text('What '), { kind: 'code', text: 'it' }, text(' is')],
      },
      { kind: 'paragraph', inlines: [text('Three.')] },
    ]);
  });

  it('leaves code unchanged', () => {
    expect(parseMarkdown('```sh\ncurl -d \'{"a": 1}\' # **not bold**\n\n- no list\n```')).toEqual([
      { kind: 'code', language: 'sh', text: 'curl -d \'{"a": 1}\' # **not bold**\n\n- no list' },
    ]);
    expect(parseInline('`**a**` and **`b` c**')).toEqual([
      { kind: 'code', text: '**a**' },
      text(' and '),
      { kind: 'strong', inlines: [{ kind: 'code', text: 'b' }, text(' c')] },
    ]);
  });

  it('has lists, whose items may have several lines or blocks', () => {
    expect(parseMarkdown('- one\n  more\n- two\n\n  ```\n  code\n  ```\n\n1. first\n2. second')).toEqual([
      {
        kind: 'list',
        ordered: false,
        items: [
          { inlines: [text('one more')], blocks: [] },
          { inlines: [text('two')], blocks: [{ kind: 'code', language: '', text: 'code' }] },
        ],
      },
      {
        kind: 'list',
        ordered: true,
        items: [
          { inlines: [text('first')], blocks: [] },
          { inlines: [text('second')], blocks: [] },
        ],
      },
    ]);
  });

  it('has tables, in which a bar in code or behind a backslash separates nothing', () => {
    const [table] = parseMarkdown('| a | b |\n|---|:--|\n| `x|y` | p\\|q |\n\nAfter.');
    expect(table).toEqual({
      kind: 'table',
      head: [[text('a')], [text('b')]],
      rows: [[[{ kind: 'code', text: 'x|y' }], [text('p|q')]]],
    });
  });

  it('has links and quotes', () => {
    expect(parseMarkdown('> See [the **errors**](/errors).')).toEqual([
      {
        kind: 'quote',
        blocks: [
          {
            kind: 'paragraph',
            inlines: [
              text('See '),
              { kind: 'link', href: '/errors', inlines: [text('the '), { kind: 'strong', inlines: [text('errors')] }] },
              text('.'),
            ],
          },
        ],
      },
    ]);
  });

  it('refuses a code block that is never closed', () => {
    expect(() => parseMarkdown('```\nforgotten')).toThrow('forgotten');
  });

  it('gives headings the ids that GitHub gives', () => {
    expect(headingId('Errors, and what to do (4xx)')).toBe('errors-and-what-to-do-4xx');
  });

  property([fc.array(fc.stringMatching(/^[a-z ]{1,20}$/), { minLength: 1, maxLength: 6 })])(
    'loses no word of plain paragraphs',
    (lines) => {
      const textOf = (blocks: Block[]) =>
        blocks.flatMap((block) => ('inlines' in block ? plainText(block.inlines).split(/\s+/) : [])).filter(Boolean);
      expect(textOf(parseMarkdown(lines.join('\n')))).toEqual(lines.join(' ').split(/\s+/).filter(Boolean));
    },
  );
});
