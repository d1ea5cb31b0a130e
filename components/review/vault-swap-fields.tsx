import type { WireRoute } from '../../lib/api/schemas/route.ts';
import { cfAssetNumbered, cfAssetOf, STATE_CHAIN_BLOCK_SECONDS } from '../../lib/chains/chainflip/assets.ts';
import { addressHex, addressText } from '../../lib/chains/chainflip/destination.ts';
import type { VaultOrder } from '../../lib/chains/chainflip/vault-order.ts';
import { fromBaseUnits } from '../../lib/domain/amount.ts';
import { assetOf } from '../../lib/domain/asset.ts';
import { orderFault } from '../../lib/wallet/chainflip/vault-order.ts';
import { FullAddress } from '../ui/address.tsx';
import { duration, fullAmount, percent } from '../ui/format.ts';
import { Notice } from '../ui/notice.tsx';
import { Row, Rows } from '../ui/rows.tsx';

/** As the route spells it where the bytes are the same (accounts of Polkadot have several spellings), else in the chain's way. */
const shownAddress = (bytes: string, chain: string, ofRoute: string): string =>
  addressHex(chain, ofRoute) === bytes ? ofRoute : (addressText(chain, bytes) ?? `0x${bytes}`);

/** What a payment through Chainflip's vault says, field by field, and in red what differs from the review. */
export function VaultSwapFields({ read, route }: { read: () => VaultOrder; route: WireRoute }) {
  let said: VaultOrder;
  try {
    said = read();
  } catch {
    return (
      <Notice kind="loss" title="Do not sign">
        What the network is told to do with this payment cannot be read.
      </Notice>
    );
  }
  const sold = cfAssetOf(assetOf(route.sellAsset));
  const buys = cfAssetNumbered(said.dstToken);
  const fault = orderFault(said, route);
  return (
    <div className="grid gap-2">
      <p className="font-medium">What Chainflip is told to do</p>
      <Rows>
        <Row name="Buy">{buys ? `${buys.cf.asset} on ${buys.cf.chain}` : 'an asset that is not known'}</Row>
        {buys && (
          <>
            <Row name="Pay it to" wide>
              <FullAddress address={shownAddress(said.dstAddress, buys.cf.chain, route.destinationAddress)} />
            </Row>
            <Row name="At least, before the fee of sending">
              {fullAmount(fromBaseUnits(said.leastOutput, buys.decimals))} {buys.cf.asset}
            </Row>
          </>
        )}
        <Row name="Try again, then refund">{duration(said.retryDurationBlocks * STATE_CHAIN_BLOCK_SECONDS)}</Row>
        <Row name="Refund to" wide>
          <FullAddress
            address={
              said.refundAddress === undefined
                ? route.sourceAddress
                : shownAddress(said.refundAddress, sold?.cf.chain ?? '', route.sourceAddress)
            }
          />
        </Row>
        {said.numberOfChunks > 1 && <Row name="In parts">{said.numberOfChunks}</Row>}
        {said.boostFeeBps > 0 && <Row name="Boost, at most">{percent(said.boostFeeBps / 100, 'en', { digits: 3 })}</Row>}
        {said.feeBps > 0 && <Row name="Fee of this site">{percent(said.feeBps / 100, 'en', { digits: 3 })}</Row>}
      </Rows>
      {fault !== undefined && (
        <Notice kind="loss" title="Do not sign">
          The transaction differs from what you reviewed. {fault}
        </Notice>
      )}
    </div>
  );
}
