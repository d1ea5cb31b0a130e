/**
 * Serves the broker's JSON-RPC: opens channels in its name, registers its affiliates, and pays out its earnings.
 * Source: chainflip-backend api/cf-rpc-apis/src/broker.rs.
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { z } from 'zod';
import { ASSETS, type CfAsset } from './assets.ts';
import { openChannel, reportOf } from './channels.ts';
import { plan } from './egress.ts';
import { wireAddress } from './egress-view.ts';
import { dispatchError, invalidParams, METHOD_NOT_FOUND, otherError, RpcError } from './json-rpc.ts';
import { type ChainflipNetwork, type Channel, fault, privateBitcoinAddress, type SwapOrder } from './network.ts';
import { addressOf } from './orders.ts';
import {
  affiliatesParam,
  assetParam,
  basisPoints,
  ccmParam,
  dcaParam,
  namedParams,
  optional,
  type RefundParam,
  refundParam,
} from './rpc-params.ts';
import { accountOf } from './scale.ts';

/** What the methods need of the server. */
export type BrokerHost = {
  save(): void;
  /** Resolves when a transaction of the broker is in a block. */
  included(): Promise<void>;
  /** Calls `cf_request_swap_parameter_encoding` with the broker's account before the call's own parameters. */
  encode(params: unknown[]): Promise<unknown> | unknown;
};

const MAX_AFFILIATES = 5;
const MAX_REGISTERED = 256;

const CHANNEL_SHAPE = {
  source_asset: assetParam,
  destination_asset: assetParam,
  destination_address: z.string(),
  broker_commission: basisPoints,
  channel_metadata: optional(ccmParam),
  boost_fee: optional(basisPoints),
  affiliate_fees: optional(affiliatesParam),
  refund_parameters: refundParam,
  dca_parameters: optional(dcaParam),
};

const hex = (value: bigint): string => `0x${value.toString(16)}`;

export function brokerMethods(network: ChainflipNetwork, host: BrokerHost) {
  const methods: Record<string, (params: unknown) => Promise<unknown> | unknown> = {
    broker_request_swap_deposit_address: (params) => requestAddress(network, host, params),
    broker_request_swap_parameter_encoding: (params) => {
      const list = Array.isArray(params) ? params : Object.values(ENCODING_NAMES.parse(params));
      return host.encode([network.state.broker.account, ...list]);
    },
    broker_get_affiliates: () =>
      network.state.broker.affiliates.map((one) => [
        one.account,
        { short_id: one.shortId, withdrawal_address: one.withdrawalAddress },
      ]),
    broker_register_affiliate: (params) => registerAffiliate(network, host, params),
    broker_register_account: () => null,
    broker_withdraw_fees: (params) => withdrawFees(network, host, params),
    broker_open_private_btc_channel: () => {
      const address = privateBitcoinAddress(network);
      if (address === undefined) throw dispatchError('NoPrivateChannelExistsForBroker');
      throw dispatchError('PrivateChannelExistsForBroker');
    },
  };
  return async (method: string, params: unknown): Promise<unknown> => {
    const answer = methods[method];
    if (answer === undefined) throw new RpcError(METHOD_NOT_FOUND, 'Method not found');
    const refused = fault(network, 'chainflip-broker', 'error');
    if (refused !== undefined) {
      const code = typeof refused.code === 'number' ? refused.code : -32021;
      throw new RpcError(code, String(refused.message ?? 'DispatchError: InvalidEgressAddress'));
    }
    return answer(params);
  };
}

/** The named parameters, in the order of the positional ones. */
const ENCODING_NAMES = z.object({
  source_asset: z.unknown(),
  destination_asset: z.unknown(),
  destination_address: z.unknown(),
  broker_commission: z.unknown(),
  extra_parameters: z.unknown(),
  channel_metadata: z.unknown().optional(),
  boost_fee: z.unknown().optional(),
  affiliate_fees: z.unknown().optional(),
  dca_parameters: z.unknown().optional(),
});

async function requestAddress(network: ChainflipNetwork, host: BrokerHost, params: unknown): Promise<unknown> {
  const asked = namedParams(CHANNEL_SHAPE, params);
  const affiliates = asked.affiliate_fees ?? [];
  if (affiliates.length > MAX_AFFILIATES) throw invalidParams('Invalid params: too many affiliates');
  if (asked.channel_metadata !== undefined && asked.destination_asset.chain === 'Bitcoin')
    throw otherError('Destination chain does not support CCM');
  const { dca_parameters: dca, channel_metadata: ccm, refund_parameters: refund } = asked;
  const order: SwapOrder = {
    src: asked.source_asset.id,
    dst: asked.destination_asset.id,
    destination: asked.destination_address,
    broker: { account: network.state.broker.account, bps: asked.broker_commission },
    affiliates,
    maxBoostFeeBps: asked.boost_fee ?? 0,
    terms: termsOf(refund),
    ...(dca === undefined ? {} : { dca }),
    ...(ccm === undefined
      ? {}
      : {
          ccm: {
            message: bytesToHex(ccm.message),
            gasBudget: ccm.gasBudget,
            additionalData: bytesToHex(ccm.additionalData),
          },
        }),
  };
  const opened = openChannel(network, order);
  if (typeof opened === 'string') throw dispatchError(opened);
  host.save();
  await host.included();
  await late(network);
  return channelResult(reportOf(network, opened, order));
}

const termsOf = (refund: RefundParam): SwapOrder['terms'] => ({
  retryDuration: refund.retryDuration,
  refundAddress: refund.refundAddress,
  minPriceX128: refund.minPriceX128,
  maxOraclePriceSlippageBps: refund.maxOracleSlippageBps ?? null,
});

/** A hanging broker has opened the channel all the same; with `never` its answer is lost. */
async function late(network: ChainflipNetwork): Promise<void> {
  const hang = fault(network, 'chainflip-broker', 'lateAnswer');
  if (hang === undefined) return;
  if (hang.never === true) await new Promise(() => undefined);
  const ms = typeof hang.ms === 'number' ? hang.ms : 60_000;
  await new Promise((resolve) => setTimeout(resolve, ms).unref());
}

/** Numbers have the forms of the real answer: some plain, some hex. */
const channelResult = (channel: Channel): unknown => ({
  address: wireAddress(channel.address),
  issued_block: channel.opened.block,
  channel_id: Number(channel.number),
  source_chain_expiry_block: hex(BigInt(channel.expiryBlock)),
  channel_opening_fee: hex(channel.openingFee),
  refund_parameters: {
    retry_duration: channel.terms.retryDuration,
    refund_address: wireAddress(channel.terms.refundAddress),
    min_price: hex(channel.terms.minPriceX128),
    refund_ccm_metadata: null,
    max_oracle_price_slippage: channel.terms.maxOraclePriceSlippageBps,
  },
});

async function registerAffiliate(network: ChainflipNetwork, host: BrokerHost, params: unknown): Promise<unknown> {
  const { withdrawal_address } = namedParams({ withdrawal_address: z.string() }, params);
  const address = addressOf('Eth', withdrawal_address);
  if (address === undefined) throw dispatchError('InvalidDestinationAddress');
  const { affiliates, account: broker } = network.state.broker;
  const shortId = affiliates.length;
  if (shortId >= MAX_REGISTERED) throw dispatchError('TooManyAffiliates');
  const account = accountOf(sha256(utf8ToBytes(`${broker} affiliate ${shortId}`)));
  affiliates.push({ account, shortId, withdrawalAddress: address.toLowerCase() });
  host.save();
  await host.included();
  return account;
}

async function withdrawFees(network: ChainflipNetwork, host: BrokerHost, params: unknown): Promise<unknown> {
  const asked = namedParams({ asset: assetParam, destination_address: z.string() }, params);
  const { state } = network;
  const asset: CfAsset = ASSETS[asked.asset.id];
  const to = addressOf(asset.id, asked.destination_address);
  if (to === undefined) throw dispatchError('InvalidEgressAddress');
  const earned = asset.id === 'Usdc' ? (state.earned[state.broker.account] ?? 0n) : 0n;
  if (earned === 0n) throw dispatchError('NoFundsAvailable');
  const egress = plan(network, { kind: 'withdrawal', asset: asset.id, to, gross: earned });
  if (egress.failure !== undefined) throw dispatchError('BelowEgressDustLimit');
  state.earned[state.broker.account] = 0n;
  state.withdrawals.push(egress);
  host.save();
  await host.included();
  return {
    tx_hash: `0x${bytesToHex(sha256(utf8ToBytes(egress.key)))}`,
    egress_id: [asset.chain, Number(egress.key.split(':').at(-1))],
    egress_amount: hex(egress.amount),
    egress_fee: hex(egress.fee),
    destination_address: wireAddress(to),
  };
}
