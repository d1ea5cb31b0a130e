/** Parses the subset of Markdown that the guides use; anything else is an error instead of a guess. */

export type Inline =
  | { kind: 'text'; text: string }
  | { kind: 'code'; text: string }
  | { kind: 'strong'; inlines: Inline[] }
  | { kind: 'link'; href: string; inlines: Inline[] };

export type ListItem = { inlines: Inline[]; blocks: Block[] };

export type Block =
  /** `id` is the target of `#…` links. */
  | { kind: 'heading'; level: 1 | 2 | 3; id: string; inlines: Inline[] }
  | { kind: 'paragraph'; inlines: Inline[] }
  | { kind: 'code'; language: string; text: string }
  | { kind: 'list'; ordered: boolean; items: ListItem[] }
  | { kind: 'table'; head: Inline[][]; rows: Inline[][][] }
  | { kind: 'quote'; blocks: Block[] };

const INLINE = /`([^`]+)`|\*\*((?:[^*]|\*(?!\*))+)\*\*|\[([^\]]+)\]\(([^)\s]+)\)/;

/** Parses inline markup; code comes first, so that its content is left alone. */
export function parseInline(text: string): Inline[] {
  const found = INLINE.exec(text);
  if (!found) return text === '' ? [] : [{ kind: 'text', text }];
  const [whole, code, strong, label, href] = found;
  const before = text.slice(0, found.index);
  const inline: Inline =
    code !== undefined
      ? { kind: 'code', text: code }
      : strong !== undefined
        ? { kind: 'strong', inlines: parseInline(strong) }
        : { kind: 'link', href: href ?? '', inlines: parseInline(label ?? '') };
  return [
    ...(before === '' ? [] : [{ kind: 'text' as const, text: before }]),
    inline,
    ...parseInline(text.slice(found.index + whole.length)),
  ];
}

export const plainText = (inlines: readonly Inline[]): string =>
  inlines.map((inline) => ('text' in inline ? inline.text : plainText(inline.inlines))).join('');

/** The id of a heading by GitHub's rule: lower case, hyphens for spaces, other signs dropped. */
export const headingId = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s+/g, '-');

const HEADING = /^(#{1,3}) +(.+)$/;
const FENCE = /^```(\w*)$/;
const ITEM = /^(?:[-*]|(\d+)\.) +(.*)$/;
const RULE = /^\|?\s*:?-{2,}:?\s*(\|\s*:?-{2,}:?\s*)*\|?$/;

/** Splits a table row; a `|` in code or behind a backslash does not separate cells. */
function cellsOf(line: string): string[] {
  const cells = [''];
  let inCode = false;
  const inner = line
    .trim()
    .replace(/^\|/, '')
    .replace(/(?<!\\)\|$/, '');
  for (const [index, sign] of [...inner].entries()) {
    if (sign === '`') inCode = !inCode;
    const divides = sign === '|' && !inCode && inner[index - 1] !== '\\';
    if (divides) cells.push('');
    else cells[cells.length - 1] += sign;
  }
  return cells.map((cell) => cell.trim().replaceAll('\\|', '|'));
}

type Taken = { block: Block; next: number };

function takeFence(lines: readonly string[], at: number, language: string): Taken {
  const end = lines.findIndex((line, index) => index > at && line.trimEnd() === '```');
  if (end < 0) throw new Error(`a code block is never closed: ${lines[at + 1] ?? ''}`);
  return { block: { kind: 'code', language, text: lines.slice(at + 1, end).join('\n') }, next: end + 1 };
}

function takeTable(lines: readonly string[], at: number): Taken {
  const end = lines.findIndex((line, index) => index > at && !line.trim().startsWith('|'));
  const last = end < 0 ? lines.length : end;
  const rows = lines.slice(at + 2, last).map((line) => cellsOf(line).map(parseInline));
  return { block: { kind: 'table', head: cellsOf(lines[at] ?? '').map(parseInline), rows }, next: last };
}

function takeQuote(lines: readonly string[], at: number): Taken {
  const end = lines.findIndex((line, index) => index > at && !line.startsWith('>'));
  const last = end < 0 ? lines.length : end;
  const inner = lines.slice(at, last).map((line) => line.replace(/^> ?/, ''));
  return { block: { kind: 'quote', blocks: parseLines(inner) }, next: last };
}

/** Parses a list; indented lines, and lines that follow without a blank line, belong to the item above. */
function takeList(lines: readonly string[], at: number): Taken {
  const ordered = /^\d/.test(lines[at] ?? '');
  const items: string[][] = [];
  let index = at;
  for (; index < lines.length; index += 1) {
    const line = lines[index] ?? '';
    const item = ITEM.exec(line);
    const belongs = /^ {2,}\S/.test(line) || (line.trim() === '' && /^ {2,}\S/.test(lines[index + 1] ?? ''));
    if (item && /^\d/.test(line) === ordered) items.push([item[2] ?? '']);
    else if (belongs || (line.trim() !== '' && !startsBlock(lines, index) && lines[index - 1]?.trim() !== ''))
      items.at(-1)?.push(line.replace(/^ {2,3}/, ''));
    else if (line.trim() === '' && ITEM.test(lines[index + 1] ?? '')) continue;
    else break;
  }
  return { block: { kind: 'list', ordered, items: items.map(toItem) }, next: index };
}

function toItem(lines: readonly string[]): ListItem {
  const [first, ...rest] = parseLines(lines);
  if (first?.kind !== 'paragraph') throw new Error(`an item begins with words: ${lines[0] ?? ''}`);
  return { inlines: first.inlines, blocks: rest };
}

function startsBlock(lines: readonly string[], index: number): boolean {
  const line = lines[index] ?? '';
  const isTable = line.trim().startsWith('|') && RULE.test((lines[index + 1] ?? '').trim());
  return HEADING.test(line) || FENCE.test(line.trimEnd()) || ITEM.test(line) || line.startsWith('>') || isTable;
}

function takeParagraph(lines: readonly string[], at: number): Taken {
  let end = at + 1;
  while (end < lines.length && lines[end]?.trim() !== '' && !startsBlock(lines, end)) end += 1;
  const text = lines
    .slice(at, end)
    .map((line) => line.trim())
    .join(' ');
  return { block: { kind: 'paragraph', inlines: parseInline(text) }, next: end };
}

function takeBlock(lines: readonly string[], at: number): Taken {
  const line = lines[at] ?? '';
  const heading = HEADING.exec(line);
  if (heading) {
    const [, marks = '#', text = ''] = heading;
    const inlines = parseInline(text.trim());
    const level = marks.length === 1 ? 1 : marks.length === 2 ? 2 : 3;
    return { block: { kind: 'heading', level, id: headingId(plainText(inlines)), inlines }, next: at + 1 };
  }
  const fence = FENCE.exec(line.trimEnd());
  if (fence) return takeFence(lines, at, fence[1] ?? '');
  if (line.startsWith('>')) return takeQuote(lines, at);
  if (ITEM.test(line)) return takeList(lines, at);
  if (startsBlock(lines, at)) return takeTable(lines, at);
  return takeParagraph(lines, at);
}

function parseLines(lines: readonly string[]): Block[] {
  const blocks: Block[] = [];
  for (let at = 0; at < lines.length; ) {
    if (lines[at]?.trim() === '') {
      at += 1;
      continue;
    }
    const { block, next } = takeBlock(lines, at);
    blocks.push(block);
    at = next;
  }
  return blocks;
}

/** @throws {Error} where a code block is not closed or an item is empty. */
export const parseMarkdown = (text: string): Block[] => parseLines(text.replaceAll('\r\n', '\n').split('\n'));
