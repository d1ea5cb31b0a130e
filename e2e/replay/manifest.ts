/** Reads what a manifest says of recorded answers: which endpoint each came from, with which status and request. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const query = z.record(z.string(), z.string());
const answerFields = {
  /** Path or method of the upstream, as it was asked: `/thorchain/quote/swap`. Absent where no adapter reads such a file. */
  endpoint: z.string().optional(),
  /** Why no adapter reads it; instead of `endpoint`. */
  notRead: z.string().optional(),
  /** HTTP status of the answer. Default 200. */
  status: z.number().int().default(200),
};
const partSchema = z.object({ ...answerFields, request: query.default({}), expect: z.string().optional() });
const entrySchema = z.object({
  /** Name in the upstream's folder. */
  file: z.string(),
  ...answerFields,
  /** The file holds answers of several kinds, by key or by place in its list: what each is. Instead of all below. */
  parts: z.record(z.string(), partSchema).optional(),
  /** The file is a list of answers: bodies, or `{ "http_status": …, "body": … }`. */
  list: z.boolean().default(false),
  /** Query parameters or path parts where they are known; a list for a list of answers that differ. */
  request: z.union([query, z.array(query)]).default({}),
  /** What the line (or each line of a list) starts with. */
  expect: z.union([z.string(), z.array(z.string())]).optional(),
});
const manifestSchema = z.object({ files: z.array(entrySchema) });

export type ManifestEntry = z.output<typeof entrySchema>;
export type Answer = { status: number; body: unknown; request: Record<string, string> };

export type Recording = {
  upstream: string;
  /** Where the recorded files lie. */
  folder: string;
  entries: ManifestEntry[] | undefined;
  /** The manifest lies beside the files, so all that it names must be there. */
  complete: boolean;
  /** Recorded files that the manifest does not name. */
  unlisted: string[];
};

/** Every folder of `root`, with its manifest: its own, else the one kept here. */
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

/** One thing to read, or the reason why it is not read. */
export type Item = {
  place: string;
  endpoint?: string;
  notRead?: string;
  answer: Answer;
  expected?: string | undefined;
};

/** Every part of the file, so that one without an entry is noticed. */
function partsOf(entry: ManifestEntry, content: unknown): Item[] {
  const parts = entry.parts ?? {};
  const held = typeof content === 'object' && content !== null ? Object.entries(content) : [];
  const missing = Object.keys(parts).filter((key) => !held.some(([one]) => one === key));
  return [...held, ...missing.map((key) => [key, undefined] as const)].map(([key, body]) => {
    const part = parts[key];
    return {
      place: `${entry.file} [${key}]`,
      ...(part?.endpoint === undefined ? {} : { endpoint: part.endpoint }),
      ...(part?.notRead === undefined ? {} : { notRead: part.notRead }),
      answer: { status: part?.status ?? 200, body, request: part?.request ?? {} },
      expected: part?.expect,
    };
  });
}

/** What a recorded file holds. @throws when it is no JSON. */
export function itemsOf(folder: string, entry: ManifestEntry): Item[] {
  const content: unknown = JSON.parse(readFileSync(join(folder, entry.file), 'utf8'));
  if (entry.parts) return partsOf(entry, content);
  const bodies = entry.list && Array.isArray(content) ? content : [content];
  return bodies.map((body, i) => {
    const own = wrapped.safeParse(body);
    const request = Array.isArray(entry.request) ? (entry.request[i] ?? {}) : entry.request;
    return {
      place: bodies.length > 1 ? `${entry.file} [${i}]` : entry.file,
      ...(entry.endpoint === undefined ? {} : { endpoint: entry.endpoint }),
      answer:
        own.success && entry.list
          ? { status: own.data.http_status, body: own.data.body, request }
          : { status: entry.status, body, request },
      expected: Array.isArray(entry.expect) ? entry.expect[i] : entry.expect,
    };
  });
}
