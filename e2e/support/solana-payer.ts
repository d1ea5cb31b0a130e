/**
 * Pays Solana routes as a program would: with its own key, the page's gateway as its node, and the route's transaction
 * unchanged.
 */
import { randomBytes } from 'node:crypto';
import { ed25519 } from '@noble/curves/ed25519.js';
import { base58, base64 } from '@scure/base';
import { createGatewayClient } from '../../lib/api/gateway.ts';
import type { WireRoute } from '../../lib/api/schemas/route.ts';

const SIGNATURE_BYTES = 64;

export function createSolanaPayer(baseUrl: string) {
  const key = new Uint8Array(randomBytes(32));
  const gateway = createGatewayClient({ baseUrl });
  /** Adds the one signature that the transaction needs. Source: solana.com/docs/core/transactions, wire format. */
  function signed(transaction: string): string {
    const bytes = base64.decode(transaction);
    if (bytes[0] !== 1) throw new Error(`${bytes[0]} signatures are wanted, not one`);
    bytes.set(ed25519.sign(bytes.slice(1 + SIGNATURE_BYTES), key), 1);
    return base64.encode(bytes);
  }
  const address = base58.encode(ed25519.getPublicKey(key));
  return {
    address,
    /** The balance in base units; without a mint in lamports. */
    balance: (token?: string, of = address) =>
      gateway.balance('SOL', { address: of, ...(token === undefined ? {} : { token }) }),
    /** Sends the transaction and returns its signature. */
    async pay({ tx }: WireRoute): Promise<string> {
      if (typeof tx !== 'string') throw new Error('the route has no transaction');
      return gateway.broadcast('SOL', signed(tx));
    },
  };
}
