/** Says what a Solana transaction does, instruction by instruction; what cannot be told is shown as it stands. */
import { bytesToHex } from '@noble/hashes/utils.js';
import { chainOf } from '../../../chains/chains.ts';
import { type ReadInstruction, readInstruction } from '../../../chains/solana-instructions.ts';
import { vaultDestination } from '../../../chains/solana-vault-swap.ts';
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

type Swap = Extract<ReadInstruction, { kind: 'vaultSwap' }>;

function swapFacts(swap: Swap): Fact[] {
  const destination = vaultDestination(swap);
  return [
    ['Swap', `${amount(swap.baseUnits, swap.mint)} through program ${swap.programId}`],
    [
      'Pays',
      destination
        ? `${destination.asset} to ${destination.address}`
        : `token ${swap.dstToken} of chain ${swap.dstChain} to ${bytesToHex(swap.dstAddress)}`,
    ],
    ...(swap.refund ? [['Refunds to', swap.refund.address] as const] : []),
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
      return swapFacts(read);
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
