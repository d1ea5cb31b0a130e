import { TriangleAlert } from 'lucide-react';
import type { WireRoute } from '../../lib/api/schemas/route.ts';
import { useText } from '../ui/text.tsx';
import { shownWarnings, warningText } from './warning-text.ts';

/** What to be careful about before choosing the route. */
export function RouteWarnings({ route, auto }: { route: WireRoute; auto: boolean }) {
  const t = useText();
  const warnings = shownWarnings(route, auto);
  if (warnings.length === 0) return null;
  return (
    <ul className="grid gap-1">
      {warnings.map((warning) => {
        const { text, detail } = warningText(t, route, warning);
        return (
          <li key={warning.code} title={warning.display} className="flex items-start gap-1.5 text-13 text-amber">
            <TriangleAlert aria-hidden size={14} className="mt-0.5 shrink-0" />
            <span>
              {text}
              {detail && (
                <span lang="en" className="block text-ink-2">
                  {detail}
                </span>
              )}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
