/**
 * Shows that the frame is loading, or that it failed to load and can be reloaded. A host's own styles override all of
 * it.
 */
import type { HostOptions } from './types.ts';

/** `:where` has no specificity, so any rule of the host for these classes wins. Colours are inherited from the host. */
const STYLE = `
:where(.portage-embed){position:relative;width:100%}
:where(.portage-embed>iframe){display:block;width:100%;border:0}
:where(.portage-embed[data-state=failed]>iframe){display:none}
:where(.portage-state){position:absolute;inset:0;display:grid;place-content:center;justify-items:center;gap:12px;
padding:16px;box-sizing:border-box;text-align:center;font-size:14px;line-height:20px;pointer-events:none}
:where([data-state=failed]>.portage-state){border:1px solid;border-radius:10px;pointer-events:auto}
:where(.portage-state p){margin:0;max-width:44ch}
:where(.portage-reload){min-height:40px;padding:8px 16px;font:inherit;font-weight:600;color:inherit;
background:none;border:1px solid;border-radius:10px;cursor:pointer}`;

const styled = new WeakSet<Node>();

/** Adds the styles through the object model, because a style element would have to be allowed by the host's policy. */
function addStyle(element: Element): void {
  const root = element.getRootNode();
  if (styled.has(root) || !(root instanceof Document || root instanceof ShadowRoot)) return;
  styled.add(root);
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(STYLE);
  root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
}

export type State = 'loading' | 'failed' | 'ready';
export type Shell = {
  root: HTMLDivElement;
  /** Shows a state and returns its text. */
  show(state: State, why?: string): string;
};

const DEFAULT_TEXTS = {
  loading: 'Loading the swap…',
  failed: 'The swap could not be loaded. Check your connection and load it again.',
  reload: 'Load again',
};

/** Creates the box of one embed. `texts` is called whenever a state is shown. */
export function createShell(element: Element, texts: () => HostOptions['texts'], reload: () => void): Shell {
  const root = document.createElement('div');
  root.className = 'portage-embed';
  const box = document.createElement('div');
  element.append(root);
  addStyle(root);
  return {
    root,
    show(state, why) {
      root.dataset.state = state;
      const shownTexts = { ...DEFAULT_TEXTS, ...texts() };
      box.remove();
      if (state === 'ready') return '';
      box.className = 'portage-state';
      box.setAttribute('role', state === 'failed' ? 'alert' : 'status');
      const said = state === 'failed' ? (texts()?.failed ?? why ?? shownTexts.failed) : shownTexts.loading;
      const line = document.createElement('p');
      line.textContent = said;
      box.replaceChildren(line);
      if (state === 'failed') {
        const button = document.createElement('button');
        button.type = 'button';
        button.className = 'portage-reload';
        button.textContent = shownTexts.reload;
        button.onclick = reload;
        box.append(button);
      }
      root.append(box);
      return said;
    },
  };
}
