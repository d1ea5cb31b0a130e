/** A vault swap on EVM pays the known vault what was quoted, or is refused. */
import { bytesToHex } from '@noble/hashes/utils.js';
import { decodeFunctionData, erc20Abi } from 'viem';
import { describe, expect, it } from 'vitest';
import { clientsWith } from '../../../chain-clients/test-clients.ts';
import {
  build,
  changed,
  EVM_DESTINATION,
  EVM_USER,
  ethToBtc,
  evm,
  evmWho,
  type Kind,
  request,
  SOL_USER,
  terms,
  withTerms,
} from '../testing/vault-swaps.ts';
import type { Change } from './testing/node-double.ts';

const VAULT = '0xF5e10380213880111522dd0efD3dbb45b9f62Bcc';
const USDC = 'ETH.USDC-0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';

const usdcToSol = request(
  USDC,
  6,
  terms({ src: { chain: 'Ethereum', asset: 'USDC' }, dst: { chain: 'Solana', asset: 'SOL' }, amount: '2500000000' }),
  { ...evmWho, destinationAddress: SOL_USER },
);

describe('a vault swap on EVM', () => {
  it('of the coin goes to the known vault with the amount as its value', async () => {
    const built = await build(ethToBtc);
    expect(built).toMatchObject({
      targetAddress: VAULT,
      tx: {
        type: 'EVM',
        tx: { to: VAULT, from: EVM_USER, value: '5000000000000000000', chain_id: 1, gas_limit: '120000' },
      },
    });
    expect(built).not.toHaveProperty('approvals');
    expect(built).not.toHaveProperty('approvalAddress');
  });

  it('of a token needs its exact approval, and leaves the gas to the wallet until that is given', async () => {
    const built = await build(usdcToSol);
    if ('unavailable' in built || built.tx.type !== 'EVM') throw new Error('no transaction');
    expect(built.tx.tx.value).toBe('0');
    expect(built.tx.tx.gas_limit).toBeUndefined();
    expect(built.approvalAddress).toBe(VAULT);
    const [approval] = built.approvals ?? [];
    const { args } = decodeFunctionData({ abi: erc20Abi, data: approval?.data as `0x${string}` });
    expect(args).toEqual([VAULT, 2_500_000_000n]);
  });

  it('resets an allowance first where the token wants it, and asks for none that is there', async () => {
    const reset = await build(usdcToSol, {}, clientsWith({ evm: evm({ allowance: 5n, wantsReset: true }) }));
    expect(reset).toMatchObject({ approvals: [{}, {}] });
    const enough = await build(usdcToSol, {}, clientsWith({ evm: evm({ allowance: 2_500_000_000n }) }));
    expect(enough).toMatchObject({ approvalAddress: VAULT, tx: { tx: { gas_limit: '120000' } } });
    expect(enough).not.toHaveProperty('approvals');
  });

  it('is understood in the parameters’ older version where no live price protection is asked for', async () => {
    expect(await build(withTerms(ethToBtc, { maxOraclePriceSlippage: null }), { version: 0 })).toHaveProperty('tx');
    await expect(build(ethToBtc, { version: 0 })).rejects.toThrow(/live price protection/);
  });

  it.each<[string, Kind, Change, RegExp]>([
    ['another vault', ethToBtc, { answer: { to: EVM_DESTINATION } }, /vault is/],
    ['another chain', ethToBtc, { answer: { chain: 'Arbitrum' } }, /source chain is Arbitrum/],
    ['more value', ethToBtc, { answer: { value: '0x4563918244f40001' } }, /value carried is|sold amount is/],
    ['value beside a token', usdcToSol, { answer: { value: 1 } }, /value carried is 1 instead of 0/],
    ['another destination chain', ethToBtc, { call: { dstChain: 4 } }, /destination chain is 4 instead of 3/],
    ['another destination', ethToBtc, { call: { dstAddress: 'aa' } }, /destination address is aa/],
    ['another bought asset', ethToBtc, { call: { dstToken: 9 } }, /destination asset is 9 instead of 5/],
    ['another sold token', usdcToSol, { call: { token: EVM_DESTINATION } }, /sold token is 0x2222/],
    [
      'another token beside the call',
      usdcToSol,
      { answer: { source_token_address: EVM_USER } },
      /token beside the call/,
    ],
    ['more of the token', usdcToSol, { call: { amount: 2_500_000_001n } }, /sold amount is 2500000001/],
    ['the coin for a token', usdcToSol, { call: { token: undefined } }, /sold token is the chain’s coin/],
    ['another refund address', ethToBtc, { parameters: { refund: '22'.repeat(20) } }, /refund address is 2222/],
    ['a lower price', ethToBtc, { parameters: { minPrice: (123_456_789n << 60n) - 1n } }, /minimum price is/],
    ['no price', ethToBtc, { parameters: { minPrice: 0n } }, /minimum price is 0 instead/],
    ['a longer retry', ethToBtc, { parameters: { retry: 301 } }, /retry duration is 301 blocks/],
    ['no live price protection', ethToBtc, { parameters: { oracle: undefined } }, /live price protection is the chain/],
    ['looser live price protection', ethToBtc, { parameters: { oracle: 151 } }, /151 bps instead of 150/],
    ['no DCA', ethToBtc, { parameters: { dca: undefined } }, /DCA is none instead of 4 chunks/],
    ['other chunks', ethToBtc, { parameters: { dca: { chunks: 5, interval: 2 } } }, /DCA is 5 chunks/],
    ['another interval', ethToBtc, { parameters: { dca: { chunks: 4, interval: 3 } } }, /every 3 blocks/],
    ['boost', ethToBtc, { parameters: { boost: 5 } }, /boost fee is 5 bps instead of 0/],
    ['another broker', ethToBtc, { parameters: { broker: { account: '33'.repeat(32), bps: 12 } } }, /broker is 3333/],
    ['no affiliate', ethToBtc, { parameters: { affiliates: [] } }, /affiliates is none instead of number 7 30 bps/],
    ['another affiliate', ethToBtc, { parameters: { affiliates: [{ shortId: 8, bps: 30 }] } }, /number 8 30 bps/],
    ['more for the affiliate', ethToBtc, { parameters: { affiliates: [{ shortId: 7, bps: 31 }] } }, /7 31 bps/],
    ['a refund that calls a contract', ethToBtc, { parameters: { refundCall: true } }, /refund calls a contract/],
    ['a call at the destination', ethToBtc, { call: { ccm: true } }, /calls a contract/],
    ['a call at the destination, of a token', usdcToSol, { call: { ccm: true } }, /calls a contract/],
    ['another function', ethToBtc, { answer: { calldata: '0xa9059cbb' } }, /no call of the vault/],
    ['calldata that is no hex', ethToBtc, { answer: { calldata: '0xzz' } }, /no call of the vault|hexadecimal/],
  ])('is refused with %s', async (_what, kind, change, message) => {
    await expect(build(kind, change)).rejects.toMatchObject({
      name: 'ProviderError',
      message: expect.stringMatching(message),
    });
    await expect(build(kind, change)).rejects.toThrow(/tampered/);
  });

  it('is refused with a higher fee for the broker, or bytes behind the call', async () => {
    const honest = await build(ethToBtc);
    if ('unavailable' in honest || honest.tx.type !== 'EVM') throw new Error('no transaction');
    const { data } = honest.tx.tx;
    await expect(build(ethToBtc, { answer: { calldata: `${data}00` } })).rejects.toThrow(/behind its end/);
    const broker = { account: bytesToHex(new Uint8Array(32)), bps: 13 };
    await expect(build(ethToBtc, { parameters: { broker } })).rejects.toThrow(/broker fee is 13 bps instead of 12/);
  });

  it('is not made without the money, and says when the vault would refuse it', async () => {
    expect(await build(ethToBtc, {}, clientsWith({ evm: evm({ balance: 1n }) }))).toEqual({
      unavailable: expect.stringContaining('holds 0.000000000000000001 ETH'),
    });
    expect(await build(ethToBtc, {}, clientsWith({ evm: evm({ reverts: 'suspended' }) }))).toEqual({
      unavailable: expect.stringContaining('suspended'),
    });
    const later = changed(ethToBtc, { allowUnfunded: true });
    expect(await build(later, {}, clientsWith({ evm: evm({ balance: 1n }) }))).toMatchObject({ tx: { type: 'EVM' } });
    expect(await build(ethToBtc, {}, clientsWith({}))).toEqual({ unavailable: 'Nothing is configured for ETH.' });
    const down = { rpc: () => Promise.reject(new Error('down')), call: () => Promise.reject(new Error('down')) };
    expect(await build(ethToBtc, {}, clientsWith({ evm: down }))).toEqual({
      unavailable: expect.stringContaining('could not be asked'),
    });
  });
});
