import type { ReactNode } from 'react';
import type { WireRoute } from '../../lib/api/schemas/route.ts';
import { assetOf } from '../../lib/domain/asset.ts';
import type { Text } from '../../lib/i18n/text.ts';
import { splitMemo } from '../../lib/payments/thor-family/swap-memo.ts';
import { HostReceiver } from '../embed/host-receiver.tsx';
import { assetView } from '../tokens/asset-view.ts';
import { FullAddress } from '../ui/address.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { Notice } from '../ui/notice.tsx';
import { useText } from '../ui/text.tsx';
import type { NameCheck } from './use-name-check.ts';

/** A name that was typed instead of an address, and whether it still resolves to the same one. */
function NameNote({ check, address }: { check: NameCheck; address: string }) {
  const t = useText();
  const { name, state } = check;
  if (state === 'same')
    return <p className="text-13 text-moss">{t('{name} still points to this address.', { name })}</p>;
  if (state === 'checking') return <p className="text-13 text-ink-2">{t('Looking up {name} again…', { name })}</p>;
  if (state === 'unknown')
    return (
      <p className="text-13 text-amber">
        {t('We could not look up {name} again. Compare the address itself.', { name })}
      </p>
    );
  return (
    <Notice kind="loss" live="assertive" title={t('{name} now points to another address', { name })}>
      <span className="grid gap-1">
        <span>{t('In this review:')}</span>
        <FullAddress address={address} />
        <span>{t('Now:')}</span>
        {check.address === undefined ? <span>{t('nothing')}</span> : <FullAddress address={check.address} />}
        <span>{t('Nothing was sent. Close this and enter the recipient again.')}</span>
      </span>
    </Notice>
  );
}

/** The refund address, where it is not the paying address. */
function refundOf(route: WireRoute): string | undefined {
  const refund = route.meta.refundAddress ?? (route.memo === undefined ? undefined : splitMemo(route.memo)?.refund);
  return refund && refund.toLowerCase() !== route.sourceAddress.toLowerCase() ? refund : undefined;
}

function fromNote(t: Text, route: WireRoute): string | undefined {
  if (refundOf(route) !== undefined) return undefined;
  const { bridge } = route.meta;
  return bridge?.otherwise.kind === 'refund'
    ? t('A refund comes back here, as {symbol} after the first leg.', { symbol: assetView(bridge.asset).symbol })
    : t('A refund comes back here.');
}

function toNote(t: Text, route: WireRoute): string | undefined {
  const { bridge } = route.meta;
  if (bridge?.otherwise.kind !== 'fallback') return undefined;
  return t('Gets {symbol}, or {other} if the second leg fails.', {
    symbol: assetView(route.buyAsset).symbol,
    other: assetView(bridge.asset).symbol,
  });
}

/** In full, in groups of four, because they decide who gets the money. */
export function ReviewAddresses({ route, name }: { route: WireRoute; name?: NameCheck | undefined }) {
  const t = useText();
  const [sold, bought] = [assetView(route.sellAsset).chainName, assetView(route.buyAsset).chainName];
  const refund = refundOf(route);
  return (
    <dl className="grid gap-2 border-line border-t pt-3">
      <AddressRow
        title={t('To this {chain} address', { chain: bought })}
        note={toNote(t, route)}
        address={route.destinationAddress}
        what={t('the recipient')}
      >
        <HostReceiver receiver={name?.name ?? route.destinationAddress} chain={assetOf(route.buyAsset).chain} />
        {name && <NameNote check={name} address={route.destinationAddress} />}
      </AddressRow>
      <AddressRow
        title={t('From this {chain} address', { chain: sold })}
        note={fromNote(t, route)}
        address={route.sourceAddress}
        what={t('the address that you send from')}
      />
      {refund && (
        <AddressRow
          title={t('A refund goes to this {chain} address', { chain: sold })}
          address={refund}
          what={t('the refund address')}
        />
      )}
    </dl>
  );
}

function AddressRow({
  title,
  note,
  address,
  what,
  children,
}: {
  title: string;
  note?: string | undefined;
  address: string;
  /** The address, as named by its copy button. */
  what: string;
  children?: ReactNode;
}) {
  return (
    <div>
      <dt className="text-13 text-ink-2">
        {title} {note && <span>· {note}</span>}
      </dt>
      <dd className="flex items-start justify-between gap-2">
        <span className="min-w-0" data-address={address}>
          <FullAddress address={address} />
        </span>
        <CopyButton value={address} what={what} />
      </dd>
      {children && <dd>{children}</dd>}
    </div>
  );
}
