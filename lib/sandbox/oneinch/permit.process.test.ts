/** Our router hands a signed allowance to its token as the public one does, and only tokens take one that do in reality. */
import { type Address, concat, encodeFunctionData, type Hex, parseAbi, toFunctionSelector } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ONEINCH_ROUTER } from '../evm/oneinch-contracts.ts';
import { ETHER, type TestChain, user } from '../evm/test-chain.ts';
import { tokensOf } from '../evm/tokens.ts';
import { ETH_ID, NATIVE, revertOf, TestOneinch, USDC, USDT } from './test-oneinch.ts';

/** Source: solidity-utils PermitAndCall.sol, SafeERC20.sol; EIP-2612. */
const abi = parseAbi([
  'function permitAndCall(bytes permit, bytes action) payable',
  'function permit(address owner, address spender, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)',
  'function DOMAIN_SEPARATOR() view returns (bytes32)',
]);
const NOT_TAKEN = toFunctionSelector('SafeTransferFromFailed()');
const SOLD = 250_000_000n;

let oneinch: TestOneinch;
let evm: TestChain;
let action: Hex;
const owner = privateKeyToAccount(generatePrivateKey());

beforeAll(async () => {
  oneinch = await TestOneinch.open();
  evm = oneinch.evm;
  await evm.ledger.fund(owner.address, ETHER);
  await evm.ledger.fund(owner.address, 10n * SOLD, USDC);
  const { tx } = await oneinch.swap({
    src: USDC,
    dst: NATIVE,
    amount: String(SOLD),
    from: owner.address,
    origin: owner.address,
  });
  action = tx.data;
});
afterAll(async () => {
  await evm.kill();
  evm.remove();
});

type Terms = { value?: bigint; nonce?: bigint; deadline?: bigint; spender?: Address };
const types = {
  Permit: ['address owner', 'address spender', 'uint256 value', 'uint256 nonce', 'uint256 deadline'].map((field) => {
    const [type = '', name = ''] = field.split(' ');
    return { type, name };
  }),
};
/** The arguments of the token's `permit`, without its selector: in full, and in brief as the router takes them. */
async function signed({ value = SOLD, nonce = 0n, deadline, spender = ONEINCH_ROUTER }: Terms = {}) {
  const until = deadline ?? BigInt(evm.ledger.node.memory.time + 600);
  const signature = await owner.signTypedData({
    domain: { name: 'USD Coin', version: '2', chainId: ETH_ID, verifyingContract: USDC },
    types,
    primaryType: 'Permit',
    message: { owner: owner.address, spender, value, nonce, deadline: until },
  });
  const [r, s, v]: [Hex, Hex, bigint] = [
    `0x${signature.slice(2, 66)}`,
    `0x${signature.slice(66, 130)}`,
    BigInt(`0x${signature.slice(130)}`),
  ];
  const args = [owner.address, spender, value, until, Number(v), r, s] as const;
  const hex = (number: bigint, bytes: number): Hex => `0x${number.toString(16).padStart(bytes * 2, '0')}`;
  return {
    full: `0x${encodeFunctionData({ abi, functionName: 'permit', args }).slice(10)}` as Hex,
    brief: concat([hex(value, 32), hex(until + 1n, 4), r, hex(((v - 27n) << 255n) | BigInt(s), 32)]),
    direct: encodeFunctionData({ abi, functionName: 'permit', args }),
  };
}
const carried = (permit: Hex, token: Hex = USDC) =>
  encodeFunctionData({ abi, functionName: 'permitAndCall', args: [concat([token, permit]), action] });
const refusal = (data: Hex, from: string = owner.address) => revertOf(evm, { to: ONEINCH_ROUTER, data, from });

it('the public selector stands for it', () => {
  expect(carried('0x').slice(0, 10)).toBe('0x5816d723');
});

it('both forms of a permit pay for the call beside them, without an approval', async () => {
  expect(await refusal(action)).toBe(NOT_TAKEN);
  const { full, brief } = await signed();
  expect([await refusal(carried(full)), await refusal(carried(brief))]).toEqual([undefined, undefined]);
});

it.each<[string, Terms]>([
  ['whose time is over', { deadline: 1n }],
  ['of too little', { value: SOLD - 1n }],
  ['for somebody else', { spender: USDT }],
  ['that is not the owner’s next', { nonce: 1n }],
])('a permit %s stops nothing, but the call that it should pay for', async (_what, terms) => {
  expect(await refusal(carried((await signed(terms)).full))).toBe(NOT_TAKEN);
});

it('another sender cannot spend it, and another form is refused', async () => {
  const { full, brief } = await signed();
  expect(await refusal(carried(full), user.address)).toBe(NOT_TAKEN);
  expect(await refusal(carried(`${brief}00`))).toBe('0x68275857');
});

it('somebody who hands it in before stops nothing, it is used once, and nothing is left of it', async () => {
  const { full, direct } = await signed();
  await evm.ledger.fund(user.address, ETHER);
  await evm.send({ to: USDC, data: direct });
  await evm.block();
  const before = await evm.balance(owner.address, USDC);
  const hash = await evm.send({ to: ONEINCH_ROUTER, data: carried(full), gas: 1_500_000n }, owner);
  await evm.block();
  expect((await evm.receipt(hash)).status).toBe('0x1');
  expect(before - (await evm.balance(owner.address, USDC))).toBe(SOLD);
  expect(await refusal(carried(full))).toBe(NOT_TAKEN);
});

it('the list says of every token whether it takes permits, as the token itself does', async () => {
  const { body } = await oneinch.request(oneinch.swapPath('tokens'));
  const listed = body.tokens as Record<string, { eip2612?: boolean; domainVersion?: string }>;
  const call = encodeFunctionData({ abi, functionName: 'DOMAIN_SEPARATOR' });
  for (const { address, symbol } of tokensOf('ETH')) {
    const one = listed[address.toLowerCase()];
    if (!one) continue;
    const answers = (await revertOf(evm, { to: address, data: call })) === undefined;
    expect([symbol, one.eip2612 === true]).toEqual([symbol, answers]);
  }
  expect(listed[USDC.toLowerCase()]).toMatchObject({ eip2612: true, domainVersion: '2' });
  expect(listed[USDT.toLowerCase()]?.eip2612).toBeUndefined();
});
