/** Money goes through Chainflip's vault only as it was reviewed: every field of the call is held against the route. */
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { Script } from '@scure/btc-signer';
import { encodeFunctionData, parseAbi } from 'viem';
import { describe, expect, it } from 'vitest';
import { encodeBtcPayload, encodeCall, encodeCfParameters } from '../../payments/chainflip/testing/chain-encoder.ts';
import { EVM_VAULTS } from '../../payments/chainflip/vaults.ts';
import type { PayableRoute } from '../../payments/payable-route.ts';
import { readPsbtPayment } from '../../payments/utxo/read-utxo.ts';
import { checkEvmPayment } from '../evm/check-evm.ts';
import { refuseFault } from '../refuse.ts';
import {
  approveData,
  bitcoinRoute,
  EVM_SENDER,
  evmTx,
  faultOf,
  NOW,
  psbtOf,
  rightParts,
  SENDER,
  STRANGER,
  USDC,
  VAULT,
} from '../testing/routes.ts';

const ABI = parseAbi(['function transfer(address to, uint256 amount)']);
const OTHER = '0x9999999999999999999999999999999999999999';
const CHANNEL = '0x7777777777777777777777777777777777777777';
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
const check = (route: PayableRoute) => faultOf(async () => checkEvmPayment(route, at));

describe('a swap through the vault on an EVM chain', () => {
  it('passes as it was reviewed, in the coin and in a token with its exact allowance', () => {
    expect(() => checkEvmPayment(etherRoute(), at)).not.toThrow();
    expect(checkEvmPayment(tokenRoute(), at).approvals).toHaveLength(1);
  });

  it('refunds to the address that was asked for, and to no other then', async () => {
    const asked = (route: PayableRoute) => ({ ...route, meta: { ...route.meta, refundAddress: OTHER } });
    expect(() => checkEvmPayment(asked(etherRoute(nativeCall({ refund: OTHER }))), at)).not.toThrow();
    expect(await check(asked(etherRoute()))).toMatchObject({ fault: 'mismatch', nothingSent: true });
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
  it.each(TAMPERED)('is not signed when %s', async (_name, route) => {
    expect(await check(route)).toMatchObject({ fault: 'mismatch', nothingSent: true });
  });
});

describe('a transfer to a deposit address', () => {
  const transfer = (to = CHANNEL, amount = 25_000_000n) =>
    encodeFunctionData({ abi: ABI, functionName: 'transfer', args: [to as `0x${string}`, amount] });
  const coin = (change: Record<string, unknown> = {}): PayableRoute => ({
    ...etherRoute('0x', { to: CHANNEL, ...change }),
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
    expect(checkEvmPayment(coin(), at).approvals).toEqual([]);
    expect(checkEvmPayment(token(), at).approvals).toEqual([]);
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
  it.each(TAMPERED)('is not signed when %s', async (_name, route) => {
    expect(await check(route)).toMatchObject({ fault: 'mismatch', nothingSent: true });
  });
  it('is not signed when the address is about to expire', async () => {
    expect(await check({ ...coin(), expiration: String(NOW + 60) })).toMatchObject({ fault: 'expired' });
  });
});

describe('a Bitcoin payment without a memo', () => {
  const TO = '1111111111111111111111111111111111111111';
  const payload = (change: { token?: number; to?: string; least?: bigint } = {}): Uint8Array =>
    encodeBtcPayload(0, {
      dstToken: change.token ?? 1,
      dstAddress: change.to ?? TO,
      retry: 100,
      minOutput: change.least ?? 99n * 10n ** 17n,
      oracle: 255,
      chunks: 1,
      interval: 2,
      boost: 0,
      brokerBps: 0,
      affiliates: [],
    });
  const vaultParts = (data = payload(), change = SENDER.script) => ({
    ...rightParts(),
    outputs: [
      { script: VAULT.script, amount: 50_000_000n },
      { script: Script.encode(['RETURN', data]), amount: 0n },
      { script: change, amount: 49_999_000n },
    ],
  });
  const vaultRoute = (parts = vaultParts()): PayableRoute => ({
    ...bitcoinRoute({ tx: psbtOf(parts), inboundAddress: undefined, memo: undefined }),
    meta: { txType: 'PSBT', depositChannel: {} },
  });
  const channelRoute = (outputs: ReturnType<typeof rightParts>['outputs']): PayableRoute => ({
    ...vaultRoute({ ...rightParts(), outputs }),
    inboundAddress: VAULT.address,
  });
  const checkBtc = (route: PayableRoute) =>
    faultOf(async () => refuseFault(readPsbtPayment(String(route.tx), route, 'sandbox')));

  it('passes as a vault swap and as a transfer to a deposit address', () => {
    const vault = vaultRoute();
    expect(() => refuseFault(readPsbtPayment(String(vault.tx), vault, 'sandbox'))).not.toThrow();
    const channel = channelRoute([
      { script: VAULT.script, amount: 50_000_000n },
      { script: SENDER.script, amount: 49_999_000n },
    ]);
    expect(() => refuseFault(readPsbtPayment(String(channel.tx), channel, 'sandbox'))).not.toThrow();
  });

  const first = { script: VAULT.script, amount: 50_000_000n };
  const swapped = () => {
    const { outputs, ...rest } = vaultParts();
    const [one, two, three] = outputs;
    return { ...rest, outputs: one && two && three ? [one, three, two] : [] };
  };
  const withOneMore = () => {
    const { outputs, ...rest } = vaultParts();
    return { ...rest, outputs: [...outputs, { script: STRANGER.script, amount: 1n }] };
  };
  const TAMPERED: [string, PayableRoute][] = [
    ['it buys another asset', vaultRoute(vaultParts(payload({ token: 3 })))],
    ['it pays out to another address', vaultRoute(vaultParts(payload({ to: '22'.repeat(20) })))],
    ['it takes whatever comes out', vaultRoute(vaultParts(payload({ least: 0n })))],
    ['it guarantees less', vaultRoute(vaultParts(payload({ least: 98n * 10n ** 17n })))],
    ['its payload is cut', vaultRoute(vaultParts(payload().slice(0, -1)))],
    ['the change, and with it every refund, goes to another', vaultRoute(vaultParts(payload(), STRANGER.script))],
    ['its outputs stand in another order', vaultRoute(swapped())],
    ['it pays somebody else besides', vaultRoute(withOneMore())],
    [
      'a memo-less transfer goes along with another payment',
      channelRoute([first, { script: STRANGER.script, amount: 1000n }]),
    ],
    ['a transfer pays another address', channelRoute([{ script: STRANGER.script, amount: 50_000_000n }])],
    ['a transfer is of another amount', channelRoute([{ ...first, amount: 49_000_000n }])],
    [
      'the route is none of deposit addresses',
      { ...channelRoute([first]), targetAddress: undefined, meta: { txType: 'PSBT' } },
    ],
  ];
  it.each(TAMPERED)('is not signed when %s', async (_name, route) => {
    expect(await checkBtc(route)).toMatchObject({ fault: 'mismatch', nothingSent: true });
  });
});
