'use client';
import { ArrowLeft, ExternalLink } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { WireToken } from '../../lib/api/schemas/tokens.ts';
import { CHAINS } from '../../lib/chains/chains.ts';
import { FullAddress } from '../ui/address.tsx';
import { Button } from '../ui/button.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { useNetwork } from '../ui/network.tsx';
import { Notice } from '../ui/notice.tsx';
import { Row, Rows } from '../ui/rows.tsx';
import { useText } from '../ui/text.tsx';
import { TokenIcon } from './token-icon.tsx';

/** The warning before an unverified token is used: its whole address, and what is known about it. */
export function TokenWarning({
  token,
  namesake,
  onBack,
  onAccept,
}: {
  token: WireToken;
  /** A verified token of the same chain has the same symbol. */
  namesake: boolean;
  onBack: () => void;
  onAccept: () => void;
}) {
  const t = useText();
  const network = useNetwork();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const chain = CHAINS[token.chain];
  const { address = '' } = token;
  const explorer = chain[network].explorerAddress?.replace('{address}', address);
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto overscroll-contain p-4 pb-[max(1rem,env(safe-area-inset-bottom))]">
      <div className="flex items-center gap-3">
        <TokenIcon asset={token.asset} size={40} />
        <div className="min-w-0">
          <h3 ref={heading} tabIndex={-1} className="font-semibold text-16 outline-none">
            {t('Check this token before you use it')}
          </h3>
          <p className="truncate text-14 text-ink-2">
            {token.symbol}, {token.name}
          </p>
        </div>
      </div>
      <Notice kind="care">
        {t(
          'Anyone can make a token and give it any name. Nobody vouches for this one. Compare its whole address with a source that you trust.',
        )}
      </Notice>
      {namesake && (
        <Notice kind="loss">
          {t('This is not the {symbol} that most people use on {chain}.', { symbol: token.symbol, chain: chain.name })}
        </Notice>
      )}
      <Rows>
        <Row name={t('Chain')}>{chain.name}</Row>
        <Row name={t('Address')} wide>
          <span className="flex items-start gap-1">
            <span className="min-w-0 flex-1">
              <FullAddress address={address} />
            </span>
            <CopyButton value={address} what={t('the address')} />
          </span>
          {explorer && (
            <a
              href={explorer}
              target="_blank"
              rel="noreferrer"
              className="inline-flex min-h-8 items-center gap-1.5 text-14 text-water underline-offset-2 hover:underline"
            >
              {t('View on explorer')}
              <ExternalLink aria-hidden size={14} />
              <span className="sr-only">{t('opens a new page')}</span>
            </a>
          )}
        </Row>
        <Row name={t('Decimals')}>{token.decimals}</Row>
        <Row name={t('Age and holders')}>{t('Not known here')}</Row>
      </Rows>
      <div className="mt-auto flex flex-wrap justify-end gap-2">
        <Button
          className="min-h-11"
          icon={<ArrowLeft aria-hidden size={16} className="rtl:-scale-x-100" />}
          onClick={onBack}
        >
          {t('Back')}
        </Button>
        <Button look="primary" className="min-h-11" onClick={onAccept}>
          {t('I understand')}
        </Button>
      </div>
    </div>
  );
}
