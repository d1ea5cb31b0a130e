/** Holds a Cosmos payment against its route, and what the wallet signed against what it was given. */
import { z } from 'zod';
import { messageTxSchema } from '../../api/schemas/route.ts';
import { sameAddress } from '../../chains/address.ts';
import type { NetworkName } from '../../chains/chain.ts';
import { chainOf } from '../../chains/chains.ts';
import { toBaseUnits } from '../../domain/amount.ts';
import { assetOf } from '../../domain/asset.ts';
import type { ChainId } from '../../domain/chain-id.ts';
import type { PayableRoute } from '../../payments/payable-route.ts';
import type { AminoAnswer, SignDoc } from '../wallet-kinds.ts';
import { PaymentError } from '../wallet-types.ts';

const differs = (what: string) =>
  new PaymentError('mismatch', `${what} This is not the payment that you reviewed, so it was not signed.`, {
    nothingSent: true,
  });

const sendSchema = z.object({
  from_address: z.string(),
  to_address: z.string(),
  amount: z.array(z.object({ denom: z.string(), amount: z.string() })).length(1),
});
const depositSchema = z.object({
  coins: z.array(z.object({ asset: z.string(), amount: z.string() })).length(1),
  memo: z.string(),
  signer: z.string(),
});

/** Amino names that are signed here; every other message is refused. */
const SEND = new Set(['cosmos-sdk/MsgSend', 'thorchain/MsgSend', 'mayachain/MsgSend']);
const DEPOSIT: Record<string, string> = { THOR: 'thorchain/MsgDeposit', MAYA: 'mayachain/MsgDeposit' };

/** Most that a fee in the chain's own coin is ever right, in base units: some hundred times what a payment costs. */
const MAX_FEE: Record<string, bigint> = { GAIA: 1_000_000n, THOR: 200_000_000n, MAYA: 100_000_000_000n };

function checkFee(fee: readonly { denom: string; amount: string }[], chain: ChainId): void {
  const isRight = fee.every(
    ({ denom, amount }) =>
      denom === chainOf(chain).denom && /^\d+$/.test(amount) && BigInt(amount) <= (MAX_FEE[chain] ?? 0n),
  );
  if (!isRight || fee.length > 1) throw differs('The network fee is out of bounds.');
}

/** Decimals of what a Cosmos chain sells. MAYA counts to four digits, everything else like its chain's coin. */
const decimalsOf = (route: PayableRoute): number => {
  const asset = assetOf(route.sellAsset);
  return asset.chain === 'MAYA' && asset.symbol === 'MAYA' ? 4 : chainOf(asset.chain).native.decimals;
};

/** The route's transaction as it will be signed. @throws {PaymentError} `mismatch` */
export function checkCosmosTx(route: PayableRoute, _network: NetworkName): z.infer<typeof messageTxSchema> {
  const parsed = messageTxSchema.safeParse(route.tx);
  if (!parsed.success || parsed.data.msgs.length !== 1) throw differs('The transaction cannot be read.');
  const [msg] = parsed.data.msgs;
  const asset = assetOf(route.sellAsset);
  const amount = toBaseUnits(route.sellAmount, decimalsOf(route), 'exact')?.toString();
  if (!msg || amount === undefined) throw differs('The amount cannot be read.');
  checkFee(parsed.data.fee.amount, asset.chain);
  if (msg.type === DEPOSIT[asset.chain]) checkDeposit(depositSchema.safeParse(msg.value).data, route, amount);
  else if (SEND.has(msg.type)) checkSend(sendSchema.safeParse(msg.value).data, parsed.data.memo, route, amount);
  else throw differs(`The message ${msg.type} is not a payment.`);
  return parsed.data;
}

function checkDeposit(value: z.infer<typeof depositSchema> | undefined, route: PayableRoute, amount: string): void {
  const coin = value?.coins[0];
  if (!value || !coin || coin.asset.toUpperCase() !== route.sellAsset.toUpperCase() || coin.amount !== amount)
    throw differs('The deposit is not what you sell.');
  if (!route.memo || value.memo !== route.memo) throw differs('The memo is not that of the route.');
  if (value.signer !== route.sourceAddress) throw differs('The deposit is for another account.');
}

function checkSend(
  value: z.infer<typeof sendSchema> | undefined,
  memo: string | undefined,
  route: PayableRoute,
  amount: string,
): void {
  const coin = value?.amount[0];
  const asset = assetOf(route.sellAsset);
  if (!value || !coin || coin.amount !== amount || coin.denom !== chainOf(asset.chain).denom)
    throw differs('The transfer is not what you sell.');
  if (!route.inboundAddress || !sameAddress(asset.chain, value.to_address, route.inboundAddress))
    throw differs('The transfer does not go to the vault.');
  if (value.from_address !== route.sourceAddress) throw differs('The transfer comes from another account.');
  if (!route.memo || memo !== route.memo) throw differs('The memo is not that of the route.');
}

const answerSchema = z.object({
  signed: z.object({
    chain_id: z.string(),
    account_number: z.string(),
    sequence: z.string(),
    fee: z.object({ amount: z.array(z.object({ denom: z.string(), amount: z.string() })), gas: z.string() }),
    msgs: z.array(z.object({ type: z.string(), value: z.record(z.string(), z.unknown()) })),
    memo: z.string(),
  }),
  signature: z.object({ pub_key: z.object({ type: z.string(), value: z.string() }), signature: z.string() }),
});

const inOrder = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(inOrder);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, item]) => [key, inOrder(item)]),
  );
};
const text = (value: unknown) => JSON.stringify(inOrder(value));

/** What the wallet signed; the fee may differ, nothing else. @throws {PaymentError} `mismatch`: nothing was sent. */
export function checkSigned(answer: unknown, doc: SignDoc): AminoAnswer {
  const parsed = answerSchema.safeParse(answer);
  if (!parsed.success)
    throw new PaymentError('mismatch', 'The wallet gave no signature back, so nothing was sent.', {
      nothingSent: true,
    });
  const { signed } = parsed.data;
  const { fee: _signedFee, ...rest } = signed;
  const { fee: _fee, ...given } = doc;
  if (text(rest) !== text(given))
    throw new PaymentError('mismatch', 'The wallet changed the transaction, so it was not sent.', {
      nothingSent: true,
    });
  return parsed.data;
}
