import type { WireRoute } from '../../lib/api/schemas/route.ts';
import { warningText } from '../routes/warning-text.ts';
import { Notice } from '../ui/notice.tsx';
import { useText } from '../ui/text.tsx';

/** What the service warns of, in our words; its own stand beneath. */
export function WarningNotice({ route, warning }: { route: WireRoute; warning: WireRoute['warnings'][number] }) {
  const { words } = warningText(useText(), route, warning);
  return (
    <Notice kind="care" title={words}>
      <p lang="en" dir="ltr" className="text-12">
        {warning.tooltip ? `${warning.display}: ${warning.tooltip}` : warning.display}
      </p>
    </Notice>
  );
}
