/** Tells the user how to fund an order: an address and an amount, or a transaction and a message to sign. */
import { erc20Abi, type Hex } from 'viem';
import { encodeFunctionData, getAddress } from 'viem/utils';
import { htlcAbi } from '../evm/garden-contracts.ts';
import { assetOf, chainNumber, isBitcoin } from './assets.ts';
import type { EvmTransaction, TypedData } from './order-json.ts';
import { chainOfSide, type HtlcChains } from './solver.ts';
import { fault, type Garden, type Order, type Side } from './state.ts';
import { tampered } from './tamper.ts';

const GAS_LIMIT = '0x493e0';
const APPROVAL_GAS_LIMIT = '0x186a0';

const hexOf = (value: bigint | number): Hex => `0x${value.toString(16)}`;

/** The answer of `POST /orders`. Older servers name the transaction differently and omit the approval. */
export async function instructionsFor(garden: Garden, chains: HtlcChains, order: Order): Promise<unknown> {
  const { source } = order;
  const asset = assetOf(source.assetId);
  if (isBitcoin(asset))
    return tampered(garden, { order_id: order.id, to: source.swapId, amount: source.amount.toString() });
  const chain = chainOfSide(chains, source);
  const chainId = chainNumber(asset.chain);
  const terms = [
    getAddress(source.redeemer),
    BigInt(source.timelock),
    source.amount,
    `0x${source.secretHash}`,
  ] as const;
  const initiate: EvmTransaction = {
    to: source.htlc,
    value: hexOf(asset.token === undefined ? source.amount : 0n),
    data: encodeFunctionData({ abi: htlcAbi, functionName: 'initiate', args: terms }),
    gas_limit: GAS_LIMIT,
    chain_id: chainId,
  };
  const allowed =
    asset.token === undefined ? 0n : ((await chain.allowance?.(asset, source.initiator, source.htlc)) ?? 0n);
  const answer = tampered(garden, {
    order_id: order.id,
    approval_transaction:
      asset.token !== undefined && allowed < source.amount ? approvalOf(asset.token, source, chainId) : null,
    initiate_transaction: initiate,
    typed_data: asset.token === undefined ? null : typedDataOf(source, chainId),
  });
  if (!fault(garden, 'oldNames')) return answer;
  const { initiate_transaction, approval_transaction, ...rest } = answer;
  return { ...rest, transaction: initiate_transaction };
}

const approvalOf = (token: Hex, { htlc, amount }: Side, chainId: number): EvmTransaction => ({
  to: token,
  value: '0x0',
  data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [getAddress(htlc), amount] }),
  gas_limit: APPROVAL_GAS_LIMIT,
  chain_id: chainId,
});

const typedDataOf = (side: Side, chainId: number): TypedData => ({
  domain: { name: 'HTLC', version: '2', chainId: hexOf(chainId), verifyingContract: side.htlc },
  primaryType: 'Initiate',
  types: {
    EIP712Domain: [
      { name: 'name', type: 'string' },
      { name: 'version', type: 'string' },
      { name: 'chainId', type: 'uint256' },
      { name: 'verifyingContract', type: 'address' },
    ],
    Initiate: [
      { name: 'redeemer', type: 'address' },
      { name: 'timelock', type: 'uint256' },
      { name: 'amount', type: 'uint256' },
      { name: 'secretHash', type: 'bytes32' },
    ],
  },
  message: {
    redeemer: side.redeemer,
    timelock: hexOf(side.timelock),
    amount: hexOf(side.amount),
    secretHash: `0x${side.secretHash}`,
  },
});
