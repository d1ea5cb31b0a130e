/** Compares the receiver of a Jupiter swap's fee with the named ones: it is paid into one of their token accounts. */
import { checkAddress } from '../../chains/address.ts';
import { assetOf } from '../../domain/asset.ts';
import type { PayableRoute } from '../payable-route.ts';
import type { RouteFault } from '../route-fault.ts';
import type { SolanaFacts } from '../solana/solana-facts.ts';
import { associatedTokenAccount, TOKEN_PROGRAMS, WRAPPED_SOL_MINT } from '../solana/token-account.ts';
import { isJupiterSwap } from './read-swap.ts';
import { type JupiterTransaction, readJupiterTransaction } from './transaction.ts';

function swapOf({ tx }: PayableRoute, facts: SolanaFacts): JupiterTransaction['swap'] {
  if (typeof tx !== 'string') return undefined;
  try {
    return readJupiterTransaction(tx, facts.tables).swap;
  } catch {
    // What cannot be read is refused by its reader.
    return undefined;
  }
}

/** @param named owners, or token accounts; undefined: the one that the service names. @param route as it is signed. */
export function feeEarnerFaults(
  named: readonly string[] | undefined,
  route: PayableRoute,
  facts: SolanaFacts,
): RouteFault[] {
  const swap = named && isJupiterSwap(route) ? swapOf(route, facts) : undefined;
  if (!named || !swap || swap.platformFeeBps === 0) return [];
  const mints = [route.sellAsset, route.buyAsset].map((id) => {
    const asset = assetOf(id);
    return asset.kind === 'token' ? asset.address : WRAPPED_SOL_MINT;
  });
  const owners = named.filter((one) => checkAddress('SOL', one, 'mainnet').ok);
  const theirs = owners.flatMap((owner) => [
    owner,
    ...mints.flatMap((mint) => TOKEN_PROGRAMS.map((program) => associatedTokenAccount(owner, mint, program))),
  ]);
  const paid = swap.feeAccount === undefined ? swap.venueAccounts : [swap.feeAccount];
  if (paid.some((account) => theirs.includes(account))) return [];
  return [
    {
      field: 'affiliates',
      asked: named.join(', ') || undefined,
      actual: swap.feeAccount,
      message: 'The swap gives a fee to somebody else than was asked for.',
    },
  ];
}
