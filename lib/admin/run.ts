/** The command line: prints the result of a command, or in a sentence why it failed. */
import { settings } from '../config/env.ts';
import { restoreCluster } from '../db/copy-cluster.ts';
import { ask } from './ask.ts';
import { BACKUP_HELP, RESTORE_HELP, restored } from './backup-command.ts';
import { KEYS_HELP } from './keys-command.ts';
import { PROVIDERS_HELP } from './providers-command.ts';

const HELP: Record<string, string> = {
  backup: BACKUP_HELP,
  restore: RESTORE_HELP,
  keys: KEYS_HELP,
  providers: PROVIDERS_HELP,
};

const sentence = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const [command = '', ...args] = process.argv.slice(2);
try {
  if (args.length === 0 || args.includes('--help') || args[0] === 'help') {
    process.stdout.write(`${HELP[command] ?? Object.values(HELP).join('\n\n')}\n`);
  } else if (command === 'restore') {
    const { dataDir } = settings();
    process.stdout.write(`${restored(await restoreCluster(dataDir, args[0] ?? '', Date.now()))}\n`);
  } else {
    const { data, text } = await ask(settings(), command, args);
    process.stdout.write(`${args.includes('--json') ? JSON.stringify(data, null, 2) : text}\n`);
  }
} catch (error) {
  process.stderr.write(`${sentence(error)}\n`);
  process.exitCode = 1;
}
