'use client';
import { CircleCheck, CircleDashed, TriangleAlert, WifiOff } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import type { ChainStates } from '../../lib/api/page-api.ts';
import { msg, type Text } from '../../lib/i18n/text.ts';
import { classNames } from './class-names.ts';
import { latePart } from './late-part.tsx';
import { useText } from './text.tsx';
import { useOnline } from './use-online.ts';
import { whenIdle } from './when-idle.ts';

const NetworkPanel = latePart(() => import('./network-panel.tsx').then((module) => module.NetworkPanel));

type Known = 'asking' | 'fine' | 'paused' | 'unreachable' | 'offline';

const LOOKS = {
  asking: { Icon: CircleDashed, tone: 'text-ink-3', label: msg('Checking the networks') },
  fine: { Icon: CircleCheck, tone: 'text-moss', label: msg('All networks work') },
  paused: { Icon: TriangleAlert, tone: 'text-amber', label: msg('Some networks are paused') },
  unreachable: { Icon: WifiOff, tone: 'text-red', label: msg('The service cannot be reached') },
  offline: { Icon: WifiOff, tone: 'text-red', label: msg('You are offline') },
} as const;

const ASK_AGAIN_MS = 60_000;

/** The states of the chains, fetched when the page is idle and refreshed while it is visible. */
function useChainStates(): { states: ChainStates | undefined; failed: boolean } {
  const [answer, setAnswer] = useState<{ states: ChainStates | undefined; failed: boolean }>({
    states: undefined,
    failed: false,
  });
  useEffect(() => {
    const controller = new AbortController();
    const ask = async () => {
      if (document.hidden || !navigator.onLine) return;
      try {
        const { pageFacts } = await import('../../lib/api/page-api.ts');
        const states = await pageFacts.chains(controller.signal);
        setAnswer({ states, failed: false });
      } catch {
        if (!controller.signal.aborted) setAnswer((now) => ({ ...now, failed: true }));
      }
    };
    const cancel = whenIdle(() => void ask());
    const timer = setInterval(() => void ask(), ASK_AGAIN_MS);
    return () => {
      cancel();
      clearInterval(timer);
      controller.abort();
    };
  }, []);
  return answer;
}

function known(online: boolean, states: ChainStates | undefined, failed: boolean): Known {
  if (!online) return 'offline';
  if (failed) return 'unreachable';
  if (!states) return 'asking';
  return states.chains.some(({ tradable, paused }) => tradable && paused) ? 'paused' : 'fine';
}

const explained = (t: Text, state: Known): string =>
  state === 'offline'
    ? t('Swaps under way go on without this page. What you see may be old.')
    : state === 'unreachable'
      ? t('Swaps under way go on without this page. It retries automatically.')
      : '';

/** The header's mark of the chains' state; opened, it lists the paused chains with their reasons. */
export function NetworkDot() {
  const t = useText();
  const id = useId();
  const online = useOnline();
  const { states, failed } = useChainStates();
  const [opened, setOpened] = useState(false);
  const state = known(online, states, failed);
  const { Icon, tone, label } = LOOKS[state];
  return (
    <>
      <button
        type="button"
        popoverTarget={id}
        aria-label={t(label)}
        title={t(label)}
        className="inline-grid size-9 shrink-0 place-items-center rounded-6 transition-colors duration-150 hover:bg-sunken max-sm:size-11"
      >
        <Icon aria-hidden size={18} className={tone} />
      </button>
      <div
        id={id}
        popover="auto"
        role="dialog"
        aria-label={t(label)}
        onToggle={(event) => setOpened(event.newState === 'open')}
        className="inset-auto end-4 top-14 m-0 max-h-[80dvh] w-80 max-w-[calc(100vw-2rem)] overflow-y-auto rounded-10 border border-line bg-sheet p-4 text-14 text-ink shadow-lift"
      >
        <p className={classNames('flex items-center gap-2 font-semibold', tone)}>
          <Icon aria-hidden size={18} className="shrink-0" />
          {t(label)}
        </p>
        {explained(t, state) && <p className="mt-1 text-ink-2">{explained(t, state)}</p>}
        {opened && states && <NetworkPanel states={states} />}
      </div>
    </>
  );
}
