/** Checks that EVM addresses are spelled with their checksum wherever an answer has one. */
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { Answer } from '../asker.ts';
import { type Check, findingsOf, NotJudged, portage } from '../check.ts';
import { type Difference, differs, isFields, listOf } from '../rules.ts';
import { overRoutes } from './over-routes.ts';
import { dataOf } from './track.ts';

/** By EIP-55: a digit is in upper case where the same digit of the hash is 8 or more. */
function withChecksum(address: string): string {
  const digits = address.slice(2).toLowerCase();
  const hash = bytesToHex(keccak_256(utf8ToBytes(digits)));
  return `0x${[...digits].map((digit, at) => (Number.parseInt(hash.charAt(at), 16) >= 8 ? digit.toUpperCase() : digit)).join('')}`;
}

/** Bytes for a wallet, and opaque values that clients return unchanged. */
const NOT_READ = new Set(['data', 'memo', 'resume', 'signature', 'receipt']);

/** Every text that is only an EVM address and is spelled otherwise. */
export function misspelled(value: unknown, at: string): Difference[] {
  if (typeof value === 'string') {
    const right = /^0x[0-9a-f]{40}$/i.test(value) ? withChecksum(value) : value;
    return right === value ? [] : differs(at, `spelled by EIP-55, ${right}`, value);
  }
  if (Array.isArray(value)) return value.flatMap((one, index) => misspelled(one, `${at}[${index}]`));
  if (!isFields(value)) return [];
  return Object.entries(value).flatMap(([name, one]) => (NOT_READ.has(name) ? [] : misspelled(one, `${at}.${name}`)));
}

const inTracking: Check['run'] = async ({ material }) => {
  const answers: Answer[] = (await material.tracked()).filter(({ status }) => status === 200);
  if (answers.length === 0) throw new NotJudged('nothing could be tracked');
  // The route is as it was quoted, and was checked there.
  return answers.flatMap((answer) => {
    const { route: _route, ...data } = dataOf(answer);
    return findingsOf(answer, misspelled(data, 'data'));
  });
};

const inTokens: Check['run'] = async ({ material }) => {
  const answer = await material.tokens();
  const tokens = listOf(isFields(answer.json) ? answer.json.tokens : []);
  return findingsOf(answer, misspelled(tokens, 'tokens'));
};

export const SPELLING_ADDITIONS: readonly Check[] = [
  portage('route.checksum', '2.3', 'EVM addresses of a route are spelled by EIP-55', overRoutes(misspelled)),
  portage('track.checksum', '2.8', 'EVM addresses of a tracking are spelled by EIP-55', inTracking),
  portage('tokens.checksum', '2.9', 'EVM addresses of tokens are spelled by EIP-55', inTokens),
];
