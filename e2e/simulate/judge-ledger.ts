/** Holds the ledger against what the chains have on their books: an entry for each swap that ended, and no other. */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { LedgerEntry } from '../../lib/domain/ledger.ts';
import { lastOf, type Swap } from './client.ts';
import { units } from './judge.ts';
import { COINS } from './story.ts';

/** Each sentence is an entry that would tell readers something else than what came. */
export async function ledgerWrongsOf(swap: Swap, entries: ReadonlyMap<string, LedgerEntry>): Promise<string[]> {
  const { plan, route } = swap;
  const body = lastOf(swap);
  // Of two payments of one route the client follows one.
  if (!body || !route || plan.manner === 'twice' || !['completed', 'refunded'].includes(body.trackingStatus)) return [];
  const { quoteInfo, inbound, outbound, refund } = body.data;
  const end = outbound?.hash ?? refund?.hash ?? inbound?.hash ?? '';
  const id = bytesToHex(sha256(utf8ToBytes(`${quoteInfo?.quoteId} ${quoteInfo?.routeIndex} ${end}`)));
  const entry = entries.get(id);
  if (!entry) return [`${body.trackingStatus}, and the ledger has no entry of it`];
  if (entry.status !== body.trackingStatus) return [`${body.trackingStatus}, and ${entry.status} in the ledger`];
  if (entry.reasonCode !== body.data.reasonCode)
    return [`ended by ${body.data.reasonCode}, and by ${entry.reasonCode} in the ledger`];
  if (entry.received === undefined) return [];
  const { decimals } = COINS[plan.buy];
  const came = await swap.payee.received(COINS[plan.buy]);
  return units(entry.received, decimals) === came ? [] : [`the ledger has ${entry.received}, ${came} base units came`];
}
