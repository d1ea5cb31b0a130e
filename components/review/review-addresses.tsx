import type { WireRoute } from '../../lib/api/schemas/route.ts';
import { assetOf } from '../../lib/domain/asset.ts';
import { memoParts } from '../../lib/payments/thor-family/swap-memo.ts';
import { HostReceiver } from '../embed/host-receiver.tsx';
import { assetView } from '../tokens/asset-view.ts';
import { FullAddress } from '../ui/address.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { Notice } from '../ui/notice.tsx';
import { Row, Rows } from '../ui/rows.tsx';
import { useText } from '../ui/text.tsx';
import type { NameCheck } from './use-name-check.ts';

/** A name that was typed in place of an address, and whether it still stands for the same one. */
function NameNote({ check, address }: { check: NameCheck; address: string }) {
  const t = useText();
  const { name, state } = check;
  if (state === 'same')
    return <p className="text-12 text-moss">{t('{name} stands for this address, asked again just now.', { name })}</p>;
  if (state === 'checking')
    return <p className="text-12 text-ink-3">{t('Asking again what {name} stands for…', { name })}</p>;
  if (state === 'unknown')
    return (
      <p className="text-12 text-amber">
        {t('It could not be asked again what {name} stands for. Compare the address itself.', { name })}
      </p>
    );
  return (
    <Notice kind="loss" live="assertive" title={t('{name} stands for another address now', { name })}>
      <span className="grid gap-1">
        <span>{t('In this review:')}</span>
        <FullAddress address={address} />
        <span>{t('Now:')}</span>
        {check.address === undefined ? <span>{t('nothing')}</span> : <FullAddress address={check.address} />}
        <span>{t('Nothing was sent. Close this, and enter the receiver again.')}</span>
      </span>
    </Notice>
  );
}

/** Where money comes back to, when it is another address than the one that pays. */
function refundOf(route: WireRoute): string | undefined {
  const refund = route.meta.refundAddress ?? (route.memo === undefined ? undefined : memoParts(route.memo)?.refund);
  return refund && refund.toLowerCase() !== route.sourceAddress.toLowerCase() ? refund : undefined;
}

function fromNote(t: ReturnType<typeof useText>, route: WireRoute): string {
  const chain = assetView(route.sellAsset).chainName;
  if (refundOf(route) !== undefined) return chain;
  if (route.meta.bridge?.otherwise.kind === 'refund')
    return t('{chain}; what cannot be swapped comes back here, as {symbol} once the first leg is through', {
      chain,
      symbol: assetView(route.meta.bridge.asset).symbol,
    });
  return t('{chain}; what cannot be swapped comes back here', { chain });
}

function toNote(t: ReturnType<typeof useText>, route: WireRoute): string {
  const { chainName: chain, symbol } = assetView(route.buyAsset);
  if (route.meta.bridge?.otherwise.kind === 'fallback')
    return t('{chain}; {symbol} arrives here, or {other} where the second leg cannot be done', {
      chain,
      symbol,
      other: assetView(route.meta.bridge.asset).symbol,
    });
  return t('{chain}; {symbol} arrives here', { chain, symbol });
}

/** In full, by groups of four: this is what decides who gets the money. */
export function ReviewAddresses({ route, name }: { route: WireRoute; name?: NameCheck | undefined }) {
  const t = useText();
  const refund = refundOf(route);
  const one = (title: string, note: string, address: string, what: string) => (
    <Row name={title} note={note} wide>
      <span className="flex items-start justify-between gap-2">
        <FullAddress address={address} />
        <CopyButton value={address} what={what} />
      </span>
    </Row>
  );
  return (
    <>
      <Rows>
        {one(t('From'), fromNote(t, route), route.sourceAddress, t('the address that you send from'))}
        {one(t('To'), toNote(t, route), route.destinationAddress, t('the address that receives'))}
        {refund &&
          one(
            t('Refund to'),
            t('{chain}; what cannot be swapped comes back here', { chain: assetView(route.sellAsset).chainName }),
            refund,
            t('the refund address'),
          )}
      </Rows>
      <HostReceiver receiver={name?.name ?? route.destinationAddress} chain={assetOf(route.buyAsset).chain} />
      {name && <NameNote check={name} address={route.destinationAddress} />}
    </>
  );
}
