/**
 * Parses messages of the host without a schema library: accepts exactly what `hostMessageSchema` accepts; undefined for
 * anything else.
 */
import type { HostMessage } from './messages.ts';
import { HOOKS, HOST_WALLETS, LONGEST_REASON, NONCE, PROTOCOL, REQUEST_ID } from './protocol.ts';

type Fields = Record<string, unknown>;
type Check = (value: unknown) => boolean;

const isRecord = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const like =
  (pattern: RegExp): Check =>
  (value) =>
    typeof value === 'string' && pattern.test(value);
const upTo =
  (longest: number, shortest = 0): Check =>
  (value) =>
    typeof value === 'string' && value.length >= shortest && value.length <= longest;
const maybe =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value);
const listOf =
  (check: Check, longest: number): Check =>
  (value) =>
    Array.isArray(value) && value.length <= longest && value.every(check);
const oneOf =
  (values: readonly string[]): Check =>
  (value) =>
    values.some((one) => one === value);
const shaped =
  (checks: Readonly<Record<string, Check>>): Check =>
  (value) =>
    isRecord(value) && Object.entries(checks).every(([name, check]) => check(value[name]));
const anything: Check = () => true;

const id = like(REQUEST_ID);
const hooks = listOf(oneOf(HOOKS), HOOKS.length);
const wallet = shaped({
  name: upTo(40, 1),
  icon: maybe((value) => like(/^data:image\//)(value) && upTo(100_000)(value)),
  methods: maybe(listOf(upTo(40), 40)),
});
const wallets = shaped({ evm: maybe(wallet), solana: maybe(wallet), bitcoin: maybe(wallet) });

const TYPES: Readonly<Record<HostMessage['type'], Check>> = {
  init: shaped({ instance: like(NONCE), options: anything, hooks: maybe(hooks), wallets: maybe(wallets) }),
  setOptions: shaped({ options: anything }),
  setHooks: shaped({ hooks }),
  setWallets: shaped({ wallets }),
  allow: shaped({ id }),
  veto: shaped({ id, reason: maybe(upTo(LONGEST_REASON)) }),
  walletResult: shaped({ id, result: anything }),
  walletFailure: shaped({ id, code: maybe(Number.isSafeInteger), message: upTo(1000) }),
  walletEvent: shaped({ wallet: oneOf(HOST_WALLETS), event: upTo(40), data: anything }),
};

const envelope = shaped({ portage: (value) => value === PROTOCOL, nonce: like(NONCE) });
const isKnownType = (type: unknown): type is HostMessage['type'] =>
  typeof type === 'string' && Object.hasOwn(TYPES, type);

/** @param data the untrusted data of the message event. */
export function readHostMessage(data: unknown): HostMessage | undefined {
  if (!isRecord(data) || !envelope(data) || !isKnownType(data.type) || !TYPES[data.type](data)) return undefined;
  return data as HostMessage;
}
