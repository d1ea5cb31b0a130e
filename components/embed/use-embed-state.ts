'use client';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { HostMessage, HostWallets } from '../../lib/api/embed/messages.ts';
import { HOST_WALLETS, type Hook } from '../../lib/api/embed/protocol.ts';
import {
  type EmbedOptions,
  type OptionFault,
  type ReadOptions,
  readOptions,
} from '../../lib/api/embed/read-options.ts';
import { isLocale } from '../../lib/i18n/locales.ts';
import { embedPath } from './embed-path.ts';
import type { Embedding, FramedOptions } from './embedding.tsx';
import { changedPreset } from './form-preset.ts';
import { type HostLink, hostClaim, openHostLink } from './host-link.ts';
import type { watchPresses } from './visible-press.ts';

export type Defaults = Pick<FramedOptions, 'affiliate' | 'affiliateFee' | 'affiliateFeeRules'>;

/** The host's own affiliate replaces the one registered for its embed id; name and fee belong together. */
const withDefaults = (options: EmbedOptions, defaults: Defaults): FramedOptions =>
  options.affiliate ? options : { ...options, ...defaults };

/** Each language is a document of its own, so the page reloads itself once. */
function changeLanguage(language: string | undefined): void {
  const address = new URL(window.location.href);
  const isShown = document.documentElement.lang.split('-')[0] === language;
  if (!isLocale(language) || isShown || address.searchParams.get('language') === language) return;
  address.searchParams.set('language', language);
  window.location.replace(address);
}

const showTheme = (options: EmbedOptions) =>
  void import('./theme-style.ts').then(({ applyStyle, embedStyle }) => applyStyle(embedStyle(options)));

/** What the host has sent so far. */
type Said = ReadOptions & { preset: Embedding['preset'] };

/** Keeps what the host sends: options, the hooks it answers, and its wallets. */
function useHost(initial: ReadOptions) {
  const [said, setSaid] = useState<Said>({ ...initial, preset: undefined });
  const [hooks, setHooks] = useState<readonly Hook[]>([]);
  const [wallets, setWallets] = useState<HostWallets>({});
  const [link, setLink] = useState<HostLink>();
  const first = useRef(initial.options);
  const events = useRef<(message: Extract<HostMessage, { type: 'walletEvent' }>) => void>(undefined);

  const take = useCallback((given: unknown) => {
    const read = readOptions(given);
    setSaid((before) => ({ ...read, preset: changedPreset(before.options, read.options) ?? before.preset }));
    showTheme(read.options);
    changeLanguage(read.options.language);
    return read.options;
  }, []);

  useEffect(() => {
    const claim = hostClaim(window.location.hash);
    if (!claim || window.parent === window) return;
    const begin = ({
      options: given,
      hooks: asked = [],
      wallets: lent = {},
    }: Extract<HostMessage, { type: 'init' }>) => {
      const options = given === undefined ? first.current : take(given);
      // Sent before any other message.
      opened.tell({ type: 'ready', options });
      setHooks(asked);
      setWallets(lent);
      setLink(opened);
    };
    const onMessage = (message: HostMessage) => {
      if (message.type === 'init') begin(message);
      if (message.type === 'setOptions') take(message.options);
      if (message.type === 'setHooks') setHooks(message.hooks);
      if (message.type === 'setWallets') setWallets(message.wallets);
      if (message.type === 'walletEvent') events.current?.(message);
    };
    const opened = openHostLink(window, claim, onMessage);
    return () => opened.close();
  }, [take]);
  return { said, hooks, wallets, link, events };
}

/** Reports the faults of options once for each reading of them. */
function useFaultReports(link: HostLink | undefined, faults: readonly OptionFault[]): void {
  useEffect(() => {
    for (const { option, message } of faults) link?.tell({ type: 'error', code: 'wrongOption', option, message });
  }, [link, faults]);
}

function usePresses(): Embedding['distrusts'] {
  const watch = useRef<ReturnType<typeof watchPresses>>(undefined);
  useEffect(() => {
    let stopped = false;
    void import('./visible-press.ts').then(({ watchPresses: start }) => {
      if (!stopped) watch.current = start();
    });
    return () => {
      stopped = true;
      watch.current?.stop();
      watch.current = undefined;
    };
  }, []);
  return useCallback((element) => watch.current?.distrusts(element), []);
}

/**
 * The frame's state, and the embedding that its components use.
 * @param initial the options in the URL.
 * @param search the frame's query.
 */
export function useEmbedState(initial: ReadOptions, defaults: Defaults, search: string) {
  const { said, hooks, wallets, link, events } = useHost(initial);
  const distrusts = usePresses();
  const { options: given, faults, preset } = said;
  useFaultReports(link, faults);
  // Stable while the link is, so that effects that report a change report it once.
  const tell = useCallback<Embedding['tell']>((message) => link?.tell(message), [link]);
  const embedding = useMemo<Embedding>(() => {
    const options = withDefaults(given, defaults);
    return {
      embedded: true,
      options,
      preset,
      distrusts,
      hides: (element) => given.hide?.includes(element) === true,
      // A field without a given value cannot be locked: the user could not go on.
      locks: (field) =>
        given.lock?.includes(field) === true && (field === 'sell' || field === 'buy' || given[field] !== undefined),
      inside: (path) => embedPath(path, given, search, typeof window === 'undefined' ? '' : window.location.hash),
      tell,
      ask: async (message) => {
        if (hooks.includes(message.type)) await link?.ask(message);
      },
    };
  }, [given, defaults, preset, distrusts, search, link, hooks, tell]);
  return { embedding, faults, link, wallets, events };
}
export type EmbedState = ReturnType<typeof useEmbedState>;

export const lentKinds = (wallets: HostWallets) => HOST_WALLETS.filter((kind) => wallets[kind] !== undefined);
