'use client';
import { RotateCw } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { OptionName } from '../../lib/api/embed/option-list.ts';
import { Button } from '../ui/button.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { Disclosure } from '../ui/disclosure.tsx';
import { CodePanel } from './code-panel.tsx';
import { AskedPanel, EventLog } from './event-log.tsx';
import { HostOptions, lentWallet, useAnnounced } from './host-options.tsx';
import { OptionField } from './option-field.tsx';
import { type OptionTexts, optionGroups, playgroundQuery, readTexts, textsOf } from './option-groups.ts';
import { type HookName, useEmbed } from './use-embed.ts';

const GROUPS = optionGroups();

/** The options as inputs; each group shows how many of its options are set. */
function Options({
  texts,
  faults,
  onText,
}: {
  texts: OptionTexts;
  faults: ReadonlyMap<string, string>;
  onText: (name: OptionName, text: string) => void;
}) {
  return GROUPS.map(({ title, names }, index) => {
    const set = names.filter((name) => texts[name]).length;
    return (
      <section key={title} className="border-line border-b px-4 py-2 last:border-b-0">
        <Disclosure
          open={index === 0}
          summary={
            <span className="font-semibold text-ink">
              {title}
              {set > 0 && <span className="ms-2 font-normal text-12 text-ink-3">{set} set</span>}
            </span>
          }
        >
          <div className="grid gap-4 pb-3">
            {names.map((name) => (
              <OptionField
                key={name}
                name={name}
                text={texts[name] ?? ''}
                fault={faults.get(name)}
                onText={(text) => onText(name, text)}
              />
            ))}
          </div>
        </Disclosure>
      </section>
    );
  });
}

/** Keeps the address bar equal to the settings, so that the address shares them. */
function useAddress(query: string, publicUrl: string | undefined): { origin: string; address: string } {
  const [found, setFound] = useState({ origin: publicUrl ? new URL(publicUrl).origin : '', address: '' });
  useEffect(() => {
    const { origin, pathname } = window.location;
    window.history.replaceState(window.history.state, '', pathname + query);
    setFound({ origin: publicUrl ? new URL(publicUrl).origin : origin, address: origin + pathname + query });
  }, [query, publicUrl]);
  return found;
}

/**
 * A page to try every option of the embed, with the embed itself, its events, and the code for it.
 * @param publicUrl the configured URL of this Portage; undefined uses the one in the address bar.
 */
export function Playground({ search, publicUrl }: { search: string; publicUrl: string | undefined }) {
  const [texts, setTexts] = useState<OptionTexts>(() => textsOf(search));
  const [embedId, setEmbedId] = useState(() => new URLSearchParams(search).get('embedId') ?? '');
  const [hooks, setHooks] = useState<readonly HookName[]>([]);
  const [walletId, setWalletId] = useState<string>();
  const container = useRef<HTMLDivElement>(null);
  const wallets = useAnnounced();
  const { options, faults } = useMemo(() => readTexts(texts), [texts]);
  const wallet = useMemo(() => {
    const chosen = wallets.find(({ id }) => id === walletId);
    return chosen && lentWallet(chosen);
  }, [wallets, walletId]);
  const { log, asked, clearLog, reload } = useEmbed(container, { embedId, options, hooks, wallet });
  const { origin, address } = useAddress(playgroundQuery(texts, embedId), publicUrl);
  const onText = (name: OptionName, text: string) =>
    setTexts(({ [name]: _before, ...rest }) => (text ? { ...rest, [name]: text } : rest));

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 wide:grid-cols-[22rem_minmax(0,1fr)]">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
        <div className="flex flex-wrap items-center gap-2">
          <span className="text-12 text-ink-2">Link to this set-up</span>
          <CopyButton value={address} what="the link to this playground" isLabelled />
          <Button look="ghost" size="small" onClick={() => setTexts({})} disabled={Object.keys(texts).length === 0}>
            Defaults
          </Button>
        </div>
        <div className="card min-w-0">
          <Options texts={texts} faults={faults} onText={onText} />
          <section className="border-line border-t px-4 py-2">
            <Disclosure summary={<span className="font-semibold text-ink">Your page</span>}>
              <HostOptions
                embedId={embedId}
                onEmbedId={setEmbedId}
                hooks={hooks}
                onHooks={setHooks}
                wallets={wallets}
                walletId={walletId}
                onWallet={setWalletId}
              />
            </Disclosure>
          </section>
        </div>
      </div>
      <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4">
        {asked.map((one) => (
          <AskedPanel key={one.key} asked={one} />
        ))}
        <section aria-labelledby="frame" className="card min-w-0 overflow-hidden">
          <div className="flex items-center justify-between border-line border-b px-4 py-2">
            <h2 id="frame" className="font-semibold text-16">
              Embed
            </h2>
            <Button look="ghost" size="small" icon={<RotateCw aria-hidden size={16} />} onClick={reload}>
              Reload
            </Button>
          </div>
          <div ref={container} />
        </section>
        <CodePanel input={{ origin, embedId, options, hooks, wallet: walletId !== undefined }} />
        <EventLog log={log} onClear={clearLog} />
      </div>
    </div>
  );
}
