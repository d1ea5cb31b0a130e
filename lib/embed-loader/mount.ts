/** Mounts swaps in a host page, each in its own frame, and communicates with them only by the embed's protocol. */
import { HOOKS, type Hook, LONGEST_REASON, PROTOCOL } from '../api/embed/protocol.ts';
import { frameAddress, frameOptions, randomName } from './address.ts';
import { type HostWallets, lendWallets } from './host-wallets.ts';
import { EMBED_SANDBOX } from './sandbox.ts';
import { createShell, type Shell } from './states.ts';
import type { BeforeHooks, EmbedHandle, MountOptions, PortageLoader } from './types.ts';

type Message = Record<string, unknown> & { type: string };
type Listener = (event: never) => void;

const MIN_HEIGHT = 360;
const MAX_HEIGHT = 3000;
const TIMEOUT_SECONDS = 20;
/**
 * A document that loads sends its first message at once; one that the browser refused also fires `load`, but never
 * sends one.
 */
const SILENT_AFTER_LOAD_SECONDS = 8;
const LONGEST_FAILURE = 1000;

/** Messages that are passed on to the host unchanged: all but requests to the wallet and the first message. */
const EVENTS: Record<string, true> = Object.fromEntries(
  `ready quote routeChosen wallet sent stage completed refunded failed error height ${HOOKS.join(' ')}`
    .split(' ')
    .map((name) => [name, true]),
);
const BEFORE: Record<Hook, keyof BeforeHooks> = {
  beforeQuote: 'quote',
  beforeApproval: 'approval',
  beforeSign: 'signing',
};
const isHook = (type: string): type is Hook => Object.hasOwn(BEFORE, type);

function read(data: unknown): Message | undefined {
  if (typeof data !== 'object' || data === null || !('portage' in data) || data.portage !== PROTOCOL) return undefined;
  return 'type' in data && typeof data.type === 'string' ? { ...data, type: data.type } : undefined;
}

/** Wallets throw errors, objects like errors, and texts. */
const fieldOf = (error: unknown, key: string): unknown =>
  typeof error === 'object' && error !== null ? Reflect.get(error, key) : undefined;
const sentence = (error: unknown, longest: number): string => {
  const said = fieldOf(error, 'message') ?? error;
  return (typeof said === 'string' && said ? said : 'Refused.').slice(0, longest);
};

class Embed implements EmbedHandle {
  readonly element: HTMLElement;
  readonly iframe = document.createElement('iframe');
  readonly #shell: Shell;
  readonly #base: string;
  readonly #listeners = new Map<string, Set<Listener>>();
  #options: MountOptions;
  #wallets: HostWallets;
  #instance = '';
  /** Undefined until the frame has sent its first message. */
  #session: string | undefined;
  /** CSS pixels, as the frame last requested. */
  #wantedHeight = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(element: HTMLElement, options: MountOptions, base: string) {
    this.element = element;
    this.#options = { ...options };
    this.#base = base;
    this.#wallets = this.#lend();
    this.#shell = createShell(
      element,
      () => this.#options.texts,
      () => this.reload(),
    );
    const { iframe } = this;
    iframe.setAttribute('sandbox', EMBED_SANDBOX);
    iframe.allow = 'clipboard-write';
    iframe.referrerPolicy = 'strict-origin';
    iframe.addEventListener('load', () => {
      if (this.#session === undefined) this.#expect(Math.min(SILENT_AFTER_LOAD_SECONDS, this.#timeoutSeconds));
    });
    addEventListener('message', this.#receive);
    this.reload();
  }

  get #timeoutSeconds(): number {
    return this.#options.timeoutSeconds ?? TIMEOUT_SECONDS;
  }

  readonly reload = (): void => {
    const { iframe } = this;
    this.#instance = randomName();
    this.#session = undefined;
    iframe.title = this.#options.texts?.title ?? 'Swap';
    this.#fit(0);
    this.#shell.show('loading');
    this.#expect(this.#timeoutSeconds);
    // The frame is removed and added again, because a URL that differs only in its fragment would load nothing.
    iframe.remove();
    iframe.src = frameAddress(this.#base, this.#options, location.origin, this.#instance);
    this.#shell.root.prepend(iframe);
  };

  #expect(seconds: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#fail('notLoaded'), seconds * 1000);
  }

  #fail(code: string, why?: string): void {
    this.#emit({ type: 'error', code, message: this.#shell.show('failed', why) });
  }

  /** Accepts messages only from this window and origin, with the name that this frame was given. */
  readonly #receive = ({ data, origin, source }: MessageEvent): void => {
    if (source === null || source !== this.iframe.contentWindow || origin !== new URL(this.#base).origin) return;
    const message = read(data);
    if (!message) return;
    if (message.type === 'hello') {
      if (message.nonce === this.#instance) this.#greet(message.versions);
    } else if (this.#session !== undefined && message.nonce === this.#session) this.#take(message);
  };

  #greet(versions: unknown): void {
    clearTimeout(this.#timer);
    if (!Array.isArray(versions) || !versions.includes(PROTOCOL)) {
      this.#fail('version', 'This page and the swap speak different versions. Load the page again.');
      return;
    }
    this.#session = randomName();
    this.#shell.show('ready');
    this.#say('init', {
      instance: this.#instance,
      options: frameOptions(this.#options),
      hooks: this.#hooks(),
      wallets: this.#wallets.offers(),
    });
  }

  #say(type: string, fields: Record<string, unknown>): void {
    if (this.#session === undefined) return;
    const message = { portage: PROTOCOL, nonce: this.#session, type, ...fields };
    this.iframe.contentWindow?.postMessage(message, new URL(this.#base).origin);
  }

  #take(message: Message): void {
    if (message.type === 'walletRequest') void this.#bridge(message);
    if (!Object.hasOwn(EVENTS, message.type)) return;
    const { portage, nonce, id, ...event } = message;
    if (event.type === 'height') this.#fit(Number(event.height));
    this.#emit(event);
    if (isHook(event.type)) void this.#judge(event.type, id, event);
  }

  /** Makes the frame as high as its page, within the host's limits; a higher page scrolls inside. */
  #fit(wanted: number): void {
    const { minHeight = MIN_HEIGHT, maxHeight = MAX_HEIGHT } = this.#options;
    this.#shell.root.style.minHeight = `${minHeight}px`;
    if (Number.isFinite(wanted)) this.#wantedHeight = wanted;
    this.iframe.style.height = `${Math.min(Math.max(this.#wantedHeight, minHeight), maxHeight)}px`;
  }

  #emit(event: Message): void {
    for (const name of [event.type, '*'])
      for (const listener of [...(this.#listeners.get(name) ?? [])]) {
        try {
          listener(event as never);
        } catch (error) {
          // A listener's error is reported to the host's console and does not affect the other listeners.
          reportError(error);
        }
      }
  }

  /** The hooks that have a listener; each costs the person a round trip. */
  #hooks(): Hook[] {
    const { before } = this.#options;
    return HOOKS.filter((hook) => before?.[BEFORE[hook]] || this.#listeners.has(hook) || this.#listeners.has('*'));
  }

  async #judge(hook: Hook, id: unknown, event: Message): Promise<void> {
    const ask: ((about: never) => unknown) | undefined = this.#options.before?.[BEFORE[hook]];
    try {
      const verdict = await ask?.(event as never);
      if (verdict !== false && typeof verdict !== 'string') return this.#say('allow', { id });
      this.#say('veto', { id, ...(verdict ? { reason: verdict.slice(0, LONGEST_REASON) } : {}) });
    } catch (error) {
      this.#say('veto', { id, reason: sentence(error, LONGEST_REASON) });
    }
  }

  #lend(): HostWallets {
    return lendWallets(this.#options, (wallet, event, data) => this.#say('walletEvent', { wallet, event, data }));
  }

  async #bridge({ id, wallet, method, params }: Message): Promise<void> {
    try {
      this.#say('walletResult', { id, result: await this.#wallets.ask(wallet, method, params) });
    } catch (error) {
      const code = fieldOf(error, 'code');
      this.#say('walletFailure', {
        id,
        message: sentence(error, LONGEST_FAILURE),
        ...(Number.isInteger(code) ? { code } : {}),
      });
    }
  }

  readonly on = (name: string, listener: Listener): (() => void) => {
    const known = this.#listeners.get(name) ?? new Set();
    this.#listeners.set(name, known.add(listener));
    this.#say('setHooks', { hooks: this.#hooks() });
    return () => this.off(name, listener);
  };

  readonly off = (name: string, listener: Listener): void => {
    const known = this.#listeners.get(name);
    known?.delete(listener);
    if (known?.size === 0) this.#listeners.delete(name);
    this.#say('setHooks', { hooks: this.#hooks() });
  };

  readonly setOptions = (changed: MountOptions): void => {
    this.#options = { ...this.#options, ...changed };
    this.#fit(this.#wantedHeight);
    this.#say('setOptions', { options: frameOptions(this.#options) });
    this.#say('setHooks', { hooks: this.#hooks() });
    if (!('ethereum' in changed || 'solana' in changed || 'bitcoin' in changed)) return;
    this.#wallets.end();
    this.#wallets = this.#lend();
    this.#say('setWallets', { wallets: this.#wallets.offers() });
  };

  readonly unmount = (): void => {
    clearTimeout(this.#timer);
    removeEventListener('message', this.#receive);
    this.#wallets.end();
    this.#listeners.clear();
    this.#shell.root.remove();
  };
}

/** @param ownBase the URL that this script came from; undefined where it is unknown. */
export const createLoader = (ownBase: string | undefined): PortageLoader => ({
  protocol: PROTOCOL,
  mount(target, options = {}) {
    const element = typeof target === 'string' ? document.querySelector(target) : target;
    if (!(element instanceof HTMLElement)) throw new Error(`Portage: there is no element ${String(target)}.`);
    const base = options.baseUrl ?? ownBase;
    if (!base) throw new Error('Portage: the option "baseUrl" must be the address of a Portage.');
    return new Embed(element, options, new URL(base, location.href).href);
  },
});
