/** Runs a transaction's call again on the state before its block, to learn why it was reverted. */
import { type EvmClient, isRpcError, type Options, type RpcError } from './chain-clients.ts';

export type Call = { from: string; to: string | null; value: bigint; data: string };

/** The node's error; undefined where the call goes through on that state. @throws where the node does not answer. */
export async function rerunError(
  client: EvmClient,
  { from, to, value, data }: Call,
  block: number,
  options: Options,
): Promise<RpcError | undefined> {
  const call = { from, to, value: `0x${value.toString(16)}`, data };
  try {
    await client.rpc('eth_call', [call, `0x${Math.max(block - 1, 0).toString(16)}`], options);
    return undefined;
  } catch (error) {
    if (isRpcError(error)) return error;
    throw error;
  }
}
