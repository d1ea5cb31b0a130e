/** The guarantees for wallets that call Chainflip's vault, and for the network when it pays from it. */
import { readFileSync } from 'node:fs';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { encodeFunctionData, getAddress, getContractAddress, type Hex } from 'viem';
import { toEventSelector, toFunctionSelector } from 'viem/utils';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Payout } from '../ledger.ts';
import { chainflipVault, channelContract, NATIVE_ADDRESS, vaultAbi } from './chainflip-contracts.ts';
import { approve, type Call, CODE, ETHER, FLIP, TestChain, USDC, USDT, user, VAULT } from './test-chain.ts';
import { tokenAt } from './tokens.ts';

let evm: TestChain;

describe('the contracts', () => {
  // chainflip-eth-contracts: IVault.sol, ICFReceiver.sol.
  const SELECTORS: Record<string, string> = {
    'xSwapNative(uint32,bytes,uint32,bytes)': '0xdd687345',
    'xSwapToken(uint32,bytes,uint32,address,uint256,bytes)': '0x04fc7da0',
    'xCallNative(uint32,bytes,uint32,bytes,uint256,bytes)': '0x07933dd2',
    'xCallToken(uint32,bytes,uint32,bytes,uint256,address,uint256,bytes)': '0xbbddc2fb',
    'cfReceive(uint32,bytes,bytes,address,uint256)': '0x4904ac5f',
  };
  const artifact = (name: string): { abi: { type: string; name?: string }[]; deployedBytecode: string } =>
    JSON.parse(readFileSync(new URL(`../contracts/artifacts/${name}.json`, import.meta.url), 'utf8'));

  it('answer the calls that wallets sign for the public vault: the selectors are the published ones', () => {
    const { deployedBytecode } = artifact('Vault');
    for (const [signature, selector] of Object.entries(SELECTORS)) {
      expect(`0x${bytesToHex(keccak_256(utf8ToBytes(signature))).slice(0, 8)}`).toBe(selector);
      expect(deployedBytecode).toContain(selector.slice(2));
    }
  });

  it('are spoken to as they are: each function and event of our list has the same signature in the built vault', () => {
    const built = new Set(
      artifact('Vault').abi.flatMap((entry) => {
        if (entry.type === 'function') return toFunctionSelector(entry as Parameters<typeof toFunctionSelector>[0]);
        return entry.type === 'event' ? toEventSelector(entry as Parameters<typeof toEventSelector>[0]) : [];
      }),
    );
    for (const entry of vaultAbi)
      expect(built).toContain(entry.type === 'event' ? toEventSelector(entry) : toFunctionSelector(entry));
  });

  it('are at the addresses of the public chains', () => {
    expect([chainflipVault('ETH'), chainflipVault('ARB'), chainflipVault('BSC'), chainflipVault('BASE')]).toEqual([
      VAULT,
      '0x79001a5e762f3bEFC8e5871b42F6734e00498920',
      '0x79001a5e762f3bEFC8e5871b42F6734e00498920',
      undefined,
    ]);
    const tokens = [
      ...(['FLIP', 'USDC', 'USDT', 'WBTC', 'CBBTC'] as const).map((symbol) => ['ETH', symbol] as const),
      ...(['USDC', 'USDT'] as const).map((symbol) => ['ARB', symbol] as const),
      ['BSC', 'USDT'] as const,
    ];
    const ADDRESSES: Record<string, [string, number]> = {
      'ETH.FLIP': [FLIP, 18],
      'ETH.USDC': [USDC, 6],
      'ETH.USDT': [USDT, 6],
      'ETH.WBTC': ['0x2260FAC5E5542a773Aa44fBCfeDf7C193bc2C599', 8],
      'ETH.CBBTC': ['0xcbB7C0000aB88B473b1f5aFd9ef808440eed33Bf', 8],
      'ARB.USDC': ['0xaf88d065e77c8cC2239327C5EDb3A432268e5831', 6],
      'ARB.USDT': ['0xFd086bC7CD5C481DCC9C85ebE478A1C0b69FCbb9', 6],
      'BSC.USDT': ['0x55d398326f99059fF775485246999027B3197955', 18],
    };
    for (const [chain, symbol] of tokens) {
      const [address, decimals] = ADDRESSES[`${chain}.${symbol}`] ?? ['', 0];
      expect(tokenAt(chain, address)).toMatchObject({ symbol, decimals });
    }
  });

  it('put a channel where CREATE2 puts it, another for each asset and number', () => {
    // EIP-1014, example 2: checks the formula itself.
    const example = getContractAddress({
      opcode: 'CREATE2',
      from: '0xdeadbeef00000000000000000000000000000000',
      salt: `0x${'00'.repeat(32)}`,
      bytecode: '0x00',
    });
    expect(example).toBe('0xB928f69Bb1D91Cd65274e3c79d8986362984fDA3');
    const all = [1n, 2n, 1n << 64n].flatMap((number) =>
      [NATIVE_ADDRESS, USDC, USDT].map((token) => channelContract(VAULT, number, getAddress(token))),
    );
    expect(new Set(all).size).toBe(9);
    expect(() => channelContract(VAULT, -1n, NATIVE_ADDRESS)).toThrow(RangeError);
    expect(() => channelContract(VAULT, 1n << 256n, NATIVE_ADDRESS)).toThrow(RangeError);
  });
});

describe('the vault', () => {
  beforeAll(async () => {
    evm = await TestChain.open();
    await evm.fundUser();
  });
  afterAll(async () => {
    await evm.stop();
    evm.remove();
  });
  afterEach(() => expect(evm.errors).toEqual([]));

  it('lets only the network move the vault’s funds', async () => {
    const encode = (data: Hex): Call => ({ to: VAULT, data });
    const calls = [
      encodeFunctionData({ abi: vaultAbi, functionName: 'transfer', args: [NATIVE_ADDRESS, user.address, 1n] }),
      encodeFunctionData({
        abi: vaultAbi,
        functionName: 'deployAndFetch',
        args: [`0x${'01'.repeat(32)}`, NATIVE_ADDRESS],
      }),
      encodeFunctionData({ abi: vaultAbi, functionName: 'fetch', args: [user.address, NATIVE_ADDRESS] }),
    ];
    for (const data of calls) expect(await evm.revertText(encode(data))).toContain('not the network');
  });

  const DST = { dstChain: 3, dstToken: 5, dstAddress: `0x${Buffer.from('bcrt1qaddress').toString('hex')}` as Hex };
  const event = { chain: 'ETH', from: user.address, dstChain: 3, dstToken: 5, dstAddress: DST.dstAddress.slice(2) };

  it('reads vault swaps of coins and tokens with all that they ask for, in order, plain and with a message', async () => {
    const height = evm.ledger.height();
    const { dstChain, dstToken, dstAddress } = DST;
    for (const token of [USDC, USDT]) await evm.send({ to: token, data: approve(VAULT, 1_000n) });
    const hashes = [
      await evm.send({
        to: VAULT,
        value: ETHER,
        data: encodeFunctionData({
          abi: vaultAbi,
          functionName: 'xSwapNative',
          args: [dstChain, dstAddress, dstToken, '0x0102'],
        }),
      }),
    ];
    for (const token of [USDC, USDT] as const)
      hashes.push(
        await evm.send({
          to: VAULT,
          data: encodeFunctionData({
            abi: vaultAbi,
            functionName: 'xSwapToken',
            args: [dstChain, dstAddress, dstToken, token, 600n, '0x03'],
          }),
        }),
      );
    hashes.push(
      await evm.send({
        to: VAULT,
        value: 9n,
        data: encodeFunctionData({
          abi: vaultAbi,
          functionName: 'xCallNative',
          args: [dstChain, dstAddress, dstToken, '0xaabb', 77n, '0x04'],
        }),
      }),
      await evm.send({
        to: VAULT,
        data: encodeFunctionData({
          abi: vaultAbi,
          functionName: 'xCallToken',
          args: [dstChain, dstAddress, dstToken, '0xcc', 78n, USDC, 400n, '0x05'],
        }),
      }),
    );
    const held = await evm.balance(VAULT, USDT);
    await evm.block();
    const common = { ...event, blockHeight: height + 1 };
    expect(await evm.channels.vaultSwapsAbove(height)).toEqual([
      { ...common, hash: hashes[0], amountBaseUnits: ETHER, cfParameters: '0102' },
      { ...common, hash: hashes[1], token: USDC, amountBaseUnits: 600n, cfParameters: '03' },
      { ...common, hash: hashes[2], token: USDT, amountBaseUnits: 600n, cfParameters: '03' },
      { ...common, hash: hashes[3], amountBaseUnits: 9n, cfParameters: '04', message: 'aabb', gasAmount: 77n },
      {
        ...common,
        hash: hashes[4],
        token: USDC,
        amountBaseUnits: 400n,
        cfParameters: '05',
        message: 'cc',
        gasAmount: 78n,
      },
    ]);
    expect(await evm.balance(VAULT, USDT)).toBe(held + 600n);
    expect(await evm.channels.vaultSwapsAbove(height + 1)).toEqual([]);
    // Chainflip does not see other networks' payments, nor they Chainflip's.
    expect(await evm.ledger.inboundsAbove(height)).toEqual([]);
  });

  it('refuses a vault swap of nothing, of what was not approved, and of what is no token', async () => {
    const { dstChain, dstToken, dstAddress } = DST;
    const native = encodeFunctionData({
      abi: vaultAbi,
      functionName: 'xSwapNative',
      args: [dstChain, dstAddress, dstToken, '0x'],
    });
    const token = (address: Hex, amount: bigint): Hex =>
      encodeFunctionData({
        abi: vaultAbi,
        functionName: 'xSwapToken',
        args: [dstChain, dstAddress, dstToken, address, amount, '0x'],
      });
    expect(await evm.revertText({ to: VAULT, data: native })).toContain('Shared: uint input is empty');
    expect(await evm.revertText({ to: VAULT, data: token(USDC, 0n) })).toContain('Shared: uint input is empty');
    expect(await evm.revertText({ to: VAULT, data: token(FLIP, 1n) })).toContain('SafeERC20');
    expect(await evm.revertText({ to: VAULT, data: token(USDT, 10n ** 30n) })).toContain('SafeERC20');
    expect(await evm.revertText({ to: VAULT, data: token(user.address, 1n) })).toContain('SafeERC20');
  });

  it('pays out once for a key, from the vault, in coins and tokens', async () => {
    const to = '0x00000000000000000000000000000000000000cC';
    for (const [token, amount] of [
      [undefined, 3n * ETHER],
      [USDC, 777n],
      [USDT, 778n],
      [FLIP, 779n],
    ] as const) {
      const held = await evm.balance(VAULT, token);
      const payout = { key: `cf ${token}`, vault: 'chainflip-0', to, amountBaseUnits: amount, memo: '' };
      const asked = token === undefined ? payout : { ...payout, token: token.toLowerCase() };
      const [first, again] = await Promise.all([evm.ledger.payOut(asked), evm.ledger.payOut(asked)]);
      await evm.block();
      expect(again).toEqual(first);
      expect(await evm.ledger.payOut(asked)).toEqual(first);
      expect(await evm.balance(to, token)).toBe(amount);
      expect(await evm.balance(VAULT, token)).toBe(held - amount);
      expect(await evm.vaultEvents(first.hash)).toEqual([]);
    }
    expect(evm.ledger.vaultAddress('chainflip-0')).toBe(VAULT);
  });

  it('gives receivers of coins 8000 gas; what one does not take stays in the vault, and an event says so', async () => {
    const pay = async (to: string, token?: string): Promise<string> => {
      const payout = { key: `to ${to} ${token}`, vault: 'chainflip-0', to, amountBaseUnits: 5n, memo: '' };
      const { hash } = await evm.ledger.payOut(token === undefined ? payout : { ...payout, token });
      await evm.block();
      expect((await evm.receipt(hash)).status).toBe('0x1');
      return hash;
    };
    const taken = await evm.balance(VAULT);
    for (const [to] of [CODE.taker, CODE.modest]) {
      expect(await evm.vaultEvents(await pay(to))).toEqual([]);
      expect(await evm.balance(to)).toBe(5n);
    }
    expect(await evm.balance(VAULT)).toBe(taken - 10n);
    for (const [to] of [CODE.refuser, CODE.greedy]) {
      expect(await evm.vaultEvents(await pay(to))).toEqual([
        { eventName: 'TransferNativeFailed', args: { recipient: to, amount: 5n } },
      ]);
      expect(await evm.balance(to)).toBe(0n);
    }
    expect(await evm.balance(VAULT)).toBe(taken - 10n);
    // Tokens refuse transfers to the zero address.
    const zero = '0x0000000000000000000000000000000000000000';
    for (const token of [USDC, USDT]) {
      const held = await evm.balance(VAULT, token);
      expect(await evm.vaultEvents(await pay(zero, token))).toMatchObject([
        { eventName: 'TransferTokenFailed', args: { recipient: zero, amount: 5n, token } },
      ]);
      expect(await evm.balance(VAULT, token)).toBe(held);
    }
  });

  describe('pays by a signature of the network that anyone may submit', () => {
    const CALL = { message: '1234', gasLimit: 200_000n, srcChain: 3 };
    const payout = (key: string, to: string, token: Hex | undefined, more: Partial<Payout> = {}): Payout => ({
      key,
      vault: 'chainflip-0',
      to,
      amountBaseUnits: 21n,
      memo: '',
      ...(token === undefined ? {} : { token }),
      ...more,
    });
    const signed = (made: Payout): Call => {
      const { contract, data, value } = evm.channels.payloadOf(made);
      return { to: contract, data: data as Hex, value };
    };

    it.each([
      ['ETH', undefined],
      ['USDC', USDC],
      ['USDT', USDT],
    ] as const)('and calls the receiver of %s with it; when the call fails nothing is paid', async (symbol, token) => {
      const held = (holder: string): Promise<bigint> => evm.balance(holder, token);
      const before = [await held(VAULT), await held(CODE.taker[0]), await held(CODE.refuser[0])] as const;
      const paid = await evm.send(signed(payout(`call ${symbol}`, CODE.taker[0], token, { call: CALL })));
      const refused = await evm.send(signed(payout(`refused ${symbol}`, CODE.refuser[0], token, { call: CALL })));
      await evm.block();
      expect((await evm.receipt(paid)).status).toBe('0x1');
      expect((await evm.receipt(refused)).status).toBe('0x0');
      expect([await held(VAULT), await held(CODE.taker[0]), await held(CODE.refuser[0])]).toEqual([
        before[0] - 21n,
        before[1] + 21n,
        before[2],
      ]);
    });

    it('once, and only as it was signed', async () => {
      const made = payout('once', CODE.taker[0], USDC, { call: CALL });
      const call = signed(made);
      for (const changed of [
        { ...made, key: 'another nonce', amountBaseUnits: 22n },
        { ...made, to: user.address },
        { ...made, call: { ...CALL, message: '1235' } },
      ]) {
        // Changed terms with the signature of the original ones.
        const [good, bad] = [call.data ?? '0x', signed(changed).data ?? '0x'];
        const SIGNATURE = 2 + 8 + 3 * 64;
        const forged: Hex = `0x${good.slice(2, SIGNATURE)}${bad.slice(SIGNATURE)}`;
        expect(await evm.revertText({ to: VAULT, data: forged })).toContain('Sig invalid');
      }
      await evm.send(call);
      await evm.block();
      expect(await evm.revertText(call)).toContain('nonce already used');
    });

    it('plainly too, in place of a payment that was not sent', async () => {
      const before = await evm.balance(CODE.taker[0], FLIP);
      const hash = await evm.send(signed(payout('plain', CODE.taker[0], FLIP)));
      await evm.block();
      expect((await evm.receipt(hash)).status).toBe('0x1');
      expect(await evm.balance(CODE.taker[0], FLIP)).toBe(before + 21n);
    });
  });
});
