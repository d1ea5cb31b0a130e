/** Starts what goes on without any request; nothing here delays the server or ends it. */
import { serveAdmin } from '../admin/serve.ts';
import { within } from '../domain/waiting.ts';
import { processState } from '../http/process-state.ts';
import { checkHealth } from './health.ts';
import { readStatus } from './read-status.ts';
import { type Services, services } from './services.ts';

/** A channel takes 6 to 18 s to open, an order a second; the server itself ends before long. */
const LAST_WAIT_MS = 4000;
const DAY_MS = 86_400_000;
const CLEAR_EVERY_MS = 3_600_000;
/** The networks may still be starting, or be out of reach for long: ever more seldom. */
const WARM_UP_FIRST_MS = 1000;
const WARM_UP_LONGEST_MS = 60_000;

const later = (ms: number, work: () => void): void => {
  setTimeout(work, ms).unref();
};

/** Fetches the token lists once the networks are there, and with them the facts that the first quotes need. */
async function warmUp(parts: Services): Promise<void> {
  for (let wait = WARM_UP_FIRST_MS; ; wait = Math.min(wait * 2, WARM_UP_LONGEST_MS)) {
    const { ready } = await checkHealth(services(), parts.settings.network.healthUrls, fetch);
    // The first look at how all stand is where their times begin.
    if (ready && (await parts.tokens.tokens()).length > 0) return void (await readStatus());
    await new Promise<void>((resolve) => later(wait, resolve));
  }
}

function clearOldQuotes(parts: Services): void {
  const before = parts.now() - parts.settings.quoteRetentionDays * DAY_MS;
  parts.store
    .clearUnpaidQuotes(before)
    .finally(() => parts.store.clearAnswers(parts.now() - DAY_MS))
    .then((cleared) => cleared > 0 && parts.log({ event: 'cleared', quotes: cleared }))
    .catch((error: unknown) => parts.log({ event: 'clearing', fault: String(error) }))
    .finally(() => later(CLEAR_EVERY_MS, () => clearOldQuotes(parts)));
}

/** An operator's change holds in this instance at once. */
function adminDeps({ store, now, log, settings, admission }: Services) {
  const { keys, switchboard, usage } = admission;
  const changed = () => {
    keys.forget();
    switchboard.forget();
  };
  const affiliates = new Set(Object.keys(settings.affiliates));
  return { store, now, log, affiliates, changed, flushUsage: () => usage.flush() };
}

/** Opens the services and starts their work. What makes that impossible is told to the server, which ends. */
export async function startBackground(): Promise<void> {
  try {
    const parts = await services();
    warmUp(parts).catch((error: unknown) => parts.log({ event: 'warmUp', fault: String(error) }));
    clearOldQuotes(parts);
    const observer = parts.tracking.start();
    parts.admission.start();
    const serving = serveAdmin(parts.settings.dataDir, adminDeps(parts));
    // Others look at what is due from the moment that this one does no more.
    processState().retire = () => observer.stop();
    processState().close = async () => {
      await observer.stop();
      // What is being created must still be written; what takes longer is found to be stale by the next start.
      const { channels, preparing, signatures } = parts;
      const settled = Promise.all([channels, preparing, signatures].map((one) => one.settled()));
      await within(settled, LAST_WAIT_MS, () => undefined);
      await (await serving)?.stop();
      await parts.admission.stop();
      await parts.store.close();
    };
  } catch (error) {
    const sentence = error instanceof Error ? error.message : String(error);
    processState().onFatal?.(sentence);
  }
}
