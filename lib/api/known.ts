type Known<T> = { [K in keyof T]: Exclude<T[K], undefined> };

/** Drops undefined values: unknown keys are absent, never null. By hand, since a quote does it for each of its fees. */
export function known<T extends Record<string, unknown>>(fields: T): Known<T> {
  const kept: Record<string, unknown> = {};
  for (const name of Object.keys(fields)) if (fields[name] !== undefined) kept[name] = fields[name];
  return kept as Known<T>;
}
