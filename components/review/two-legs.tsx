import type { WireLeg, WireRoute } from '../../lib/api/schemas/route.ts';
import { PROVIDER_NAMES } from '../../lib/domain/provider-id.ts';
import { ProviderMark } from '../routes/provider-mark.tsx';
import { assetView } from '../tokens/asset-view.ts';
import { FullAddress } from '../ui/address.tsx';
import { Amount } from '../ui/amount.tsx';
import { Notice } from '../ui/notice.tsx';
import { Row, Rows } from '../ui/rows.tsx';

/** What one leg takes in and pays out. */
function LegFacts({ leg, place }: { leg: WireLeg; place: string }) {
  const [sell, buy] = [assetView(leg.sellAsset), assetView(leg.buyAsset)];
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2 rounded-10 border border-line p-3">
      <ProviderMark provider={leg.provider} />
      <div className="grid gap-2">
        <p className="min-h-6 font-medium">
          {PROVIDER_NAMES[leg.provider]}: {sell.symbol} to {buy.symbol}
          <span className="block font-normal text-12 text-ink-3">{place}</span>
        </p>
        <Rows>
          <Row name="Expected">
            <Amount value={leg.buyAmount} symbol={buy.symbol} full />
          </Row>
          <Row name="At least">
            {leg.buyAmountMaxSlippage === '0' ? (
              <span className="text-red">nothing is guaranteed</span>
            ) : (
              <Amount value={leg.buyAmountMaxSlippage} symbol={buy.symbol} full />
            )}
          </Row>
        </Rows>
      </div>
    </div>
  );
}

/** Who swaps first, who then, what lies between, and where the money is if the second cannot. */
export function TwoLegs({ route }: { route: WireRoute }) {
  const { bridge } = route.meta;
  const [first, second] = route.legs;
  if (!bridge || !first || !second) return null;
  const [met, sold, bought] = [bridge.asset, route.sellAsset, route.buyAsset].map(assetView);
  if (!met || !sold || !bought) return null;
  const comesBack = bridge.otherwise.kind === 'refund';
  // Of the other way round it is the first leg's, which is what the sender pays to.
  const channel = second.provider === 'CHAINFLIP' ? bridge.depositAddress : undefined;
  return (
    <div className="grid gap-3">
      <LegFacts
        leg={first}
        place={`on ${sold.chainName}${first.provider === 'CHAINFLIP' ? '' : ', in your payment'}`}
      />
      <p className="text-ink-2">
        They meet in {met.symbol} on {met.chainName}.
        {!comesBack &&
          ` ${PROVIDER_NAMES[first.provider]} pays it to a contract there, which has ${PROVIDER_NAMES[second.provider]} swap it for you in the same transaction.`}
        {channel &&
          ' Its deposit channel was opened for this swap when you went on to this review; the first leg pays to its address, and you pay nothing to it yourself:'}
      </p>
      {channel && (
        <Rows>
          <Row
            name={`${PROVIDER_NAMES[second.provider]}’s deposit address on ${met.chainName}`}
            note={bridge.channelId && `channel ${bridge.channelId}`}
            wide
          >
            <FullAddress address={channel} />
          </Row>
        </Rows>
      )}
      <LegFacts leg={second} place={`pays ${bought.symbol} on ${bought.chainName}`} />
      <Notice
        kind="care"
        title={
          comesBack
            ? `If the second leg fails, you get ${met.symbol} back, not ${sold.symbol}`
            : `If the second leg cannot be done, you get ${met.symbol} instead of ${bought.symbol}`
        }
      >
        <p>{bridge.otherwise.note}</p>
        <p className="mt-1">
          The {met.symbol} is then at {comesBack ? 'your address' : 'the address that receives'} on {met.chainName}:
        </p>
        <FullAddress address={comesBack ? route.sourceAddress : route.destinationAddress} />
      </Notice>
    </div>
  );
}
