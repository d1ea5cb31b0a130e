/**
 * Screens addresses in place of an operator's own service: it denies those of a list file in the sandbox's folder, which
 * is read anew for each question. The faults of the target `screening` make it fail.
 *
 *   echo "0x00000000000000000000000000000000000000ba sanctions" >> .data/sandbox/denied-addresses.txt
 *   curl $S/screening -d '{"network":"sandbox","role":"destination","chain":"ETH","address":"0x…ba"}'
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Service, ServiceAnswer } from '../ledger.ts';

/** A line each: an address, and after a space the code of its denial. Lines that begin with # are remarks. */
const LIST = 'denied-addresses.txt';

const answer = (status: number, body: unknown): ServiceAnswer => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: `${JSON.stringify(body)}\n`,
});

/** Hex and bech32 have no case of their own; in base58 two addresses that differ by case alone are rare enough. */
const plain = (address: string): string => address.toLowerCase();

async function listed(file: string): Promise<Map<string, string>> {
  const text = await readFile(file, 'utf8').catch(() => '');
  const lines = text.split('\n').map((line) => line.trim().split(/\s+/));
  return new Map(
    lines.flatMap(([address = '', code = 'listed']) =>
      address === '' || address.startsWith('#') ? [] : [[plain(address), code] as const],
    ),
  );
}

function addressOf(body: string): string | undefined {
  try {
    const { address } = JSON.parse(body) as { address?: unknown };
    return typeof address === 'string' ? address : undefined;
  } catch {
    return undefined;
  }
}

export function createScreeningService({ folder }: { folder: string }): Service {
  const file = join(folder, LIST);
  return {
    prefix: 'screening',
    async handle({ method, body }) {
      const denied = await listed(file);
      if (method !== 'POST') return answer(200, { file, denied: Object.fromEntries(denied) });
      const address = addressOf(body);
      if (address === undefined) return answer(400, { error: 'a question has an address' });
      const code = denied.get(plain(address));
      return answer(200, code === undefined ? { decision: 'allow' } : { decision: 'deny', code });
    },
  };
}
