/**
 * An external wallet on a Bitcoin-family chain: holds its own key and pays an address, with or without a memo, without
 * knowing about routes.
 */
import { randomBytes } from 'node:crypto';
import { expect } from '@playwright/test';
import { hex } from '@scure/base';
import * as btc from '@scure/btc-signer';
import { pubECDSA } from '@scure/btc-signer/utils.js';
import { createGatewayClient } from '../../lib/api/gateway.ts';
import { networkOf } from '../../lib/chains/chains.ts';
import type { ChainId } from '../../lib/domain/chain-id.ts';
import { sharedSandbox } from './sandbox.ts';

export type Payment = { to: string; baseUnits: bigint; memo?: string };

/** @param chain one with segregated witness: BTC or LTC. */
export function createUtxoPayer(baseUrl: string, chain: ChainId) {
  const { utxo } = networkOf(chain, 'sandbox');
  if (!utxo?.bech32) throw new Error(`${chain} has no addresses with a witness`);
  const [pubKeyHash = 0] = utxo.pubKeyHash;
  const [scriptHash = 0] = utxo.scriptHash;
  const network = { bech32: utxo.bech32, pubKeyHash, scriptHash, wif: utxo.wif };
  const key = new Uint8Array(randomBytes(32));
  const own = btc.p2wpkh(pubECDSA(key), network);
  const address = own.address;
  if (!address) throw new Error('no address');
  const gateway = createGatewayClient({ baseUrl });
  const FEE = 5000n;

  return {
    address,
    /** Pays the recipient in the first output, then the memo if any, then the change. Returns the hash. */
    async pay({ to, baseUnits, memo }: Payment): Promise<string> {
      // The library has no template for OP_RETURN and treats it as unknown.
      const tx = new btc.Transaction({ allowUnknownOutputs: true });
      let held = 0n;
      for (const { txid, vout, value } of await gateway.utxos(chain, address)) {
        tx.addInput({ txid, index: vout, witnessUtxo: { script: own.script, amount: BigInt(value) } });
        held += BigInt(value);
      }
      tx.addOutputAddress(to, baseUnits, network);
      if (memo !== undefined)
        tx.addOutput({ script: btc.Script.encode(['RETURN', new TextEncoder().encode(memo)]), amount: 0n });
      tx.addOutputAddress(address, held - baseUnits - FEE, network);
      tx.sign(key);
      tx.finalize();
      return gateway.broadcast(chain, hex.encode(tx.extract()));
    },
  };
}

/** Waits until everything sent to the address is in a block, since the service does not spend unconfirmed outputs. */
export async function untilConfirmed(baseUrl: string, chain: ChainId, address: string): Promise<void> {
  const gateway = createGatewayClient({ baseUrl });
  const confirmed = async () => (await gateway.utxos(chain, address)).map((utxo) => utxo.confirmed);
  await sharedSandbox().hurried(() =>
    expect.poll(async () => [...new Set(await confirmed())], { timeout: 60_000 }).toEqual([true]),
  );
}
