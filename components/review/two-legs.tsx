import type { WireLeg, WireRoute } from '../../lib/api/schemas/route.ts';
import { PROVIDER_NAMES } from '../../lib/domain/provider-id.ts';
import { traitsOf } from '../../lib/payments/traits.ts';
import { ProviderMark } from '../routes/provider-mark.tsx';
import { assetView } from '../tokens/asset-view.ts';
import { FullAddress } from '../ui/address.tsx';
import { Notice } from '../ui/notice.tsx';
import { PreciseAmount } from '../ui/precise-amount.tsx';
import { Row, Rows } from '../ui/rows.tsx';
import { useText } from '../ui/text.tsx';

/** What one leg takes in and pays out. */
function LegFacts({ leg, note }: { leg: WireLeg; note: string }) {
  const t = useText();
  const [sell, buy] = [assetView(leg.sellAsset), assetView(leg.buyAsset)];
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2 rounded-10 border border-line p-3">
      <ProviderMark provider={leg.provider} />
      <div className="grid gap-2">
        <p className="min-h-6 font-medium">
          {t('{provider}: {sell} to {buy}', {
            provider: PROVIDER_NAMES[leg.provider],
            sell: sell.symbol,
            buy: buy.symbol,
          })}
          <span className="block font-normal text-13 text-ink-3">{note}</span>
        </p>
        <Rows>
          <Row name={t('Expected')}>
            <PreciseAmount value={leg.buyAmount} symbol={buy.symbol} />
          </Row>
          <Row name={t('At least')}>
            {leg.buyAmountMaxSlippage === '0' ? (
              <span className="text-red">{t('nothing is guaranteed')}</span>
            ) : (
              <PreciseAmount value={leg.buyAmountMaxSlippage} symbol={buy.symbol} />
            )}
          </Row>
        </Rows>
      </div>
    </div>
  );
}

/** Shows the order of two legs, the asset between them, and where the money is if the second leg fails. */
export function TwoLegs({ route }: { route: WireRoute }) {
  const t = useText();
  const { bridge } = route.meta;
  const [first, second] = route.legs;
  if (!bridge || !first || !second) return null;
  const [met, sold, bought] = [assetView(bridge.asset), assetView(route.sellAsset), assetView(route.buyAsset)];
  const comesBack = bridge.otherwise.kind === 'refund';
  const [one, other] = [PROVIDER_NAMES[first.provider], PROVIDER_NAMES[second.provider]];
  // On a route in the other order this channel is the first leg's, to which the sender pays.
  const channel = traitsOf(second.provider).opensDepositChannels ? bridge.depositAddress : undefined;
  return (
    <div className="grid gap-3">
      <LegFacts
        leg={first}
        note={
          traitsOf(first.provider).opensDepositChannels
            ? t('on {chain}', { chain: sold.chainName })
            : t('on {chain}, in your payment', { chain: sold.chainName })
        }
      />
      <div className="grid gap-1 text-ink-2">
        <p>{t('They meet in {symbol} on {chain}.', { symbol: met.symbol, chain: met.chainName })}</p>
        {!comesBack && (
          <p>
            {t('{first} pays it to a contract there, which has {second} swap it for you in the same transaction.', {
              first: one,
              second: other,
            })}
          </p>
        )}
        {channel && (
          <p>{t('The first leg pays this deposit address, which was opened for this swap. Do not pay it yourself:')}</p>
        )}
      </div>
      {channel && (
        <Rows>
          <Row
            name={t('{provider}’s deposit address on {chain}', { provider: other, chain: met.chainName })}
            note={bridge.channelId && t('channel {id}', { id: bridge.channelId })}
            wide
          >
            <FullAddress address={channel} />
          </Row>
        </Rows>
      )}
      <LegFacts leg={second} note={t('pays {symbol} on {chain}', { symbol: bought.symbol, chain: bought.chainName })} />
      <Notice
        kind="care"
        title={
          comesBack
            ? t('If the second leg fails, you get {met} back, not {sold}', { met: met.symbol, sold: sold.symbol })
            : t('If the second leg cannot be done, you get {met} instead of {bought}', {
                met: met.symbol,
                bought: bought.symbol,
              })
        }
      >
        <p lang="en">{bridge.otherwise.note}</p>
        <p className="mt-1">
          {comesBack
            ? t('The {symbol} is then at your address on {chain}:', { symbol: met.symbol, chain: met.chainName })
            : t('The {symbol} is then at the recipient’s address on {chain}:', {
                symbol: met.symbol,
                chain: met.chainName,
              })}
        </p>
        <FullAddress address={comesBack ? route.sourceAddress : route.destinationAddress} />
      </Notice>
    </div>
  );
}
