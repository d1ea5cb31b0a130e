/** Lets one story happen in a process of its own, whose clock and randomness it takes over, and reports what it came to. */
import { join } from 'node:path';
import { openStore } from '../../lib/db/open-store.ts';
import { logger } from '../../lib/http/logger.ts';
import { runStory } from './run-story.ts';
import type { Story } from './story.ts';
import { passUntil, takeOver } from './virtual-time.ts';

logger('silent');
process.on('disconnect', () => process.exit());
type Task = { story: Story; dataDir: string };
const { story, dataDir } = await new Promise<Task>((resolve) => process.once('message', resolve));
const store = await openStore({ dataDir, databaseUrl: undefined, network: { name: 'sandbox' } });
takeOver(story.seed);
process.send?.(await passUntil(runStory(story, store, join(dataDir, 'world'))));
