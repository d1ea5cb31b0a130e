/** Hands the reader a file to keep. */
export function saveFile(name: string, type: string, content: string | Uint8Array<ArrayBuffer>): void {
  const written = typeof content === 'string' ? `${type};charset=utf-8` : type;
  const url = URL.createObjectURL(new Blob([content], { type: written }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser has taken it by then; the memory is given back.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
