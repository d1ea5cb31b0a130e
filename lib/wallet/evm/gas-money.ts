/** Checks before signing that an account can pay the network fee; unknown facts stop nothing. */
import type { Config } from 'wagmi';
import { getBalance, getGasPrice } from 'wagmi/actions';
import type { WireEvmTx } from '../../api/schemas/route.ts';
import { chainOf } from '../../chains/chains.ts';
import { fromBaseUnits } from '../../domain/amount.ts';
import type { ChainId } from '../../domain/chain-id.ts';
import { PaymentError } from '../wallet-types.ts';
import { hexOf } from './erc20-reads.ts';

/** Gas units of an approval and, when a route names no limit, of its payment. */
const APPROVAL_GAS = 60_000n;
const PAYMENT_GAS = 250_000n;
const SHOWN_DIGITS = 4;

/** Rounded up to four significant digits: never less than required. */
function aboutUp(baseUnits: bigint): bigint {
  const digits = baseUnits.toString().length;
  if (digits <= SHOWN_DIGITS) return baseUnits;
  const unit = 10n ** BigInt(digits - SHOWN_DIGITS);
  return ((baseUnits + unit - 1n) / unit) * unit;
}

const down = (baseUnits: bigint): bigint => {
  const digits = baseUnits.toString().length;
  const unit = 10n ** BigInt(Math.max(0, digits - SHOWN_DIGITS));
  return (baseUnits / unit) * unit;
};

/**
 * @param payment undefined when another party sends it and pays for it. @throws {PaymentError} `lowGas`; nothing was
 * sent.
 */
export async function assertGasMoney(
  config: Config,
  chain: ChainId,
  chainId: number,
  sent: { from: string; payment: WireEvmTx | undefined; approvals: number },
): Promise<void> {
  const { from, payment, approvals } = sent;
  const asked = await Promise.all([
    getBalance(config, { address: hexOf(from), chainId }),
    getGasPrice(config, { chainId }),
  ]).catch(() => undefined);
  if (!asked) return;
  const [{ value: balance }, price] = asked;
  const gas =
    (payment ? (payment.gas_limit ? BigInt(payment.gas_limit) : PAYMENT_GAS) : 0n) + BigInt(approvals) * APPROVAL_GAS;
  const fee = gas * price;
  const pays = payment ? BigInt(payment.value) : 0n;
  if (balance >= pays + fee) return;
  const { native, name } = chainOf(chain);
  const coin = native.shownSymbol ?? native.symbol;
  const coins = (units: bigint) => `${fromBaseUnits(units, native.decimals)} ${coin}`;
  throw new PaymentError(
    'lowGas',
    pays > 0n
      ? `You need about ${coins(aboutUp(pays + fee))}, of which ${coins(aboutUp(fee))} are for gas on ${name}; you have ${coins(down(balance))}.`
      : `You need about ${coins(aboutUp(fee))} for gas on ${name}; you have ${coins(down(balance))}.`,
    { nothingSent: true },
  );
}
