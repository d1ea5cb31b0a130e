import { ExternalLink } from 'lucide-react';
import { chainOf } from '../../lib/chains/chains.ts';
import type { ChainId } from '../../lib/domain/chain-id.ts';
import type { KnownWallet } from '../../lib/wallet/known-wallets.ts';
import type { WalletOption } from '../../lib/wallet/wallet-types.ts';
import { chainIcon } from '../tokens/asset-view.ts';
import { Skeleton } from '../ui/skeleton.tsx';
import { useText } from '../ui/text.tsx';

const ROW =
  'flex min-h-14 w-full items-center gap-3 rounded-10 border border-line px-3 text-start hover:border-line-3 hover:bg-sunken disabled:text-ink-3';

/** A wallet's own picture, or the first letter of its name. */
export function WalletIcon({ name, icon }: { name: string; icon?: string | undefined }) {
  return icon?.startsWith('data:image/') ? (
    // biome-ignore lint/performance/noImgElement: a wallet's own data: URL has nothing to optimise.
    <img src={icon} alt="" width={32} height={32} className="size-8 shrink-0 rounded-6" />
  ) : (
    <span
      aria-hidden
      className="grid size-8 shrink-0 place-items-center rounded-6 bg-water-tint font-semibold text-water"
    >
      {name.slice(0, 1)}
    </span>
  );
}

export const ChainPicture = ({ chain }: { chain: ChainId }) => (
  // biome-ignore lint/performance/noImgElement: a small picture of our own
  <img src={chainIcon(chain)} alt="" width={20} height={20} className="size-5 shrink-0 rounded-full bg-sunken" />
);

/** The pictures of a wallet's networks, with their names for screen readers. */
function Networks({ chains }: { chains: readonly ChainId[] }) {
  return (
    <span className="flex shrink-0 -space-x-1.5 rtl:space-x-reverse">
      {chains.slice(0, MOST_PICTURES).map((chain) => (
        <ChainPicture key={chain} chain={chain} />
      ))}
      {chains.length > MOST_PICTURES && (
        <span aria-hidden className="num ps-3 text-13 text-ink-2">
          +{chains.length - MOST_PICTURES}
        </span>
      )}
      <span className="sr-only">{chains.map((chain) => chainOf(chain).name).join(', ')}</span>
    </span>
  );
}

/** More would crowd out a wallet's name. */
const MOST_PICTURES = 4;

export function WalletRow({
  option,
  busy,
  disabled,
  networks,
  onPick,
}: {
  option: WalletOption;
  busy: boolean;
  disabled: boolean;
  /** What a press connects, where that may be several chains. */
  networks?: readonly ChainId[] | undefined;
  onPick: () => void;
}) {
  const t = useText();
  return (
    <li className="min-w-0">
      <button type="button" onClick={onPick} disabled={disabled} aria-busy={busy || undefined} className={ROW}>
        <WalletIcon name={option.name} icon={option.icon} />
        <span className="min-w-0 flex-1 truncate font-medium text-16">{option.name}</span>
        {busy ? (
          <span className="text-13 text-ink-2">{t('Look at your wallet')}</span>
        ) : (
          networks && <Networks chains={networks} />
        )}
      </button>
    </li>
  );
}

/** Holds the place of the first wallet while wallets are searched. */
export const WaitingRow = () => (
  <li aria-hidden className={ROW}>
    <Skeleton className="size-8" />
    <Skeleton className="h-4 w-40" />
  </li>
);

/** A wallet that is not present: a link to its maker's page, or on a phone to this page in the wallet's own browser. */
export function GetWalletRow({ wallet, page }: { wallet: KnownWallet; page: string | undefined }) {
  const t = useText();
  const inside = page === undefined ? undefined : wallet.browse?.(page);
  return (
    <li>
      <a
        href={inside ?? wallet.url}
        target="_blank"
        rel="noopener noreferrer"
        className="flex min-h-11 items-center gap-3 rounded-10 px-3 text-ink-2 hover:bg-sunken hover:text-ink"
      >
        <WalletIcon name={wallet.name} />
        <span className="min-w-0 flex-1">
          {inside
            ? t('Open this page in {wallet}', { wallet: wallet.name })
            : t('Get {wallet}', { wallet: wallet.name })}
        </span>
        <ExternalLink aria-hidden size={16} className="shrink-0 rtl:-scale-x-100" />
        <span className="sr-only">{t('Opens a new page')}</span>
      </a>
    </li>
  );
}
