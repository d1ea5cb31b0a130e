/**
 * Decides the next transaction to sign of an EVM payment: a missing allowance, otherwise the payment, at the chain's
 * current prices.
 */

import type { GatewayClient } from '../../api/gateway.ts';
import type { WireEvmTx } from '../../api/schemas/route.ts';
import type { NetworkName } from '../../chains/chain.ts';
import { chainOf, networkOf } from '../../chains/chains.ts';
import { fromBaseUnits } from '../../domain/amount.ts';
import { assetOf } from '../../domain/asset.ts';
import type { PayableRoute } from '../../payments/payable-route.ts';
import { checkedEvmPayment } from '../evm/checked-payment.ts';
import { hexOf } from '../evm/erc20-reads.ts';
import { evmFacts } from '../evm/evm-facts.ts';
import { isReset, missingApprovals } from '../evm/missing-approvals.ts';
import { refusalOf } from '../evm/refusal.ts';
import { routeToSign } from '../refuse.ts';
import { PaymentError } from '../wallet-types.ts';
import { type EvmPricing, type UnsignedEvm, unsignedEvm } from './evm-export.ts';
import { type EvmReader, hasCode } from './evm-reads.ts';

export type ColdStep = {
  kind: 'reset' | 'approval' | 'payment';
  tx: UnsignedEvm;
  /** How many transactions follow it. */
  after: number;
};

const refused = (fault: PaymentError['fault'], message: string, cause?: unknown) =>
  new PaymentError(fault, message, { nothingSent: true, cause });

/** Minimum tip that block builders consider, when a chain names none: 0.01 gwei. */
const LEAST_TIP = 10_000_000n;

async function tipOf(reader: EvmReader): Promise<bigint> {
  const said = await reader.request({ method: 'eth_maxPriorityFeePerGas' }).catch(() => undefined);
  const tip = said === undefined ? 0n : BigInt(said);
  return tip > LEAST_TIP ? tip : LEAST_TIP;
}

/**
 * Twice the current price, so that it is mined even after six full blocks. Source: EIP-1559, base fee up to 12.5 % a
 * block.
 */
async function pricingOf(
  reader: EvmReader,
  gateway: Pick<GatewayClient, 'simulate'>,
  tx: WireEvmTx,
  route: PayableRoute,
): Promise<EvmPricing> {
  const { chain } = assetOf(route.sellAsset);
  const { from, to, value, data } = tx;
  const [nonce, price, tip, tried] = await Promise.all([
    reader.getTransactionCount({ address: hexOf(from), blockTag: 'pending' }),
    reader.getGasPrice(),
    tipOf(reader),
    gateway.simulate(chain, { from, to, value, data }),
  ]);
  if (!tried.ok) throw refusalOf(tried.reason, route);
  const estimated =
    tried.gas === undefined
      ? await reader.estimateGas({ account: hexOf(from), to: hexOf(to), value: BigInt(value), data: hexOf(data) })
      : BigInt(tried.gas);
  const roomy = (estimated * 12n) / 10n;
  const named = tx.gas_limit ? BigInt(tx.gas_limit) : 0n;
  return { nonce, gas: roomy > named ? roomy : named, maxFeePerGas: price * 2n + tip, maxPriorityFeePerGas: tip };
}

async function assertGasMoney(reader: EvmReader, tx: UnsignedEvm): Promise<void> {
  const balance = await reader.getBalance({ address: hexOf(tx.from) });
  // The reserved fee is the maximum; about half of it is usually charged.
  const fee = (tx.gas * tx.maxFeePerGas) / 2n;
  if (balance >= tx.value + fee) return;
  const { native, name } = chainOf(tx.chain);
  const coins = (units: bigint) => `${fromBaseUnits(units, native.decimals)} ${native.shownSymbol ?? native.symbol}`;
  throw refused(
    'lowGas',
    `You need about ${coins(tx.value + fee)} on ${name}, of which ${coins(fee)} for gas; you have ${coins(balance)}.`,
  );
}

/**
 * The next transaction to sign. Called again after it was mined, it returns the following one. @throws
 * {PaymentError}; nothing was sent.
 */
export async function nextColdStep(
  chain: { reader: EvmReader; gateway: Pick<GatewayClient, 'simulate'> },
  reviewed: PayableRoute,
  at: { network: NetworkName; nowSeconds: number },
): Promise<ColdStep> {
  const { reader, gateway } = chain;
  const route = routeToSign(reviewed);
  const asset = assetOf(route.sellAsset);
  const { name } = chainOf(asset.chain);
  const asked = <T>(work: Promise<T>): Promise<T> =>
    work.catch((cause: unknown) => {
      if (cause instanceof PaymentError) throw cause;
      throw refused('unknown', `${name} cannot be asked about this payment right now.`, cause);
    });
  if (!route.tx)
    throw refused('notSupported', route.meta.txUnavailable ?? 'This route came without a transaction to sign.');
  const facts = await asked(evmFacts(reader, route));
  const { tx, approvals } = checkedEvmPayment(route, { ...at, facts });
  if (route.memo !== undefined && (await asked(hasCode(reader, tx.from))))
    throw refused(
      'contractAccount',
      'This account is a contract or a delegated account. Its payments would not be seen.',
    );
  const open = await asked(missingApprovals(reader, approvals));
  const [first] = open;
  const wire = first ?? tx;
  const pricing = await asked(pricingOf(reader, gateway, wire, route));
  const chainId = Number(networkOf(asset.chain, at.network).networkId);
  const unsigned = unsignedEvm(asset.chain, chainId, wire, pricing);
  await asked(assertGasMoney(reader, unsigned));
  const kind = first === undefined ? 'payment' : isReset(first) ? 'reset' : 'approval';
  return { kind, tx: unsigned, after: open.length === 0 ? 0 : open.length };
}
