/** Measures this deployment's disk usage, and the free room. */
import { resolve } from 'node:path';
import { freeBytes } from '../db/folder-faults.ts';
import { folderSize } from '../db/folder-size.ts';
import type { Container } from './container.ts';

/** In bytes; `log` is the embedded database's. */
export type DiskSizes = { tables: number; log?: number; sandbox?: number; free?: number };

export async function diskSizes({ store, settings }: Pick<Container, 'store' | 'settings'>): Promise<DiskSizes> {
  const folder = resolve(settings.dataDir);
  const [database, sandbox, free] = await Promise.all([
    store.sizes(),
    folderSize(resolve(folder, 'sandbox')),
    freeBytes(folder),
  ]);
  return { ...database, ...(sandbox > 0 ? { sandbox } : {}), ...(free === undefined ? {} : { free }) };
}
