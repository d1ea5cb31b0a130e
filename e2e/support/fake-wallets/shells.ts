/** The wallets' interfaces in the page, over one function that asks the journey. Runs in the browser. */

export type FakeKind =
  | 'evm'
  | 'solana'
  | 'unisat'
  | 'okx'
  | 'bitget'
  | 'onekey'
  | 'xverse'
  | 'leather'
  | 'keplr'
  | 'vultisig';

/** Playwright serialises this function, so it can use nothing from outside itself. */
export function installShells(kinds: readonly FakeKind[]): void {
  type Answer = { value?: unknown; error?: { code: number; message: string } };
  type Bridge = (kind: string, method: string, params: unknown[]) => Promise<Answer>;
  type Listener = (payload: unknown) => void;
  const page = window as unknown as Record<string, unknown>;
  const raw = (kind: string, method: string, ...params: unknown[]): Promise<Answer> =>
    (page.fakeWallet as Bridge)(kind, method, params);
  const ask = async (kind: string, method: string, ...params: unknown[]): Promise<unknown> => {
    const { value, error } = await raw(kind, method, ...params);
    if (error) throw Object.assign(new Error(error.message), { code: error.code });
    return value;
  };
  const listeners = new Map<string, Set<Listener>>();
  const emitter = (kind: string) => ({
    on: (event: string, listener: Listener) => {
      const key = `${kind} ${event}`;
      listeners.set(key, (listeners.get(key) ?? new Set()).add(listener));
    },
    removeListener: (event: string, listener: Listener) => void listeners.get(`${kind} ${event}`)?.delete(listener),
  });
  page.fakeWalletSays = (kind: string, event: string, payload: unknown) => {
    for (const listener of listeners.get(`${kind} ${event}`) ?? []) listener(payload);
  };
  const put = (path: string, wallet: object) => {
    const keys = path.split('.');
    const last = keys.pop() ?? '';
    let target = page;
    for (const key of keys) {
      target[key] ??= {};
      target = target[key] as Record<string, unknown>;
    }
    target[last] = wallet;
  };

  const unisatShape = (kind: string) => ({
    ...emitter(kind),
    requestAccounts: async () => [await ask(kind, 'connect')],
    getAccounts: async () => [await ask(kind, 'account')].filter((address) => address !== null),
    getChain: async () => ({ enum: await ask(kind, 'chain') }),
    signPsbt: (psbt: string, options?: { autoFinalized?: boolean }) =>
      ask(kind, 'signPsbt', psbt, options?.autoFinalized !== false),
    disconnect: () => ask(kind, 'disconnect'),
  });

  const evm = () => {
    const provider = {
      ...emitter('evm'),
      request: ({ method, params }: { method: string; params?: unknown[] }) => ask('evm', method, ...(params ?? [])),
    };
    const info = {
      uuid: '350670db-19fa-4704-a166-e52e178b59d2',
      name: 'Fake EVM wallet',
      icon: 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>',
      rdns: 'test.fake.evm',
    };
    const announce = () =>
      window.dispatchEvent(
        new CustomEvent('eip6963:announceProvider', { detail: Object.freeze({ info: Object.freeze(info), provider }) }),
      );
    window.addEventListener('eip6963:requestProvider', announce);
    announce();
  };

  const solana = () => {
    const chain = 'solana:sandbox';
    const bytes = (text: string) => Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
    const text = (value: Uint8Array) => btoa(String.fromCharCode(...value));
    const accountOf = (address: unknown) =>
      typeof address === 'string'
        ? [{ address, publicKey: new Uint8Array(32), chains: [chain], features: ['solana:signTransaction'] }]
        : [];
    let accounts: object[] = [];
    const events = emitter('solana');
    const wallet = {
      version: '1.0.0',
      name: 'Fake Solana wallet',
      icon: 'data:image/svg+xml;base64,PHN2Zy8+',
      chains: [chain],
      get accounts() {
        return accounts;
      },
      features: {
        'standard:connect': {
          version: '1.0.0',
          connect: async (input?: { silent?: boolean }) => {
            accounts = accountOf(await ask('solana', 'connect', input?.silent === true));
            return { accounts };
          },
        },
        'standard:disconnect': {
          version: '1.0.0',
          disconnect: async () => {
            await ask('solana', 'disconnect');
            accounts = [];
          },
        },
        'standard:events': {
          version: '1.0.0',
          on: (event: string, listener: Listener) => {
            const look = async () => {
              accounts = accountOf(await ask('solana', 'account'));
              listener({ accounts });
            };
            events.on(event, look);
            return () => events.removeListener(event, look);
          },
        },
        'solana:signTransaction': {
          version: '1.0.0',
          supportedTransactionVersions: ['legacy', 0],
          signTransaction: (...inputs: { transaction: Uint8Array }[]) =>
            Promise.all(
              inputs.map(async ({ transaction }) => ({
                signedTransaction: bytes(String(await ask('solana', 'signTransaction', text(transaction)))),
              })),
            ),
        },
      },
    };
    const register = ({ register: add }: { register(wallet: object): unknown }) => add(wallet);
    window.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: register }));
    window.addEventListener('wallet-standard:app-ready', (event) =>
      register((event as CustomEvent<Parameters<typeof register>[0]>).detail),
    );
  };

  const xverse = {
    // Xverse returns an error instead of throwing one.
    request: async (method: string, params?: { psbt?: string }) => {
      const answer = await (method === 'signPsbt'
        ? raw('xverse', 'signPsbtBase64', params?.psbt)
        : method === 'wallet_renouncePermissions'
          ? raw('xverse', 'disconnect')
          : raw('xverse', method === 'getAccounts' ? 'account' : 'connect'));
      if (answer.error) return { status: 'error', error: answer.error };
      if (method === 'signPsbt') return { status: 'success', result: { psbt: answer.value } };
      return { status: 'success', result: [{ address: answer.value, purpose: 'payment' }] };
    },
  };
  const leather = {
    request: async (method: string, params?: { hex?: string }) => {
      if (method === 'signPsbt') return { result: { hex: await ask('leather', 'signPsbt', params?.hex, false) } };
      const address = await ask('leather', 'connect');
      return {
        result: {
          addresses: [
            { type: 'p2tr', address: 'bcrt1pnone' },
            { type: 'p2wpkh', address },
          ],
        },
      };
    },
  };
  const keplr = {
    enable: (chainId: string) => ask('keplr', 'enable', chainId),
    disable: (chainId: string) => ask('keplr', 'disable', chainId),
    getKey: (chainId: string) => ask('keplr', 'getKey', chainId),
    signAmino: (chainId: string, signer: string, doc: unknown) => ask('keplr', 'signAmino', chainId, signer, doc),
  };
  const litecoin = {
    ...emitter('vultisig'),
    request: ({ method, params }: { method: string; params?: unknown[] }) => ask('vultisig', method, ...(params ?? [])),
  };
  const install: Record<FakeKind, () => void> = {
    evm,
    solana,
    unisat: () => put('unisat', unisatShape('unisat')),
    okx: () => put('okxwallet.bitcoin', unisatShape('okx')),
    bitget: () => put('bitkeep.unisat', unisatShape('bitget')),
    onekey: () => put('$onekey.btc', unisatShape('onekey')),
    xverse: () => put('XverseProviders.BitcoinProvider', xverse),
    leather: () => put('LeatherProvider', leather),
    keplr: () => put('keplr', keplr),
    vultisig: () => put('vultisig.litecoin', litecoin),
  };
  for (const kind of kinds) install[kind]();
}
