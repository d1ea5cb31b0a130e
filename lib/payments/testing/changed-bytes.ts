/**
 * For tests: every byte of what is signed, by the part of the payment that it belongs to, so that each can be changed
 * alone. The parts are found by walking the bytes independently of the tested readers.
 */
import { base58, base64 } from '@scure/base';
import type { VerifiableRoute } from '../verify-route.ts';

/** `value`: the byte, or the letter of a text. `put` answers the route with it turned by the bits of `turn`. */
export type SignedByte = { field: string; value: string; put(turn: number): VerifiableRoute };

type Route = VerifiableRoute;
type Json = Record<string, unknown>;
const isRecord = (value: unknown): value is Json => typeof value === 'object' && value !== null;

/** Names the bytes of a transaction while it walks over them. */
class Walker {
  readonly fields: string[] = [];
  readonly bytes: Uint8Array;
  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }
  get at(): number {
    return this.fields.length;
  }
  name(field: string, count: number): void {
    for (let index = 0; index < count; index += 1) this.fields.push(field);
  }
  number(field: string, count: number): number {
    const { at } = this;
    this.name(field, count);
    return this.bytes.slice(at, at + count).reduceRight((value, byte) => value * 256 + byte, 0);
  }
  /** Bitcoin's lengths. */
  compact(field: string): number {
    const first = this.number(field, 1);
    return first < 0xfd ? first : this.number(field, 2);
  }
  /** Solana's lengths. */
  short(field: string): number {
    const first = this.number(field, 1);
    return first < 0x80 ? first : (first & 0x7f) | (this.number(field, 1) << 7);
  }
  /** All remaining bytes. */
  rest(field: string): void {
    this.name(field, this.bytes.length - this.at);
  }
}

const times = (count: number, run: (index: number) => void): void => {
  for (let index = 0; index < count; index += 1) run(index);
};

/** The payload of a Bitcoin vault swap, without affiliates. Source: chainflip-backend btc/vault_swap_encoding.rs. */
function payloadField(script: Uint8Array): (at: number) => string {
  const start = script[1] === 0x4c ? 3 : 2;
  const end = script.length - 26;
  const ends: [number, string][] = [
    [start, 'script of output 1'],
    [start + 1, 'version'],
    [start + 2, 'bought asset'],
    [end, 'recipient'],
    [end + 2, 'retry duration'],
    [end + 18, 'least price'],
    [end + 19, 'slippage by the oracle'],
    [end + 21, 'count of parts'],
    [end + 23, 'blocks between parts'],
    [end + 24, 'boost'],
    [end + 25, 'fee of the broker'],
  ];
  return (at) => ends.find(([last]) => at < last)?.[1] ?? 'affiliates';
}

/** Source: BIP-174, and Bitcoin's transaction format. */
function psbtFields(bytes: Uint8Array, isOrdered: boolean): string[] {
  const walk = new Walker(bytes);
  walk.name('magic', 5);
  walk.name('frame', walk.compact('frame'));
  walk.compact('frame');
  walk.name('version', 4);
  times(walk.compact('count of inputs'), () => {
    walk.name('coin that is spent', 36);
    walk.name('script of an unsigned input', walk.compact('script of an unsigned input'));
    walk.name('sequence', 4);
  });
  times(walk.compact('count of outputs'), (index) => {
    walk.name(`amount of output ${index}`, 8);
    const length = walk.compact(`script of output ${index}`);
    const named = isOrdered && index === 1 ? payloadField(bytes.slice(walk.at, walk.at + length)) : undefined;
    times(length, (at) => walk.name(named?.(at) ?? `script of output ${index}`, 1));
  });
  walk.name('lock time', 4);
  walk.rest('what the coin holds');
  return walk.fields;
}

const JUPITER = 'JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4';
const CHAINFLIP = 'J88B7gmadHzTNGiy54c9Ms8BsEXNdB2fntFyhKpk3qoT';
const COMPUTE = 'ComputeBudget111111111111111111111111111111';
const OPENING = 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL';

function accountField(program: string): string {
  if (program === JUPITER) return 'account of the routing';
  return program === OPENING ? 'account of an opening' : 'account';
}

/** Indices in the data of Chainflip's swap program: amounts and lengths are little-endian. */
function chainflipField(data: Uint8Array): (at: number) => string {
  const start = 28 + (data[20] ?? 0) + 5;
  const layout = { isStreamed: data[start + 73] === 1, addressBytes: 32 };
  const length = (data[start - 4] ?? 0) + 256 * (data[start - 3] ?? 0);
  return (at) => (at >= start && at < start + length ? cfField(at - start, layout) : 'call of the vault');
}

/** Version 2 of Jupiter's instructions begins with its numbers; one of shared accounts has their number before them. */
function jupiterField(data: Uint8Array): (at: number) => string {
  const isShared = data[0] === 0xd1;
  const start = isShared ? 9 : 8;
  const ends: [number, string][] = [
    [8, 'function'],
    [start, 'routing'],
    [start + 8, 'amount'],
    [start + 16, 'what is quoted'],
    [start + 18, 'tolerance'],
    [start + 20, 'fee of the site'],
    [start + 22, 'share of a better price'],
  ];
  return (at) => ends.find(([end]) => at < end)?.[1] ?? 'routing';
}

function instructionField(program: string, data: Uint8Array): (at: number) => string {
  if (program === CHAINFLIP) return chainflipField(data);
  if (program === JUPITER) return jupiterField(data);
  if (program === COMPUTE) return (at) => (at === 0 ? 'kind of compute budget' : 'compute budget');
  return () => (program === OPENING ? 'kind of opening' : 'instruction');
}

/** Source: solana.com/docs/core/transactions. */
function solanaFields(bytes: Uint8Array): string[] {
  const walk = new Walker(bytes);
  times(walk.short('count of signatures'), () => walk.name('place of the signature', 64));
  const isVersioned = (bytes[walk.at] ?? 0) >= 0x80;
  if (isVersioned) walk.name('version', 1);
  walk.name('count of signers', 2);
  walk.name('count of read-only accounts', 1);
  const keys: string[] = [];
  times(walk.short('count of accounts'), () => {
    keys.push(base58.encode(bytes.slice(walk.at, walk.at + 32)));
    walk.name('account', 32);
  });
  walk.name('blockhash', 32);
  times(walk.short('count of instructions'), () => {
    const program = keys[bytes[walk.at] ?? 0] ?? '';
    walk.name('program', 1);
    walk.name(accountField(program), walk.short('count of an instruction’s accounts'));
    const length = walk.short('length of an instruction');
    const named = instructionField(program, bytes.slice(walk.at, walk.at + length));
    times(length, (index) => walk.name(named(index), 1));
  });
  if (isVersioned)
    times(walk.short('count of tables'), () => {
      walk.name('table', 32);
      walk.name('entry of a table', walk.short('count of a table’s entries'));
      walk.name('entry of a table', walk.short('count of a table’s entries'));
    });
  return walk.fields;
}

function ofTransaction(route: Route, tx: string, fieldsOf: (bytes: Uint8Array) => string[]): SignedByte[] {
  const bytes = base64.decode(tx);
  return fieldsOf(bytes).map((field, at) => ({
    field,
    value: String(bytes[at]),
    put: (turn) => ({ ...route, tx: base64.encode(bytes.map((byte, index) => (index === at ? byte ^ turn : byte))) }),
  }));
}

/** @param text 0x and hex. @param named the part of the byte at a place. */
function ofHex(text: string, named: (at: number) => string, put: (text: string) => Route): SignedByte[] {
  return Array.from({ length: (text.length - 2) / 2 }, (_, at) => ({
    field: named(at),
    value: text.slice(2 + 2 * at, 4 + 2 * at),
    put: (turn) => {
      const byte = Number.parseInt(text.slice(2 + 2 * at, 4 + 2 * at), 16) ^ turn;
      return put(`${text.slice(0, 2 + 2 * at)}${byte.toString(16).padStart(2, '0')}${text.slice(4 + 2 * at)}`);
    },
  }));
}

const CALLS: Readonly<Record<string, readonly string[]>> = {
  '0x44bc937b': ['vault', 'token', 'amount', 'place of the memo', 'expiration', 'length of the memo', 'memo'],
  '0x97ffc7ae': ['redeemer', 'timelock', 'amount', 'hash of the secret'],
  '0x4ede0ab7': [
    'redeemer',
    'timelock',
    'amount',
    'hash of the secret',
    'place of the data',
    'length of the data',
    'data',
  ],
  '0x095ea7b3': ['spender', 'allowance'],
  '0xa9059cbb': ['recipient', 'amount'],
  '0x07ed2379': [
    'executor',
    'sold token',
    'bought token',
    'first holder',
    'recipient',
    'amount',
    'least',
    'flags',
    'place of the data',
    'length of the routing',
    'routing',
  ],
};

/** Chainflip's parameters, from their start. Source: chainflip-backend cf_parameters.rs, version 1 without a call. */
function cfField(at: number, { isStreamed, addressBytes }: { isStreamed: boolean; addressBytes: number }): string {
  const behindAddress = 5 + addressBytes;
  const ends: [number, string][] = [
    [1, 'version'],
    [5, 'retry duration'],
    [behindAddress, 'refund address'],
    [behindAddress + 32, 'least price'],
    [behindAddress + 33, 'call of a refund'],
    [behindAddress + 34, 'oracle'],
    [behindAddress + 36, 'slippage by the oracle'],
    [behindAddress + 37, 'parts'],
    ...(isStreamed
      ? ([
          [behindAddress + 41, 'count of parts'],
          [behindAddress + 45, 'blocks between parts'],
        ] as [number, string][])
      : []),
  ];
  const found = ends.find(([end]) => at < end);
  if (found) return found[1];
  const behind = at - behindAddress - (isStreamed ? 45 : 37);
  if (behind < 1) return 'boost';
  if (behind < 33) return 'broker';
  return behind < 35 ? 'fee of the broker' : 'affiliates';
}

/** `permitAndCall`: a permit of 244 bytes, then the call, each behind its length. Source: solidity-utils PermitAndCall.sol. */
function permitCallField(data: string): (at: number) => string {
  const start = 4 + 96;
  const actionAt = start + 256 + 32;
  const length = Number(BigInt(`0x${data.slice(2 + 2 * (actionAt - 32), 2 + 2 * actionAt)}`));
  const named = callField(`0x${data.slice(2 + 2 * actionAt, 2 + 2 * (actionAt + length))}`);
  const ends: [number, string][] = [
    [4, 'function'],
    [start, 'places and length of the permit'],
    [start + 148, 'permit'],
    [start + 244, 'signature of the permit'],
    [actionAt, 'length of the call'],
  ];
  return (at) =>
    ends.find(([end]) => at < end)?.[1] ?? (at < actionAt + length ? named(at - actionAt) : 'end of the call');
}

function callField(data: string): (at: number) => string {
  if (data.startsWith('0x5816d723')) return permitCallField(data);
  const args = CALLS[data.slice(0, 10)];
  const isVault = /^0x(dd687345|04fc7da0)/.test(data);
  const start = isVault ? vaultParametersAt(data) : 0;
  const layout = { isStreamed: data.slice(2 + 2 * (start + 61), 4 + 2 * (start + 61)) === '01', addressBytes: 20 };
  return (at) => {
    if (at < 4) return 'function';
    if (isVault) return at >= start ? cfField(at - start, layout) : 'call of the vault';
    const word = Math.floor((at - 4) / 32);
    return args?.[Math.min(word, args.length - 1)] ?? 'call';
  };
}

/** Where the parameters begin: the last dynamic argument, after its length. */
function vaultParametersAt(data: string): number {
  const isToken = data.startsWith('0x04fc7da0');
  const offset = Number(BigInt(`0x${data.slice(10 + 64 * (isToken ? 5 : 3), 10 + 64 * (isToken ? 6 : 4))}`));
  return 4 + offset + 32;
}

/** A digit stays a digit, so that a changed number is still one. */
const otherLetter = (letter: string, turn: number): string =>
  /\d/.test(letter)
    ? String((Number(letter) + 1 + (turn % 9)) % 10)
    : String.fromCharCode(32 + ((letter.charCodeAt(0) + (turn % 94)) % 95));

/** Texts of a message, letter by letter: their value is signed. */
function ofTexts(value: unknown, path: string, put: (value: unknown) => Route): SignedByte[] {
  if (typeof value === 'string')
    return Array.from(value, (letter, at) => ({
      field: path,
      value: letter,
      put: (turn) => {
        return put(`${value.slice(0, at)}${otherLetter(value[at] ?? '', turn)}${value.slice(at + 1)}`);
      },
    }));
  if (!isRecord(value)) return [];
  return Object.entries(value).flatMap(([key, one]) =>
    ofTexts(one, Array.isArray(value) ? path : `${path}.${key}`, (changed) =>
      put(
        Array.isArray(value)
          ? value.map((old, index) => (String(index) === key ? changed : old))
          : { ...value, [key]: changed },
      ),
    ),
  );
}

function ofEvm(route: Route, tx: Json): SignedByte[] {
  const text = (key: string): string => String(tx[key]);
  const put =
    (key: string) =>
    (changed: unknown): Route => ({ ...route, tx: { ...tx, [key]: changed }, transaction: undefined });
  const approvals = (route.meta.approvals ?? []) as Json[];
  const ofApproval = approvals.flatMap((approval, index) => {
    const putIn =
      (key: string) =>
      (changed: string): Route => ({
        ...route,
        meta: {
          ...route.meta,
          approvals: approvals.map((old, at) => (at === index ? { ...old, [key]: changed } : old)),
        },
      });
    const data = String(approval.data);
    return [
      ...ofHex(data, (at) => `approval: ${callField(data)(at)}`, putIn('data')),
      ...ofHex(String(approval.to), () => 'approval: token', putIn('to')),
      ...ofTexts(String(approval.value), 'approval: coins', (changed) => putIn('value')(String(changed))),
    ];
  });
  return [
    ...ofHex(text('data'), callField(text('data')), put('data')),
    ...ofHex(text('to'), () => 'contract', put('to')),
    ...ofHex(text('from'), () => 'account', put('from')),
    ...ofTexts(text('value'), 'coins', put('value')),
    ...ofApproval,
    ...ofTexts(route.meta.permit, 'permit', (permit) => ({ ...route, meta: { ...route.meta, permit } })),
    ...ofTexts(route.meta.typedData, 'typed data', (typedData) => ({ ...route, meta: { ...route.meta, typedData } })),
  ];
}

/** Every byte that a wallet is asked to sign for the route. */
export function signedBytes(route: Route): SignedByte[] {
  const { tx, meta } = route;
  if (meta.txType === 'PSBT' && typeof tx === 'string') {
    const isOrdered = meta.depositChannel !== undefined && route.inboundAddress === undefined;
    return ofTransaction(route, tx, (bytes) => psbtFields(bytes, isOrdered));
  }
  if (meta.txType === 'SOLANA' && typeof tx === 'string') return ofTransaction(route, tx, solanaFields);
  if (meta.txType === 'EVM' && isRecord(tx)) return ofEvm(route, tx);
  return ofTexts(tx, 'message', (changed) => ({ ...route, tx: changed }));
}
