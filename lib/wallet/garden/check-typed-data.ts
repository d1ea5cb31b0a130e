/** The message that is signed in place of a transaction says what the checked transaction says, and nothing else. */
import type { WireEvmTx } from '../../api/schemas/route.ts';
import { sameAddress } from '../../chains/address.ts';
import type { NetworkName } from '../../chains/chain.ts';
import { networkOf } from '../../chains/chains.ts';
import { assetOf } from '../../domain/asset.ts';
import { differingTerms } from '../../payments/garden/htlc-call.ts';
import {
  INITIATE_FIELDS,
  type ReadTypedData,
  readTypedData,
  typedDataDigest,
} from '../../payments/garden/typed-data.ts';
import type { PayableRoute } from '../../payments/payable-route.ts';
import { differs, type Hex, hexOf } from '../evm/evm-parts.ts';
import { PaymentError } from '../wallet-types.ts';
import { readInitiate } from './check-initiate.ts';

/**
 * @param tx the route's transaction, which has passed its own checks.
 * @throws {PaymentError} `mismatch`; nothing was signed.
 */
export function checkTypedData(route: PayableRoute, tx: WireEvmTx, network: NetworkName): ReadTypedData {
  const { chain, kind } = assetOf(route.sellAsset);
  const read = readTypedData(route.meta.typedData);
  if (!read) throw differs('The message to sign is not of the form that is known.');
  if (kind !== 'token') throw differs('Only tokens can be paid by signature.');
  if (read.chainId !== BigInt(networkOf(chain, network).networkId))
    throw differs('The message is for another network.');
  if (!route.targetAddress || !sameAddress(chain, read.verifyingContract, route.targetAddress))
    throw differs('The message is for another contract.');
  const [different] = differingTerms(read, readInitiate(tx.data));
  if (different) throw differs(`The message and the transaction differ in ${WORDS[different]}.`);
  return read;
}

const WORDS = {
  redeemer: 'who gets the money',
  timelock: 'how long it is locked',
  amount: 'the amount',
  secretHash: 'the secret',
} as const;

/** As wallets take it: numbers as numbers, so that none is left out of what is hashed. */
export function signableOf({ typedData, chainId, verifyingContract, ...terms }: ReadTypedData) {
  const { redeemer, timelock, amount, secretHash } = terms;
  return {
    domain: {
      name: typedData.domain.name,
      version: typedData.domain.version,
      chainId,
      verifyingContract: hexOf(verifyingContract),
    },
    types: INITIATE_FIELDS,
    primaryType: 'Initiate' as const,
    message: { redeemer: hexOf(redeemer), timelock, amount, secretHash: hexOf(secretHash) },
  };
}

export const digestOf = (read: ReadTypedData): Hex => hexOf(typedDataDigest(read));

/** Why the message is not the route's, in words for people; undefined where it is. */
export function typedDataFault(route: PayableRoute, tx: WireEvmTx, network: NetworkName): string | undefined {
  try {
    checkTypedData(route, tx, network);
    return undefined;
  } catch (error) {
    if (error instanceof PaymentError) return error.message;
    throw error;
  }
}
