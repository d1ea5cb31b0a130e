/** Hands the reader a file to keep. */
export function saveFile(name: string, type: 'application/json' | 'text/csv', text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser has taken it by then; the memory is given back.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
