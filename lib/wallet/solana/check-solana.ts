/** Holds a Solana transaction against its route, instruction by instruction, before it is signed and after. */
import { ed25519 } from '@noble/curves/ed25519.js';
import { base58 } from '@scure/base';
import { chainOf } from '../../chains/chains.ts';
import { toBaseUnits } from '../../domain/amount.ts';
import { assetOf } from '../../domain/asset.ts';
import { orderOfCall } from '../../payments/chainflip/vault-order.ts';
import type { PayableRoute } from '../../payments/payable-route.ts';
import { upstreamOf } from '../../payments/payable-route.ts';
import { type ReadInstruction, SOLANA_PROGRAMS } from '../../payments/solana/instructions.ts';
import { readSolanaMemo } from '../../payments/solana/memo.ts';
import { priorityLamports } from '../../payments/solana/priority-fee.ts';
import { associatedTokenAccount } from '../../payments/solana/token-account.ts';
import { unreadOrderFault } from '../chainflip/vault-order.ts';
import { solanaOrderFault } from '../garden/check-solana-order.ts';
import { jupiterTxFault } from '../jupiter/check-jupiter.ts';
import { refusal, routeToSign } from '../refuse.ts';
import { PaymentError } from '../wallet-types.ts';
import { type DecodedTransaction, decodeTransaction } from './decode-transaction.ts';
import { NO_FACTS, type SolanaFacts } from './solana-facts.ts';

const differs = (what: string) =>
  new PaymentError('mismatch', `${what} This is not the payment that you reviewed, so it was not signed.`, {
    nothingSent: true,
  });

type Of<K extends ReadInstruction['kind']> = Extract<ReadInstruction, { kind: K }>;

/** Most that a priority fee is ever right, lamports: some hundred times what a payment costs at a busy hour. */
const MAX_PRIORITY_LAMPORTS = 20_000_000n;

const find = <K extends ReadInstruction['kind']>(all: readonly ReadInstruction[], kind: K): Of<K>[] =>
  all.filter((one): one is Of<K> => one.kind === kind);

function amountOf(route: PayableRoute, decimals: number): bigint {
  const amount = toBaseUnits(route.sellAmount, decimals, 'exact');
  if (amount === undefined) throw differs('The amount cannot be read.');
  return amount;
}

const coinDecimals = (route: PayableRoute): number => chainOf(assetOf(route.sellAsset).chain).native.decimals;

function checkFee(all: readonly ReadInstruction[]): void {
  const [prices, limits] = [find(all, 'computePrice'), find(all, 'computeLimit')];
  if (prices.length > 1 || limits.length > 1) throw differs('The network fee is set twice.');
  if (priorityLamports(all) > MAX_PRIORITY_LAMPORTS) throw differs('The network fee is out of bounds.');
}

function checkTransfer(transfer: Of<'transfer'>, route: PayableRoute): void {
  if (assetOf(route.sellAsset).kind !== 'native') throw differs('It pays SOL, which is not what you sell.');
  if (transfer.from !== route.sourceAddress) throw differs('The transfer comes from another account.');
  if (transfer.to !== route.inboundAddress) throw differs('The transfer does not go to the deposit address.');
  if (transfer.baseUnits !== amountOf(route, coinDecimals(route))) throw differs('The transfer is not what you sell.');
}

function checkTokenTransfer(transfer: Of<'tokenTransfer'>, route: PayableRoute): void {
  const asset = assetOf(route.sellAsset);
  // The chain holds the decimals against the mint, so a token whose decimals are misstated cannot be moved at all.
  if (asset.kind !== 'token' || transfer.mint !== asset.address || transfer.decimals === undefined)
    throw differs('It pays another token than the one that you sell.');
  if (transfer.authority !== route.sourceAddress) throw differs('The transfer comes from another account.');
  if (!route.inboundAddress || transfer.destination !== associatedTokenAccount(route.inboundAddress, asset.address))
    throw differs('The transfer does not go to the deposit address.');
  if (transfer.baseUnits !== amountOf(route, transfer.decimals)) throw differs('The transfer is not what you sell.');
}

/** The account may be opened that is paid to, and no other. */
function checkOpenings(openings: readonly Of<'createTokenAccount'>[], transfer: Of<'tokenTransfer'> | undefined): void {
  if (openings.length === 0) return;
  const [opening] = openings;
  const isTheOne =
    openings.length === 1 &&
    transfer !== undefined &&
    opening?.account === transfer.destination &&
    opening.mint === transfer.mint &&
    opening.payer === transfer.authority &&
    opening.tokenProgram === SOLANA_PROGRAMS.token;
  if (!isTheOne) throw differs('It opens an account that has nothing to do with the payment.');
}

function checkVaultSwap({ swap }: Of<'vaultSwap'>, route: PayableRoute): void {
  const asset = assetOf(route.sellAsset);
  if (swap.programId !== route.targetAddress) throw differs('It calls another program than the route names.');
  if (swap.from !== route.sourceAddress) throw differs('It takes from another account.');
  const decimals = asset.kind === 'token' ? swap.decimals : coinDecimals(route);
  if (swap.mint !== (asset.kind === 'token' ? asset.address : undefined) || decimals === undefined)
    throw differs('It takes another asset than the one that you sell.');
  if (swap.amount !== amountOf(route, decimals)) throw differs('It takes another amount than you sell.');
  const fault = unreadOrderFault(() => orderOfCall(swap, swap.amount, 32), route);
  if (fault) throw refusal(fault);
}

function checkPayment(all: readonly ReadInstruction[], route: PayableRoute): void {
  const [transfers, tokens, swaps] = [find(all, 'transfer'), find(all, 'tokenTransfer'), find(all, 'vaultSwap')];
  if (transfers.length + tokens.length + swaps.length !== 1) throw differs('It is not one payment.');
  const [transfer] = transfers;
  const [token] = tokens;
  const [swap] = swaps;
  if (transfer) checkTransfer(transfer, route);
  if (token) checkTokenTransfer(token, route);
  if (swap) checkVaultSwap(swap, route);
  checkOpenings(find(all, 'createTokenAccount'), token);
}

/** A transfer to a deposit address, or a call of Chainflip's swap program; their transactions hide nothing in tables. */
function checkPlain(tx: DecodedTransaction, route: PayableRoute, extra: ReadonlySet<string>): void {
  if (tx.lookupTables.length > 0) throw differs('It hides accounts in lookup tables.');
  const given = tx.instructions.filter(({ programId }) => !extra.has(programId));
  const memos = given.flatMap((one) => readSolanaMemo(one) ?? []);
  if (memos.join() !== (route.memo ?? '') || memos.length > 1)
    throw differs('The memo, which says what the payment is for, is not that of the route.');
  const instructions = given.filter((one) => readSolanaMemo(one) === undefined).map(({ read }) => read);
  const unknown = find(instructions, 'unknown')[0];
  if (unknown) throw differs(`It does something that is no payment (program ${unknown.programId}).`);
  checkFee(instructions);
  checkPayment(instructions, route);
}

function faultOfKind(
  transaction: string | Uint8Array,
  tx: DecodedTransaction,
  route: PayableRoute,
  facts: SolanaFacts,
  extra: ReadonlySet<string>,
): string | undefined {
  if (upstreamOf(route) === 'JUPITER') return jupiterTxFault(transaction, route, facts, extra);
  if (upstreamOf(route) === 'GARDEN')
    return solanaOrderFault(
      tx.instructions.filter(({ programId }) => !extra.has(programId)),
      route,
      facts,
    );
  checkPlain(tx, route, extra);
  return undefined;
}

/** All of it, by the rules of its kind. */
function checkWhole(
  transaction: string | Uint8Array,
  reviewed: PayableRoute,
  facts: SolanaFacts,
  extra: ReadonlySet<string>,
): DecodedTransaction {
  const route = routeToSign(reviewed);
  const tx = decode(transaction, facts);
  if (tx.signers.length !== 1 || tx.signers[0] !== route.sourceAddress)
    throw differs('It is to be signed or paid for by another account.');
  if (assetOf(route.sellAsset).chain !== 'SOL') throw differs('What you sell is not on Solana.');
  const fault = faultOfKind(transaction, tx, route, facts, extra);
  if (fault !== undefined) throw differs(fault);
  return tx;
}

const decode = (transaction: string | Uint8Array, { tables }: SolanaFacts): DecodedTransaction => {
  try {
    return decodeTransaction(transaction, tables);
  } catch (cause) {
    throw new PaymentError('mismatch', 'The transaction cannot be read, so it was not signed.', {
      nothingSent: true,
      cause,
    });
  }
};

/**
 * The route's transaction, all of it checked.
 * @param facts what the chain says of its tables and mints; transfers need none.
 * @throws {PaymentError} `mismatch`
 */
export function checkSolanaTx(route: PayableRoute, facts: SolanaFacts = NO_FACTS): DecodedTransaction {
  if (typeof route.tx !== 'string') throw differs('The transaction cannot be read.');
  return checkWhole(route.tx, route, facts, new Set());
}

/** Wallets add assertions that stop a payment which would do more than it said. */
const ADDED_BY_WALLETS = new Set<string>([SOLANA_PROGRAMS.lighthouse]);

/**
 * What a wallet signed, under the same rules as what it was given, and its signature, which names the transaction.
 * Wallets may set the fee and a newer blockhash. @throws {PaymentError} `mismatch`: nothing was sent.
 */
export function checkSignedSolana(
  signed: Uint8Array,
  route: PayableRoute,
  facts: SolanaFacts = NO_FACTS,
): { signature: string } {
  const tx = checkWhole(signed, route, facts, ADDED_BY_WALLETS);
  const [signature] = tx.signatures;
  const isValid = signature !== undefined && isSignedBy(signature, tx.message, route.sourceAddress);
  if (!isValid)
    throw new PaymentError('mismatch', 'The wallet gave no valid signature back, so nothing was sent.', {
      nothingSent: true,
    });
  return { signature: base58.encode(signature) };
}

function isSignedBy(signature: Uint8Array, message: Uint8Array, address: string): boolean {
  try {
    return ed25519.verify(signature, message, base58.decode(address));
  } catch {
    return false;
  }
}
