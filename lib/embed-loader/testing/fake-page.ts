/**
 * Replaces a host page in tests: the part of a document that the loader uses, and messages that a test sends by hand.
 */
import { vi } from 'vitest';

type Sent = { message: Record<string, unknown>; to: string };

class FakeElement {
  readonly dataset: Record<string, string> = {};
  readonly style: Record<string, string> = {};
  readonly attributes: Record<string, string> = {};
  readonly listeners = new Map<string, () => void>();
  readonly sent: Sent[] = [];
  children: FakeElement[] = [];
  parent: FakeElement | undefined;
  className = '';
  src = '';
  title = '';
  allow = '';
  referrerPolicy = '';
  type = '';
  onclick: (() => void) | undefined;
  #text = '';
  readonly contentWindow = {
    postMessage: (message: Record<string, unknown>, to: string) =>
      this.sent.push({ message: structuredClone(message), to }),
  };

  get textContent(): string {
    return this.#text + this.children.map((child) => child.textContent).join('');
  }
  set textContent(text: string) {
    this.#text = text;
  }
  setAttribute(name: string, value: string): void {
    this.attributes[name] = value;
  }
  addEventListener(name: string, listener: () => void): void {
    this.listeners.set(name, listener);
  }
  append(...added: FakeElement[]): void {
    for (const child of added) {
      child.remove();
      child.parent = this;
      this.children.push(child);
    }
  }
  prepend(...added: FakeElement[]): void {
    this.append(...added);
  }
  replaceChildren(...added: FakeElement[]): void {
    this.children = [];
    this.append(...added);
  }
  remove(): void {
    if (this.parent) this.parent.children = this.parent.children.filter((child) => child !== this);
    this.parent = undefined;
  }
  getRootNode(): FakeElement {
    return this;
  }
}

export const HOST = 'https://shop.example';
export const PORTAGE = 'https://swap.example';

/** Installs the page in the global scope; `vi.unstubAllGlobals()` removes it. */
export function fakePage() {
  const receivers = new Set<(event: unknown) => void>();
  vi.stubGlobal('HTMLElement', FakeElement);
  vi.stubGlobal('Document', class {});
  vi.stubGlobal('ShadowRoot', class {});
  vi.stubGlobal('location', { origin: HOST, href: `${HOST}/page`, hostname: 'shop.example' });
  vi.stubGlobal('addEventListener', (_name: string, listener: (event: unknown) => void) => receivers.add(listener));
  vi.stubGlobal('removeEventListener', (_name: string, listener: (event: unknown) => void) =>
    receivers.delete(listener),
  );
  vi.stubGlobal('reportError', vi.fn());
  const container = new FakeElement();
  vi.stubGlobal('document', {
    createElement: () => new FakeElement(),
    querySelector: (selector: string) => (selector === '#place' ? container : null),
  });
  const frames = () => container.children.flatMap((root) => root.children.filter(({ src }) => src !== ''));
  return {
    container: container,
    frames,
    receivers,
    /** Dispatches a message event, as if `source` had posted it. */
    post(data: unknown, { source, origin = PORTAGE }: { source: unknown; origin?: string }): void {
      for (const receive of [...receivers]) receive({ data, origin, source });
    },
  };
}
export type FakePage = ReturnType<typeof fakePage>;

/** Behaves like the frame: reads its own URL, says hello, and then uses the session's nonce. */
export function fakeFrame(page: FakePage, index = 0) {
  const frame = page.frames()[index];
  if (!frame) throw new Error('there is no such frame');
  const { hash, search, origin, pathname } = new URL(frame.src);
  const given = new URLSearchParams(hash.slice(1));
  const sent = (type: string) => frame.sent.filter(({ message }) => message.type === type);
  const nonce = () => sent('init').at(-1)?.message.nonce;
  return {
    element: frame,
    at: `${origin}${pathname}`,
    query: Object.fromEntries(new URLSearchParams(search)),
    instance: given.get('portage') ?? '',
    host: given.get('host'),
    sent,
    nonce,
    hello: (fields: Record<string, unknown> = {}) =>
      page.post(
        {
          portage: 1,
          nonce: new URLSearchParams(new URL(frame.src).hash.slice(1)).get('portage'),
          type: 'hello',
          versions: [1],
          ...fields,
        },
        { source: frame.contentWindow },
      ),
    say: (type: string, fields: Record<string, unknown> = {}, origin = PORTAGE) =>
      page.post({ portage: 1, nonce: nonce(), type, ...fields }, { source: frame.contentWindow, origin }),
  };
}
