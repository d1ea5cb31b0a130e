/** Writes tables as CSV by RFC 4180. */

/** A column: its name in the first line, and its value of a row; undefined is an empty field. */
export type CsvColumn<Row> = readonly [name: string, read: (row: Row) => string | number | undefined];

/** A value that a spreadsheet would read as a formula is marked as text. */
function cell(value: string | number | undefined): string {
  const text = value === undefined ? '' : String(value);
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export const csvText = <Row>(columns: readonly CsvColumn<Row>[], rows: readonly Row[]): string =>
  [columns.map(([name]) => name), ...rows.map((row) => columns.map(([, read]) => cell(read(row))))]
    .map((row) => `${row.join(',')}\r\n`)
    .join('');
