/** Checks a swap before it is signed: whether the sender can pay, whether the call succeeds, and its gas. */
import { RpcError } from '../evm/anvil-process.ts';
import { slotOf, tokenArtifact } from '../evm/artifacts.ts';
import { ONEINCH_ROUTER } from '../evm/oneinch-contracts.ts';
import { mappingSlot, word } from '../evm/storage.ts';
import { badRequest } from './answer.ts';
import type { RouterCall } from './calldata.ts';
import type { OneinchChain, Traded } from './network.ts';

const BALANCES = word(slotOf(tokenArtifact, 'balanceOf'));
const ALLOWANCES = word(slotOf(tokenArtifact, 'allowance'));
const PLENTY = 10n ** 30n;
/** The API's gas in percent of what the node used. */
const GAS_PERCENT = 110n;

const callOf = (from: string, { to, data, value }: RouterCall) => ({
  from,
  to,
  data,
  value: `0x${value.toString(16)}`,
});

/** @throws {OneinchError} 400 with the API's messages when the sender lacks balance or allowance. */
export async function checkSender(
  chain: OneinchChain,
  { from, src, amount }: { from: string; src: Traded; amount: bigint },
): Promise<void> {
  const balance = await chain.balance(from, src);
  if (balance < amount)
    throw badRequest(`Not enough ${src.symbol} balance. Amount: ${amount}. Balance: ${balance}.`, [
      { type: 'amount', value: String(amount) },
      { type: 'balance', value: String(balance) },
    ]);
  if (src.native) return;
  const spender = ONEINCH_ROUTER.toLowerCase();
  const allowance = await chain.allowance(from, ONEINCH_ROUTER, src);
  if (allowance < amount)
    throw badRequest(`Not enough allowance. Amount: ${amount}. Allowance: ${allowance}. Spender: ${spender}`, [
      { type: 'amount', value: String(amount) },
      { type: 'allowance', value: String(allowance) },
    ]);
}

/** The gas of this call in the sender's present state. @throws {OneinchError} 400 when it would fail. */
export async function simulate(chain: OneinchChain, from: string, call: RouterCall): Promise<number> {
  try {
    return withMargin(await chain.estimateGas(callOf(from, call)));
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    throw badRequest(`cannot estimate. ${error.message}`, [{ type: 'error', value: error.message }]);
  }
}

/** The gas of the call if the sender had balance and allowance; 0 if it fails all the same. */
export async function gasOf(
  chain: OneinchChain,
  { from, src }: { from: string; src: Traded },
  call: RouterCall,
): Promise<number> {
  const overrides: Record<string, unknown> = { [from]: { balance: `0x${PLENTY.toString(16)}` } };
  if (!src.native)
    overrides[src.address] = {
      stateDiff: {
        [mappingSlot(from, BALANCES)]: word(PLENTY),
        [mappingSlot(ONEINCH_ROUTER, mappingSlot(from, ALLOWANCES))]: word(PLENTY),
      },
    };
  try {
    return withMargin(await chain.estimateGas(callOf(from, call), overrides));
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    return 0;
  }
}

const withMargin = (gas: bigint): number => Number((gas * GAS_PERCENT) / 100n);
