/** Reads from the chain the facts that a transaction does not contain: its lookup tables and mints. */

import type { GatewayClient } from '../../api/gateway.ts';
import { chainOf } from '../../chains/chains.ts';
import { assetOf } from '../../domain/asset.ts';
import type { PayableRoute } from '../../payments/payable-route.ts';
import { NO_FACTS, type SolanaFacts } from '../../payments/solana/solana-facts.ts';
import { TOKEN_PROGRAMS } from '../../payments/solana/token-account.ts';
import { LOOKUP_TABLE_PROGRAM, readLookupTable, readSolanaTransaction } from '../../payments/solana/transaction.ts';
import { PaymentError } from '../wallet-types.ts';

/** Source: SPL Token state.rs, Mint: `decimals` follows the authority (36 bytes) and the supply (8). */
const DECIMALS_AT = 44;

function tablesOf(transaction: string): string[] {
  try {
    return readSolanaTransaction(transaction).lookups.map(({ table }) => table);
  } catch {
    // The check refuses unreadable values.
    return [];
  }
}

const entry = <T>(key: string, make: () => T): [string, T][] => {
  try {
    return [[key, make()]];
  } catch {
    return [];
  }
};

/** @throws {PaymentError} `unknown` while the chain cannot be asked; nothing was sent. */
export async function solanaFacts(
  gateway: Pick<GatewayClient, 'solanaAccounts'>,
  transaction: string,
  route: PayableRoute,
): Promise<SolanaFacts> {
  const tables = tablesOf(transaction);
  const mints = [route.sellAsset, route.buyAsset]
    .map(assetOf)
    .flatMap((asset) => (asset.kind === 'token' && chainOf(asset.chain).kind === 'solana' ? [asset.address] : []));
  const wanted = [...new Set([...tables, ...mints])];
  if (wanted.length === 0) return NO_FACTS;
  const found = await gateway.solanaAccounts(wanted).catch((cause: unknown) => {
    throw new PaymentError('unknown', 'Solana cannot be asked about this payment right now.', {
      nothingSent: true,
      cause,
    });
  });
  const at = (address: string) => found[wanted.indexOf(address)];
  return {
    tables: Object.fromEntries(
      tables.flatMap((table) => {
        const account = at(table);
        return account?.owner === LOOKUP_TABLE_PROGRAM ? entry(table, () => readLookupTable(account.data)) : [];
      }),
    ),
    mints: Object.fromEntries(
      mints.flatMap((mint) => {
        const account = at(mint);
        const decimals = account?.data[DECIMALS_AT];
        if (!account || decimals === undefined || !TOKEN_PROGRAMS.includes(account.owner)) return [];
        return [[mint, { decimals, tokenProgram: account.owner }]];
      }),
    ),
  };
}
