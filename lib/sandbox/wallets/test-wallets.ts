/** For tests: the wallets as a page sees them, and the ledgers that they pay from. */
import { z } from 'zod';
import type { ChainId } from '../../domain/chain-id.ts';
import type { encodeSignedTx } from '../cosmos/cosmos-signer.ts';
import type { UtxoLedger } from '../utxo/utxo-ledger.ts';

export function ledgerOf<L>(ledgers: Map<ChainId, L>, chain: ChainId): L {
  const ledger = ledgers.get(chain);
  if (!ledger) throw new Error(`no ${chain}`);
  return ledger;
}

export async function utxosOf(ledger: UtxoLedger, address: string): Promise<unknown> {
  const path = `/address/${address}/utxo`;
  const { body } = await ledger.service.handle({
    method: 'GET',
    path,
    query: new URLSearchParams(),
    body: '',
  });
  const schema = z.array(
    z.object({ txid: z.string(), vout: z.number(), value: z.number(), status: z.object({ confirmed: z.boolean() }) }),
  );
  return schema
    .parse(JSON.parse(body))
    .map(({ txid, vout, value, status }) => ({ txid, vout, value: String(value), confirmed: status.confirmed }));
}

export const RPC: Record<string, unknown> = {
  eth_getBlockByNumber: { baseFeePerGas: '0x7' },
  eth_maxPriorityFeePerGas: '0x3b9aca00',
  eth_estimateGas: '0x5208',
  eth_getTransactionCount: '0x4',
  eth_sendRawTransaction: `0x${'ab'.repeat(32)}`,
  eth_blockNumber: '0x10',
};

export type Request = { request(call: { method: string; params?: unknown }): Promise<unknown> };

export type Unisat = Record<'requestAccounts' | 'getAccounts', () => Promise<string[]>> & {
  signPsbt(psbt: string, options?: unknown): Promise<string>;
};

export type Keplr = {
  enable(id: string): Promise<void>;
  getKey(id: string): Promise<{ bech32Address: string }>;
  signAmino(id: string, signer: string, doc: unknown): Promise<Parameters<typeof encodeSignedTx>[0]>;
};
