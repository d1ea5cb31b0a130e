/** For tests: the parts of a page that the wallets' script needs, and a user who answers its prompts. */
import { vi } from 'vitest';

// biome-ignore lint/security/noGlobalEval: the script is what is under test, and in a page its scope is the global one.
const evaluate = eval;

class FakeElement {
  readonly children: FakeElement[] = [];
  readonly dataset: Record<string, string> = {};
  textContent = '';
  adoptedStyleSheets: unknown[] = [];
  append(...nodes: FakeElement[]): void {
    this.children.push(...nodes);
  }
  attachShadow(): FakeElement {
    const shadow = new FakeElement();
    this.append(shadow);
    return shadow;
  }
  setAttribute(): void {}
  addEventListener(): void {}
  close(): void {}
  focus(): void {}
  remove(): void {}
  showModal(): void {
    FakeElement.shown(this);
  }
  static shown: (dialog: FakeElement) => void = () => undefined;

  get text(): string {
    return [this.textContent, ...this.children.map(({ text }) => text)].filter(Boolean).join('\n');
  }
  find(answer: string): FakeElement | undefined {
    if (this.dataset.answer === answer) return this;
    return this.children.map((child) => child.find(answer)).find((found) => found !== undefined);
  }
}
class FakeButton extends FakeElement {}

export type TestPage = {
  window: EventTarget & Record<string, unknown>;
  /** The texts of the prompts, oldest first. */
  questions: string[];
  answer: 'confirm' | 'reject';
  /** Runs the script as a page would. */
  run(script: string): void;
};

/** Stubs a browser's globals until `vi.unstubAllGlobals()`. `fetch` replaces the page's own origin. */
export function openPage(fetch: (path: string, body: unknown) => Promise<unknown>): TestPage {
  const window = Object.assign(new EventTarget(), {}) as TestPage['window'];
  const page: TestPage = {
    window,
    questions: [],
    answer: 'confirm',
    run: (script) => void evaluate(script),
  };
  let host: FakeElement | undefined;
  FakeElement.shown = (dialog) => {
    page.questions.push(dialog.text);
    const path = [dialog.find(page.answer), dialog, host];
    queueMicrotask(() => window.dispatchEvent(Object.assign(new Event('click'), { composedPath: () => path })));
  };
  const stored = new Map<string, string>();
  vi.stubGlobal('window', window);
  vi.stubGlobal('location', { origin: 'http://localhost:3000', host: 'localhost:3000' });
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  });
  vi.stubGlobal('HTMLButtonElement', FakeButton);
  vi.stubGlobal('FocusEvent', class extends Event {});
  vi.stubGlobal(
    'CSSStyleSheet',
    class {
      replaceSync(): void {}
    },
  );
  vi.stubGlobal('document', {
    createElement: (tag: string) => (tag === 'button' ? new FakeButton() : new FakeElement()),
    documentElement: {
      append: (element: FakeElement) => {
        host = element;
      },
    },
  });
  vi.stubGlobal('fetch', async (input: unknown, init?: { body?: unknown }) => {
    const answer = await fetch(String(input), typeof init?.body === 'string' ? JSON.parse(init.body) : undefined);
    return Response.json(answer);
  });
  return page;
}
