/** Reads an entered recipient for one chain. Pure: nothing here changes what was entered. */
import type { NameService, ResolvedName } from '../../lib/api/page-api.ts';
import type { AddressCheck } from '../../lib/chains/address.ts';
import type { AddressPhase } from './button-state.ts';

export type NameAnswer =
  | { state: 'asking' }
  | { state: 'found'; name: ResolvedName }
  /** `problem` is the reason, in English: the name has expired, or has no address on this chain. */
  | { state: 'notFound'; problem: string }
  /**
   * The name has different addresses in different registries; `problem` lists them and says how to name one of them.
   */
  | { state: 'unclear'; problem: string }
  /** `problem` is the server's sentence in English, if it sent one. */
  | { state: 'failed'; problem: string };

/** An entered address or name, and what is known about it. */
export type EnteredAddress = {
  text: string;
  phase: AddressPhase;
  /** Canonical; set only when `phase` is `good`. */
  address?: string;
  /** The name that resolved to the address. */
  name?: { name: string; service: NameService };
  /** A sentence in English: why the text is refused, or what to watch out for. */
  reason?: string;
};

/**
 * THORNames and MAYANames have up to 30 of these characters; ENS names end in a dotted ending. Source: thornode
 * x/thorchain, `IsValidTHORName`.
 */
const SHORT_NAME = /^[a-z0-9+_-]{1,30}$/i;
const DOTTED_NAME = /^[^\s.:/]+(\.[^\s.:/]+)*\.[a-z]{2,}$/i;
/** Text that begins like this is an address being typed. */
const ADDRESS_BEGINNING =
  /^(0x|bc1|bcrt1|tb1|ltc1|rltc1|cosmos1|thor1|tthor1|maya1|tmaya1|kujira1|bitcoincash:|bchreg:)/i;

/** Whether text that is no address may be a name. Text of fewer than three characters is still being typed. */
export const mayBeName = (text: string): boolean =>
  text.length >= 3 &&
  !ADDRESS_BEGINNING.test(text) &&
  ((SHORT_NAME.test(text) && text.length <= 24) || DOTTED_NAME.test(text));

/**
 * @param check the address check; undefined while the rules are loading, until when nothing counts as good.
 * @param answer the server's resolution of `text` as a name; undefined when it was not asked.
 */
export function readEntered(
  text: string,
  check: AddressCheck | undefined,
  answer: NameAnswer | undefined,
): EnteredAddress {
  if (text === '') return { text, phase: 'none' };
  if (!check) return { text, phase: 'checking' };
  if (check.ok)
    return { text, phase: 'good', address: check.canonical, ...(check.warning ? { reason: check.warning } : {}) };
  if (!mayBeName(text)) return { text, phase: 'wrong', reason: check.reason };
  switch (answer?.state) {
    case undefined:
    case 'asking':
      return { text, phase: 'resolving' };
    case 'found': {
      const { address, name, service } = answer.name;
      return { text, phase: 'good', address, name: { name, service } };
    }
    case 'notFound':
      return { text, phase: 'nameNotFound', reason: answer.problem };
    case 'unclear':
      return { text, phase: 'wrong', reason: answer.problem };
    case 'failed':
      return { text, phase: 'nameFailed', reason: answer.problem };
  }
}
