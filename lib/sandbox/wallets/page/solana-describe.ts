/** Says what a Solana transaction does, instruction by instruction; what cannot be told is shown as it stands. */
import { addressText, vaultDestination } from '../../../chains/chainflip/destination.ts';
import type { SolanaVaultSwap } from '../../../chains/chainflip/solana-call.ts';
import { orderOfCall } from '../../../chains/chainflip/vault-order.ts';
import { chainOf } from '../../../chains/chains.ts';
import { type ReadInstruction, readInstruction } from '../../../chains/solana-instructions.ts';
import { fromBaseUnits } from '../../../domain/amount.ts';
import { TOKEN_DECIMALS, USDC_MINT, USDT_MINT } from '../../solana/chainflip-accounts.ts';
import type { TransactionParts } from '../../solana/transaction-parts.ts';
import { coins } from './amounts.ts';
import type { Fact } from './confirm.ts';

const CHAIN = 'SOL';
const SYMBOLS: Readonly<Record<string, string>> = { [USDC_MINT]: 'USDC', [USDT_MINT]: 'USDT' };

function amount(baseUnits: bigint, mint: string | undefined): string {
  if (mint === undefined) return coins(CHAIN, baseUnits);
  const symbol = SYMBOLS[mint];
  return symbol ? `${fromBaseUnits(baseUnits, TOKEN_DECIMALS)} ${symbol}` : `${baseUnits} units of ${mint}`;
}

/** Whom it pays back; what cannot be read is shown as it stands. */
function refundTo(swap: SolanaVaultSwap): string {
  try {
    const { refundAddress = '' } = orderOfCall(swap, swap.amount, 32);
    return addressText('Solana', refundAddress) ?? refundAddress;
  } catch (error) {
    return error instanceof Error ? `nobody that can be told: ${error.message}` : 'nobody that can be told';
  }
}

function swapFacts(swap: SolanaVaultSwap): Fact[] {
  const destination = vaultDestination(swap);
  return [
    ['Swap', `${amount(swap.amount, swap.mint)} through program ${swap.programId}`],
    [
      'Pays',
      destination
        ? `${destination.asset} to ${destination.address}`
        : `token ${swap.dstToken} of chain ${swap.dstChain} to ${swap.dstAddress}`,
    ],
    ['Refunds to', refundTo(swap)],
  ];
}

function factsOf(read: ReadInstruction): Fact[] {
  switch (read.kind) {
    case 'transfer':
      return [['Sends', `${amount(read.baseUnits, undefined)} to ${read.to}`]];
    case 'tokenTransfer':
      return [['Sends', `${amount(read.baseUnits, read.mint ?? 'a token')} to token account ${read.destination}`]];
    case 'createTokenAccount':
      return [['Opens', `a ${SYMBOLS[read.mint] ?? read.mint} account of ${read.owner}`]];
    case 'vaultSwap':
      return swapFacts(read.swap);
    case 'computeLimit':
      return [['Compute units', `at most ${read.units}`]];
    case 'computePrice':
      return [['Priority', `${read.microLamports} millionths of a lamport a unit`]];
    case 'unknown':
      return [['Calls', `program ${read.programId}`]];
  }
}

export function transactionFacts(parts: TransactionParts): Fact[] {
  const named = (index: number): string => parts.staticKeys[index] ?? `looked-up account ${index}`;
  return [
    ['Network', `${chainOf(CHAIN).name} (local)`],
    ...parts.instructions.flatMap(({ programIndex, accounts, data }) =>
      factsOf(readInstruction({ programId: named(programIndex), accounts: accounts.map(named), data })),
    ),
    ['Fee paid by', named(0)],
  ];
}
