/** Money goes through Chainflip's vault only as reviewed: every field of the call is compared with the route. */
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { parseAbi } from 'viem';
import { describe, expect, it } from 'vitest';
import { approveData, EVM_SENDER, evmTx, NOW, USDC } from '../../wallet/testing/routes.ts';
import { encodeCall, encodeCfParameters } from '../chainflip/testing/chain-encoder.ts';
import { EVM_VAULTS } from '../chainflip/vaults.ts';
import type { PayableRoute } from '../payable-route.ts';
import { evmFault, evmRead } from '../testing/evm-fault.ts';

const _ABI = parseAbi(['function transfer(address to, uint256 amount)']);
const OTHER = '0x9999999999999999999999999999999999999999';
const _CHANNEL = '0x7777777777777777777777777777777777777777';
const VAULT_CONTRACT = EVM_VAULTS.Ethereum ?? '';
const BTC_TO = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080';
/** 0.1 BTC for 2 ETH: 5e6 satoshi for 1e18 wei. */
const MIN_PRICE = ((10_000_000n << 128n) + 2n * 10n ** 18n - 1n) / (2n * 10n ** 18n);

type Change = {
  refund?: string;
  minPrice?: bigint;
  dstChain?: number;
  dstToken?: number;
  dst?: string;
  amount?: bigint;
  token?: string;
  ccm?: boolean;
};
const parametersOf = ({ refund = EVM_SENDER, minPrice = MIN_PRICE }: Change): Uint8Array =>
  encodeCfParameters(1, {
    retry: 100,
    refund: refund.slice(2),
    minPrice,
    oracle: undefined,
    dca: undefined,
    boost: 0,
    broker: { account: 'ab'.repeat(32), bps: 0 },
    affiliates: [],
  });
const call = (change: Change, token: string | undefined, parameters: Uint8Array): string =>
  encodeCall({
    token,
    amount: change.amount ?? 25_000_000n,
    dstChain: change.dstChain ?? 3,
    dstAddress: bytesToHex(utf8ToBytes(change.dst ?? BTC_TO)),
    dstToken: change.dstToken ?? 5,
    parameters,
    ccm: change.ccm ?? false,
  });
const nativeCall = (change: Change = {}): string => call(change, undefined, parametersOf(change));
const tokenCall = (change: Change = {}): string =>
  call(
    change,
    change.token ?? USDC,
    parametersOf({ minPrice: ((20_000n << 128n) + 24_999_999n) / 25_000_000n, ...change }),
  );

const etherRoute = (data = nativeCall(), change: Record<string, unknown> = {}): PayableRoute => ({
  sellAsset: 'ETH.ETH',
  sellAmount: '2',
  buyAsset: 'BTC.BTC',
  sourceAddress: EVM_SENDER,
  destinationAddress: BTC_TO,
  expectedBuyAmountMaxSlippage: '0.0999',
  targetAddress: VAULT_CONTRACT,
  tx: evmTx({ to: VAULT_CONTRACT, data, ...change }),
  meta: { txType: 'EVM', depositChannel: {} },
});
const tokenRoute = (data = tokenCall()): PayableRoute => ({
  ...etherRoute(data, { value: '0' }),
  sellAsset: `ETH.USDC-${USDC}`,
  sellAmount: '25',
  expectedBuyAmountMaxSlippage: '0.0002',
  meta: {
    txType: 'EVM',
    approvalAddress: VAULT_CONTRACT,
    approvals: [evmTx({ to: USDC, value: '0', data: approveData(VAULT_CONTRACT, 25_000_000n) })],
  },
});
const at = { network: 'sandbox' as const, nowSeconds: NOW, tokenDecimals: 6 };

describe('a swap through the vault on an EVM chain', () => {
  it('passes as reviewed, in the coin and in a token with its exact allowance', () => {
    expect(evmFault(etherRoute(), at)).toBeUndefined();
    expect(evmRead(tokenRoute(), at).approvals).toHaveLength(1);
  });

  it('refunds to the requested address, and then to no other', () => {
    const asked = (route: PayableRoute) => ({ ...route, meta: { ...route.meta, refundAddress: OTHER } });
    expect(evmFault(asked(etherRoute(nativeCall({ refund: OTHER }))), at)).toBeUndefined();
    expect(evmFault(asked(etherRoute()), at)).toBe('mismatch');
  });

  const TAMPERED: [string, PayableRoute][] = [
    ['it calls another contract', { ...etherRoute(nativeCall(), { to: OTHER }), targetAddress: OTHER }],
    ['it sends another amount', etherRoute(nativeCall(), { value: '2000000000000000001' })],
    ['it pays out on another chain', etherRoute(nativeCall({ dstChain: 1 }))],
    ['it buys another asset', etherRoute(nativeCall({ dstToken: 1 }))],
    ['it pays out to another address', etherRoute(nativeCall({ dst: 'bcrt1qanotherone' }))],
    ['its refunds go to another address', etherRoute(nativeCall({ refund: OTHER }))],
    ['its minimum price is zero', etherRoute(nativeCall({ minPrice: 0n }))],
    ['its minimum price is below what is guaranteed', etherRoute(nativeCall({ minPrice: (MIN_PRICE * 998n) / 1000n }))],
    ['it sells another token', tokenRoute(tokenCall({ token: OTHER }))],
    ['it sells another amount of the token', tokenRoute(tokenCall({ amount: 25_000_001n }))],
    ['it sells the coin in place of the token', tokenRoute(nativeCall())],
    ['it calls a contract with what comes out', etherRoute(nativeCall({ ccm: true }))],
    ['a call of a contract goes with a token', tokenRoute(tokenCall({ ccm: true }))],
    ['something stands behind it', etherRoute(`${nativeCall()}00`)],
    ['it is cut', etherRoute(nativeCall().slice(0, -64))],
    ['it is another call', etherRoute(`0xaabbccdd${nativeCall().slice(10)}`)],
  ];
  it.each(TAMPERED)('is not signed when %s', (_name, route) => {
    expect(evmFault(route, at)).toBe('mismatch');
  });
});
