/** Reads the manifest of recorded answers: the endpoint, status and request of each. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const query = z.record(z.string(), z.string());
const answerFields = {
  /** Path or method of the upstream, such as `/thorchain/quote/swap`. Absent where no adapter reads such a file. */
  endpoint: z.string().optional(),
  /** Why no adapter reads the file; instead of `endpoint`. */
  notRead: z.string().optional(),
  /** HTTP status of the answer. Default 200. */
  status: z.number().int().default(200),
};
const answerSchema = z.object({ ...answerFields, request: query.default({}), expect: z.string().optional() });
const entrySchema = z.object({
  /** File name in the upstream's folder. */
  file: z.string(),
  ...answerFields,
  /** For a file with answers of several kinds: the fields of each, by its key or index. Instead of all below. */
  parts: z.record(z.string(), answerSchema).optional(),
  /** The file is a list of answers: bodies, or `{ "http_status": …, "body": … }`. */
  list: z.boolean().default(false),
  /** Known query parameters or path parts; a list for a list of answers with different ones. */
  request: z.union([query, z.array(query)]).default({}),
  /** The expected beginning of the line, or of each line for a list. */
  expect: z.union([z.string(), z.array(z.string())]).optional(),
});
const manifestSchema = z.object({ files: z.array(entrySchema) });

export type ManifestEntry = z.output<typeof entrySchema>;
export type Answer = { status: number; body: unknown; request: Record<string, string> };

export type Recording = {
  upstream: string;
  /** The folder of the recorded files. */
  folder: string;
  entries: ManifestEntry[] | undefined;
  /** The manifest is in the same folder as the files, so every file that it names must exist. */
  complete: boolean;
  /** Recorded files that the manifest does not name. */
  unlisted: string[];
};

/** Every folder of `root` with its manifest: the one in the folder, else the one in `ownManifests`. */
export function findRecordings(root: string, ownManifests: string): Recording[] {
  const folders = readdirSync(root, { withFileTypes: true }).filter((item) => item.isDirectory());
  return folders.map(({ name }) => {
    const folder = join(root, name);
    const own = join(folder, 'manifest.json');
    const path = [own, join(ownManifests, name, 'manifest.json')].find((candidate) => existsSync(candidate));
    const entries = path ? manifestSchema.parse(JSON.parse(readFileSync(path, 'utf8'))).files : undefined;
    const listed = new Set(entries?.map(({ file }) => file));
    const unlisted = readdirSync(folder).filter(
      (file) => file.endsWith('.json') && file !== 'manifest.json' && !listed.has(file),
    );
    return { upstream: name, folder, entries, complete: path === own, unlisted };
  });
}

const wrapped = z.object({ http_status: z.number(), body: z.unknown() });

/** One answer to replay, or the reason why it is not replayed. */
export type Item = {
  source: string;
  endpoint?: string;
  notRead?: string;
  answer: Answer;
  expected?: string | undefined;
};

/** Every part of the file, so that a part without an entry is noticed. */
function itemsInFile(entry: ManifestEntry, content: unknown): Item[] {
  const entries = entry.parts ?? {};
  const held = typeof content === 'object' && content !== null ? Object.entries(content) : [];
  const missing = Object.keys(entries).filter((key) => !held.some(([one]) => one === key));
  return [...held, ...missing.map((key) => [key, undefined] as const)].map(([key, body]) => {
    const known = entries[key];
    return {
      source: `${entry.file} [${key}]`,
      ...(known?.endpoint === undefined ? {} : { endpoint: known.endpoint }),
      ...(known?.notRead === undefined ? {} : { notRead: known.notRead }),
      answer: { status: known?.status ?? 200, body, request: known?.request ?? {} },
      expected: known?.expect,
    };
  });
}

/** The answers in a recorded file. @throws when the file is not JSON. */
export function itemsOf(folder: string, entry: ManifestEntry): Item[] {
  const content: unknown = JSON.parse(readFileSync(join(folder, entry.file), 'utf8'));
  if (entry.parts) return itemsInFile(entry, content);
  const bodies = entry.list && Array.isArray(content) ? content : [content];
  return bodies.map((body, i) => {
    const own = wrapped.safeParse(body);
    const request = Array.isArray(entry.request) ? (entry.request[i] ?? {}) : entry.request;
    return {
      source: bodies.length > 1 ? `${entry.file} [${i}]` : entry.file,
      ...(entry.endpoint === undefined ? {} : { endpoint: entry.endpoint }),
      answer:
        own.success && entry.list
          ? { status: own.data.http_status, body: own.data.body, request }
          : { status: entry.status, body, request },
      expected: Array.isArray(entry.expect) ? entry.expect[i] : entry.expect,
    };
  });
}
