/** Formats rows as a table for people: columns as wide as their content, numbers aligned to the right. */

export type Column<T> = { title: string; of: (row: T) => string; right?: boolean };

/** Replaces control characters, which a terminal would obey, and line breaks. */
const plain = (text: string): string => text.replace(/[\p{Cc}\p{Cf}]/gu, ' ');

export function table<T>(rows: readonly T[], columns: readonly Column<T>[]): string {
  const lines = [columns.map(({ title }) => title), ...rows.map((row) => columns.map(({ of }) => plain(of(row))))];
  const widths = columns.map((_column, index) => Math.max(...lines.map((line) => [...(line[index] ?? '')].length)));
  return lines
    .map((line) =>
      line
        .map((text, index) => {
          const gap = ' '.repeat((widths[index] ?? 0) - [...text].length);
          return columns[index]?.right ? gap + text : text + gap;
        })
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** Formats unix ms as `2026-11-21 23:58Z`. */
export const moment = (at: number | null | undefined, otherwise = '-'): string =>
  at === null || at === undefined ? otherwise : `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')}Z`;
