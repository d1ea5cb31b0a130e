/** Defines a vault swap, and asks a node to encode it. */
import type { z } from 'zod';
import type { ChainClients } from '../../../chain-clients/chain-clients.ts';
import type { NetworkName } from '../../../chains/chain.ts';
import type { Amount } from '../../../domain/amount.ts';
import { ProviderError } from '../../../domain/errors.ts';
import type { EvmTx } from '../../../domain/route.ts';
import type { AffiliateShare } from '../../../payments/chainflip/cf-parameters.ts';
import { type BuiltTx, type Unavailable, unavailable } from '../../../transfer/built-tx.ts';
import type { ChainflipClient } from '../client.ts';
import { ChainflipRefusal } from '../errors.ts';
import type { VaultWitness } from '../state-chain/confirm-vault.ts';
import type { SwapTerms } from '../terms.ts';

export type VaultSwapDeps = {
  client: Pick<ChainflipClient, 'rpc'>;
  clients: ChainClients;
  confirmVault: VaultWitness;
  network: NetworkName;
  /** The account (`cF…`) in whose name swaps are made; none without it. */
  brokerId: string | undefined;
  /** Fresh, unguessable bytes; `crypto` where it is left out. */
  randomBytes?: (length: number) => Uint8Array;
};

export type VaultSwapRequest = {
  terms: SwapTerms;
  sell: Amount;
  sourceAddress: string;
  destinationAddress: string;
  refundAddress: string;
  allowUnfunded?: boolean;
};

export type BuiltVaultSwap = BuiltTx & {
  /** The contract, program or address that takes the payment. */
  targetAddress: string;
  /** In the order in which they are to be sent; absent where none is needed. */
  approvals?: EvmTx[];
  approvalAddress?: string;
};

/** A request with everything that the encoded answer is compared with. */
export type VaultSwap = VaultSwapRequest & {
  deps: VaultSwapDeps;
  brokerId: string;
  /** The broker's account, hex without 0x. */
  brokerAccount: string;
  affiliates: AffiliateShare[];
  /** Contract ids and raw addresses, hex without 0x. */
  dstChain: number;
  dstToken: number;
  dstAddress: string;
  signal: AbortSignal;
};

const THROUGH_CHANNEL = 'Pay through a deposit channel instead.';

/** The chain's refusals to encode; any other text is shown as it came. */
const REFUSALS: readonly { matches: RegExp; say: string }[] = [
  {
    matches: /NoPrivateChannelExistsForBroker/,
    say: 'This deployment’s broker takes no Bitcoin payments made in one transaction: it has no private channel.',
  },
  {
    matches: /AffiliateNotRegistered(ForBroker)?/,
    say: 'The affiliate is not registered with this deployment’s broker, which one-transaction payments need.',
  },
];

function refusalText(error: ProviderError): string {
  if (!(error instanceof ChainflipRefusal)) return `Chainflip's node could not be asked: ${error.message}`;
  const known = REFUSALS.find(({ matches }) => matches.test(error.text));
  return known ? `${known.say} ${THROUGH_CHANNEL}` : `${error.message} ${THROUGH_CHANNEL}`;
}

/** A failure is answered as a sentence for people; only an aborted signal is thrown. */
export async function asked<T>(work: Promise<T>, signal: AbortSignal): Promise<T | Unavailable> {
  try {
    return await work;
  } catch (error) {
    if (signal.aborted || !(error instanceof ProviderError)) throw error;
    return unavailable(refusalText(error));
  }
}

export const hexNumber = (value: bigint): string => `0x${value.toString(16)}`;

/** Source: chainflip-backend state-chain/custom-rpc, `cf_request_swap_parameter_encoding`. */
export function encodingFor<T>(
  swap: VaultSwap,
  extra: Record<string, unknown>,
  schema: z.ZodType<T>,
): Promise<T | Unavailable> {
  const { deps, terms } = swap;
  const dca = terms.dca && {
    number_of_chunks: terms.dca.numberOfChunks,
    chunk_interval: terms.dca.chunkIntervalBlocks,
  };
  const params = [
    swap.brokerId,
    terms.src,
    terms.dst,
    swap.destinationAddress,
    terms.brokerCommissionBps,
    { chain: terms.src.chain, ...extra },
    null,
    terms.maxBoostFeeBps,
    terms.affiliates,
    dca ?? null,
  ];
  const call = { method: 'cf_request_swap_parameter_encoding', params };
  return asked(deps.client.rpc(schema, call, swap.signal), swap.signal);
}

/** For every source chain but Bitcoin. */
export const refundParameters = ({ terms, refundAddress }: VaultSwap) => ({
  retry_duration: terms.retryDurationBlocks,
  refund_address: refundAddress,
  min_price: hexNumber(BigInt(terms.minPriceX128)),
  refund_ccm_metadata: null,
  max_oracle_price_slippage: terms.maxOraclePriceSlippage,
});
