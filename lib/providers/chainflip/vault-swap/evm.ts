/**
 * Vault swaps from EVM chains: a call of the vault's swap function, decoded again before it is given out.
 * Source: chainflip-eth-contracts contracts/interfaces/IVault.sol.
 */
import { decodeFunctionData, encodeFunctionData, parseAbi } from 'viem';
import { z } from 'zod';
import { bytesOfHex, DecodeError } from '../../../chains/chainflip/byte-reader.ts';
import { decodeCfParameters } from '../../../chains/chainflip/cf-parameters.ts';
import { addressHex } from '../../../chains/chainflip/contract-ids.ts';
import { EVM_VAULTS } from '../../../chains/chainflip/vaults.ts';
import type { EvmTx } from '../../../domain/route.ts';
import { holdsOnly, type Unavailable, unavailable, withoutClient } from '../../../transfer/built-tx.ts';
import { approvalsFor, estimateGas, evmBalance, evmBase, type Hex, hex } from '../../../transfer/evm-parts.ts';
import { encodedFacts, type Facts, insistOn, tampered, wantedFacts } from './facts.ts';
import { type BuiltVaultSwap, encodingFor, hexNumber, refundParameters, type VaultSwap } from './request.ts';

export const VAULT_ABI = parseAbi([
  'function xSwapNative(uint32 dstChain, bytes dstAddress, uint32 dstToken, bytes cfParameters) payable',
  'function xSwapToken(uint32 dstChain, bytes dstAddress, uint32 dstToken, address srcToken, uint256 amount, bytes cfParameters)',
]);
/** The vault's functions that call a contract with what comes out; nobody asked for those. */
const CALL_SELECTORS: ReadonlySet<string> = new Set(['0x07933dd2', '0xbbddc2fb']);

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

/** The facts of a call; `value` is what the transaction carries of the chain's coin. @throws {DecodeError} */
export function evmCallFacts({ chain, calldata, value, to, source_token_address }: EvmEncoding): Facts {
  const selector = calldata.slice(0, 10).toLowerCase();
  if (CALL_SELECTORS.has(selector)) throw new DecodeError('it calls a contract with what comes out');
  const { functionName, args } = decoded(hex(calldata));
  const isToken = functionName === 'xSwapToken';
  const [dstChain, dstAddress, dstToken] = args;
  const [token, amount, parameters] = isToken ? args.slice(3) : ['the chain’s coin', value, args[3]];
  const told = source_token_address ?? undefined;
  return {
    'source chain': chain,
    vault: to.toLowerCase(),
    'sold token': String(token).toLowerCase(),
    // Tells of the token a second time; a node may leave it out.
    ...(told !== undefined && isToken ? { 'token beside the call': told.toLowerCase() } : {}),
    'sold amount': String(amount),
    'value carried': value.toString(),
    'destination chain': String(dstChain),
    'destination address': dstAddress.slice(2).toLowerCase(),
    'destination asset': String(dstToken),
    ...encodedFacts(decodeCfParameters(bytesOfHex(String(parameters)), 20)),
  };
}

function decoded(data: Hex) {
  let call: ReturnType<typeof decodeFunctionData<typeof VAULT_ABI>>;
  try {
    call = decodeFunctionData({ abi: VAULT_ABI, data });
  } catch (cause) {
    throw new DecodeError('it is no call of the vault’s swap functions', { cause });
  }
  // Written in any other way than the one that the ABI prescribes, it may be read in another way as well.
  if (encodeFunctionData({ abi: VAULT_ABI, ...call }).toLowerCase() !== data.toLowerCase())
    throw new DecodeError('it is not written as the vault’s functions are');
  return call;
}

function wanted(swap: VaultSwap, vault: string, token: string | undefined, hasTokenBeside: boolean): Facts {
  const { terms, sell } = swap;
  return {
    'source chain': terms.src.chain,
    vault: vault.toLowerCase(),
    'sold token': token?.toLowerCase() ?? 'the chain’s coin',
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
  const balance = await evmBalance(client, token, from, signal);
  if (balance < sell.baseUnits) return unavailable(holdsOnly(balance, sell));
  const base = evmBase(chain, deps.network, from);
  const allowed = { token: token ?? '', spender: vault, amount: sell.baseUnits };
  const approvals = token === undefined ? [] : await approvalsFor(client, base, allowed, signal);
  const tx: EvmTx = { to: vault, value: encoding.value.toString(), data: hex(encoding.calldata), ...base };
  // Before the approval is sent nobody can tell what the call costs: the wallet estimates it then.
  const { gas, reverts } = approvals.length > 0 ? {} : await estimateGas(client, tx, signal);
  if (reverts !== undefined) return unavailable(`Chainflip's vault would refuse the payment: ${reverts}.`);
  return {
    tx: { type: 'EVM', tx: { ...tx, ...(gas === undefined ? {} : { gas_limit: gas.toString() }) } },
    targetAddress: vault,
    ...(token === undefined ? {} : { approvalAddress: vault }),
    ...(approvals.length > 0 ? { approvals } : {}),
  };
}
