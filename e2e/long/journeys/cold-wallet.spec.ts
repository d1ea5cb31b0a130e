/**
 * Keys that never touch a browser: what is to be signed is exported, what was signed is imported, and only the
 * identical payment is sent.
 */
import { readFile } from 'node:fs/promises';
import { base64 } from '@scure/base';
import * as btc from '@scure/btc-signer';
import { pubECDSA } from '@scure/btc-signer/utils.js';
import { networkOf } from '../../../lib/chains/chains.ts';
import { NEWCOMER } from '../../support/accounts.ts';
import { expect, SWAP_MS, test } from '../../support/page-test.ts';
import { untilConfirmed } from '../../support/utxo-payer.ts';

const KEY = new Uint8Array(32).map((_, index) => index + 11);
const { utxo } = networkOf('BTC', 'sandbox');
const [pubKeyHash = 0] = utxo?.pubKeyHash ?? [];
const [scriptHash = 0] = utxo?.scriptHash ?? [];
const OWN = btc.p2wpkh(pubECDSA(KEY), { bech32: utxo?.bech32 ?? '', pubKeyHash, scriptHash, wif: utxo?.wif ?? 0 });

/** A cold wallet that signs whatever it is given. */
function signed(psbt: Uint8Array, change?: (tx: btc.Transaction) => btc.Transaction): string {
  const read = btc.Transaction.fromPSBT(psbt, { allowUnknownOutputs: true });
  const tx = change ? change(read) : read;
  tx.sign(KEY);
  return base64.encode(tx.toPSBT(0));
}

/** The same coins, all sent to the cold wallet's own address. */
function toItself(tx: btc.Transaction): btc.Transaction {
  const other = new btc.Transaction({ allowUnknownOutputs: true });
  for (let index = 0; index < tx.inputsLength; index += 1) other.addInput(tx.getInput(index));
  for (let index = 0; index < tx.outputsLength; index += 1) {
    const { script, amount } = tx.getOutput(index);
    if (!script || amount === undefined) throw new Error('an output cannot be read');
    other.addOutput({ script: index === 0 ? OWN.script : script, amount });
  }
  return other;
}

test('BTC becomes ETH from a cold wallet: the PSBT is exported as a file, a changed one is refused, the right one arrives', async ({
  swapPage,
  trackPage,
  sandbox,
  api,
  baseURL,
}) => {
  const { page } = swapPage;
  await sandbox.fund('BTC', OWN.address ?? '', '1');
  await untilConfirmed(baseURL ?? '', 'BTC', OWN.address ?? '');
  await swapPage.open();
  await swapPage.fill({
    sell: { symbol: 'BTC', chain: 'Bitcoin' },
    buy: { symbol: 'ETH', chain: 'Ethereum' },
    amount: '0.05',
    to: NEWCOMER.ETH,
  });
  await swapPage.withoutWallet(OWN.address ?? '');
  const review = await swapPage.review('THORChain');
  await expect(review.dialog).not.toContainText('Do not sign');
  const sheet = await review.signElsewhere();
  const saving = page.waitForEvent('download');
  await sheet.getByRole('button', { name: 'Save as a file' }).click();
  const file = await (await saving).path();
  const psbt = new Uint8Array(await readFile(file));
  expect(base64.encode(psbt)).toBe(review.route.tx);
  const paste = sheet.getByRole('textbox', { name: 'Signed transaction' });
  const send = sheet.getByRole('button', { name: /^Check it and swap 0\.05 BTC/ });
  await expect(send).toBeDisabled();
  const refused = sheet.getByRole('alert').filter({ hasText: 'Not sent: this is not what you exported' });

  await test.step('an unsigned one, and one that pays another recipient, are refused with a message', async () => {
    await paste.fill(base64.encode(psbt));
    await send.click();
    await expect(refused).toContainText('It is not signed, or not in every place.');
    await paste.fill(signed(psbt, toItself));
    await send.click();
    await expect(refused).toContainText('what it pays, and in which order');
    await expect(refused).toContainText('Nothing was sent.');
  });

  await paste.fill(signed(psbt));
  await send.click();
  await trackPage.arrivedAt(review.quoteId);
  await expect(trackPage.state).toHaveText('Arrived', { timeout: SWAP_MS });
  const end = await api.track({ quoteId: review.quoteId });
  expect(end).toMatchObject({ success: true, trackingStatus: 'completed' });
});
