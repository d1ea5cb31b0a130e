/** Lets one story happen in a process of its own, whose clock and randomness it takes over, and reports what it came to. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore } from '../../lib/db/open-store.ts';
import { logger } from '../../lib/http/logger.ts';
import { runStory } from './run-story.ts';
import type { Story } from './story.ts';
import { passUntil, takeOver } from './virtual-time.ts';

logger('silent');
process.on('disconnect', () => process.exit());
const story = await new Promise<Story>((resolve) => process.once('message', (handed: Story) => resolve(handed)));
const dataDir = await mkdtemp(join(tmpdir(), 'portage-simulate-'));
const store = await openStore({ dataDir, databaseUrl: undefined, network: { name: 'sandbox' } });
takeOver(story.seed);
try {
  process.send?.(await passUntil(runStory(story, store)));
} finally {
  await rm(dataDir, { recursive: true, force: true });
}
