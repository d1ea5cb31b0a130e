/**
 * The sandbox's wallet describes every transaction before it is signed: an undescribed call would be signed blindly.
 */
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { encodeFunctionData, erc20Abi, type Hex, parseAbi } from 'viem';
import { expect, it } from 'vitest';
import { chainflipVault, vaultAbi } from '../../evm/chainflip-contracts.ts';
import { describeTransaction } from './evm-describe.ts';

const USDC = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
const ALICE = '0x742d35Cc6634C0532925a3b844Bc454e4438f44e';
const BTC_ADDRESS = 'bcrt1qyaen0zlqy9309r83nyyf5e89ugc8ls84wxqd08';
/** Version 1, ten blocks of retrying, the refund address; what follows is not read. */
const PARAMETERS: Hex = `0x010a000000${ALICE.slice(2).toLowerCase()}${'00'.repeat(40)}`;

const described = (to: string, data: Hex, value = 0n) =>
  Object.fromEntries(describeTransaction('ETH', { to, value, data }, 21_000n));
const vault = chainflipVault('ETH') ?? '';

it('shows what a vault swap of the coin sells, whom it pays and where a refund goes', () => {
  const args = [3, `0x${bytesToHex(utf8ToBytes(BTC_ADDRESS))}`, 5, PARAMETERS] as const;
  const facts = described(
    vault,
    encodeFunctionData({ abi: vaultAbi, functionName: 'xSwapNative', args }),
    15n * 10n ** 17n,
  );
  expect(facts).toMatchObject({
    Call: 'xSwapNative',
    Swaps: '1.5 ETH',
    Pays: `BTC on Bitcoin to ${BTC_ADDRESS}`,
    'Refunds to': ALICE,
  });
  expect(facts.Data).toBeUndefined();
});

it('shows the token and the amount of a vault swap that takes one', () => {
  const args = [4, ALICE, 7, USDC, 25_000_000n, PARAMETERS] as const;
  expect(described(vault, encodeFunctionData({ abi: vaultAbi, functionName: 'xSwapToken', args }))).toMatchObject({
    Swaps: '25 USDC',
    Pays: `USDC on Arbitrum to ${ALICE}`,
  });
});

it('shows unknown numbers, and those of different chains, unchanged', () => {
  for (const [chain, token] of [
    [4, 5],
    [99, 7],
    [4, 99],
  ] as const) {
    const args = [chain, ALICE, token, PARAMETERS] as const;
    const { Pays } = described(vault, encodeFunctionData({ abi: vaultAbi, functionName: 'xSwapNative', args }), 1n);
    expect(Pays).toBe(`token ${token} of chain ${chain} to ${ALICE.toLowerCase()}`);
  }
});

it('shows a call of a contract with the payout as data: it is no plain swap', () => {
  const args = [4, ALICE, 7, '0x1234', 1n, PARAMETERS] as const;
  const data = encodeFunctionData({ abi: vaultAbi, functionName: 'xCallNative', args });
  expect(described(vault, data, 1n).Data).toBe(data);
});

it('shows whom a plain transfer of a token pays, as deposit addresses are paid', () => {
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [ALICE, 1_500_000n] });
  expect(described(USDC, data)).toMatchObject({ Call: 'transfer', Recipient: ALICE, Amount: '1.5 USDC' });
});

const ROUTER = '0x111111125421cA6dc452d289314280a0f8842A65';
const EXECUTOR = '0x6666666666666666666666666666666666666666';
const COIN = '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE';
const orderAbi = parseAbi([
  'struct Desc { address srcToken; address dstToken; address srcReceiver; address dstReceiver; uint256 amount; uint256 minReturnAmount; uint256 flags; }',
  'function swap(address executor, Desc desc, bytes data) payable returns (uint256, uint256)',
  'function initiate(address redeemer, uint256 timelock, uint256 amount, bytes32 secretHash) payable',
]);

it('shows what a swap through 1inch’s router sells, its minimum, and whom it pays', () => {
  const desc = {
    srcToken: USDC,
    dstToken: COIN,
    srcReceiver: EXECUTOR,
    dstReceiver: ALICE,
    amount: 25_000_000n,
    minReturnAmount: 75n * 10n ** 14n,
    flags: 0n,
  } as const;
  const data = encodeFunctionData({ abi: orderAbi, functionName: 'swap', args: [EXECUTOR, desc, '0x'] });
  const shown = { Swaps: '25 USDC', 'For at least': '0.0075 ETH', Pays: ALICE };
  expect(described(ROUTER, data)).toMatchObject(shown);
  // A signed allowance of 26 USDC beside it.
  const word = (value: bigint) => value.toString(16).padStart(64, '0');
  const permit = `${USDC}${[BigInt(ALICE), BigInt(ROUTER), 26_000_000n, 1n, 27n, 1n, 1n].map(word).join('')}` as Hex;
  const abi = parseAbi(['function permitAndCall(bytes permit, bytes action) payable']);
  const beside = encodeFunctionData({ abi, functionName: 'permitAndCall', args: [permit, data] });
  expect(described(ROUTER, beside)).toMatchObject({ ...shown, 'May take': '26 USDC', Spender: ROUTER.toLowerCase() });
});

it('shows what a lock takes, who may redeem it and after how many blocks it can be refunded', () => {
  const args = [ALICE, 7200n, 50_000_000n, `0x${'5a'.repeat(32)}`] as const;
  const data = encodeFunctionData({ abi: orderAbi, functionName: 'initiate', args });
  expect(described(EXECUTOR, data)).toMatchObject({
    Call: 'initiate',
    'Redeemed by': ALICE,
    'Refundable after': '7200 blocks',
  });
});
