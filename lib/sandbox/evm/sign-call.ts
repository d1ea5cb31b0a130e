/** Signs a call for an account of the sandbox's own, with gas enough for what happens before it is in a block. */
import type { Hex } from 'viem';
import type { PrivateKeyAccount } from 'viem/accounts';
import { z } from 'zod';
import { PayoutRefused } from '../ledger.ts';
import { type Anvil, RpcError } from './anvil-process.ts';
import { GAS_PRICE_WEI } from './genesis.ts';

/** `gas`: all that it may use; what needs more is refused. Without it what it is estimated to use, and more. */
export type Call = { to: Hex; data: Hex; value: bigint; gas?: bigint };

/** An estimate is given so much on top for what happens in the same block. */
const GAS_MARGIN_PERCENT = 130n;
/** What an estimate may leave out: the least gas with which a payout goes through may be too little for its receiver. */
const RECEIVER_GAS = 10_000n;

const hexNumber = z.string().transform((text) => BigInt(text));

type Gas = { estimate: bigint; limit: bigint };

async function gasOf(anvil: Anvil, from: string, { to, data, value, gas }: Call): Promise<Gas> {
  const call = { from, to, data, value: `0x${value.toString(16)}` };
  if (gas === undefined) {
    const estimate = hexNumber.parse(await anvil.rpc('eth_estimateGas', [call]));
    return { estimate, limit: (estimate * GAS_MARGIN_PERCENT) / 100n + RECEIVER_GAS };
  }
  try {
    await anvil.rpc('eth_call', [{ ...call, gas: `0x${gas.toString(16)}` }, 'latest']);
    return { estimate: gas, limit: gas };
  } catch (error) {
    if (error instanceof RpcError) throw new PayoutRefused(error.message, { cause: error });
    throw error;
  }
}

/** `gasBaseUnits` is what it is thought to cost. @throws {PayoutRefused} for a call with a limit of gas that would fail. */
export async function signCall(
  anvil: Anvil,
  { account, chainId }: { account: PrivateKeyAccount; chainId: number },
  call: Call,
): Promise<{ raw: Hex; gasBaseUnits: bigint }> {
  const { to, data, value } = call;
  const { estimate, limit } = await gasOf(anvil, account.address, call);
  const nonce = Number(hexNumber.parse(await anvil.rpc('eth_getTransactionCount', [account.address, 'pending'])));
  const raw = await account.signTransaction({
    type: 'legacy',
    chainId,
    nonce,
    to,
    data,
    value,
    gas: limit,
    gasPrice: GAS_PRICE_WEI,
  });
  return { raw, gasBaseUnits: estimate * GAS_PRICE_WEI };
}
