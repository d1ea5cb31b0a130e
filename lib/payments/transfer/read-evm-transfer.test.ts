/** A transfer to an address that was opened for this swap is signed only when it pays that address, exactly. */
import { encodeFunctionData, parseAbi } from 'viem';
import { describe, expect, it } from 'vitest';
import { approveData, EVM_SENDER, evmTx, NOW, USDC } from '../../wallet/testing/routes.ts';
import type { PayableRoute } from '../payable-route.ts';
import { evmFault, evmRead } from '../testing/evm-fault.ts';

const ABI = parseAbi(['function transfer(address to, uint256 amount)']);
const OTHER = '0x9999999999999999999999999999999999999999';
const CHANNEL = '0x7777777777777777777777777777777777777777';
const at = { network: 'sandbox' as const, nowSeconds: NOW, tokenDecimals: 6 };

describe('a transfer to a deposit address', () => {
  const transfer = (to = CHANNEL, amount = 25_000_000n) =>
    encodeFunctionData({ abi: ABI, functionName: 'transfer', args: [to as `0x${string}`, amount] });
  const coin = (change: Record<string, unknown> = {}): PayableRoute => ({
    sellAsset: 'ETH.ETH',
    sellAmount: '2',
    buyAsset: 'BTC.BTC',
    sourceAddress: EVM_SENDER,
    destinationAddress: 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080',
    expectedBuyAmountMaxSlippage: '0.0999',
    tx: evmTx({ to: CHANNEL, data: '0x', ...change }),
    meta: { txType: 'EVM', depositChannel: {} },
    inboundAddress: CHANNEL,
    targetAddress: CHANNEL,
    expiration: String(NOW + 3600),
  });
  const token = (change: Record<string, unknown> = {}): PayableRoute => ({
    ...coin({ to: USDC, value: '0', data: transfer(), ...change }),
    sellAsset: `ETH.USDC-${USDC}`,
    sellAmount: '25',
  });

  it('passes for the coin and for a token', () => {
    expect(evmRead(coin(), at).approvals).toEqual([]);
    expect(evmRead(token(), at).approvals).toEqual([]);
  });
  const TAMPERED: [string, PayableRoute][] = [
    ['it pays another address', coin({ to: OTHER })],
    ['it sends another amount', coin({ value: '1' })],
    ['it carries a call', coin({ data: transfer() })],
    ['it is for another token', token({ to: OTHER })],
    ['the token goes to another address', token({ data: transfer(OTHER) })],
    ['another amount of the token goes', token({ data: transfer(CHANNEL, 24_000_000n) })],
    ['it is an allowance', token({ data: approveData(CHANNEL, 25_000_000n) })],
    ['the route is none of deposit addresses', { ...coin(), meta: { txType: 'EVM' } }],
  ];
  it.each(TAMPERED)('is not signed when %s', (_name, route) => {
    expect(evmFault(route, at)).toBe('mismatch');
  });
  it('is not signed when the address is about to expire', () => {
    expect(evmFault({ ...coin(), expiration: String(NOW + 60) }, at)).toBe('expired');
  });
});
