/** Signs a call for one of the sandbox's own accounts, with enough gas for any state it is mined in. */
import type { Hex } from 'viem';
import type { PrivateKeyAccount } from 'viem/accounts';
import { z } from 'zod';
import { PayoutRefused } from '../ledger.ts';
import { type Anvil, RpcError } from './anvil-process.ts';
import { GAS_PRICE_WEI } from './genesis.ts';

/** `gas` is a limit: a call that needs more is refused. Without it the limit is the estimate and a margin. */
export type Call = { to: Hex; data: Hex; value: bigint; gas?: bigint };

/** The gas limit in percent of the estimate, to allow for other transactions in the same block. */
const GAS_MARGIN_PERCENT = 130n;
/** Gas that an estimate may miss: the least gas with which a payout succeeds may be too little for its receiver. */
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

/** `gasBaseUnits` is the estimated cost. @throws {PayoutRefused} for a call with a gas limit that would fail. */
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
