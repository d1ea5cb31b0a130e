/** A signed allowance is handed to the router as 1inch's own contract reads it, and the quoted call stays as it was. */
import fc from 'fast-check';
import { encodeAbiParameters, encodeFunctionData, encodePacked, type Hex, hashTypedData, parseAbi } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { describe, expect, it, test } from 'vitest';
import { cases } from '../../domain/test-effort.ts';
import { ONEINCH_ROUTER, poolData, swapData, usdcSwapRoute, WBTC } from '../../wallet/testing/order-routes.ts';
import { EVM_SENDER, NOW, USDC } from '../../wallet/testing/routes.ts';
import { PERMIT_SECONDS, type Permit, permitDigest, readPermit, signablePermit } from '../evm/permit.ts';
import { domainSeparator } from '../evm/typed-domain.ts';
import type { PayableRoute } from '../payable-route.ts';
import { evmFault } from '../testing/evm-fault.ts';
import { decodePermitCall, madeCall, permitAndCall } from './permit-call.ts';
import { poolsOfSwap } from './read-swap.ts';

const STRANGER = '0x9999999999999999999999999999999999999999';
const CHAIN_ID = '900000001';
const domain = { name: 'USD Coin', version: '2', chainId: CHAIN_ID, verifyingContract: USDC };
type Change = { domain?: Partial<Permit['domain']>; message?: Partial<Permit['message']> };
const permit = (change: Change = {}): Permit => ({
  domain: { ...domain, ...change.domain },
  message: {
    ...{ owner: EVM_SENDER, spender: ONEINCH_ROUTER, value: '25000000', nonce: '7' },
    ...{ deadline: String(NOW + PERMIT_SECONDS), ...change.message },
  },
});
const account = privateKeyToAccount(`0x${'11'.repeat(32)}`);
const SIGNATURE: Hex = `0x${'ab'.repeat(32)}${'12'.repeat(32)}1b`;

/** Source: solidity-utils PermitAndCall.sol and OpenZeppelin IERC20Permit.sol, encoded by viem. */
function encodedByViem({ domain: { verifyingContract }, message }: Permit, signature: Hex, action: Hex): Hex {
  const { owner, spender, value, deadline } = message as Record<string, Hex>;
  const types = ['address', 'address', 'uint256', 'uint256', 'uint8', 'bytes32', 'bytes32'].map((type) => ({ type }));
  const [r, s, v]: [Hex, Hex, number] = [
    `0x${signature.slice(2, 66)}`,
    `0x${signature.slice(66, 130)}`,
    Number.parseInt(signature.slice(130), 16),
  ];
  const args = encodeAbiParameters(types, [owner, spender, BigInt(value ?? 0), BigInt(deadline ?? 0), v, r, s]);
  return encodeFunctionData({
    abi: parseAbi(['function permitAndCall(bytes permit, bytes action) payable']),
    args: [encodePacked(['address', 'bytes'], [verifyingContract as Hex, args]), action],
  });
}

describe('the call', () => {
  const address = fc.bigInt(1n, 2n ** 160n - 1n).map((n) => `0x${n.toString(16).padStart(40, '0')}`);
  const number = fc.bigInt(0n, 2n ** 256n - 1n).map(String);
  const bytes = (minLength: number, maxLength: number) =>
    fc.uint8Array({ minLength, maxLength }).map((all): Hex => `0x${Buffer.from(all).toString('hex')}`);
  const anyPermit = fc.record({
    domain: fc.record({
      name: fc.string(),
      version: fc.string({ minLength: 1 }),
      chainId: fc.nat().map(String),
      verifyingContract: address,
    }),
    message: fc.record({ owner: address, spender: address, value: number, nonce: number, deadline: number }),
  });

  it('is encoded as the contract’s ABI says, and carries the action byte by byte', () => {
    fc.assert(
      fc.property(anyPermit, bytes(64, 64), fc.constantFrom('1b', '1c'), bytes(0, 700), (one, rs, v, action) => {
        const data = permitAndCall(one, `${rs}${v}`, action);
        expect(data).toBe(encodedByViem(one, `${rs}${v}`, action));
        expect(decodePermitCall(data)?.action).toBe(action);
        expect(madeCall(data)).toBe(action === '0x' ? '0x' : action);
        // A wallet's own bytes behind it.
        expect(madeCall(`${data}c0ffee`)).toBe(action);
      }),
      { numRuns: cases(30) },
    );
  });

  it('has 27 and 28 where a wallet signs with 0 and 1', () => {
    for (const [said, v] of [
      ['00', '1b'],
      ['01', '1c'],
    ])
      expect(permitAndCall(permit(), `${SIGNATURE.slice(0, -2)}${said}`, '0x')).toBe(
        permitAndCall(permit(), `${SIGNATURE.slice(0, -2)}${v}`, '0x'),
      );
    expect(() => permitAndCall(permit(), SIGNATURE.slice(0, -2), '0x')).toThrow(RangeError);
  });

  it('leaves every other input as it is', () => {
    for (const data of ['0x', swapData(), '0x5816d723', `0x5816d723${'ff'.repeat(200)}`])
      expect(madeCall(data)).toBe(data);
  });

  it('is hashed as wallets and tokens hash the message', () => {
    fc.assert(
      fc.property(anyPermit, (one) => {
        expect(permitDigest(one)).toBe(hashTypedData(signablePermit(one)));
      }),
      { numRuns: cases(20) },
    );
  });

  it('is refused with a permit that is none of EIP-2612', () => {
    const brief = encodeFunctionData({
      abi: parseAbi(['function permitAndCall(bytes permit, bytes action) payable']),
      args: [`${USDC}${'00'.repeat(100)}`, '0x'],
    });
    expect(() => decodePermitCall(brief)).toThrow('EIP-2612');
    expect(() => decodePermitCall(`${permitAndCall(permit(), SIGNATURE, '0x')}00`)).toThrow('behind its end');
  });
});

const facts = {
  permit: {
    ...{ name: 'USD Coin', version: '2', nonce: '7' },
    separator: domainSeparator({ ...domain, chainId: BigInt(CHAIN_ID) }),
  },
};
const at = { network: 'sandbox' as const, nowSeconds: NOW, tokenDecimals: 6, ...facts };
/** The call carries `inCall`, the message that was signed is `signed`. */
function route(change: { signed?: Permit; inCall?: Permit; action?: string } = {}): PayableRoute {
  const { signed = permit(), inCall = signed, action = swapData() } = change;
  const plain = usdcSwapRoute(permitAndCall(inCall, SIGNATURE, action));
  return { ...plain, meta: { ...plain.meta, approvals: undefined, permit: signed } };
}

describe('a payment with a signed allowance', () => {
  test('passes where message and call are the route’s', () => {
    expect(evmFault(route(), at)).toBeUndefined();
  });
  test('passes before it is signed', () => {
    expect(evmFault({ ...route(), tx: usdcSwapRoute().tx }, at)).toBeUndefined();
  });

  const message = (change: Change['message']) => permit({ message: change ?? {} });
  const both = (signed: Permit) => route({ signed });
  test.each<[string, PayableRoute]>([
    ['allows another spender', both(message({ spender: STRANGER }))],
    ['allows one unit more', both(message({ value: '25000001' }))],
    ['allows all', both(message({ value: String(2n ** 256n - 1n) }))],
    ['is of another account', both(message({ owner: STRANGER }))],
    ['is of another token', both(permit({ domain: { verifyingContract: WBTC } }))],
    ['is for another network', both(permit({ domain: { chainId: '1' } }))],
    ['has another name than the token', both(permit({ domain: { name: 'USDC' } }))],
    ['has another version than the token', both(permit({ domain: { version: '1' } }))],
    ['has another number than the owner’s next', both(message({ nonce: '8' }))],
    ['can be used for a second longer', both(message({ deadline: String(NOW + PERMIT_SECONDS + 1) }))],
    ['has another message than the call', route({ inCall: message({ value: '25000001' }) })],
    ['has another token in the call', route({ inCall: permit({ domain: { verifyingContract: WBTC } }) })],
    ['carries a swap to somebody else', route({ action: swapData({ dstReceiver: STRANGER }) })],
    ['carries a swap for less', route({ action: swapData({ minReturnAmount: 1n }) })],
    ['carries another call', route({ action: '0x095ea7b3' })],
    ['carries itself', route({ action: permitAndCall(permit(), SIGNATURE, swapData()) })],
    ['is not shown', { ...route(), meta: usdcSwapRoute().meta }],
    ['is no permit', { ...route(), meta: { ...route().meta, permit: { ...permit(), primaryType: 'Order' } } }],
  ])('is refused where it %s', (_what, falsified) => {
    expect(evmFault(falsified, at)).toBe('mismatch');
  });

  test('is too late when it could no longer be mined', () => {
    expect(evmFault(both(message({ deadline: String(NOW + 60) })), at)).toBe('expired');
  });
  test('is refused where the token proves nothing', () => {
    const { permit: _none, ...unproven } = at;
    expect(evmFault(route(), unproven)).toBe('mismatch');
  });
  test('names the pools of the call within', () => {
    expect(poolsOfSwap(route({ action: poolData() }))).toEqual(poolsOfSwap(usdcSwapRoute(poolData())));
  });
});

test('a signature over the message is the account’s', async () => {
  const signature = await account.signTypedData(signablePermit(permit()));
  const { recoverAddress } = await import('viem');
  expect(await recoverAddress({ hash: permitDigest(permit()), signature })).toBe(account.address);
  expect(readPermit(JSON.parse(JSON.stringify(permit())))).toEqual(permit());
});
