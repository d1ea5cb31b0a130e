'use client';
import { useEffect, useState } from 'react';
import type { WireRoute } from '../../lib/api/schemas/route.ts';
import { CHAINS } from '../../lib/chains/chains.ts';
import type { JupiterStep, JupiterTransaction } from '../../lib/chains/jupiter/transaction.ts';
import { fromBaseUnits } from '../../lib/domain/amount.ts';
import { assetOf } from '../../lib/domain/asset.ts';
import type { SolanaFacts } from '../../lib/wallet/solana/solana-facts.ts';
import { assetView } from '../tokens/asset-view.ts';
import { FullAddress } from '../ui/address.tsx';
import { Disclosure } from '../ui/disclosure.tsx';
import { fullAmount } from '../ui/format.ts';
import { Notice } from '../ui/notice.tsx';
import { Row, Rows } from '../ui/rows.tsx';

type Reading = { tx: JupiterTransaction; least: bigint | undefined; fault: string | undefined; facts: SolanaFacts };
type State = Reading | 'unreadable' | 'unasked' | undefined;

/** The readers are loaded, and the chain asked for what the transaction only points at, when one is reviewed. */
async function readAll(transaction: string, route: WireRoute): Promise<Reading | 'unasked'> {
  const [
    { createGatewayClient },
    { solanaFacts },
    { readJupiterTransaction },
    { enforcedMinimum },
    { jupiterTxFault },
  ] = await Promise.all([
    import('../../lib/api/gateway.ts'),
    import('../../lib/wallet/solana/solana-facts.ts'),
    import('../../lib/chains/jupiter/transaction.ts'),
    import('../../lib/chains/jupiter/decode-swap.ts'),
    import('../../lib/wallet/jupiter/check-jupiter.ts'),
  ]);
  const facts = await solanaFacts(createGatewayClient({ baseUrl: '' }), transaction, route).catch(() => undefined);
  if (!facts) return 'unasked';
  const named = [route.sellAsset, route.buyAsset].map(assetOf).flatMap((asset) => {
    const mint = asset.kind === 'token' ? facts.mints[asset.address] : undefined;
    return asset.kind === 'token' && mint
      ? [[asset.address, { symbol: asset.symbol, decimals: mint.decimals }] as const]
      : [];
  });
  const tx = readJupiterTransaction(transaction, facts.tables, Object.fromEntries(named));
  const least = tx.swap && !tx.swap.exactOut ? enforcedMinimum(tx.swap) : undefined;
  return { tx, least, fault: jupiterTxFault(transaction, route, facts), facts };
}

function useReading(transaction: string | undefined, route: WireRoute): State {
  const [state, setState] = useState<State>();
  useEffect(() => {
    let gone = false;
    setState(undefined);
    if (transaction === undefined) return;
    readAll(transaction, route)
      .then((read) => !gone && setState(read))
      .catch(() => !gone && setState('unreadable'));
    return () => {
      gone = true;
    };
  }, [transaction, route]);
  return state;
}

const decimalsOf = (asset: string, { mints }: SolanaFacts): number | undefined => {
  const parsed = assetOf(asset);
  return parsed.kind === 'token' ? mints[parsed.address]?.decimals : CHAINS.SOL.native.decimals;
};
const units = (baseUnits: bigint, asset: string, facts: SolanaFacts): string => {
  const decimals = decimalsOf(asset, facts);
  return decimals === undefined
    ? `${fullAmount(baseUnits.toString())} base units`
    : `${fullAmount(fromBaseUnits(baseUnits, decimals))} ${assetView(asset).symbol}`;
};

/** Fee for one signature. Source: solana.com/docs/core/fees. */
const SIGNATURE_LAMPORTS = 5000n;

function Summary({ reading, route, toChannel }: { reading: Reading; route: WireRoute; toChannel: boolean }) {
  const { tx, least, facts } = reading;
  const { swap } = tx;
  const fee = tx.priorityLamports + SIGNATURE_LAMPORTS * BigInt(tx.signers.length);
  return (
    <Rows>
      {swap && (
        <>
          <Row name="Jupiter is asked to">swap ({swap.name})</Row>
          <Row name="Sell">{units(swap.amount, route.sellAsset, facts)}</Row>
          {least !== undefined && (
            <Row name="Buy at least, or nothing happens">{units(least, route.buyAsset, facts)}</Row>
          )}
          <Row
            name={swap.destination === route.destinationAddress ? 'Pay it to' : 'Pay it into the token account'}
            note={
              toChannel
                ? 'of the deposit channel that was opened for this swap'
                : swap.destination === route.destinationAddress
                  ? undefined
                  : 'of the address that receives'
            }
            wide
          >
            <FullAddress address={swap.destination} />
          </Row>
          {swap.platformFeeBps > 0 && <Row name="Fee of this site">{swap.platformFeeBps / 100} %</Row>}
        </>
      )}
      <Row name="Network fee" note="signature and priority">
        {fullAmount(fromBaseUnits(fee, CHAINS.SOL.native.decimals))} SOL
      </Row>
    </Rows>
  );
}

function Step({ step, index }: { step: JupiterStep; index: number }) {
  return (
    <li className="grid grid-cols-[1.5rem_minmax(0,1fr)] gap-x-1 py-2">
      <span className="num text-ink-3">{index + 1}</span>
      <span className="min-w-0">
        <span className="block font-medium">{step.name}</span>
        <span className="block text-12 text-ink-2 [overflow-wrap:anywhere]">{step.words}</span>
      </span>
    </li>
  );
}

/** A swap through Jupiter in words: what it does in all, then every program that it calls. */
export function JupiterSteps({
  route,
  toChannel = false,
}: {
  route: WireRoute;
  /** What is bought goes to the channel of a second leg. */
  toChannel?: boolean;
}) {
  const transaction = typeof route.tx === 'string' ? route.tx : undefined;
  const reading = useReading(transaction, route);
  if (reading === 'unreadable')
    return (
      <Notice kind="loss" title="Do not sign">
        This transaction cannot be read.
      </Notice>
    );
  if (reading === 'unasked')
    return (
      <Notice kind="care" title="Not read yet">
        Solana cannot be asked just now what this transaction refers to. It is read again before you sign.
      </Notice>
    );
  if (!reading) return <p className="text-ink-3">Reading the transaction…</p>;
  return (
    <div className="grid gap-3">
      <Summary reading={reading} route={route} toChannel={toChannel} />
      <div>
        <p className="font-medium">Programs that it calls, in their order</p>
        <ol className="divide-y divide-line">
          {reading.tx.steps.map((step, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: their order is all that tells two equal instructions apart.
            <Step key={index} step={step} index={index} />
          ))}
        </ol>
      </div>
      {reading.fault !== undefined && (
        <Notice kind="loss" title="Do not sign">
          {reading.fault}
        </Notice>
      )}
      <Disclosure summary="Raw data">
        <p className="ltr max-h-40 overflow-y-auto rounded-6 bg-sunken p-2 font-mono text-12 [overflow-wrap:anywhere]">
          {transaction}
        </p>
      </Disclosure>
    </div>
  );
}
