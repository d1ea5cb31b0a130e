/** Reads Solana payments that call a swap program: who signed, what is sold, what is bought. */
import { base58 } from '@scure/base';
import type { SolanaTransaction } from '../../chain-clients/chain-clients.ts';
import { fromBaseUnits } from '../../domain/amount.ts';
import type { Asset } from '../../domain/asset.ts';
import type { RouteDraft } from '../../domain/route.ts';
import { decodeJupiterSwap, type JupiterSwap } from '../../payments/jupiter/decode-swap.ts';
import { JUPITER_PROGRAM } from '../../payments/jupiter/programs.ts';
import { associatedTokenAccount, TOKEN_PROGRAMS, WRAPPED_SOL_MINT } from '../../payments/solana/token-account.ts';
import { type Mismatch, type Payment, soldOnChain } from '../payment.ts';

/** The first call that can be read; the program may have forms that are unknown here. */
function swapOf(tx: SolanaTransaction): JupiterSwap | undefined {
  for (const { data, ...instruction } of tx.instructions) {
    if (instruction.programId !== JUPITER_PROGRAM) continue;
    try {
      return decodeJupiterSwap({ ...instruction, data: base58.decode(data) });
    } catch {
      // An event that the program sends to itself, or an unknown form.
    }
  }
  return undefined;
}

/** SOL is sold and bought in its wrapped form. */
const mintOf = (asset: Asset): string => (asset.kind === 'token' ? asset.address : WRAPPED_SOL_MINT);

const differs = (field: string, expected: string, actual: string | undefined): Mismatch[] =>
  actual === undefined || actual === expected ? [] : [{ field, expected, actual }];

/** The swap of this one transaction: of two legs the first, into the deposit address of the second. */
function ownLeg(draft: RouteDraft): Pick<RouteDraft, 'sell' | 'expectedBuy' | 'destinationAddress'> {
  if (!draft.twoLeg) return draft;
  const { legs, channel } = draft.twoLeg;
  return { ...legs[0], destinationAddress: channel?.depositAddress ?? legs[0].destinationAddress };
}

/** The program sells exactly the amount that it was called with. */
function swapMismatches(
  swap: JupiterSwap,
  { sell, expectedBuy }: Pick<RouteDraft, 'sell' | 'expectedBuy'>,
): Mismatch[] {
  const sold = swap.exactOut ? undefined : swap.amount;
  return [
    ...differs('sellAsset', mintOf(sell.asset), swap.sourceMint),
    ...differs('buyAsset', mintOf(expectedBuy.asset), swap.destinationMint),
    ...(sold === undefined
      ? []
      : differs('sellAmount', fromBaseUnits(sell.baseUnits, sell.decimals), fromBaseUnits(sold, sell.decimals))),
  ];
}

/** The same swap into another owner's account is another payment: nothing of it reaches the route's destination. */
function destinationMismatches(
  swap: JupiterSwap,
  tx: SolanaTransaction,
  { destinationAddress, expectedBuy }: ReturnType<typeof ownLeg>,
): Mismatch[] {
  if (destinationAddress === '') return [];
  const { asset } = expectedBuy;
  const owner = tx.tokenChanges.find(({ account }) => account === swap.destination)?.owner;
  const own = TOKEN_PROGRAMS.map((program) => associatedTokenAccount(destinationAddress, mintOf(asset), program));
  const paid = [owner, swap.destination].includes(destinationAddress) || own.includes(swap.destination);
  return paid ? [] : differs('destinationAddress', destinationAddress, owner ?? swap.destination);
}

export function jupiterPayment(tx: SolanaTransaction, draft: RouteDraft): Payment {
  const { sourceAddress, sell } = draft;
  const leg = ownLeg(draft);
  const [signer = 'nobody'] = tx.accounts;
  const sender = sourceAddress === '' ? [] : differs('sourceAddress', sourceAddress, signer);
  if (!tx.instructions.some(({ programId }) => programId === JUPITER_PROGRAM)) {
    const none: Mismatch = { field: 'tx', expected: 'a call of Jupiter’s swap program', actual: 'no call of it' };
    return { others: [...sender, none] };
  }
  const swap = swapOf(tx);
  const others = [...sender, ...(swap ? [...swapMismatches(swap, leg), ...destinationMismatches(swap, tx, leg)] : [])];
  return { asset: soldOnChain(draft), baseUnits: sell.baseUnits, ...(others.length > 0 ? { others } : {}) };
}
