/** JSON that carries bigint: what is written with `stringify` reads back equal with `parse`. */

/** `{"$int":"123"}` stands for `123n`. */
export const stringify = (value: unknown): string =>
  JSON.stringify(value, (_key, item: unknown) => (typeof item === 'bigint' ? { $int: item.toString() } : item));

/** @throws {SyntaxError} when `text` is no JSON. */
export const parse = (text: string): unknown =>
  JSON.parse(text, (_key, item: unknown) => {
    if (typeof item !== 'object' || item === null || !('$int' in item)) return item;
    const keys = Object.keys(item);
    return keys.length === 1 && typeof item.$int === 'string' ? BigInt(item.$int) : item;
  });
