/** A PSBT that asks for a signature over a part of it, that waits, or that hides its cost is not signed. */
import { RawTx, Transaction } from '@scure/btc-signer';
import { describe, expect, it } from 'vitest';
import type { ChainId } from '../../domain/chain-id.ts';
import { honestTx, keyHashAddress, transactionOf } from '../../wallet/testing/routes.ts';
import { firstFault } from '../payment-fields.ts';
import { signingSection } from './signing-terms.ts';

const LEGACY = keyHashAddress([0x6f], 7);

const faultOf = (tx: Transaction, chain: ChainId = 'BTC') => firstFault([signingSection(tx, chain)])?.message;
const changed = (change: (tx: Transaction) => void): Transaction => {
  const tx = transactionOf(honestTx());
  change(tx);
  return tx;
};

/** Spends an output of `amount`, stated without the transaction that paid it. */
function legacy(amount: bigint, withPrevious: boolean): Transaction {
  const previous = new Transaction({ allowUnknownOutputs: true });
  previous.addInput({ txid: 'cc'.repeat(32), index: 0 });
  previous.addOutput({ script: LEGACY.script, amount: 1_000n });
  const raw = RawTx.decode(previous.unsignedTx);
  const tx = new Transaction({ allowUnknownOutputs: true, allowLegacyWitnessUtxo: true });
  const spent = withPrevious ? { nonWitnessUtxo: raw } : { witnessUtxo: { script: LEGACY.script, amount } };
  tx.addInput({ txid: previous.id, index: 0, sequence: 0xffffffff, ...spent });
  tx.addOutput({ script: LEGACY.script, amount: 900n });
  return tx;
}

describe('the request to a signer', () => {
  it('is nothing beside the inputs and outputs of a right payment', () => {
    expect(faultOf(changed(() => undefined))).toBeUndefined();
    expect(faultOf(changed((tx) => tx.updateInput(0, { sighashType: 1 })))).toBeUndefined();
  });

  it.each([2, 3, 0x81, 0x82, 0x83])('may not be a signature for a part of it (%d)', (sighashType) => {
    expect(faultOf(changed((tx) => tx.updateInput(0, { sighashType })))).toMatch(/^The signature would be for a part/);
  });

  it('may not be a transaction that waits', () => {
    expect(faultOf(changed((tx) => tx.updateInput(0, { sequence: 4096 })))).toMatch(
      /^An input can be spent only later/,
    );
    const late = new Transaction({ lockTime: 1_900_000_000, allowUnknownOutputs: true });
    expect(faultOf(late)).toMatch(/^The transaction can be mined only later/);
  });

  it('binds the value of a legacy input, by the transaction that paid it', () => {
    expect(faultOf(legacy(1_000n, true), 'DOGE')).toBeUndefined();
    expect(faultOf(legacy(1_000n, false), 'DOGE')).toMatch(/^What an input spends is not bound/);
  });

  it('needs no such transaction when signatures cover amounts', () => {
    for (const chain of ['BCH', 'ZEC'] as const) expect(faultOf(legacy(1_000n, false), chain)).toBeUndefined();
  });
});
