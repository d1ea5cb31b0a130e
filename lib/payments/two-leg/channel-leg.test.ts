/** A route that begins at Chainflip is paid by a plain transfer to its channel, exactly, and by nothing else. */
import { describe, expect, test } from 'vitest';
import { approveData, NOW } from '../../wallet/testing/routes.ts';
import { CHANNEL, etherToTokenRoute, tokenToTokenRoute, transferData } from '../../wallet/testing/two-leg-routes.ts';
import type { PayableRoute } from '../payable-route.ts';
import { evmFault, evmRead } from '../testing/evm-fault.ts';

const OTHER = '0x9999999999999999999999999999999999999999';
const at = { network: 'sandbox' as const, nowSeconds: NOW, tokenDecimals: 8 };

describe('the right payment passes', () => {
  test('of a chain’s own coin and of a token', () => {
    expect(evmRead(etherToTokenRoute(), at)).toMatchObject({ tx: { to: CHANNEL }, approvals: [] });
    expect(evmFault(tokenToTokenRoute(), at)).toBeUndefined();
  });
});

describe('on an EVM chain it is not signed when', () => {
  const token = (data: string, tx: Record<string, unknown> = {}) => tokenToTokenRoute(data, tx);
  const TAMPERED: [string, PayableRoute][] = [
    ['it pays another address', etherToTokenRoute({ to: OTHER })],
    ['it sends one wei more', etherToTokenRoute({ value: '2000000000000000001' })],
    ['it sends one wei less', etherToTokenRoute({ value: '1999999999999999999' })],
    ['it does more than pay', etherToTokenRoute({ data: '0x00' })],
    ['it comes from another account', etherToTokenRoute({ from: OTHER })],
    ['it is for another network', etherToTokenRoute({ chain_id: 1 })],
    ['the channel is another', etherToTokenRoute({}, { inboundAddress: OTHER })],
    ['there is no address to pay to', etherToTokenRoute({}, { inboundAddress: undefined })],
    [
      'nothing was opened for it',
      { ...etherToTokenRoute(), meta: { ...etherToTokenRoute().meta, orderId: undefined } },
    ],
    ['a token goes to another address', token(transferData(OTHER, 1_000_000n))],
    ['one unit more of a token is sent', token(transferData(CHANNEL, 1_000_001n))],
    ['one unit less of a token is sent', token(transferData(CHANNEL, 999_999n))],
    ['another token is sent', token(transferData(CHANNEL, 1_000_000n), { to: OTHER })],
    ['coins are sent along', token(transferData(CHANNEL, 1_000_000n), { value: '1' })],
    ['an allowance is given', token(approveData(CHANNEL, 1_000_000n))],
  ];
  test.each(TAMPERED)('%s', (_what, route) => {
    expect(evmFault(route, at)).toBe('mismatch');
  });

  test('it runs out in less time than a block may need', () => {
    const route = etherToTokenRoute({}, { expiration: String(NOW + 60) });
    expect(evmFault(route, at)).toBe('expired');
  });
});
