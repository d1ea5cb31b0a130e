/** Starts the work that runs without requests; none of it delays the server or ends it. */
import { serveAdmin } from '../admin/serve.ts';
import { within } from '../domain/waiting.ts';
import { fillLedger } from '../tracking/fill-ledger.ts';
import { diskSizes } from './disk-sizes.ts';
import { checkHealth } from './health.ts';
import { readStatus } from './read-status.ts';
import { type Services, services } from './services.ts';

/** A channel takes 6 to 18 s to open, an order a second; the server itself ends soon after. */
const LAST_WAIT_MS = 4000;
const DAY_MS = 86_400_000;
/** Longer than any time over which the ledger is shown. */
const LEDGER_KEPT_DAYS = 92;
/** How long deliveries of webhooks are listed and can be replayed. */
const DELIVERIES_KEPT_DAYS = 30;
const CLEAR_EVERY_MS = 3_600_000;
/** The networks may still be starting, or be unreachable for long: the pauses grow. */
const WARM_UP_FIRST_MS = 1000;
const WARM_UP_LONGEST_MS = 60_000;

const later = (ms: number, work: () => void): void => {
  setTimeout(work, ms).unref();
};

/** Fetches the token lists once the networks are up, and with them the facts that the first quotes need. */
async function warmUp(container: Services): Promise<void> {
  for (let wait = WARM_UP_FIRST_MS; ; wait = Math.min(wait * 2, WARM_UP_LONGEST_MS)) {
    const { ready } = await checkHealth(services(), container.settings.network.healthUrls, fetch);
    // The times of provider health begin with this first look.
    if (ready && (await container.tokens.tokens()).length > 0) return void (await readStatus());
    await new Promise<void>((resolve) => later(wait, resolve));
  }
}

function clearOldQuotes(container: Services): void {
  const { store, log, settings } = container;
  const now = container.now();
  const daysAgo = (days: number) => now - days * DAY_MS;
  const { quoteRetentionDays, swapRetentionDays } = settings;
  store
    .clearQuotes({
      now,
      unpayableBefore: daysAgo(1),
      unpaidBefore: daysAgo(quoteRetentionDays),
      paidBefore: swapRetentionDays === undefined ? undefined : daysAgo(swapRetentionDays),
    })
    .finally(() => store.clearAnswers(daysAgo(1)))
    .finally(() => store.clearDeliveries(daysAgo(DELIVERIES_KEPT_DAYS)))
    .finally(() => store.clearSignIns(now))
    .finally(() => store.clearLedger(daysAgo(LEDGER_KEPT_DAYS)))
    .finally(() => store.vacuum?.())
    .then((cleared) => Object.values(cleared).some((count) => count > 0) && log({ event: 'cleared', ...cleared }))
    .catch((error: unknown) => container.log({ event: 'clearing', fault: String(error) }))
    .finally(() => later(CLEAR_EVERY_MS, () => clearOldQuotes(container)));
}

/** An operator's change applies to this instance at once. */
function adminDeps({ store, now, log, settings, accessControl, signing }: Services) {
  const { keys, killSwitches, usage } = accessControl;
  const changed = () => {
    keys.forget();
    killSwitches.forget();
    signing.forget();
  };
  const affiliates = new Set(Object.keys(settings.affiliates));
  const backup = store.copyTo === undefined ? {} : { backup: store.copyTo };
  const hasSigningSetting = settings.signing.seed !== undefined;
  const network = settings.network.name;
  return {
    store,
    network,
    now,
    log,
    affiliates,
    hasSigningSetting,
    changed,
    flushUsage: () => usage.flush(),
    ...backup,
  };
}

type Work = { retire: () => Promise<void>; close: () => Promise<void> };

function startWork(container: Services): Work {
  warmUp(container).catch((error: unknown) => container.log({ event: 'warmUp', fault: String(error) }));
  clearOldQuotes(container);
  fillLedger(container).catch((error: unknown) => container.log({ event: 'ledger', fault: String(error) }));
  diskSizes(container)
    .then((sizes) => container.log({ event: 'disk', ...sizes }))
    .catch((error: unknown) => container.log({ event: 'disk', fault: String(error) }));
  const observer = container.tracking.start();
  const webhooks = container.webhooks.start();
  const retire = async () => void (await Promise.all([observer.stop(), webhooks.stop()]));
  container.accessControl.start();
  const serving = serveAdmin(container.settings.dataDir, adminDeps(container));
  return {
    retire,
    async close() {
      await retire();
      // Creations under way must still be stored; slower ones are found stale by the next start.
      const { channels, preparing, signatures } = container;
      const settled = Promise.all([channels, preparing, signatures].map((one) => one.settled()));
      await within(settled, LAST_WAIT_MS, () => undefined);
      await (await serving)?.stop();
      await container.accessControl.stop();
      await container.store.close();
    },
  };
}

export type Background = {
  /** Whether the services could be opened; settles once that is known. */
  opened: Promise<boolean>;
  /** Releases work that other instances can do: they observe due swaps from then on. */
  retire(): Promise<void>;
  /** Ends all work and closes what it needed. */
  close(): Promise<void>;
};

/** Opens the services and starts their work. @param onFatal gets the sentence when that is impossible. */
export function startBackground(onFatal: (sentence: string) => void): Background {
  let work: Work | undefined;
  const opened = services()
    .then((container) => {
      work = startWork(container);
      return true;
    })
    .catch((error: unknown) => {
      onFatal(error instanceof Error ? error.message : String(error));
      return false;
    });
  return { opened, retire: async () => work?.retire(), close: async () => work?.close() };
}
