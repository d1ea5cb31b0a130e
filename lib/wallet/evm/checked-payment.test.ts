/** Any fault of a reading stops the payment before anything is signed, and is reported. */
import { expect, test } from 'vitest';
import { initiateMessage, wbtcOrderRoute } from '../testing/order-routes.ts';
import { depositData, etherRoute, evmTx, faultOf, NOW, tokenRoute } from '../testing/routes.ts';
import { checkedEvmPayment } from './checked-payment.ts';

const at = { network: 'sandbox' as const, nowSeconds: NOW, facts: { tokenDecimals: 6 } };
const stranger = '0x9999999999999999999999999999999999999999';

test('the right payment goes to the wallet, its allowances first', () => {
  const { tx, approvals } = checkedEvmPayment(tokenRoute(), at);
  expect(tx).toEqual(tokenRoute().tx);
  expect(approvals).toEqual(tokenRoute().meta.approvals);
});

test.each([
  ['another contract', etherRoute(evmTx({ to: stranger })), 'mismatch'],
  ['no call that can be read', etherRoute(evmTx({ data: '0xdeadbeef' })), 'mismatch'],
  ['a text', { ...etherRoute(), tx: 'cHNidP8=' }, 'mismatch'],
  ['a value that is no number', etherRoute(evmTx({ value: 'all' })), 'mismatch'],
  ['two legs that are not named', { ...etherRoute(), providers: ['ONEINCH->CHAINFLIP'] }, 'mismatch'],
  ['a deposit that lapses', etherRoute(evmTx({ data: depositData({ expiration: BigInt(NOW) }) })), 'expired'],
] as const)('%s does not: nothing was sent', async (_what, route, fault) => {
  expect(await faultOf(() => checkedEvmPayment(route, at))).toMatchObject({ fault, nothingSent: true });
});

test('a message that is signed instead of the call is checked in the same way', async () => {
  const facts = { tokenDecimals: 8 };
  expect(() => checkedEvmPayment(wbtcOrderRoute(), { ...at, facts }, 'signature')).not.toThrow();
  const route = wbtcOrderRoute();
  const other = { ...route, meta: { ...route.meta, typedData: initiateMessage({ amount: 1n }) } };
  expect(() => checkedEvmPayment(other, { ...at, facts })).not.toThrow();
  expect(await faultOf(() => checkedEvmPayment(other, { ...at, facts }, 'signature'))).toMatchObject({
    fault: 'mismatch',
    message:
      'The message and the transaction differ in the amount. This is not the payment that you reviewed, so it was not signed.',
  });
});
