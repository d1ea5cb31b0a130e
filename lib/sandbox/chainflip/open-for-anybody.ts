/**
 * Answers `POST /api/openSwapDepositChannel`: opens a channel without a broker. Source: chainflip-sdk-monorepo
 * packages/swap/src/handlers/openSwapDepositChannel.ts.
 */
import { z } from 'zod';
import { ASSETS, type AssetRef, assetOfRef, type CfAsset } from './assets.ts';
import { expiryTimeOf, isExpired, openChannel, reportOf } from './channels.ts';
import { wireAddress } from './egress-view.ts';
import type { Ccm, ChainflipNetwork, Channel, SwapOrder } from './network.ts';
import { addressOf } from './orders.ts';
import { assertRouteEnabled, assertSwapAmount } from './quote-answer.ts';
import { badRequest, type RestAnswer, ServiceError, unavailable } from './rest-answer.ts';
import { OTHER_BROKER_ACCOUNT } from './seed-state.ts';
import { shownMarket } from './shown-market.ts';

/** The most open channels of one destination and pair. */
const MOST_OPEN = 25;
/** Chainflip's name for a network that is not one of the public ones. */
const NETWORK_NAME = 'backspin';

const digits = z.string().regex(/^\d+$/);
const ref = z.object({ chain: z.string(), asset: z.string() }).transform((value: AssetRef, context): CfAsset => {
  const found = assetOfRef(value);
  if (found !== undefined) return found;
  context.addIssue({ code: 'custom', message: 'invalid asset and chain combination' });
  return z.NEVER;
});
const hexString = z.string().regex(/^0x([0-9a-fA-F]{2})*$/);
const ccmParams = z.object({
  message: hexString,
  gasBudget: z.union([digits, z.string().regex(/^0x[0-9a-fA-F]{1,32}$/)]),
  ccmAdditionalData: hexString.optional(),
});

const bodySchema = z.object({
  srcAsset: ref,
  destAsset: ref,
  destAddress: z.string(),
  amount: digits,
  srcAddress: z.string().optional(),
  maxBoostFeeBps: z.number().int().nonnegative().optional(),
  ccmParams: ccmParams.optional(),
  fillOrKillParams: z.object({
    retryDurationBlocks: z.number().int().nonnegative(),
    refundAddress: z.string(),
    minPriceX128: digits,
    maxOraclePriceSlippage: z.number().int().nonnegative().nullable(),
  }),
  dcaParams: z.object({ numberOfChunks: z.number().int(), chunkIntervalBlocks: z.number().int() }).optional(),
  takeCommission: z.boolean().optional(),
});
type Asked = z.output<typeof bodySchema>;

type Host = { save(): void; included(): Promise<void> };

export async function openForAnybody(network: ChainflipNetwork, host: Host, body: string): Promise<RestAnswer> {
  const parsed = bodySchema.safeParse(jsonOf(body));
  if (!parsed.success)
    return { status: 400, body: { message: 'invalid request body', issues: parsed.error.issues, name: 'ZodError' } };
  try {
    const channel = open(network, parsed.data);
    host.save();
    await host.included();
    return { status: 201, body: answerOf(network, channel) };
  } catch (error) {
    if (error instanceof ServiceError) return { status: error.status, body: { message: error.message } };
    throw error;
  }
}

function jsonOf(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

/** @throws {ServiceError} with the backend's message to the caller. */
function open(network: ChainflipNetwork, asked: Asked): Channel {
  const market = shownMarket(network);
  const { srcAsset, destAsset, fillOrKillParams: terms } = asked;
  if (market.maintenance.swaps) throw unavailable('The swap service is currently unavailable due to maintenance');
  assertRouteEnabled(market, srcAsset, destAsset);
  assertAddress(destAsset, asked.destAddress);
  assertAddress(srcAsset, terms.refundAddress);
  assertSwapAmount(market, srcAsset, BigInt(asked.amount));
  const same = network.state.channels.filter(
    (one) =>
      one.src === srcAsset.id &&
      one.dst === destAsset.id &&
      one.destination === addressOf(destAsset.id, asked.destAddress) &&
      !isExpired(network, one),
  );
  if (same.length >= MOST_OPEN) throw badRequest('too many channels');
  const order = orderOf(asked, asked.takeCommission === true ? market.houseCommissionBps : 0);
  const opened = openChannel(network, order, {
    throughBackend: true,
    expectedDepositAmount: BigInt(asked.amount),
  });
  if (typeof opened === 'string') throw badRequest(opened);
  return reportOf(network, opened, order);
}

function assertAddress(asset: CfAsset, address: string): void {
  if (addressOf(asset.id, address) === undefined)
    throw badRequest(`Address "${address}" is not a valid "${asset.chain}" address for "${NETWORK_NAME}"`);
}

const bareHex = (text: string): string => text.slice(2).toLowerCase();

const ccmOf = ({ message, gasBudget, ccmAdditionalData = '0x' }: NonNullable<Asked['ccmParams']>): Ccm => ({
  message: bareHex(message),
  gasBudget: BigInt(gasBudget),
  additionalData: bareHex(ccmAdditionalData),
});

function orderOf(asked: Asked, commissionBps: number): SwapOrder {
  const { fillOrKillParams: terms, dcaParams: dca, ccmParams: ccm } = asked;
  return {
    src: asked.srcAsset.id,
    dst: asked.destAsset.id,
    destination: asked.destAddress,
    broker: { account: OTHER_BROKER_ACCOUNT, bps: commissionBps },
    affiliates: [],
    maxBoostFeeBps: asked.maxBoostFeeBps ?? 0,
    terms: {
      retryDuration: terms.retryDurationBlocks,
      refundAddress: terms.refundAddress,
      minPriceX128: BigInt(terms.minPriceX128),
      maxOraclePriceSlippageBps: terms.maxOraclePriceSlippage,
    },
    ...(dca === undefined ? {} : { dca }),
    ...(ccm === undefined ? {} : { ccm: ccmOf(ccm) }),
  };
}

const answerOf = (network: ChainflipNetwork, channel: Channel): Record<string, unknown> => ({
  id: channel.id,
  depositAddress: wireAddress(channel.address),
  brokerCommissionBps: channel.broker?.bps ?? 0,
  maxBoostFeeBps: channel.maxBoostFeeBps,
  issuedBlock: channel.opened.block,
  srcChainExpiryBlock: String(channel.expiryBlock),
  estimatedExpiryTime: expiryTimeOf(network, channel),
  channelOpeningFee: String(network.state.market.chains[ASSETS[channel.src].chain].channelOpeningFee),
});
