/** Vault swaps from EVM chains: a call of the vault's swap function, decoded again before it is handed out. */
import { z } from 'zod';
import type { EvmTx } from '../../../domain/route.ts';
import { DecodeError } from '../../../payments/byte-reader.ts';
import { addressHex } from '../../../payments/chainflip/destination.ts';
import { decodeEvmCall } from '../../../payments/chainflip/evm-call.ts';
import { parametersOf } from '../../../payments/chainflip/vault-order.ts';
import { EVM_VAULTS } from '../../../payments/chainflip/vaults.ts';
import { hex } from '../../../payments/evm/hex.ts';
import { type Unavailable, unavailable, withoutClient } from '../../../transfer/built-tx.ts';
import { approvalsFor, estimateGas, evmBase, evmFundsMissing } from '../../../transfer/evm-sender.ts';
import { encodedFacts, type Facts, insistOn, tampered, wantedFacts } from './facts.ts';
import { type BuiltVaultSwap, encodingFor, hexNumber, refundParameters, type VaultSwap } from './request.ts';

const integer = z
  .union([z.number().int().nonnegative(), z.string().regex(/^(0x[0-9a-f]+|\d+)$/i)])
  .transform((value) => BigInt(value));
export const encodingSchema = z.object({
  chain: z.string(),
  calldata: z.string(),
  value: integer,
  to: z.string(),
  source_token_address: z.string().nullish(),
});
export type EvmEncoding = z.output<typeof encodingSchema>;

const COIN = 'the chain’s coin';

/** The facts of a call; `value` is the transaction's amount of the chain's coin. @throws {DecodeError} */
export function evmCallFacts({ chain, calldata, value, to, source_token_address }: EvmEncoding): Facts {
  const call = decodeEvmCall(calldata);
  const { token } = call;
  const namedToken = source_token_address ?? undefined;
  return {
    'source chain': chain,
    vault: to.toLowerCase(),
    'sold token': token?.address.toLowerCase() ?? COIN,
    // Repeats the token; a node may leave it out.
    ...(namedToken !== undefined && token ? { 'token beside the call': namedToken.toLowerCase() } : {}),
    'sold amount': String(token?.amount ?? value),
    'value carried': value.toString(),
    'destination chain': String(call.dstChain),
    'destination address': call.dstAddress,
    'destination asset': String(call.dstToken),
    ...encodedFacts(parametersOf(call, 20)),
  };
}

function wanted(swap: VaultSwap, vault: string, token: string | undefined, hasTokenBeside: boolean): Facts {
  const { terms, sell } = swap;
  return {
    'source chain': terms.src.chain,
    vault: vault.toLowerCase(),
    'sold token': token?.toLowerCase() ?? COIN,
    ...(hasTokenBeside && token !== undefined ? { 'token beside the call': token.toLowerCase() } : {}),
    'sold amount': sell.baseUnits.toString(),
    'value carried': token === undefined ? sell.baseUnits.toString() : '0',
    'destination chain': String(swap.dstChain),
    'destination address': swap.dstAddress,
    'destination asset': String(swap.dstToken),
    ...wantedFacts({ ...swap, refundAddress: addressHex(terms.src.chain, swap.refundAddress) ?? '' }),
  };
}

function check(swap: VaultSwap, vault: string, token: string | undefined, encoding: EvmEncoding): void {
  let encoded: Facts;
  try {
    encoded = evmCallFacts(encoding);
  } catch (error) {
    if (error instanceof DecodeError) throw tampered([error.message], error);
    throw error;
  }
  insistOn(wanted(swap, vault, token, 'token beside the call' in encoded), encoded);
}

export async function buildEvmVaultSwap(swap: VaultSwap): Promise<BuiltVaultSwap | Unavailable> {
  const { sell, terms, deps, sourceAddress: from, signal } = swap;
  const { chain } = sell.asset;
  const vault = EVM_VAULTS[terms.src.chain];
  if (vault === undefined) return unavailable(`Portage knows no Chainflip vault on ${terms.src.chain}.`);
  const client = deps.clients.evm(chain);
  if (!client) return withoutClient(deps.clients, chain);
  const token = sell.asset.kind === 'token' ? sell.asset.address : undefined;
  const extra = { input_amount: hexNumber(sell.baseUnits), refund_parameters: refundParameters(swap) };
  const encoding = await encodingFor(swap, extra, encodingSchema);
  if ('unavailable' in encoding) return encoding;
  check(swap, vault, token, encoding);
  const missing = await evmFundsMissing(client, sell, from, swap);
  if (missing !== undefined) return unavailable(missing);
  const base = evmBase(chain, deps.network, from);
  const allowed = { token: token ?? '', spender: vault, amount: sell.baseUnits };
  const approvals = token === undefined ? [] : await approvalsFor(client, base, allowed, signal);
  const tx: EvmTx = { to: vault, value: encoding.value.toString(), data: hex(encoding.calldata), ...base };
  // Gas cannot be estimated before the approval is sent: the wallet does it then.
  const { gas, reverts } = approvals.length > 0 ? {} : await estimateGas(client, tx, swap);
  if (reverts !== undefined) return unavailable(`Chainflip's vault would refuse the payment: ${reverts}.`);
  return {
    tx: { type: 'EVM', tx: { ...tx, ...(gas === undefined ? {} : { gas_limit: gas.toString() }) } },
    targetAddress: vault,
    ...(token === undefined ? {} : { approvalAddress: vault }),
    ...(approvals.length > 0 ? { approvals } : {}),
  };
}
