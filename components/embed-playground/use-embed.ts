'use client';
import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { OPTION_NAMES } from '../../lib/api/embed/option-list.ts';
import type { EmbedOptions } from '../../lib/api/embed/read-options.ts';
import { createLoader } from '../../lib/embed-loader/mount.ts';
import type { BeforeHooks, EmbedEvent, EmbedHandle, EthereumProvider, Lent } from '../../lib/embed-loader/types.ts';

export const HOOK_NAMES = ['quote', 'approval', 'signing'] as const;
export type HookName = (typeof HOOK_NAMES)[number];

/** `at` is milliseconds since the frame was opened. */
export type Logged = { key: number; at: number; event: EmbedEvent };
/** A hook that waits for the reader's answer. */
export type Asked = { key: number; hook: HookName; about: object; answer: (verdict: true | string) => void };

const LONGEST_LOG = 300;
/** The embed keeps options that an update does not name; null resets them. */
const DEFAULTS = Object.fromEntries(OPTION_NAMES.map((name) => [name, null]));

type Wanted = {
  embedId: string;
  options: EmbedOptions;
  hooks: readonly HookName[];
  wallet: Lent<EthereumProvider> | undefined;
};

/** A resize reports many heights: of several in a row only the last is kept. */
const withEvent = (log: readonly Logged[], entry: Logged): readonly Logged[] => {
  const [newest, ...older] = log;
  const rest = newest && newest.event.type === 'height' && entry.event.type === 'height' ? older : log;
  return [entry, ...rest].slice(0, LONGEST_LOG);
};

function useAsked() {
  const [asked, setAsked] = useState<readonly Asked[]>([]);
  const count = useRef(0);
  const ask = useCallback(
    (hook: HookName, about: object) =>
      new Promise<true | string>((resolve) => {
        count.current += 1;
        const key = count.current;
        const answer = (verdict: true | string) => {
          setAsked((all) => all.filter((one) => one.key !== key));
          resolve(verdict);
        };
        setAsked((all) => [...all, { key, hook, about, answer }]);
      }),
    [],
  );
  return { asked, ask, forget: useCallback(() => setAsked([]), []) };
}

/** Mounts the embed in `container` with the loader that host pages use, and collects its events. */
export function useEmbed(container: RefObject<HTMLDivElement | null>, wanted: Wanted) {
  const [log, setLog] = useState<readonly Logged[]>([]);
  const { asked, ask, forget } = useAsked();
  const handle = useRef<EmbedHandle | undefined>(undefined);
  const { embedId, hooks, wallet } = wanted;
  const written = JSON.stringify(wanted.options);
  const options = useMemo(() => ({ ...DEFAULTS, ...JSON.parse(written) }), [written]);
  const before = useMemo<BeforeHooks>(
    () => Object.fromEntries(hooks.map((hook) => [hook, (about: object) => ask(hook, about)])),
    [hooks, ask],
  );
  const ethereum = wallet ?? null;
  const now = useRef({ options, before, ethereum });
  now.current = { options, before, ethereum };

  useEffect(() => {
    if (!container.current) return undefined;
    const opened = performance.now();
    const loader = createLoader(window.location.origin);
    const { options: first, ...host } = now.current;
    const mounted = loader.mount(container.current, { ...first, ...host, ...(embedId ? { embedId } : {}) });
    let count = 0;
    mounted.on('*', (event) => {
      count += 1;
      const entry = { key: count, at: performance.now() - opened, event };
      setLog((all) => withEvent(all, entry));
    });
    handle.current = mounted;
    return () => {
      handle.current = undefined;
      mounted.unmount();
      forget();
      setLog([]);
    };
  }, [container, embedId, forget]);

  useEffect(() => handle.current?.setOptions(options), [options]);
  useEffect(() => handle.current?.setOptions({ before }), [before]);
  useEffect(() => handle.current?.setOptions({ ethereum }), [ethereum]);

  return { log, asked, clearLog: () => setLog([]), reload: () => handle.current?.reload() };
}
