'use client';
import { Trash2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Button } from './button.tsx';
import { bytes } from './format.ts';
import { Notice } from './notice.tsx';
import { forgetAllStored, forgetStored, type StoredThing, storedPages, storedThings } from './stored-things.ts';
import { useText } from './text.tsx';

const EVERYTHING = 'everything';

/** Nothing is listed in a browser that stores nothing or refuses access. */
async function read(): Promise<StoredThing[]> {
  const pages = await storedPages().catch(() => undefined);
  try {
    return [...storedThings(localStorage, document.cookie), ...(pages ? [pages] : [])];
  } catch {
    return [];
  }
}

/** Asks before swaps are forgotten: a running one could then be found only by its hash. */
function Ask({ onForget, onKeep }: { onForget: () => void; onKeep: () => void }) {
  const t = useText();
  const keep = useRef<HTMLButtonElement>(null);
  useEffect(() => keep.current?.focus(), []);
  return (
    <Notice kind="care" live="polite" title={t('Forget your swaps in this browser?')}>
      <p>
        {t(
          'Your money is safe and swaps under way go on, but this browser no longer shows them. Keep their hashes or export them first.',
        )}
      </p>
      <div className="mt-2 flex flex-wrap gap-2">
        <Button ref={keep} size="small" onClick={onKeep}>
          {t('Keep them')}
        </Button>
        <Button size="small" onClick={onForget} className="border-red text-red">
          {t('Forget them')}
        </Button>
      </div>
    </Notice>
  );
}

/** Everything the browser stores for the page, with purpose and size, and a button to clear each. */
export function StoredList() {
  const t = useText();
  const [things, setThings] = useState<StoredThing[]>();
  const [asking, setAsking] = useState<string>();
  const [said, setSaid] = useState(false);
  useEffect(() => {
    const look = async () => setThings(await read());
    void look();
    window.addEventListener('storage', look);
    return () => window.removeEventListener('storage', look);
  }, []);
  const forget = async (id: string) => {
    if (id === EVERYTHING) await forgetAllStored();
    else await forgetStored(id);
    setAsking(undefined);
    setThings(await read());
    setSaid(true);
    // Makes open components read their stored values again.
    for (const name of ['portage:swaps', 'portage:theme', 'portage:tokens']) window.dispatchEvent(new Event(name));
  };
  const press = (id: string) => {
    setSaid(false);
    const careful = id === EVERYTHING ? things?.some((thing) => thing.careful) : id === 'swaps';
    if (careful) setAsking(id);
    else void forget(id);
  };
  return (
    <div className="grid min-h-24 content-start gap-3">
      {things && things.length > 0 && (
        <ul>
          {things.map(({ id, purpose, bytes: size }) => (
            <li key={id} className="flex items-center gap-x-3 border-line border-b py-1.5">
              <span className="flex min-w-0 flex-1 flex-wrap items-baseline justify-between gap-x-3">
                <span>{t(purpose)}</span>
                <span className="num text-13 text-ink-3">{bytes(size, t.tag)}</span>
              </span>
              <Button
                look="ghost"
                size="small"
                icon={<Trash2 aria-hidden size={16} />}
                aria-label={t('Clear: {what}', { what: t(purpose) })}
                onClick={() => press(id)}
              >
                {t('Clear')}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {asking !== undefined && <Ask onForget={() => void forget(asking)} onKeep={() => setAsking(undefined)} />}
      {things && things.length > 0 && asking === undefined && (
        <Button className="justify-self-start" onClick={() => press(EVERYTHING)}>
          {t('Clear everything')}
        </Button>
      )}
      <p role="status" className="text-ink-2">
        {said && t('Cleared.')} {things?.length === 0 && t('Nothing is stored.')}
      </p>
    </div>
  );
}
