'use client';
import { useEffect, useState } from 'react';
import { z } from 'zod';
import { messageTxSchema, type WireRoute } from '../../lib/api/schemas/route.ts';
import { decodeBtcPayload } from '../../lib/chains/chainflip/btc-payload.ts';
import { orderOfPayload } from '../../lib/chains/chainflip/vault-order.ts';
import { CHAINS } from '../../lib/chains/chains.ts';
import { fromBaseUnits } from '../../lib/domain/amount.ts';
import { assetOf } from '../../lib/domain/asset.ts';
import type { ChainId } from '../../lib/domain/chain-id.ts';
import { legProviders, signedLeg } from '../../lib/wallet/two-leg/signed-leg.ts';
import { type PaidBy, PaymentError } from '../../lib/wallet/wallet-types.ts';
import { orderAddress } from '../deposit/order-words.ts';
import { assetView } from '../tokens/asset-view.ts';
import { FullAddress } from '../ui/address.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { fullAmount } from '../ui/format.ts';
import { useNetwork } from '../ui/network.tsx';
import { Notice } from '../ui/notice.tsx';
import { Row, Rows } from '../ui/rows.tsx';
import { decodeMemo } from './decode-memo.ts';
import { EvmSigning } from './evm-signing.tsx';
import { JupiterSteps } from './jupiter-steps.tsx';
import { type PsbtSummary, readPsbt } from './psbt-outputs.ts';
import { SolanaInstructions } from './solana-instructions.tsx';
import { VaultSwapFields } from './vault-swap-fields.tsx';

const units = (baseUnits: bigint, chain: ChainId) =>
  `${fullAmount(fromBaseUnits(baseUnits, CHAINS[chain].native.decimals))} ${CHAINS[chain].native.symbol}`;

/** What the network must see with the payment, field by field, and its raw text. */
export function MemoFields({ memo, route }: { memo: string; route: WireRoute }) {
  const chain = CHAINS[assetOf(route.sellAsset).chain];
  const { fields, bytes } = decodeMemo(memo, route.buyAsset);
  return (
    <div className="grid gap-2">
      <p className="flex flex-wrap items-baseline justify-between gap-x-3 font-medium">
        What the network must see with your payment (memo)
        <span className="num font-normal text-12 text-ink-3">
          {bytes} of {chain.memoLimitBytes} bytes
        </span>
      </p>
      {fields && (
        <Rows>
          {fields.map((field) => (
            <Row key={field.name} name={field.name} wide={field.value.length > 34}>
              {field.value.length > 34 && /^\S+$/.test(field.value) ? (
                <FullAddress address={field.value} />
              ) : (
                field.value
              )}
            </Row>
          ))}
        </Rows>
      )}
      <p className="ltr flex items-start gap-2 rounded-6 bg-sunken p-2 font-mono text-12 [overflow-wrap:anywhere]">
        <span className="flex-1">{memo}</span>
        <CopyButton value={memo} what="the memo" />
      </p>
    </div>
  );
}

const MESSAGE_FIELDS: Readonly<Record<string, string>> = {
  from_address: 'From',
  to_address: 'To the vault',
  amount: 'Amount',
  coins: 'Amount',
  signer: 'Signed by',
};
const coinSchema = z.union([
  z.object({ amount: z.string().regex(/^\d+$/), denom: z.string() }),
  z
    .object({ amount: z.string().regex(/^\d+$/), asset: z.string() })
    .transform(({ amount, asset }) => ({ amount, denom: asset })),
]);

/** Coins of the chain's own kind in their usual unit, others as they stand in the message. */
function coinWords(value: unknown, chain: ChainId): string {
  const { native, denom } = CHAINS[chain];
  const own = [denom, `${chain}.${native.symbol}`];
  const coins = z.array(coinSchema).safeParse(value);
  if (!coins.success) return typeof value === 'string' ? value : JSON.stringify(value);
  return coins.data
    .map((coin) => (own.includes(coin.denom) ? units(BigInt(coin.amount), chain) : `${coin.amount} ${coin.denom}`))
    .join(', ');
}

function CosmosSigning({ route }: { route: WireRoute }) {
  const tx = messageTxSchema.safeParse(route.tx);
  if (!tx.success) return null;
  const { chain } = assetOf(route.sellAsset);
  return (
    <div className="grid gap-3">
      {tx.data.msgs.map((message) => (
        <Rows key={message.type}>
          <Row name="Message">
            <span className="ltr font-mono text-12">{message.type}</span>
          </Row>
          {Object.entries(message.value)
            .filter(([name]) => name !== 'memo')
            .map(([name, value]) => {
              const text = coinWords(value, chain);
              const address = text.length > 34 && /^\S+$/.test(text);
              return (
                <Row key={name} name={MESSAGE_FIELDS[name] ?? name} wide={address}>
                  {address ? <FullAddress address={text} /> : text}
                </Row>
              );
            })}
        </Rows>
      ))}
      <Rows>
        <Row name="Network fee">
          {tx.data.fee.amount.length > 0 ? coinWords(tx.data.fee.amount, chain) : 'taken by the chain itself'}
        </Row>
        <Row name="Gas">{fullAmount(tx.data.fee.gas)}</Row>
      </Rows>
    </div>
  );
}

function PsbtSigning({ route }: { route: WireRoute }) {
  const network = useNetwork();
  const { chain } = assetOf(route.sellAsset);
  const [summary, setSummary] = useState<PsbtSummary | 'unreadable'>();
  const psbt = typeof route.tx === 'string' ? route.tx : undefined;
  useEffect(() => {
    if (psbt === undefined) return;
    let gone = false;
    readPsbt(psbt, chain, network)
      .then((read) => !gone && setSummary(read))
      .catch(() => !gone && setSummary('unreadable'));
    return () => {
      gone = true;
    };
  }, [psbt, chain, network]);
  if (summary === 'unreadable')
    return (
      <Notice kind="loss" title="Do not sign">
        This transaction cannot be read.
      </Notice>
    );
  if (!summary) return <p className="text-ink-3">Reading the transaction…</p>;
  const told = summary.outputs.find((output) => output.kind === 'memo');
  return (
    <div className="grid gap-3">
      <Rows>
        {summary.outputs.map((output) =>
          output.kind === 'memo' ? (
            <Row
              key="memo"
              name={route.memo ? 'Carries the memo below (OP_RETURN)' : 'Says what the network is to do (OP_RETURN)'}
            >
              0 {CHAINS[chain].native.symbol}
            </Row>
          ) : (
            <Row
              key={output.kind === 'pays' ? output.address : output.script}
              name={
                output.kind === 'pays' && output.address === (route.inboundAddress ?? route.targetAddress)
                  ? orderAddress(route)
                    ? 'Pays the address of this order'
                    : route.meta.bridge
                      ? 'Pays the deposit channel that was opened for this swap'
                      : 'Pays the vault'
                  : output.kind === 'pays' && output.address === route.sourceAddress
                    ? 'Returns the change to you'
                    : 'Pays'
              }
              note={units(output.baseUnits, chain)}
              wide
            >
              <FullAddress address={output.kind === 'pays' ? output.address : output.script} />
            </Row>
          ),
        )}
        {summary.feeBaseUnits !== undefined && <Row name="Network fee">{units(summary.feeBaseUnits, chain)}</Row>}
      </Rows>
      {told && route.memo === undefined && (
        <VaultSwapFields read={() => orderOfPayload(decodeBtcPayload(told.bytes))} route={route} />
      )}
    </div>
  );
}

/**
 * All that a wallet will be asked to sign, in words and in full.
 * @param byHand no wallet is connected: what is sent to a deposit address is no transaction of the route's.
 */
export function WhatYouSign({
  route: reviewed,
  byHand = false,
  by = 'transaction',
}: {
  route: WireRoute;
  byHand?: boolean;
  by?: PaidBy;
}) {
  const pair = legProviders(reviewed);
  if (pair?.[1] === 'CHAINFLIP' && reviewed.tx === undefined) return <OpenedLater first={pair[0]} />;
  const route = reviewed.tx === undefined ? reviewed : firstLeg(reviewed);
  if (typeof route === 'string')
    return (
      <Notice kind="loss" title="Do not sign">
        {route}
      </Notice>
    );
  const order = orderAddress(route) !== undefined;
  const plain = (route.meta.depositChannel !== undefined || order) && (byHand || route.tx === undefined);
  const type = plain ? undefined : route.meta.txType;
  return (
    <div className="grid gap-4">
      {type === 'EVM' && <EvmSigning route={route} by={by} toChannel={pair !== undefined} />}
      {type === 'COSMOS' && <CosmosSigning route={route} />}
      {type === 'PSBT' && <PsbtSigning route={route} />}
      {type === 'SOLANA' &&
        (route.providers[0]?.startsWith('JUPITER') ? (
          <JupiterSteps route={route} toChannel={pair !== undefined} />
        ) : (
          <SolanaInstructions route={route} />
        ))}
      {plain && (
        <p className="text-ink-2">
          {order
            ? `One plain transfer of exactly ${route.sellAmount} ${assetView(route.sellAsset).symbol} to the address of this order, without a memo.`
            : `One plain transfer of ${route.sellAmount} ${assetView(route.sellAsset).symbol} to an address that Chainflip opens for this swap, after you have gone on.`}
        </p>
      )}
      {(route.tx === undefined || (plain && order)) && route.inboundAddress && (
        <Rows>
          <Row name="A payment to" wide>
            <FullAddress address={route.inboundAddress} />
          </Row>
        </Rows>
      )}
      {route.memo && <MemoFields memo={route.memo} route={route} />}
      {route.meta.refund && <RefundNote refund={route.meta.refund} />}
    </div>
  );
}

/** What is signed of a route of two legs, or why it must not be. */
function firstLeg(route: WireRoute): WireRoute | string {
  try {
    return signedLeg(route);
  } catch (error) {
    if (error instanceof PaymentError) return error.message;
    throw error;
  }
}

/** A route whose first leg only a wallet can do, while there is nothing to sign. */
function OpenedLater({ first }: { first: string }) {
  const name = first === 'ONEINCH' ? 'one call of 1inch’s router' : 'one transaction of Jupiter’s';
  return (
    <p className="text-ink-2">
      From your wallet {name}. The deposit channel that it pays to is opened at Chainflip once your wallet is connected
      and you go on to the review.
    </p>
  );
}

/** Who can take the money back where a swap fails after it was paid. */
function RefundNote({ refund }: { refund: NonNullable<WireRoute['meta']['refund']> }) {
  return (
    <Notice
      kind={refund.by === 'sender' ? 'word' : 'care'}
      title={refund.by === 'sender' ? 'If it fails, you can take it back yourself' : 'Who holds the refund key'}
    >
      {refund.note}
    </Notice>
  );
}
