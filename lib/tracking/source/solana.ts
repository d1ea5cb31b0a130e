/** Reads a payment on Solana: by what an account received, or by the call of a vault's swap program. */

import { base58 } from '@scure/base';
import type { SolanaClient, SolanaStatus, SolanaTransaction } from '../../chain-clients/chain-clients.ts';
import { isBehind } from '../../chain-clients/head-age.ts';
import { CHAINS } from '../../chains/chains.ts';
import type { RouteDraft } from '../../domain/route.ts';
import { vaultDestination } from '../../payments/chainflip/destination.ts';
import { type ReadInstruction, readInstruction } from '../../payments/solana/instructions.ts';
import { traitsOf } from '../../payments/traits.ts';
import { type Payment, soldOnChain } from '../payment.ts';
import { isOwnCall } from './own-call.ts';
import { jupiterPayment } from './solana-own-call.ts';
import type { Source, SourceQuestion, SourceReport } from './source-report.ts';

const NATIVE = 'native';
const NOBODY = 'no payment';

type Gain = { owner: string; asset: string; baseUnits: bigint };

/** What every account received; tokens count for the owner of their account. */
function gainsOf(tx: SolanaTransaction): Gain[] {
  const coins = tx.accounts.map((owner, index) => ({
    owner,
    asset: NATIVE,
    baseUnits: (tx.postBalances[index] ?? 0n) - (tx.preBalances[index] ?? 0n),
  }));
  const tokens = tx.tokenChanges.map(({ account, owner, mint, before, after }) => ({
    owner: owner ?? account,
    asset: mint,
    baseUnits: after - before,
  }));
  return [...tokens, ...coins].filter(({ baseUnits }) => baseUnits > 0n);
}

function instructionsOf(tx: SolanaTransaction): ReadInstruction[] {
  return tx.instructions.flatMap(({ data, ...instruction }) => {
    try {
      return [readInstruction({ ...instruction, data: base58.decode(data) })];
    } catch {
      return [];
    }
  });
}

/** A failed transaction moved nothing: its instructions show what it would have paid. */
function wouldHavePaid(tx: SolanaTransaction): Gain[] {
  return instructionsOf(tx).flatMap((instruction): Gain[] => {
    if (instruction.kind === 'transfer')
      return [{ owner: instruction.to, asset: NATIVE, baseUnits: instruction.baseUnits }];
    if (instruction.kind !== 'tokenTransfer') return [];
    const account = instruction.destination;
    const known = tx.tokenChanges.find((change) => change.account === account);
    const opened = instructionsOf(tx).find((other) => other.kind === 'createTokenAccount' && other.account === account);
    const made = opened?.kind === 'createTokenAccount' ? opened : undefined;
    const asset = instruction.mint ?? known?.mint ?? made?.mint ?? 'unknown';
    return [{ owner: known?.owner ?? made?.owner ?? account, asset, baseUnits: instruction.baseUnits }];
  });
}

const largest = (gains: readonly Gain[]): Gain | undefined =>
  gains.reduce<Gain | undefined>((best, gain) => (best && best.baseUnits >= gain.baseUnits ? best : gain), undefined);

/**
 * Paid to an address: everything it received of the sold asset, else what it received instead, else the account that
 * received most.
 */
function transferTo(address: string, tx: SolanaTransaction, sold: string): Payment {
  const gains = tx.failed === undefined ? gainsOf(tx) : wouldHavePaid(tx);
  const own = gains.filter(({ owner }) => owner === address);
  const wanted = own.filter(({ asset }) => asset === sold);
  if (wanted.length > 0)
    return { to: address, asset: sold, baseUnits: wanted.reduce((sum, { baseUnits }) => sum + baseUnits, 0n) };
  const other = largest(own);
  if (other) return { to: address, asset: other.asset };
  return { to: largest(gains)?.owner ?? NOBODY };
}

function vaultSwap(tx: SolanaTransaction): Payment {
  const [swap] = instructionsOf(tx).flatMap((instruction) =>
    instruction.kind === 'vaultSwap' ? [instruction.swap] : [],
  );
  if (!swap) return { contract: NOBODY };
  const destination = swap.contractCall ? undefined : vaultDestination(swap);
  return {
    contract: swap.programId,
    asset: swap.mint ?? NATIVE,
    baseUnits: swap.amount,
    ...(destination ? { destination } : {}),
  };
}

/** Undefined when only the provider can judge. */
function paymentOf(tx: SolanaTransaction, draft: RouteDraft): Payment | undefined {
  if (draft.inboundAddress !== undefined) return transferTo(draft.inboundAddress, tx, soldOnChain(draft));
  if (!isOwnCall(draft)) return vaultSwap(tx);
  return traitsOf(draft.legs[0]?.provider).settlesInOneTransaction ? jupiterPayment(tx, draft) : undefined;
}

/** Rooted slots are not counted further: such a transaction is final. */
const confirmationsIn = (status: SolanaStatus, required: number): number =>
  status.level === 'finalized' ? required : Math.min(status.confirmations ?? required - 1, required - 1);

async function look(client: SolanaClient, { draft, hash, signal }: SourceQuestion): Promise<SourceReport | undefined> {
  const required = CHAINS[client.chain].confirmations;
  const [status, tx] = await Promise.all([client.status(hash, { signal }), client.transaction(hash, { signal })]);
  const slot = status?.slot ?? tx?.slot;
  if (slot === undefined) return undefined;
  const payment = tx && paymentOf(tx, draft);
  const isSold = payment?.asset?.toLowerCase() === soldOnChain(draft).toLowerCase();
  const rooted = status?.level === 'finalized';
  const failed = tx?.failed ?? status?.failed;
  const address = payment?.to ?? payment?.contract;
  return {
    ...(payment ? { payment } : {}),
    tx: {
      hash,
      chain: client.chain,
      confirmations: status ? confirmationsIn(status, required) : 1,
      requiredConfirmations: required,
      blockNumber: slot,
      ...(payment?.baseUnits === undefined || !isSold
        ? {}
        : { amount: { ...draft.sell, baseUnits: payment.baseUnits } }),
      ...(address === undefined ? {} : { address }),
    },
    final: rooted && failed === undefined,
    ...(rooted && failed !== undefined ? { failed: `The transaction failed: ${failed}.` } : {}),
    ...(tx?.blockTime === undefined ? {} : { at: tx.blockTime * 1000 }),
    ...(tx ? { recipients: gainsOf(tx).map(({ owner }) => owner) } : {}),
  };
}

export const createSolanaSource = (client: SolanaClient): Source => ({
  look: (question) => look(client, question),
  isBehind: (at) => isBehind(client, at),
  // A signature is valid for some 150 slots and never afterwards; nothing can replace it.
  replacementOf: async () => undefined,
  async confirmationsOf(hash, signal) {
    const status = await client.status(hash, { signal });
    if (!status || status.failed !== undefined) return undefined;
    const confirmations = confirmationsIn(status, CHAINS[client.chain].confirmations);
    return { confirmations, blockNumber: status.slot };
  },
});
