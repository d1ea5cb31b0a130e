/**
 * Transactions of Bitcoin, Cosmos and Solana are shown field by field, each value with its label, and marked where it
 * differs.
 */
import { Script } from '@scure/btc-signer';
import { expect, test } from 'vitest';
import { createText } from '../../lib/i18n/text.ts';
import { encodeBtcPayload } from '../../lib/payments/chainflip/testing/chain-encoder.ts';
import type { PayableRoute } from '../../lib/payments/payable-route.ts';
import { NO_FACTS } from '../../lib/payments/solana/solana-facts.ts';
import { bitcoinRoute, gaiaRoute, gaiaTx, honestTx, psbtOf, SENDER, VAULT } from '../../lib/wallet/testing/routes.ts';
import { SOL_SENDER, SOL_STRANGER, solSwapRoute, swapOf } from '../../lib/wallet/testing/solana-routes.ts';
import { readCosmos } from './read-cosmos.ts';
import { readPsbtSigning } from './read-psbt.ts';
import { readSolana } from './read-solana.ts';
import { mayBeSigned, type Signing } from './signing.ts';

const t = createText('en');
const shown = ({ sections }: Signing) =>
  sections.flatMap(({ rows }) => rows.map(({ name, value, note }) => [name, value, ...(note ? [note] : [])]));

const TO = '11'.repeat(20);
function vaultSwap(dstAddress = TO): Signing {
  const payload = encodeBtcPayload(0, {
    dstToken: 1,
    dstAddress,
    retry: 100,
    minOutput: 99n * 10n ** 17n,
    oracle: 255,
    chunks: 1,
    interval: 2,
    boost: 0,
    brokerBps: 0,
    affiliates: [],
  });
  const psbt = psbtOf({
    ...honestTx(),
    outputs: [
      { script: VAULT.script, amount: 50_000_000n },
      { script: Script.encode(['RETURN', payload]), amount: 0n },
      { script: SENDER.script, amount: 49_999_000n },
    ],
  });
  const route: PayableRoute = bitcoinRoute({ tx: psbt, inboundAddress: undefined, memo: undefined });
  return readPsbtSigning(t, psbt, route, 'sandbox');
}

test('a swap through Chainflip’s vault on Bitcoin shows its outputs, and the instructions to the network', () => {
  const signing = vaultSwap();
  expect(mayBeSigned(signing)).toBe(true);
  expect(signing.sections.map(({ title }) => title)).toContain('What Chainflip is told to do');
  expect(shown(signing)).toEqual(
    expect.arrayContaining([
      ['Pays the vault', VAULT.address, '0.5 BTC'],
      ['Swap instruction (OP_RETURN memo)', '0 BTC'],
      ['Buy', 'ETH on Ethereum'],
      ['Pay it to', `0x${TO}`],
      ['Minimum before payout fee', '9.9 ETH'],
      ['Refund to', SENDER.address],
      ['Returns the change to you', SENDER.address, '0.49999 BTC'],
      ['Network fee', '0.00001 BTC', expect.stringContaining('sat for each virtual byte')],
    ]),
  );
});

test('a payment to another address is stopped with both addresses', () => {
  const signing = vaultSwap('22'.repeat(20));
  expect(signing.differences).toEqual([{ name: 'Pay it to', reviewed: `0x${TO}`, signed: `0x${'22'.repeat(20)}` }]);
  expect(mayBeSigned(signing)).toBe(false);
});

test('a call of Chainflip’s program that refunds another account is stopped with both accounts', () => {
  const route = solSwapRoute([swapOf({ refundTo: SOL_STRANGER })]);
  const signing = readSolana(t, String(route.tx), route, NO_FACTS);
  expect(signing.differences).toEqual([{ name: 'Refund to', reviewed: SOL_SENDER, signed: SOL_STRANGER }]);
  expect(signing.fault).toContain('refunds go to another address');
});

test('further fields of a Cosmos message are shown by their own names, whatever they are', () => {
  const tx = gaiaTx();
  for (const { value } of tx.msgs) Object.assign(value, { constructor: 'a', vault: 'b' });
  const signing = readCosmos(t, gaiaRoute(tx));
  expect(shown(signing)).toEqual(
    expect.arrayContaining([
      ['constructor', 'a'],
      ['vault', 'b'],
    ]),
  );
  expect(signing.differences).toEqual([]);
});
