/**
 * An EVM transaction that was signed elsewhere is sent only if every field is as exported and its own account signed
 * it.
 */
import { parseTransaction, recoverTransactionAddress, serializeTransaction } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { describe, expect, test } from 'vitest';
import { approveData, depositData, ROUTER, USDC } from '../testing/routes.ts';
import { importSignedEvm, paymentUri, type UnsignedEvm, unsignedJson, unsignedRlp } from './evm-export.ts';
import { ImportError } from './import-error.ts';

const OWNER = privateKeyToAccount(`0x${'03'.repeat(32)}`);
const STRANGER = privateKeyToAccount(`0x${'04'.repeat(32)}`);

const payment = (change: Partial<UnsignedEvm> = {}): UnsignedEvm => ({
  chain: 'ETH',
  from: OWNER.address,
  to: ROUTER,
  value: 2_000_000_000_000_000_000n,
  data: depositData() as `0x${string}`,
  chainId: 900_000_001,
  nonce: 7,
  gas: 120_000n,
  maxFeePerGas: 30_000_000_000n,
  maxPriorityFeePerGas: 1_000_000_000n,
  ...change,
});
const fields = ({ chain: _chain, from: _from, ...tx }: UnsignedEvm) => ({
  ...tx,
  to: tx.to as `0x${string}`,
  type: 'eip1559' as const,
});
const signed = (change: Partial<UnsignedEvm> = {}, by = OWNER): Promise<string> =>
  by.signTransaction(fields(payment(change)));
const refusalOf = async (given: string, tx = payment()): Promise<ImportError> => {
  try {
    await importSignedEvm(tx, given);
  } catch (error) {
    if (error instanceof ImportError) return error;
    throw error;
  }
  throw new Error('it was taken');
};

describe('the exported transaction', () => {
  test('hashes to what the owner signs, field for field', async () => {
    const rlp = unsignedRlp(payment());
    expect(rlp.startsWith('0x02')).toBe(true);
    const { type: _type, ...read } = parseTransaction(rlp);
    expect(read).toMatchObject({ chainId: 900_000_001, nonce: 7, gas: 120_000n, value: payment().value });
    expect(JSON.parse(unsignedJson(payment()))).toMatchObject({
      type: '0x2',
      chainId: '0x35a4e901',
      nonce: '0x7',
      from: OWNER.address,
      to: ROUTER,
      value: '0x1bc16d674ec80000',
      gas: '0x1d4c0',
    });
  });
  test('is an EIP-681 link only when the link can express all of it', () => {
    expect(paymentUri(payment({ data: '0x' }))).toBe(`ethereum:${ROUTER}@900000001?value=2000000000000000000`);
    const approval = payment({ to: USDC, value: 0n, data: approveData(ROUTER, 25n) as `0x${string}` });
    expect(paymentUri(approval)).toBe(`ethereum:${USDC}@900000001/approve?address=${ROUTER}&uint256=25`);
    expect(paymentUri(payment())).toBeUndefined();
    expect(paymentUri({ ...approval, value: 1n })).toBeUndefined();
  });
});

describe('the imported transaction', () => {
  test('signed by its owner is sent as it is, with its own hash', async () => {
    const given = await signed();
    for (const text of [given, given.slice(2), ` ${given}\n`, JSON.stringify({ raw: given, tx: {} })]) {
      const { raw, hash } = await importSignedEvm(payment(), text);
      expect(raw).toBe(given);
      expect(hash).toMatch(/^0x[0-9a-f]{64}$/);
      expect(await recoverTransactionAddress({ serializedTransaction: raw as `0x02${string}` })).toBe(OWNER.address);
    }
  });

  test('may have another fee, within reason', async () => {
    await importSignedEvm(payment(), await signed({ maxFeePerGas: 90_000_000_000n, gas: 200_000n }));
    expect(await refusalOf(await signed({ maxFeePerGas: 300_000_000_001n }))).toMatchObject({ field: 'fee' });
    expect(await refusalOf(await signed({ gas: 1_200_001n }))).toMatchObject({ field: 'gas' });
  });

  test.each<[string, Partial<UnsignedEvm>, string]>([
    ['goes to another contract', { to: USDC }, 'receiver'],
    ['sends another amount', { value: 2_000_000_000_000_000_001n }, 'value'],
    ['says something else', { data: depositData({ memo: '=:BTC.BTC:stranger' }) as `0x${string}` }, 'data'],
    ['is for another network', { chainId: 1 }, 'network'],
    ['has another place in the account’s order', { nonce: 8 }, 'nonce'],
  ])('is refused when it %s, with both values', async (_how, change, field) => {
    const refusal = await refusalOf(await signed(change));
    expect(refusal).toMatchObject({ fault: 'differs', field });
    expect(refusal.expected).toBeDefined();
    expect(refusal.got).not.toBe(refusal.expected);
  });

  test('is refused when another account signed', async () => {
    expect(await refusalOf(await signed({}, STRANGER))).toMatchObject({
      fault: 'otherSigner',
      expected: OWNER.address,
      got: STRANGER.address,
    });
  });

  test('is refused when a bit of the signature is wrong', async () => {
    const given = await signed();
    const last = given.at(-1) === '0' ? '1' : '0';
    expect(['otherSigner', 'badSignature', 'unreadable']).toContain(
      (await refusalOf(`${given.slice(0, -1)}${last}`)).fault,
    );
  });

  test('is refused without a signature', async () => {
    expect((await refusalOf(unsignedRlp(payment()))).fault).toBe('notSigned');
  });

  test('is refused as another type: a delegation (EIP-7702), an access list, an old form', async () => {
    const { maxFeePerGas: _max, maxPriorityFeePerGas: _tip, type: _type, ...legacy } = fields(payment());
    const old = await OWNER.signTransaction({ ...legacy, type: 'legacy', gasPrice: 30_000_000_000n });
    expect(await refusalOf(old)).toMatchObject({ fault: 'differs', field: 'type' });
    const authorization = await OWNER.signAuthorization({ contractAddress: USDC, chainId: 1, nonce: 0 });
    const delegating = await OWNER.signTransaction({
      ...fields(payment()),
      type: 'eip7702',
      authorizationList: [authorization],
    });
    expect(await refusalOf(delegating)).toMatchObject({ fault: 'differs', field: 'type' });
    const listed = await OWNER.signTransaction({
      ...fields(payment()),
      accessList: [{ address: USDC, storageKeys: [] }],
    });
    expect(await refusalOf(listed)).toMatchObject({ fault: 'differs', field: 'accessList' });
  });

  test.each(['', 'hello', '0x', '0x02f8', `0x02f870${'00'.repeat(100)}`, '{"raw":1}'])(
    'is refused as unreadable: "%s"',
    async (text) => {
      expect((await refusalOf(text)).fault).toBe('unreadable');
    },
  );

  test('a signature of one transaction does not pass under the fields of another', async () => {
    const read = parseTransaction((await signed({ value: 1n })) as `0x02${string}`);
    const { r, s, yParity } = read;
    if (!r || !s) throw new Error('not signed');
    const forged = serializeTransaction(fields(payment()), { r, s, yParity: yParity ?? 0 });
    expect((await refusalOf(forged)).fault).toBe('otherSigner');
  });
});
