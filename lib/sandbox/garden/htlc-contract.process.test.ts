/** If these fail, a lock on an EVM chain opens for the wrong party, or keeps what it should refund. */
import { encodeFunctionData, getAddress, type Hex, keccak256, sha256, stringToBytes, toFunctionSelector } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { htlcAbi, htlcAddress } from '../evm/garden-contracts.ts';
import { approve, TestChain, user } from '../evm/test-chain.ts';
import { orderIdOf } from './evm-chain.ts';

const LONG_MS = 120_000;
const WBTC = '0x2260FAC5E5542a773Aa44fBCfeDf7C193bc2C599';
const TOKEN_LOCK = htlcAddress('ethereum:wbtc', 0);
const COIN_LOCK = htlcAddress('ethereum:eth', 0);
const redeemer = privateKeyToAccount(`0x${'31'.repeat(32)}`);
const SECRET: Hex = `0x${'09'.repeat(32)}`;
const CHAIN_ID = 900_000_001;

describe('the interface', () => {
  it('has the selectors, topics and types of the public contracts', () => {
    const selectors = {
      'initiate(address,uint256,uint256,bytes32)': '0x97ffc7ae',
      'initiate(address,uint256,uint256,bytes32,bytes)': '0x4ede0ab7',
      'initiateOnBehalf(address,address,uint256,uint256,bytes32)': '0x13d4a787',
      'initiateWithSignature(address,uint256,uint256,bytes32,bytes)': '0x7929d59d',
      'initiateWithSignature(address,address,uint256,uint256,bytes32,bytes)': '0xd4705e9e',
      'redeem(bytes32,bytes)': '0xf7ff7207',
      'refund(bytes32)': '0x7249fbb6',
      'instantRefund(bytes32,bytes)': '0xedaf5fac',
    };
    const ours = htlcAbi.flatMap((item) => (item.type === 'function' ? [toFunctionSelector(item)] : []));
    for (const [name, selector] of Object.entries(selectors)) {
      expect(toFunctionSelector(`function ${name}`)).toBe(selector);
      expect(ours).toContain(selector);
    }
    const hash = (text: string) => keccak256(stringToBytes(text));
    expect(hash('Initiate(address redeemer,uint256 timelock,uint256 amount,bytes32 secretHash)')).toBe(
      '0xde5278e8c85ac4e57ea69f40f594c328916a0c846a6bbd82592e91cff5eee136',
    );
    expect(hash('Refund(bytes32 orderId)')).toBe('0x0e9893496d91576e89d810f2a1455a2d7ccd9e051d2fa03ea3c8636e9dc6aac2');
  });
});

describe('a lock', { timeout: LONG_MS }, () => {
  let chain: TestChain;
  let count = 0;
  beforeAll(async () => {
    chain = await TestChain.open('ETH');
    await chain.ledger.fund(user.address, 10n ** 21n);
    await chain.ledger.fund(redeemer.address, 10n ** 21n);
    await chain.ledger.fund(user.address, 10n ** 12n, WBTC);
    await chain.send({ to: WBTC, data: approve(TOKEN_LOCK, 10n ** 12n) });
    await chain.block();
  }, LONG_MS);
  afterAll(async () => {
    await chain.kill();
    chain.remove();
  }, LONG_MS);

  type Terms = { redeemer: Hex; timelock: bigint; amount: bigint; secretHash: Hex };
  /** Terms that no other test has used. */
  const terms = (change: Partial<Terms> = {}): Terms => {
    count += 1;
    return {
      redeemer: redeemer.address,
      timelock: 5n,
      amount: BigInt(1000 + count),
      secretHash: sha256(SECRET),
      ...change,
    };
  };
  const initiate = ({ redeemer: to, timelock, amount, secretHash }: Terms): Hex =>
    encodeFunctionData({ abi: htlcAbi, functionName: 'initiate', args: [to, timelock, amount, secretHash] });
  const redeem = (id: Hex, secret: Hex) =>
    encodeFunctionData({ abi: htlcAbi, functionName: 'redeem', args: [id, secret] });
  const refund = (id: Hex) => encodeFunctionData({ abi: htlcAbi, functionName: 'refund', args: [id] });
  const idOf = (one: Terms, initiator: string = user.address): Hex => {
    const side = { initiator, redeemer: one.redeemer, timelock: Number(one.timelock), amount: one.amount };
    const rest = {
      assetId: 'ethereum:wbtc',
      htlc: TOKEN_LOCK,
      requiredConfirmations: 1,
      price: 0,
      locks: [],
      returned: [],
    };
    return `0x${orderIdOf(CHAIN_ID, { ...side, ...rest, secretHash: one.secretHash })}`;
  };
  const sendOk = async (to: string, data: Hex, value = 0n): Promise<string> => {
    const hash = await chain.send({ to, data, value });
    await chain.block();
    expect((await chain.receipt(hash)).status).toBe('0x1');
    return hash;
  };
  const locked = async (one: Terms): Promise<Hex> => {
    await sendOk(TOKEN_LOCK, initiate(one));
    return idOf(one);
  };

  it('takes the coins, says so with the topics of the public contracts, and gives them to the redeemer for the secret', async () => {
    const one = terms();
    const before = await chain.balance(redeemer.address, WBTC);
    const hash = await sendOk(TOKEN_LOCK, initiate(one));
    const log = (await chain.receipt(hash)).logs.at(0);
    expect(log?.topics).toEqual([
      '0x01b41cbd4bbcc3c5b968a04d3fbdd8c1648a39ff6d9a3929b4840cea1142bc65',
      idOf(one),
      one.secretHash,
      `0x${one.amount.toString(16).padStart(64, '0')}`,
    ]);
    const opened = await sendOk(TOKEN_LOCK, redeem(idOf(one), SECRET));
    expect((await chain.receipt(opened)).logs[0]?.topics[0]).toBe(
      '0x4c9a044220477b4e94dbb0d07ff6ff4ac30d443bef59098c4541b006954778e2',
    );
    expect((await chain.balance(redeemer.address, WBTC)) - before).toBe(one.amount);
    expect(await chain.revertText({ to: TOKEN_LOCK, data: redeem(idOf(one), SECRET) })).toMatch(
      /HTLC: order fulfilled/,
    );
    expect(await chain.revertText({ to: TOKEN_LOCK, data: refund(idOf(one)) })).toMatch(/HTLC: order fulfilled/);
    expect(await chain.revertText({ to: TOKEN_LOCK, data: initiate(one) })).toMatch(/HTLC: duplicate order/);
  });

  it('opens for no other secret, and for none of another length', async () => {
    const id = await locked(terms());
    for (const secret of [`0x${'08'.repeat(32)}`, '0x', `${SECRET}00`] as Hex[])
      expect(await chain.revertText({ to: TOKEN_LOCK, data: redeem(id, secret) })).toMatch(/HTLC: incorrect secret/);
    const long: Hex = `0x${'07'.repeat(33)}`;
    const odd = await locked(terms({ secretHash: sha256(long) }));
    expect(await chain.revertText({ to: TOKEN_LOCK, data: redeem(odd, long) })).toMatch(/HTLC: incorrect secret/);
  });

  it('returns to its owner after its time, whoever calls, and not a block before', async () => {
    const one = terms({ timelock: 3n });
    const before = await chain.balance(user.address, WBTC);
    const id = await locked(one);
    for (let block = 0; block < 10; block += 1) {
      const text = await chain.revertText({ to: TOKEN_LOCK, data: refund(id) });
      if (text === 'no revert') break;
      expect(text).toMatch(/HTLC: order not expired/);
      expect(await chain.balance(user.address, WBTC)).toBe(before - one.amount);
      await chain.rpc('eth_blockNumber');
      await chain.block();
    }
    await chain.send({ to: TOKEN_LOCK, data: refund(id) }, redeemer);
    await chain.block();
    expect(await chain.balance(user.address, WBTC)).toBe(before);
    expect(await chain.revertText({ to: TOKEN_LOCK, data: refund(id) })).toMatch(/HTLC: order fulfilled/);
  });

  it.each<[string, Partial<Terms>, RegExp]>([
    ['nobody', { redeemer: '0x0000000000000000000000000000000000000000' }, /HTLC: zero address redeemer/],
    ['no time', { timelock: 0n }, /HTLC: zero timelock/],
    ['nothing', { amount: 0n }, /HTLC: zero amount/],
    ['oneself', { redeemer: user.address }, /HTLC: same initiator and redeemer/],
    ['more than there is', { amount: 10n ** 30n }, /SafeERC20/],
  ])('for %s is refused', async (_name, change, why) => {
    expect(await chain.revertText({ to: TOKEN_LOCK, data: initiate(terms(change)) })).toMatch(why);
    if (change.amount === undefined)
      expect(
        await chain.revertText({ to: COIN_LOCK, data: initiate(terms(change)), value: BigInt(1000 + count) }),
      ).toMatch(why);
  });

  it('that was never made neither opens nor goes back', async () => {
    const id = idOf(terms());
    expect(await chain.revertText({ to: TOKEN_LOCK, data: redeem(id, SECRET) })).toMatch(/HTLC: order not initiated/);
    expect(await chain.revertText({ to: TOKEN_LOCK, data: refund(id) })).toMatch(/HTLC: order not initiated/);
  });

  const typed = (one: Terms, change: { version?: string; chainId?: number; verifyingContract?: Hex } = {}) =>
    user.signTypedData({
      domain: { name: 'HTLC', version: '2', chainId: CHAIN_ID, verifyingContract: TOKEN_LOCK, ...change },
      types: {
        Initiate: [
          { name: 'redeemer', type: 'address' },
          { name: 'timelock', type: 'uint256' },
          { name: 'amount', type: 'uint256' },
          { name: 'secretHash', type: 'bytes32' },
        ],
      },
      primaryType: 'Initiate',
      message: one,
    });
  const bySignature = (one: Terms, signature: Hex, initiator: Hex = user.address): Hex => {
    const args = [initiator, one.redeemer, one.timelock, one.amount, one.secretHash, signature] as const;
    return encodeFunctionData({ abi: htlcAbi, functionName: 'initiateWithSignature', args });
  };

  it("can be made by anyone with the owner's signature, in both forms, and the owner pays", async () => {
    const before = await chain.balance(user.address, WBTC);
    const [one, other] = [terms(), terms()];
    await chain.send({ to: TOKEN_LOCK, data: bySignature(one, await typed(one)) }, redeemer);
    const args = [other.redeemer, other.timelock, other.amount, other.secretHash, await typed(other)] as const;
    const older = encodeFunctionData({ abi: htlcAbi, functionName: 'initiateWithSignature', args });
    await chain.send({ to: TOKEN_LOCK, data: older }, redeemer);
    await chain.block();
    expect(before - (await chain.balance(user.address, WBTC))).toBe(one.amount + other.amount);
  });

  it('is not made by a signature for other terms, another contract, chain or version, or of another account', async () => {
    const one = terms();
    const bad = [
      bySignature({ ...one, amount: one.amount + 1n }, await typed(one)),
      bySignature(one, await typed(one, { version: '1' })),
      bySignature(one, await typed(one, { chainId: 1 })),
      bySignature(one, await typed(one, { verifyingContract: COIN_LOCK })),
      bySignature(one, await typed(one), getAddress(redeemer.address)),
      bySignature(one, '0x'),
    ];
    for (const data of bad) expect(await chain.revertText({ to: TOKEN_LOCK, data })).toMatch(/signature/);
  });

  it("goes back at once with the redeemer's signature for this very order", async () => {
    const before = await chain.balance(user.address, WBTC);
    const [id, other] = [await locked(terms()), await locked(terms())];
    const sign = (account: typeof user, orderId: Hex) =>
      account.signTypedData({
        domain: { name: 'HTLC', version: '2', chainId: CHAIN_ID, verifyingContract: TOKEN_LOCK },
        types: { Refund: [{ name: 'orderId', type: 'bytes32' }] },
        primaryType: 'Refund',
        message: { orderId },
      });
    const call = (signature: Hex) =>
      encodeFunctionData({ abi: htlcAbi, functionName: 'instantRefund', args: [id, signature] });
    for (const signature of [await sign(user, id), await sign(redeemer, other)])
      expect(await chain.revertText({ to: TOKEN_LOCK, data: call(signature) })).toMatch(
        /HTLC: invalid redeemer signature/,
      );
    const hash = await sendOk(TOKEN_LOCK, call(await sign(redeemer, id)));
    expect((await chain.receipt(hash)).logs[0]?.topics).toEqual([
      '0xfe509803c09416b28ff3d8f690c8b0c61462a892c46d5430c8fb20abe472daf0',
      id,
    ]);
    expect(before - (await chain.balance(user.address, WBTC))).toBe(BigInt(1000 + count));
  });

  it('on behalf of another is paid by the caller and goes back to the other', async () => {
    const one = terms({ timelock: 1n });
    const stranger = getAddress(`0x${'77'.repeat(20)}`);
    const args = [stranger, one.redeemer, one.timelock, one.amount, one.secretHash] as const;
    await sendOk(TOKEN_LOCK, encodeFunctionData({ abi: htlcAbi, functionName: 'initiateOnBehalf', args }));
    for (let block = 0; block < 3; block += 1) await chain.block();
    await sendOk(TOKEN_LOCK, refund(idOf(one, stranger)));
    expect(await chain.balance(stranger, WBTC)).toBe(one.amount);
  });

  it('of the chain’s own coin requires exactly its amount', async () => {
    const one = terms();
    for (const value of [one.amount - 1n, one.amount + 1n, 0n])
      expect(await chain.revertText({ to: COIN_LOCK, data: initiate(one), value })).toMatch(/HTLC: incorrect funds/);
    await sendOk(COIN_LOCK, initiate(one), one.amount);
    const before = await chain.balance(redeemer.address);
    await sendOk(COIN_LOCK, redeem(idOf(one), SECRET));
    expect((await chain.balance(redeemer.address)) - before).toBe(one.amount);
  });
});
