/**
 * Sends an order's signed message to Garden, which makes the payment itself. A signature that is not the sender's is
 * refused: it is recovered for plain accounts, and accounts with code are asked (ERC-1271).
 */
import { recoverAddress } from 'viem';
import { sameAddress } from '../../chains/address.ts';
import { canonicalHash } from '../../chains/hash.ts';
import { ProviderError } from '../../domain/errors.ts';
import type { RouteDraft } from '../../domain/route.ts';
import { hex } from '../../payments/evm/hex.ts';
import { readTypedData, typedDataDigest } from '../../payments/garden/typed-data.ts';
import { approvalsFor, evmBase } from '../../transfer/evm-sender.ts';
import type { CallOptions } from '../provider.ts';
import { laterNow } from './chain-time.ts';
import { isPayable } from './complete.ts';
import type { OrderDeps } from './create.ts';
import { withProviderCode } from './errors.ts';
import { termsOf } from './order-terms.ts';
import { hashesOf } from './tx-hashes.ts';

const refuse = (why: string) => new ProviderError('unknownError', why);
const SIGNATURE = /^0x([0-9a-f]{2})+$/i;
/** 65 bytes: r, s, v. */
const PLAIN_DIGITS = 132;
const MAX_DIGITS = 20_000;
/** `isValidSignature(bytes32,bytes)`, and what it answers. Source: ERC-1271. */
const IS_VALID_SIGNATURE = '1626ba7e';

/** Some wallets write the last byte as 0 or 1, which the contract rejects. */
function normalised(signature: string): string {
  if (signature.length !== PLAIN_DIGITS) return signature;
  const v = Number.parseInt(signature.slice(-2), 16);
  return v < 2 ? `${signature.slice(0, -2)}${(v + 27).toString(16)}` : signature;
}

async function isSigner(digest: string, signature: string, { sourceAddress, sell }: RouteDraft): Promise<boolean> {
  if (signature.length !== PLAIN_DIGITS) return false;
  try {
    const signer = await recoverAddress({ hash: hex(digest), signature: hex(signature) });
    return sameAddress(sell.asset.chain, signer, sourceAddress);
  } catch {
    return false;
  }
}

async function isContractSignature(
  { clients }: OrderDeps,
  digest: string,
  signature: string,
  { sourceAddress, sell }: RouteDraft,
  signal: AbortSignal,
): Promise<boolean> {
  const client = clients.evm(sell.asset.chain);
  if (!client) return false;
  try {
    const code = await client.codeAt(sourceAddress, { signal });
    if (code === '0x' || code === '0x0') return false;
    const bytes = signature.slice(2).toLowerCase();
    const length = (bytes.length / 2).toString(16).padStart(64, '0');
    const padded = bytes.padEnd(Math.ceil(bytes.length / 64) * 64, '0');
    const data = `0x${IS_VALID_SIGNATURE}${digest.slice(2)}${(64).toString(16).padStart(64, '0')}${length}${padded}`;
    const answer = await client.call(sourceAddress, data, { signal });
    return answer.toLowerCase().startsWith(`0x${IS_VALID_SIGNATURE}`);
  } catch (error) {
    if (signal.aborted) throw error;
    return false;
  }
}

/** Garden's transaction would revert without the allowance, which has to be mined first. */
async function checkAllowance({ clients, network }: OrderDeps, draft: RouteDraft, signal: AbortSignal): Promise<void> {
  const { sell, approvalAddress, sourceAddress } = draft;
  const client = clients.evm(sell.asset.chain);
  if (!client || sell.asset.kind !== 'token' || approvalAddress === undefined) return;
  const allowed = { token: sell.asset.address, spender: approvalAddress, amount: sell.baseUnits };
  const base = evmBase(sell.asset.chain, network, sourceAddress);
  const missing = await approvalsFor(client, base, allowed, signal).catch((error: unknown) => {
    if (signal.aborted) throw error;
    return [];
  });
  if (missing.length > 0)
    throw refuse(
      `The allowance for ${sell.asset.symbol} is not there yet: send the approval, and wait until it is mined.`,
    );
}

/** @throws {ProviderError} */
export async function submitSignature(
  deps: OrderDeps,
  draft: RouteDraft,
  given: string,
  { signal }: CallOptions,
): Promise<{ hash: string }> {
  const order = termsOf(draft)?.order;
  const typed = readTypedData(draft.typedData);
  if (!order || !typed) throw refuse('This route is not paid by a signature.');
  if (!SIGNATURE.test(given) || given.length > MAX_DIGITS)
    throw refuse('The signature must be 0x and hex digits, 65 bytes of a plain account.');
  const signature = normalised(given);
  const digest = typedDataDigest(typed);
  if (
    !(await isSigner(digest, signature, draft)) &&
    !(await isContractSignature(deps, digest, signature, draft, signal))
  )
    throw refuse('The signature is not one of the address that sells; sign the message of this very route with it.');
  try {
    const known = await deps.client.order(order.id, signal);
    const [paid] = known ? hashesOf(draft.sell.asset.chain, known.source_swap.initiate_tx_hash) : [];
    if (paid !== undefined) return { hash: paid };
    const at = await laterNow(deps, [draft.sell.asset.chain], { signal });
    if (!known || !isPayable(known, at))
      throw new ProviderError('quoteNotFound', 'The order has expired; nothing was paid. Ask for a new quote.');
    await checkAllowance(deps, draft, signal);
    const hash = await deps.client.initiate(order.id, signature, signal);
    const canonical = canonicalHash(draft.sell.asset.chain, hash);
    if (canonical === undefined) throw new ProviderError('httpError', 'Garden answered no transaction hash.');
    return { hash: canonical };
  } catch (error) {
    throw withProviderCode(error, { sell: draft.sell });
  }
}
