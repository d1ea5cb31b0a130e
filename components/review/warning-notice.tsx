import type { WireRoute } from '../../lib/api/schemas/route.ts';
import { warningText } from '../routes/warning-text.ts';
import { Notice } from '../ui/notice.tsx';
import { useText } from '../ui/text.tsx';

/** The service's warnings in the page's own words; the service's sentences follow where they say more. */
export function WarningNotice({ route, warning }: { route: WireRoute; warning: WireRoute['warnings'][number] }) {
  const { text, detail } = warningText(useText(), route, warning);
  return (
    <Notice kind="care" title={text}>
      {detail && (
        <p lang="en" dir="ltr" className="text-13">
          {detail}
        </p>
      )}
    </Notice>
  );
}
