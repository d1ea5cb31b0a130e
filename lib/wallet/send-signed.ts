/** Sends a signed transaction, and reports with certainty whether nothing was sent or whether that is unknown. */
import { type GatewayClient, GatewayError } from '../api/gateway.ts';
import { chainOf } from '../chains/chains.ts';
import type { ChainId } from '../domain/chain-id.ts';
import { PaymentError } from './wallet-types.ts';

/**
 * The hash. @throws {PaymentError} `refusedByNetwork`, `expired`, `insufficientFunds`: nothing was sent; `unknown`: it
 * may be under way.
 */
export async function sendSigned(gateway: GatewayClient, chain: ChainId, raw: string): Promise<string> {
  try {
    return await gateway.broadcast(chain, raw);
  } catch (cause) {
    const refused = cause instanceof GatewayError && cause.refused;
    const said = cause instanceof Error ? cause.message : 'no answer';
    const fault = cause instanceof GatewayError ? cause.fault : undefined;
    throw refused
      ? new PaymentError(fault ?? 'refusedByNetwork', `${chainOf(chain).name} refused the transaction: ${said}`, {
          nothingSent: true,
          cause,
        })
      : new PaymentError('unknown', `The transaction is signed, but sending it gave no clear answer (${said}).`, {
          nothingSent: false,
          cause,
        });
  }
}
