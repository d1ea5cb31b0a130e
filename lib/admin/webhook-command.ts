/** Implements `npm run keys -- webhook`: adds, lists, rotates, switches and removes the webhooks of integrators. */
import { isWebhookEvent, WEBHOOK_EVENTS, type WebhookEndpoint, type WebhookEvent } from '../domain/webhook.ts';
import { EndpointFault, putEndpoint, type SavedEndpoint } from '../webhooks/endpoints.ts';
import { type Arguments, readArguments, readDuration, UsageError } from './arguments.ts';
import type { AdminAnswer, AdminDeps } from './command.ts';
import { moment, table } from './table.ts';

export const WEBHOOK_HELP = `npm run keys -- webhook COMMAND [--json]

  add ID --url URL       an endpoint of the integrator ID (int_…), or other --events for the one with that URL
  list ID                its endpoints
  deliveries WEBHOOK     the newest messages to one of them (whe_…), with the last answer to each
  rotate WEBHOOK         a new secret; the old one signs as well for --grace (default 24h)
  enable WEBHOOK         switches one on again, after failures or "disable"
  disable WEBHOOK        sends it nothing more
  remove WEBHOOK         deletes it with its deliveries

  --events swap.completed,…   what it gets; without it everything: ${WEBHOOK_EVENTS.join(', ')}`;

type Sub = (id: string, args: Arguments, deps: AdminDeps) => Promise<AdminAnswer>;

const PAGE = 20;

function readEvents(text: string): WebhookEvent[] {
  const names = text.split(',').map((name) => name.trim());
  const events = names.filter(isWebhookEvent);
  if (events.length === names.length) return events;
  throw new UsageError(`--events is "${text}"; it must be some of ${WEBHOOK_EVENTS.join(', ')}, separated by commas.`);
}

const withoutSecrets = ({ secret: _secret, previousSecret, ...endpoint }: WebhookEndpoint) => ({
  ...endpoint,
  previousSecretUntil: previousSecret?.until ?? null,
});

function stateOf({ disabledAt, disabledReason, failingSince }: WebhookEndpoint): string {
  if (disabledAt !== null) return `off since ${moment(disabledAt)}: ${disabledReason ?? ''}`;
  return failingSince === null ? 'on' : `failing since ${moment(failingSince)}`;
}

export const webhooksText = (endpoints: readonly WebhookEndpoint[]): string =>
  table(endpoints, [
    { title: 'WEBHOOK', of: ({ id }) => id },
    { title: 'URL', of: ({ url }) => url },
    { title: 'EVENTS', of: ({ events }) => events.join(',') || 'all' },
    { title: 'STATE', of: stateOf },
  ]);

function savedAnswer({ endpoint, secret }: SavedEndpoint): AdminAnswer {
  const shown = secret === undefined ? '' : `The secret, shown this once:\n\n  ${secret}\n\n`;
  const data = { ...withoutSecrets(endpoint), ...(secret === undefined ? {} : { secret }) };
  return { data, text: `${shown}${webhooksText([endpoint])}` };
}

type Wish = Parameters<typeof putEndpoint>[2];
async function put(integratorId: string, wish: Wish, { store, network, now }: AdminDeps): Promise<AdminAnswer> {
  try {
    return savedAnswer(await putEndpoint({ store, network, now }, integratorId, wish));
  } catch (error) {
    throw error instanceof EndpointFault ? new UsageError(`--${error.message}`) : error;
  }
}

async function endpointOf(id: string, { store }: AdminDeps): Promise<WebhookEndpoint> {
  const found = await store.webhookById(id);
  if (found) return found;
  throw new UsageError(`No webhook has the id "${id}": npm run keys -- show INTEGRATOR names them.`);
}

async function assertIntegrator(id: string, { store }: AdminDeps): Promise<void> {
  const all = await store.integrators();
  if (!all.some(({ integrator }) => integrator.id === id))
    throw new UsageError(`No integrator has the id "${id}": npm run keys -- list names them.`);
}

const switchTo =
  (enabled: boolean): Sub =>
  async (id, _args, deps) => {
    const { integratorId, url } = await endpointOf(id, deps);
    return put(integratorId, { url, enabled }, deps);
  };

const SUBS: Record<string, { run: Sub; flags?: Record<string, 'string'> }> = {
  add: {
    async run(id, { flags: { url, events } }, deps) {
      if (url === undefined) throw new UsageError('--url must be there: where the events are sent.');
      await assertIntegrator(id, deps);
      return put(id, { url, events: events === undefined ? undefined : readEvents(events) }, deps);
    },
    flags: { url: 'string', events: 'string' },
  },
  list: {
    async run(id, _args, deps) {
      await assertIntegrator(id, deps);
      const all = await deps.store.webhooksOf(id);
      return { data: all.map(withoutSecrets), text: all.length === 0 ? 'No webhooks.' : webhooksText(all) };
    },
  },
  deliveries: {
    async run(id, _args, deps) {
      const data = await deps.store.deliveriesOf((await endpointOf(id, deps)).id, { limit: PAGE });
      const text = table(data, [
        { title: 'MESSAGE', of: ({ messageId }) => messageId },
        { title: 'EVENT', of: ({ type }) => type },
        { title: 'MADE', of: ({ createdAt }) => moment(createdAt) },
        { title: 'STATE', of: ({ state }) => state },
        { title: 'TRIED', of: ({ attempts }) => String(attempts), right: true },
        { title: 'ANSWER', of: ({ httpStatus, answer }) => `${httpStatus ?? ''} ${answer ?? ''}`.trim().slice(0, 60) },
      ]);
      return { data, text };
    },
  },
  rotate: {
    async run(id, { flags: { grace = '24h' } }, deps) {
      const { integratorId, url } = await endpointOf(id, deps);
      return put(integratorId, { url, rotateUntil: deps.now() + readDuration('grace', grace) }, deps);
    },
    flags: { grace: 'string' },
  },
  enable: { run: switchTo(true) },
  disable: { run: switchTo(false) },
  remove: {
    async run(id, _args, deps) {
      const { url } = await endpointOf(id, deps);
      await deps.store.removeWebhook(id);
      return { data: { removed: id }, text: `${url} gets nothing more.` };
    },
  },
};

/** @param args the words after `webhook`. @throws {UsageError} */
export async function webhookCommand(args: readonly string[], deps: AdminDeps): Promise<AdminAnswer> {
  const [name = ''] = args;
  const sub = Object.hasOwn(SUBS, name) ? SUBS[name] : undefined;
  if (!sub) throw new UsageError(`${name === '' ? '' : `There is no command "${name}".\n\n`}${WEBHOOK_HELP}`);
  const parsed = readArguments(args, { ...sub.flags, json: 'boolean' });
  const [, id, extra] = parsed.positionals;
  if (id === undefined) throw new UsageError(`An ID is missing.\n\n${WEBHOOK_HELP}`);
  if (extra !== undefined) throw new UsageError(`"${extra}" is one word too many.\n\n${WEBHOOK_HELP}`);
  return sub.run(id, parsed, deps);
}
