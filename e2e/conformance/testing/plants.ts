/** Plants a single fault in what the right service receives or answers. */
import { type Fields, fieldsOf, isFields, listOf } from '../rules.ts';
import type { Asked, Plant, Reply } from './right-service.ts';

export type PlantedFault = { name: string; plant: Plant; found: string[] };
/** @param found all checks that must find it. */
export const fault = (name: string, found: string[], plant: Plant): PlantedFault => ({ name, found, plant });

type Change = (value: Fields) => void;
export const drop =
  (...fields: string[]): Change =>
  (value) => {
    for (const field of fields) delete value[field];
  };
export const put =
  (field: string, made: unknown): Change =>
  (value) => {
    value[field] = typeof made === 'function' ? made(value[field]) : made;
  };
/** Changes a field that is present. */
export const mend =
  (field: string, made: (value: unknown) => unknown): Change =>
  (value) => {
    if (value[field] !== undefined && value[field] !== '') value[field] = made(value[field]);
  };
export const add =
  (field: string, item: unknown): Change =>
  (value) => {
    listOf(value[field]).push(item);
  };

export const at =
  (path: string, change: (reply: Reply, asked: Asked) => Reply): Plant['after'] =>
  (reply, asked) =>
    asked.path === path ? change(reply, asked) : reply;

/** Changes the body of answers with that status on that path. */
export const inBody = (path: string, change: (body: Fields, asked: Asked) => void, status = 200): Plant => ({
  after: at(path, (reply, asked) => {
    if (reply.status === status && isFields(reply.body)) change(reply.body, asked);
    return reply;
  }),
});

const forEach = (value: unknown, change: (item: Fields, index: number) => void): void => {
  for (const [index, item] of listOf(value).entries()) if (isFields(item)) change(item, index);
};

type ChangeEach = (value: Fields, index: number) => void;
export const inTokens = (change: ChangeEach): Plant => inBody('/v1/tokens', ({ tokens }) => forEach(tokens, change));
export const inQuote = (change: (body: Fields, asked: Asked) => void): Plant => inBody('/v1/quote', change);
export const inErrors = (change: ChangeEach): Plant => inQuote(({ providerErrors }) => forEach(providerErrors, change));
export const inRoutes = (change: ChangeEach): Plant => inQuote(({ routes }) => forEach(routes, change));
export const inLegs = (change: ChangeEach): Plant => inRoutes(({ legs }) => forEach(legs, change));
export const inFees = (change: ChangeEach): Plant => inRoutes(({ fees }) => forEach(fees, change));
export const inMeta = (change: Change): Plant => inRoutes(({ meta }) => change(fieldsOf(meta)));
export const inPriced = (change: ChangeEach): Plant => inMeta(({ assets }) => forEach(assets, change));
/** Changes `tx` and `transaction`, where they are objects. */
export const inTx = (change: Change): Plant =>
  inRoutes(({ tx, transaction }) => {
    for (const one of [tx, transaction]) if (isFields(one)) change(one);
  });
export const inTracking = (change: (body: Fields, data: Fields) => void): Plant =>
  inBody('/v1/track', (body) => change(body, fieldsOf(body.data)));
export const inChannel = (change: Change): Plant => inBody('/v1/chainflip-deposit-channel', change);
export const inRefusals = (path: string, status: number, change: Change): Plant => inBody(path, change, status);

/** Makes the service accept what ought to be refused: the field is corrected before the request is checked. */
export const deafTo = (path: string, change: Change): Plant => ({
  before: (asked) => {
    if (asked.path !== path || asked.method !== 'POST') return asked;
    try {
      const body: unknown = JSON.parse(asked.raw);
      if (isFields(body)) change(body);
      return { ...asked, raw: JSON.stringify(body) };
    } catch {
      return asked;
    }
  },
});

export const header = (path: string, name: string, value: string | undefined, status = 200): Plant => ({
  after: at(path, (reply) => {
    if (reply.status !== status) return reply;
    const { [name]: _old, ...headers } = reply.headers;
    return { ...reply, headers: value === undefined ? headers : { ...headers, [name]: value } };
  }),
});

export const status = (path: string, from: number, to: number): Plant => ({
  after: at(path, (reply) => (reply.status === from ? { ...reply, status: to } : reply)),
});
