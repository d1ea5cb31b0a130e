import { ArrowRightLeft } from 'lucide-react';
import { useState } from 'react';
import type { WireFee, WireRoute } from '../../lib/api/schemas/route.ts';
import { CHAINS } from '../../lib/chains/chains.ts';
import { PROVIDER_NAMES } from '../../lib/domain/provider-id.ts';
import { paidOnTop, routeMoney, worth } from '../routes/route-money.ts';
import { assetView } from '../tokens/asset-view.ts';
import { TokenIcon } from '../tokens/token-icon.tsx';
import { FullAddress } from '../ui/address.tsx';
import { Amount } from '../ui/amount.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { rate } from '../ui/decimal-math.ts';
import { duration, percent, shortAmount, usd } from '../ui/format.ts';
import { Row, Rows } from '../ui/rows.tsx';

const money = (value: number | undefined) => (value === undefined ? '' : usd(value));

/** Both sides, one under the other. */
export function ReviewSides({ route }: { route: WireRoute }) {
  const { sellUsd, buyUsd } = routeMoney(route);
  const side = (asset: string, amount: string, value: number | undefined, word: string) => (
    <div className="flex items-center gap-3">
      <TokenIcon asset={asset} size={36} />
      <div className="min-w-0 flex-1">
        <p className="text-12 text-ink-3">{word}</p>
        <p className="font-medium text-20 tracking-[-0.01em] [overflow-wrap:anywhere]">
          <Amount value={amount} symbol={assetView(asset).symbol} full />
        </p>
        <p className="num text-12 text-ink-3">
          on {assetView(asset).chainName}
          {value !== undefined && `, ${money(value)}`}
        </p>
      </div>
    </div>
  );
  return (
    <div className="grid gap-3">
      {side(route.sellAsset, route.sellAmount, sellUsd, 'Sell')}
      {side(route.buyAsset, route.expectedBuyAmount, buyUsd, 'Buy, as expected')}
    </div>
  );
}

function Rate({ route }: { route: WireRoute }) {
  const forth = rate(route.sellAmount, route.expectedBuyAmount);
  // A rate such as "<0.0001" says nothing: then the other way round first.
  const [turned, setTurned] = useState(forth !== undefined && Number(forth) < 0.001);
  const sell = assetView(route.sellAsset).symbol;
  const buy = assetView(route.buyAsset).symbol;
  const value = turned ? rate(route.expectedBuyAmount, route.sellAmount) : forth;
  return (
    <button
      type="button"
      onClick={() => setTurned(!turned)}
      className="num inline-flex min-h-6 items-center gap-1.5 rounded-6 hover:text-water"
    >
      1 {turned ? buy : sell} = {value === undefined ? '?' : shortAmount(value)} {turned ? sell : buy}
      <ArrowRightLeft aria-hidden size={13} className="text-ink-3" />
      <span className="sr-only">, turn the rate round</span>
    </button>
  );
}

export function ReviewNumbers({ route, slippage }: { route: WireRoute; slippage: number }) {
  const buy = assetView(route.buyAsset).symbol;
  const { allInPercent, netUsd, sellUsd } = routeMoney(route);
  const difference = netUsd === undefined || sellUsd === undefined ? undefined : netUsd - sellUsd;
  return (
    <Rows>
      <Row name="Rate">
        <Rate route={route} />
      </Row>
      <Row name="You get at least">
        {route.expectedBuyAmountMaxSlippage === '0' ? (
          <span className="text-red">nothing is guaranteed</span>
        ) : (
          <Amount value={route.expectedBuyAmountMaxSlippage} symbol={buy} full />
        )}
      </Row>
      <Row name="Slippage">{percent(slippage)}</Row>
      {route.meta.priceImpact !== undefined && <Row name="Pool impact">{percent(route.meta.priceImpact)}</Row>}
      {difference !== undefined && allInPercent !== undefined && (
        <Row name="Value difference, all in">
          {usd(difference)} ({percent(allInPercent, 'en', { signed: true })})
        </Row>
      )}
      {route.estimatedTime && (
        <Row name="Time" note={route.legs.length > 1 ? 'both legs together' : undefined}>
          about {duration(route.estimatedTime.total)}
        </Row>
      )}
      {route.meta.boost && (
        <Row name="Boost" note="Counts at once, where the pool can lend it">
          {percent(route.meta.boost.feeBps / 100, 'en', { digits: 3 })} of the deposit
        </Row>
      )}
      {route.meta.depositChannel && (
        <Row name={route.legs.length > 1 ? 'If Chainflip’s price is missed' : 'If the price is missed'}>
          tried again for {duration(route.meta.depositChannel.retrySeconds)}, then refunded
        </Row>
      )}
      <Row name="Route">{route.providers.map((provider) => PROVIDER_NAMES[provider]).join(', then ')}</Row>
    </Rows>
  );
}

type FeeWords = { name: string; who: string };

/** Chainflip takes its fees off the deposit, the swap and the payout; the interface has fewer words for them. */
function chainflipFee(fee: WireFee, { legs, ...route }: WireRoute): FeeWords | undefined {
  if (!fee.protocol.startsWith('CHAINFLIP')) return undefined;
  const chain = CHAINS[fee.chain].name;
  // Of two legs Chainflip takes in what the other hands over.
  const { sellAsset } = legs.find(({ provider }) => provider.startsWith('CHAINFLIP')) ?? route;
  if (fee.type === 'outbound' && fee.asset.toLowerCase() === sellAsset.toLowerCase())
    return { name: `Taking in on ${chain}`, who: 'to Chainflip, for the deposit; taken off it' };
  if (fee.type === 'priority') return { name: 'Boost', who: 'to those who lend your deposit until it is confirmed' };
  if (fee.type === 'liquidity') return { name: 'Fee of Chainflip', who: 'to the network, taken from the swap in USDC' };
  return undefined;
}

/** Who takes what where one swap on one chain, or an order, is the way. */
function ownFee(fee: WireFee): FeeWords | undefined {
  const chain = CHAINS[fee.chain].name;
  if (fee.protocol === 'GARDEN' && fee.type === 'liquidity')
    return { name: 'Fee of Garden', who: 'to Garden and the solver who pays you out' };
  if (fee.protocol === 'GARDEN' && fee.type === 'outbound')
    return { name: `Paying out on ${chain}`, who: 'to the solver; it is taken off what you get' };
  if (fee.protocol === 'JUPITER' && (fee.type === 'network' || fee.type === 'inbound'))
    return {
      name: `Network fee on ${chain}`,
      who: 'signature, priority, and rent for a token account where one is opened; you pay it on top',
    };
  if (fee.protocol === 'JUPITER' && fee.type === 'liquidity')
    return { name: 'Pool fee', who: 'to those who fund the pools that Jupiter goes through' };
  return undefined;
}

function feeWords(fee: WireFee, route: WireRoute): FeeWords {
  const { affiliate } = route.meta;
  const own = chainflipFee(fee, route) ?? ownFee(fee);
  if (own) return own;
  const chain = CHAINS[fee.chain].name;
  const protocol = PROVIDER_NAMES[fee.protocol].split(',')[0] ?? fee.protocol;
  switch (fee.type) {
    case 'liquidity':
      return { name: 'Pool fee', who: `to those who fund the pools of ${protocol}` };
    case 'outbound':
      return { name: `Sending on ${chain}`, who: `to ${protocol}, for the payout` };
    case 'inbound':
    case 'network':
      return { name: `Network fee on ${chain}`, who: `to the network of ${chain}; you pay it on top` };
    case 'affiliate':
      return { name: 'Fee of this site', who: affiliate ? `to ${affiliate}` : 'to whoever runs this site' };
    case 'tax':
      return { name: 'Token tax', who: 'to whoever the token names' };
    case 'priority':
      return { name: 'Priority fee', who: `to the validators of ${chain}` };
  }
}

export function ReviewFees({ route }: { route: WireRoute }) {
  if (route.fees.length === 0) return <p className="text-ink-2">This route names no fees.</p>;
  const fees = [...route.fees].sort((a, b) => Number(paidOnTop(a)) - Number(paidOnTop(b)));
  return (
    <Rows>
      {fees.map((fee, index) => {
        const { name, who } = feeWords(fee, route);
        const value = worth(route, fee.asset, fee.amount);
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: two fees of a list that never changes may be equal in all.
          <Row key={index} name={name} note={who}>
            <Amount value={fee.amount} symbol={assetView(fee.asset).symbol} />
            {value !== undefined && <span className="text-ink-3"> {usd(value)}</span>}
          </Row>
        );
      })}
    </Rows>
  );
}

/** In full, by groups of four: this is what decides who gets the money. */
export function ReviewAddresses({ route }: { route: WireRoute }) {
  const one = (name: string, note: string, address: string, what: string) => (
    <Row name={name} note={note} wide>
      <span className="flex items-start justify-between gap-2">
        <FullAddress address={address} />
        <CopyButton value={address} what={what} />
      </span>
    </Row>
  );
  return (
    <Rows>
      {one(
        'From',
        `${assetView(route.sellAsset).chainName}; what cannot be swapped comes back here${
          route.meta.bridge?.otherwise.kind === 'refund'
            ? `, as ${assetView(route.meta.bridge.asset).symbol} once the first leg is through`
            : ''
        }`,
        route.sourceAddress,
        'the address that you send from',
      )}
      {one(
        'To',
        `${assetView(route.buyAsset).chainName}; ${assetView(route.buyAsset).symbol} arrives here${
          route.meta.bridge?.otherwise.kind === 'fallback'
            ? `, or ${assetView(route.meta.bridge.asset).symbol} where the second leg cannot be done`
            : ''
        }`,
        route.destinationAddress,
        'the address that receives',
      )}
    </Rows>
  );
}
