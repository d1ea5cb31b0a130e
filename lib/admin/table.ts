/** Writes rows so that people can read them: columns as wide as what is in them, numbers at their right end. */

export type Column<T> = { title: string; of: (row: T) => string; right?: boolean };

/** Characters that a terminal would obey, and line breaks, are not shown. */
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

/** Unix ms as `2026-11-21 23:58Z`. */
export const moment = (at: number | null | undefined, otherwise = '-'): string =>
  at === null || at === undefined ? otherwise : `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')}Z`;
