/**
 * Holds an EVM payment against its route by decoding it ourselves: a deposit through a router, a swap through
 * Chainflip's vault, or a plain transfer to a deposit address. Source: THORChain_Router.sol,
 * `depositWithExpiry(address vault, address asset, uint256 amount, string memo, uint256 expiration)`.
 */
import { decodeFunctionData, parseAbi, zeroAddress } from 'viem';
import { z } from 'zod';
import { evmTxSchema, type WireEvmTx } from '../../api/schemas/route.ts';
import { sameAddress } from '../../chains/address.ts';
import type { NetworkName } from '../../chains/chain.ts';
import { cfChainOf } from '../../chains/chainflip/assets.ts';
import { decodeEvmCall, type EvmVaultCall } from '../../chains/chainflip/evm-call.ts';
import { orderOfCall } from '../../chains/chainflip/vault-order.ts';
import { EVM_VAULTS } from '../../chains/chainflip/vaults.ts';
import { chainOf, networkOf } from '../../chains/chains.ts';
import { toBaseUnits } from '../../domain/amount.ts';
import { assetOf } from '../../domain/asset.ts';
import { unreadOrderFault } from '../chainflip/vault-order.ts';
import { isPlainTransfer } from '../pay-context.ts';
import { type PayableRoute, PaymentError } from '../wallet-types.ts';

const ROUTER = parseAbi([
  'function depositWithExpiry(address vault, address asset, uint256 amount, string memo, uint256 expiration) payable',
]);
/** Without an output, so that tokens which return nothing (USDT) pass as well. */
export const APPROVE = parseAbi(['function approve(address spender, uint256 amount)']);

const TRANSFER = parseAbi(['function transfer(address to, uint256 amount)']);

/** Seconds that must be left before a deposit lapses, so that it can still be mined. */
const LEAST_SECONDS_LEFT = 120;

const differs = (what: string) =>
  new PaymentError('mismatch', `${what} This is not the payment that you reviewed, so it was not signed.`, {
    nothingSent: true,
  });

type Hex = `0x${string}`;
export const hexOf = (text: string): Hex => {
  if (/^0x[0-9a-fA-F]*$/.test(text)) return text as Hex;
  throw differs('The transaction cannot be read.');
};

export type CheckedEvmPayment = { tx: WireEvmTx; approvals: WireEvmTx[] };

const oneTransaction = (value: unknown): WireEvmTx => {
  const parsed = evmTxSchema.safeParse(value);
  if (!parsed.success) throw differs('The transaction cannot be read.');
  return parsed.data;
};

function checkCommon(tx: WireEvmTx, route: PayableRoute, network: NetworkName): void {
  const { chain } = assetOf(route.sellAsset);
  if (!sameAddress(chain, tx.from, route.sourceAddress)) throw differs('The transaction is for another account.');
  if (tx.chain_id !== Number(networkOf(chain, network).networkId))
    throw differs('The transaction is for another network.');
}

/**
 * @param tokenDecimals of the sold token, read from its contract; ignored for the chain's own coin.
 * @throws {PaymentError} `mismatch` or `expired`; nothing was sent.
 */
export function checkEvmPayment(
  route: PayableRoute,
  context: { network: NetworkName; tokenDecimals?: number; nowSeconds: number },
): CheckedEvmPayment {
  const asset = assetOf(route.sellAsset);
  const tx = oneTransaction(route.tx);
  checkCommon(tx, route, context.network);
  const isToken = asset.kind === 'token';
  const decimals = isToken ? context.tokenDecimals : chainOf(asset.chain).native.decimals;
  const amount = decimals === undefined ? undefined : toBaseUnits(route.sellAmount, decimals, 'exact');
  if (amount === undefined) throw differs('The amount cannot be read.');
  if (BigInt(tx.value) !== (isToken ? 0n : amount)) throw differs('The transaction sends another amount.');
  const expected = { amount, token: isToken ? asset.address : undefined, nowSeconds: context.nowSeconds };
  if (isPlainTransfer(route)) {
    checkTransfer(tx, route, expected);
    return { tx, approvals: [] };
  }
  if (!route.targetAddress || !sameAddress(asset.chain, tx.to, route.targetAddress))
    throw differs('The transaction does not go to the contract of the route.');
  if (route.memo === undefined) checkVaultSwap(tx, route, expected);
  else checkDeposit(tx, route, expected);
  return {
    tx,
    approvals: checkApprovals(route, { ...expected, network: context.network }),
  };
}

type Expected = { amount: bigint; token: string | undefined; nowSeconds: number };

function assertTime(route: PayableRoute, { nowSeconds }: Expected): void {
  if (route.expiration !== undefined && Number(route.expiration) < nowSeconds + LEAST_SECONDS_LEFT)
    throw new PaymentError('expired', 'This deposit address is over. Ask for a new one.', { nothingSent: true });
}

function checkTransfer(tx: WireEvmTx, route: PayableRoute, expected: Expected): void {
  const { chain } = assetOf(route.sellAsset);
  assertTime(route, expected);
  const { inboundAddress = '' } = route;
  if (expected.token === undefined) {
    if (!sameAddress(chain, tx.to, inboundAddress)) throw differs('The transaction pays another address.');
    if (tx.data !== '0x') throw differs('The transaction does more than pay.');
    return;
  }
  if (!sameAddress(chain, tx.to, expected.token)) throw differs('The transaction is for another token.');
  let args: readonly [string, bigint];
  try {
    args = decodeFunctionData({ abi: TRANSFER, data: hexOf(tx.data) }).args;
  } catch {
    throw differs('The transaction is no transfer.');
  }
  if (!sameAddress(chain, args[0], inboundAddress)) throw differs('The transaction pays another address.');
  if (args[1] !== expected.amount) throw differs('The transaction sends another amount.');
}

/** Only vaults that are known here are called, whatever the route says. */
function checkVaultSwap(tx: WireEvmTx, route: PayableRoute, expected: Expected): void {
  const { chain } = assetOf(route.sellAsset);
  const vault = EVM_VAULTS[cfChainOf(chain) ?? ''];
  if (!vault || !sameAddress(chain, tx.to, vault)) throw differs('The transaction calls a contract that is not known.');
  let call: EvmVaultCall;
  try {
    call = decodeEvmCall(tx.data);
  } catch {
    throw differs('The contract call cannot be read.');
  }
  const { token } = call;
  if ((token === undefined) !== (expected.token === undefined)) throw differs('The call sells another asset.');
  if (token && !(sameAddress(chain, token.address, expected.token ?? '') && token.amount === expected.amount))
    throw differs('The call sells another token or amount.');
  const fault = unreadOrderFault(() => orderOfCall(call, expected.amount, 20), route);
  if (fault) throw differs(fault);
}

function checkDeposit(tx: WireEvmTx, route: PayableRoute, expected: Expected): void {
  const { chain } = assetOf(route.sellAsset);
  let args: readonly [string, string, bigint, string, bigint];
  try {
    args = decodeFunctionData({ abi: ROUTER, data: hexOf(tx.data) }).args;
  } catch {
    throw differs('The contract call is not a deposit.');
  }
  const [vault, token, amount, memo, expiration] = args;
  if (!route.meta.vaultAddress || !sameAddress(chain, vault, route.meta.vaultAddress))
    throw differs('The deposit names another vault.');
  if (!sameAddress(chain, token, expected.token ?? zeroAddress)) throw differs('The deposit names another token.');
  // For the chain's own coin the router takes the value and ignores the argument.
  if (expected.token && amount !== expected.amount) throw differs('The deposit names another amount.');
  if (!route.memo || memo !== route.memo) throw differs('The memo is not that of the route.');
  if (expiration < BigInt(expected.nowSeconds + LEAST_SECONDS_LEFT))
    throw new PaymentError('expired', 'This quote has run out. Ask for a new one.', { nothingSent: true });
}

/** Approvals are for the sold token, the named spender and exactly the amount, or zero to reset. */
function checkApprovals(
  route: PayableRoute,
  expected: { amount: bigint; token: string | undefined; network: NetworkName },
): WireEvmTx[] {
  const { chain } = assetOf(route.sellAsset);
  const approvals = z
    .array(z.unknown())
    .parse(route.meta.approvals ?? [])
    .map(oneTransaction);
  for (const approval of approvals) {
    checkCommon(approval, route, expected.network);
    let args: readonly [string, bigint];
    try {
      args = decodeFunctionData({ abi: APPROVE, data: hexOf(approval.data) }).args;
    } catch {
      throw differs('The approval cannot be read.');
    }
    const [spender, amount] = args;
    const isRight =
      expected.token !== undefined &&
      sameAddress(chain, approval.to, expected.token) &&
      BigInt(approval.value) === 0n &&
      route.meta.approvalAddress !== undefined &&
      sameAddress(chain, spender, route.meta.approvalAddress) &&
      route.targetAddress !== undefined &&
      sameAddress(chain, spender, route.targetAddress) &&
      (amount === expected.amount || amount === 0n);
    if (!isRight) throw differs('The approval is not the one of the route.');
  }
  return approvals;
}
