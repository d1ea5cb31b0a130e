/**
 * Checks a transaction that a Solana wallet signed by the rules of the one it was given, and takes the signature as
 * its id.
 */
import { ed25519 } from '@noble/curves/ed25519.js';
import { base58 } from '@scure/base';
import type { PayableRoute } from '../../payments/payable-route.ts';
import { SOLANA_PROGRAMS } from '../../payments/solana/instructions.ts';
import { readSolanaPayment } from '../../payments/solana/read-solana.ts';
import { NO_FACTS, type SolanaFacts } from '../../payments/solana/solana-facts.ts';
import { readSolanaTransaction } from '../../payments/solana/transaction.ts';
import { refuseFault, routeToSign } from '../refuse.ts';
import { PaymentError } from '../wallet-types.ts';

/** Wallets add assertions that stop a payment which would do more than shown. */
const ADDED_BY_WALLETS = new Set<string>([SOLANA_PROGRAMS.lighthouse]);

/**
 * The wallet's signed transaction, checked by the same rules as the given one, and its signature, which is its id.
 * Wallets may set the fee and a newer blockhash. @throws {PaymentError} `mismatch`: nothing was sent.
 */
export function checkSignedSolana(
  signed: Uint8Array,
  reviewed: PayableRoute,
  facts: SolanaFacts = NO_FACTS,
): { signature: string } {
  const route = routeToSign(reviewed);
  refuseFault(readSolanaPayment(signed, route, facts, ADDED_BY_WALLETS));
  const { signatures, message } = readSolanaTransaction(signed);
  const [signature] = signatures;
  const isValid = signature !== undefined && isSignedBy(signature, message, route.sourceAddress);
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
