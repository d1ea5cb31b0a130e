/**
 * For tests: changes one value of an answer in one place, in two, or everywhere: in texts, in calldata, and in the
 * bytes of a transaction.
 */
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { base58, base64 } from '@scure/base';
import { scriptOfAddress } from '../utxo/address-script.ts';
import type { VerifiableRoute } from '../verify-route.ts';

/** The address that a liar would like to pay. */
export const THIEF = {
  evm: '0x00000000000000000000000000000000DeaDBeef',
  btc: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
  sol: '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU',
  cosmos: 'cosmos1zcntswdrvqrlvegn0xrpgk8hzwgqf5jx3p0v2w',
};

/** A thief on the chain of an address. */
export const thiefOf = (address: string): string => {
  if (address.startsWith('0x')) return THIEF.evm;
  if (/^(bc|bcrt|ltc|rltc)1/.test(address)) return THIEF.btc;
  return /^(cosmos|t?thor|t?maya)1/.test(address) ? THIEF.cosmos : THIEF.sol;
};

/** A value, and its replacement. Hex pairs are of equal length. */
export type Change = {
  /** Parts of texts. */
  text?: readonly (readonly [string, string])[];
  /** Whole texts: an amount may be a part of any text. */
  whole?: readonly (readonly [string, string])[];
  /** Bytes, hex. */
  hex?: readonly (readonly [string, string])[];
};

/** Every form in which bytes carry an address: as text, and decoded. */
function bytesOf(address: string): string[] {
  if (/^0x[0-9a-f]{40}$/i.test(address)) return [address.slice(2).toLowerCase()];
  const script = scriptOfAddress('BTC', address, 'sandbox');
  if (script !== undefined) return [script.slice(4), bytesToHex(utf8ToBytes(address))];
  try {
    return [bytesToHex(base58.decode(address)), bytesToHex(utf8ToBytes(address))];
  } catch {
    return [bytesToHex(utf8ToBytes(address))];
  }
}

/** Every way in which texts and bytes carry an address, in small letters. */
export const addressForms = (address: string): string[] =>
  [address, ...bytesOf(address)].map((form) => form.toLowerCase());

export function addressChange(from: string, to: string): Change {
  const put = bytesOf(to);
  return {
    text: [
      [from, to],
      [from.toLowerCase(), to.toLowerCase()],
    ],
    hex: bytesOf(from).flatMap((form, index) => {
      const other = put[index];
      return other === undefined ? [] : [[form, other] as const];
    }),
  };
}

const bigEndian = (value: bigint): string => value.toString(16).padStart(64, '0');
const littleEndian = (value: bigint): string => bytesToHex(hexToBytes(value.toString(16).padStart(16, '0')).reverse());
const U64 = 1n << 64n;

/** @param texts in the forms of routes. @param baseUnits in the form of what is signed. */
export function amountChange(texts: readonly [string, string], [from, to]: readonly [bigint, bigint]): Change {
  return {
    whole: [texts, [from.toString(), to.toString()]],
    hex: [
      [bigEndian(from), bigEndian(to)],
      ...(from < U64 && to < U64 ? [[littleEndian(from), littleEndian(to)] as const] : []),
    ],
  };
}

const isBytes = (path: string, text: string): boolean =>
  (path === 'tx' && !text.startsWith('0x')) || /^0x[0-9a-f]{60,}$/i.test(text);

function changedText(path: string, text: string, { text: fragments = [], whole = [], hex = [] }: Change): string {
  const found = whole.find(([from]) => from === text);
  if (found) return found[1];
  if (!isBytes(path, text)) return fragments.reduce((all, [from, to]) => all.replaceAll(from, to), text);
  const bytes = path === 'tx' ? bytesToHex(base64.decode(text)) : text.toLowerCase();
  const changed = hex.reduce((all, [from, to]) => (from.length === to.length ? all.replaceAll(from, to) : all), bytes);
  return changed === bytes ? text : path === 'tx' ? base64.encode(hexToBytes(changed)) : changed;
}

type ChangedField = { path: string; text: string };

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** Every scalar of a value, with its path: `meta.approvals.0.data`. */
export function leavesOf(value: unknown, path = ''): { path: string; value: unknown }[] {
  if (!isRecord(value)) return [{ path, value }];
  return Object.entries(value).flatMap(([key, one]) => leavesOf(one, path === '' ? key : `${path}.${key}`));
}

/** The value with another scalar at a path; unchanged where there is nothing at it. */
export function withLeaf(value: unknown, [key, ...rest]: readonly string[], put: unknown): unknown {
  if (key === undefined) return put;
  if (!isRecord(value) || !Object.hasOwn(value, key)) return value;
  if (Array.isArray(value)) return value.map((one, index) => (String(index) === key ? withLeaf(one, rest, put) : one));
  return { ...value, [key]: withLeaf(value[key], rest, put) };
}

/** Another text at a path of the route. */
export const putAt = (route: VerifiableRoute, path: string, text: string): VerifiableRoute =>
  withLeaf(route, path.split('.'), text) as VerifiableRoute;

/** The places that contain a value. */
export const changedFields = (route: VerifiableRoute, change: Change): ChangedField[] =>
  leavesOf(route).flatMap(({ path, value }) => {
    if (typeof value !== 'string') return [];
    const changed = changedText(path, value, change);
    return changed === value ? [] : [{ path, text: changed }];
  });

/** The answer with the lie in these places. */
export const changedAt = (route: VerifiableRoute, fields: readonly ChangedField[]): VerifiableRoute =>
  fields.reduce((changed, { path, text }) => putAt(changed, path, text), route);

/** The lie in each place alone, in each pair of places, and in all; `where` names them. */
export function everyPlacement(route: VerifiableRoute, change: Change): { where: string; route: VerifiableRoute }[] {
  const fields = changedFields(route, change);
  const tell = (those: readonly ChangedField[]) => ({
    where: those.map(({ path }) => path).join(' and '),
    route: changedAt(route, those),
  });
  const pairs = fields.flatMap((one, at) => fields.slice(at + 1).map((other) => [one, other]));
  return [
    ...fields.map((one) => tell([one])),
    ...pairs.map(tell),
    ...(fields.length > 2 ? [{ ...tell(fields), where: 'everywhere' }] : []),
  ];
}
