'use client';
import { useEffect, useState } from 'react';
import type { EthereumProvider } from '../../lib/embed-loader/types.ts';
import { type AnnouncedWallet, announcedWallets, watchAnnounced } from '../../lib/wallet/evm/announced.ts';
import { call } from '../../lib/wallet/injected.ts';
import { Field } from '../ui/field.tsx';
import { HOOK_NAMES, type HookName } from './use-embed.ts';

const TICK = 'flex min-h-9 cursor-pointer items-center gap-2.5';

/** Wraps a page's wallet as the EIP-1193 provider that the loader takes. */
export function lentWallet({ provider, name, icon }: AnnouncedWallet) {
  const lent: EthereumProvider = {
    request: (asked) => call(provider, 'request', asked),
    on: (event, listener) => void call(provider, 'on', event, listener).catch(() => undefined),
    removeListener: (event, listener) => void call(provider, 'removeListener', event, listener).catch(() => undefined),
  };
  return { provider: lent, name, ...(icon ? { icon } : {}) };
}

/** The EVM wallets announced in this page. */
export function useAnnounced(): readonly AnnouncedWallet[] {
  const [wallets, setWallets] = useState<readonly AnnouncedWallet[]>([]);
  useEffect(() => {
    const read = () => setWallets(announcedWallets());
    read();
    return watchAnnounced(read);
  }, []);
  return wallets;
}

/** Settings of the host page itself: its embed id, the hooks it answers, and the wallet it lends. */
export function HostOptions({
  embedId,
  onEmbedId,
  hooks,
  onHooks,
  wallets,
  walletId,
  onWallet,
}: {
  embedId: string;
  onEmbedId: (embedId: string) => void;
  hooks: readonly HookName[];
  onHooks: (hooks: HookName[]) => void;
  wallets: readonly AnnouncedWallet[];
  walletId: string | undefined;
  onWallet: (id: string | undefined) => void;
}) {
  return (
    <div className="grid gap-4">
      <Field
        label={<code className="font-mono text-ink">embedId</code>}
        value={embedId}
        onChange={({ target }) => onEmbedId(target.value.trim())}
        hint="Public name of an integrator: decides which origins may frame. Never the API key."
        mono
      />
      <fieldset>
        <legend className="mb-1 text-14">
          <code className="font-mono text-ink">before</code>
        </legend>
        {HOOK_NAMES.map((hook) => (
          <label key={hook} className={TICK}>
            <input
              type="checkbox"
              checked={hooks.includes(hook)}
              onChange={({ target }) =>
                onHooks(HOOK_NAMES.filter((one) => (one === hook ? target.checked : hooks.includes(one))))
              }
            />
            Ask me before {hook}
          </label>
        ))}
      </fieldset>
      <fieldset>
        <legend className="mb-1 text-14">
          <code className="font-mono text-ink">ethereum</code>
        </legend>
        {wallets.length === 0 && <p className="text-12 text-ink-3">No EVM wallet announces itself in this page.</p>}
        {wallets.map(({ id, name }) => (
          <label key={id} className={TICK}>
            <input
              type="checkbox"
              checked={walletId === id}
              onChange={({ target }) => onWallet(target.checked ? id : undefined)}
            />
            Lend {name} to the frame
          </label>
        ))}
      </fieldset>
    </div>
  );
}
