/**
 * Builds the one transaction that pays a Chainflip route without a channel, or says why there is none. The route's
 * terms never change.
 */
import { bytesToHex } from '@noble/hashes/utils.js';
import { decodeSs58 } from '../../../chains/ss58.ts';
import { ProviderError } from '../../../domain/errors.ts';
import { cfAssetNamed, cfChainNumber } from '../../../payments/chainflip/assets.ts';
import { addressHex, isEvmChain } from '../../../payments/chainflip/destination.ts';
import { type Unavailable, unavailable } from '../../../transfer/built-tx.ts';
import { orWithout } from '../../helper-time.ts';
import type { CallOptions } from '../../provider.ts';
import { affiliateShares } from './affiliates.ts';
import { buildBtcVaultSwap } from './bitcoin.ts';
import { buildEvmVaultSwap } from './evm.ts';
import type { BuiltVaultSwap, VaultSwap, VaultSwapDeps, VaultSwapRequest } from './request.ts';
import { buildSolanaVaultSwap } from './solana.ts';

const NO_BROKER =
  'This deployment has no Chainflip broker in whose name a payment in one transaction could be made (CHAINFLIP_BROKER_ID). Pay through a deposit channel instead.';

/** Everything that the encoded swap is compared with, or why there is none. */
async function prepared(
  deps: VaultSwapDeps,
  request: VaultSwapRequest,
  signal: AbortSignal,
): Promise<VaultSwap | Unavailable> {
  const { terms, sell } = request;
  if (deps.brokerId === undefined || deps.brokerId === '') return unavailable(NO_BROKER);
  const broker = decodeSs58(deps.brokerId);
  if (!broker) return unavailable('The setting CHAINFLIP_BROKER_ID is no account of Chainflip.');
  if (BigInt(terms.minPriceX128) === 0n || sell.baseUnits !== BigInt(terms.amount))
    throw new ProviderError('unknownError', 'The route’s amount and price do not belong together.');
  const dstChain = cfChainNumber(terms.dst.chain);
  const dstToken = cfAssetNamed(terms.dst)?.number;
  const dstAddress = addressHex(terms.dst.chain, request.destinationAddress);
  if (dstChain === undefined || dstToken === undefined)
    return unavailable(`Portage cannot check payments in one transaction into ${terms.dst.asset} yet.`);
  if (dstAddress === undefined) return unavailable(`The destination is no address of ${terms.dst.chain}.`);
  if (addressHex(terms.src.chain, request.refundAddress) === undefined)
    return unavailable(`The refund address is no address of ${terms.src.chain}.`);
  const affiliates = await affiliateShares(deps, deps.brokerId, terms.affiliates, signal);
  if ('unavailable' in affiliates) return affiliates;
  const brokerAccount = bytesToHex(broker.account);
  return {
    ...request,
    deps,
    brokerId: deps.brokerId,
    brokerAccount,
    affiliates,
    dstChain,
    dstToken,
    dstAddress,
    signal,
  };
}

function byChain(swap: VaultSwap): Promise<BuiltVaultSwap | Unavailable> {
  const { chain } = swap.terms.src;
  if (isEvmChain(chain)) return buildEvmVaultSwap(swap);
  if (chain === 'Bitcoin') return buildBtcVaultSwap(swap);
  if (chain === 'Solana') return buildSolanaVaultSwap(swap);
  return Promise.resolve(
    unavailable(`Chainflip takes no payments in one transaction from ${chain}. Pay through a deposit channel instead.`),
  );
}

/**
 * Builds the transaction. The encoded swap comes from a node and is decoded again here: destination, assets, amount,
 * minimum price, refund address, broker, affiliates, boost, DCA, retries and the vault itself must be those of the
 * terms, or it is refused. Amounts in base units; nothing is created upstream. @throws {ProviderError} naming each
 * difference; any other obstacle is a sentence in `unavailable`.
 */
export async function buildVaultSwap(
  deps: VaultSwapDeps,
  request: VaultSwapRequest,
  options: CallOptions,
): Promise<BuiltVaultSwap | Unavailable> {
  return orWithout(
    options,
    async (signal) => {
      const swap = await prepared(deps, request, signal);
      return 'unavailable' in swap ? swap : byChain(swap);
    },
    (error) => {
      if (error instanceof ProviderError) throw error;
      return unavailable(`${request.terms.src.chain} could not be asked for what a transaction needs.`);
    },
  );
}
