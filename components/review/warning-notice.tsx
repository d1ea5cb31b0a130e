import type { WireRoute } from '../../lib/api/schemas/route.ts';
import { warningText } from '../routes/warning-text.ts';
import { Notice } from '../ui/notice.tsx';
import { useText } from '../ui/text.tsx';

/** What the service warns of, in our words; its own stand beneath where they say more. */
export function WarningNotice({ route, warning }: { route: WireRoute; warning: WireRoute['warnings'][number] }) {
  const { words, detail } = warningText(useText(), route, warning);
  return (
    <Notice kind="care" title={words}>
      {detail && (
        <p lang="en" dir="ltr" className="text-13">
          {detail}
        </p>
      )}
    </Notice>
  );
}
