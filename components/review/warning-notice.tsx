import type { WireRoute } from '../../lib/api/schemas/route.ts';
import { msg } from '../../lib/i18n/text.ts';
import { Notice } from '../ui/notice.tsx';
import { useText } from '../ui/text.tsx';

type Warning = WireRoute['warnings'][number];

const WORDS: Readonly<Record<Warning['code'], { title: string; text: string }>> = {
  highSlippage: {
    title: msg('The slippage that you allow is high'),
    text: msg('You may get that much less than expected. Allow less, unless you know why you need it.'),
  },
  highPriceImpact: {
    title: msg('This swap moves the price against you'),
    text: msg('The pools are small for this amount. A smaller amount, or several, loses less.'),
  },
  lowLiquidity: {
    title: msg('There is little to trade with'),
    text: msg('The price may move before your swap is done, and it may then be refunded.'),
  },
  exceedsRecommendedSlippage: {
    title: msg('The slippage that you allow differs from what the provider advises'),
    text: msg('Below the advice a refund is likelier, above it you may get less.'),
  },
};

/** What the service warns of, in our words by its code; its own stand beneath. */
export function WarningNotice({ warning }: { warning: Warning }) {
  const t = useText();
  const { title, text } = WORDS[warning.code];
  return (
    <Notice kind="care" title={t(title)}>
      <p>{t(text)}</p>
      <p lang="en" dir="ltr" className="mt-1 text-12">
        {warning.tooltip ? `${warning.display}: ${warning.tooltip}` : warning.display}
      </p>
    </Notice>
  );
}
