/** A lock at Garden is what was reviewed, and a signed message is the same as the transaction. */
import { recoverAddress } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { describe, expect, test } from 'vitest';
import { networkOf } from '../../chains/chains.ts';
import {
  etherOrderRoute,
  HTLC,
  initiateData,
  initiateMessage,
  REDEEMER,
  wbtcOrderRoute,
} from '../../wallet/testing/order-routes.ts';
import { approveData, EVM_SENDER, evmTx, NOW, ZERO } from '../../wallet/testing/routes.ts';
import { evmTerms } from '../evm/evm-terms.ts';
import type { PayableRoute } from '../payable-route.ts';
import { firstFault } from '../payment-fields.ts';
import { evmFault, evmRead } from '../testing/evm-fault.ts';
import { readLockMessage } from './read-lock.ts';
import { readTypedData, signableOf, typedDataDigest } from './typed-data.ts';

const STRANGER = '0x9999999999999999999999999999999999999999';
const at = { network: 'sandbox' as const, nowSeconds: NOW, tokenDecimals: 8 };

describe('a payment into Garden’s contract', () => {
  test('passes for a token with its approval, and for the chain’s own coin', () => {
    expect(evmRead(wbtcOrderRoute(), at)).toMatchObject({ tx: { to: HTLC }, approvals: [{ value: '0' }] });
    expect(evmFault(etherOrderRoute(), at)).toBeUndefined();
  });

  test('may lock coins of Arbitrum for the 432,000 blocks that Garden’s orders ask for, which are 31 hours', () => {
    const chain_id = Number(networkOf('ARB', 'sandbox').networkId);
    const lock = (timelock: bigint) =>
      evmFault({ ...etherOrderRoute({ timelock }, { chain_id }), sellAsset: 'ARB.ETH' }, at);
    expect(lock(432_000n)).toBeUndefined();
    expect(lock(5_000_000n)).toBe('mismatch');
  });

  const { meta } = wbtcOrderRoute();
  const TAMPERED: [string, PayableRoute][] = [
    ['it goes to another contract', wbtcOrderRoute(initiateData(), {}, { to: STRANGER })],
    ['it comes from another account', wbtcOrderRoute(initiateData(), {}, { from: STRANGER })],
    ['it is for another network', wbtcOrderRoute(initiateData(), {}, { chain_id: 1 })],
    ['it locks one unit more', wbtcOrderRoute(initiateData({ amount: 50_000_001n }))],
    ['it locks one unit less', wbtcOrderRoute(initiateData({ amount: 49_999_999n }))],
    ['a token payment sends coins along', wbtcOrderRoute(initiateData(), {}, { value: '1' })],
    ['a coin payment sends less than it locks', etherOrderRoute({}, { value: '499999999999999999' })],
    ['a coin payment locks more than it sends', etherOrderRoute({ amount: 500_000_000_000_000_001n })],
    ['the sender would redeem it', wbtcOrderRoute(initiateData({ redeemer: EVM_SENDER }))],
    ['nobody could redeem it', wbtcOrderRoute(initiateData({ redeemer: ZERO }))],
    ['it is not locked at all', wbtcOrderRoute(initiateData({ timelock: 0n }))],
    ['it is locked for years', wbtcOrderRoute(initiateData({ timelock: 5_000_000n }))],
    ['it has no secret', wbtcOrderRoute(initiateData({ secretHash: `0x${'00'.repeat(32)}` }))],
    ['bytes stand behind the call', wbtcOrderRoute(`${initiateData()}00`)],
    ['it calls another function', wbtcOrderRoute(approveData(STRANGER, 1n))],
    ['the route names no order', wbtcOrderRoute(initiateData(), { meta: { ...meta, orderId: undefined } })],
    [
      'the approval is for somebody else',
      wbtcOrderRoute(initiateData(), {
        meta: { ...meta, approvals: [evmTx({ to: STRANGER, value: '0', data: approveData(HTLC, 50_000_000n) })] },
      }),
    ],
    [
      'the approval is without end',
      wbtcOrderRoute(initiateData(), {
        meta: {
          ...meta,
          approvals: [
            evmTx({
              to: `${wbtcOrderRoute().sellAsset.split('-')[1]}`,
              value: '0',
              data: approveData(HTLC, 2n ** 256n - 1n),
            }),
          ],
        },
      }),
    ],
  ];
  test.each(TAMPERED)('is not signed when %s', (_what, route) => {
    expect(evmFault(route, at)).toBe('mismatch');
  });

  test('is reported as expired once its order has run out', () => {
    const route = wbtcOrderRoute(initiateData(), { expiration: String(NOW) });
    expect(evmFault(route, at)).toBe('expired');
  });
});

describe('the message that can be signed instead', () => {
  const { tx } = evmRead(wbtcOrderRoute(), at);
  const fieldsOf = (route: PayableRoute) => {
    if (!tx) throw new Error('no transaction');
    return readLockMessage(tx, evmTerms(route, { ...at, facts: { tokenDecimals: 8 } }));
  };
  const faultOf = (route: PayableRoute) => firstFault([{ section: 'lockMessage', fields: fieldsOf(route) }]);
  const withMessage = (typedData: unknown, change: Partial<PayableRoute> = {}): PayableRoute => {
    const route = wbtcOrderRoute(initiateData(), change);
    return { ...route, meta: { ...route.meta, typedData } };
  };

  test('passes when it equals the transaction, with decimal texts as well', () => {
    const fields = fieldsOf(wbtcOrderRoute());
    expect(fields).toContainEqual(
      expect.objectContaining({ actual: { kind: 'address', chain: 'ETH', address: REDEEMER } }),
    );
    for (const route of [wbtcOrderRoute(), withMessage(initiateMessage({ chainId: '900000001' }))]) {
      expect(faultOf(route)).toBeUndefined();
      expect(evmFault(route, at, 'signature')).toBeUndefined();
    }
  });

  test('is signed over what wallets show: the signature is the account’s over the digest of what was read', async () => {
    const account = privateKeyToAccount(`0x${'42'.repeat(32)}`);
    const read = readTypedData(wbtcOrderRoute().meta.typedData);
    if (!read) throw new Error('it cannot be read');
    const signature = await account.signTypedData(signableOf(read));
    expect(await recoverAddress({ hash: typedDataDigest(read), signature })).toBe(account.address);
  });

  const message = initiateMessage();
  const TAMPERED: [string, PayableRoute][] = [
    ['is for another network', withMessage(initiateMessage({ chainId: '0x1' }))],
    ['is for another contract', withMessage(initiateMessage({ contract: STRANGER }))],
    ['names another redeemer', withMessage(initiateMessage({ redeemer: STRANGER }))],
    ['locks it longer', withMessage(initiateMessage({ timelock: 7201n }))],
    ['locks more', withMessage(initiateMessage({ amount: 50_000_001n }))],
    ['has another secret', withMessage(initiateMessage({ secretHash: `0x${'5b'.repeat(32)}` }))],
    ['has a further value', withMessage(initiateMessage({ more: { destinationData: '0x' } }))],
    [
      'has a further field in its type',
      withMessage({
        ...message,
        types: { ...message.types, Initiate: [...message.types.Initiate, { name: 'data', type: 'bytes' }] },
      }),
    ],
    [
      'has its fields in another order',
      withMessage({ ...message, types: { ...message.types, Initiate: [...message.types.Initiate].reverse() } }),
    ],
    ['is of another kind', withMessage({ ...message, primaryType: 'Permit' })],
    ['has a further type', withMessage({ ...message, types: { ...message.types, Permit: [] } })],
    ['is missing', withMessage(undefined)],
    ['pays the chain’s own coin', withMessage(message, { sellAsset: 'ETH.ETH' })],
  ];
  test.each(TAMPERED)('is not signed when it %s', (_what, route) => {
    expect(faultOf(route)?.code).not.toBe('expired');
    expect(faultOf(route)).toBeDefined();
    expect(evmFault(route, at, 'signature')).toBe('mismatch');
  });
});
