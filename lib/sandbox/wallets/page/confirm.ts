/**
 * Asks the person in an element of its own, above everything that the page shows: as a native modal dialog it is in the
 * top layer, and the page's own dialogs neither see its events nor take its focus.
 */
import { WALLET_NAME } from './config.ts';
import { CONFIRM_STYLE } from './confirm-style.ts';
import { rejected } from './provider-error.ts';

export type Fact = readonly [label: string, value: string];

export type Question = {
  /** What is asked for, as a heading. */
  title: string;
  facts: readonly Fact[];
  /** Longer text, shown as it is. */
  text?: string;
};

const GUARDED = [
  ...['pointerdown', 'pointerup', 'mousedown', 'mouseup', 'click', 'touchstart', 'touchmove', 'touchend', 'wheel'],
  ...['keydown', 'keyup', 'focusin', 'focusout', 'focus', 'blur'],
];

function element<K extends keyof HTMLElementTagNameMap>(tag: K, text = '', ...children: Node[]) {
  const made = document.createElement(tag);
  if (text) made.textContent = text;
  made.append(...children);
  return made;
}

const button = (label: string, answer: string): HTMLButtonElement => {
  const made = element('button', label);
  made.type = 'button';
  made.dataset.answer = answer;
  return made;
};

function build({ title, facts, text }: Question): { host: HTMLElement; dialog: HTMLDialogElement } {
  const host = document.createElement('sandbox-wallet');
  const shadow = host.attachShadow({ mode: 'open' });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(CONFIRM_STYLE);
  shadow.adoptedStyleSheets = [sheet];
  const heading = element('h2', WALLET_NAME);
  heading.id = 'title';
  const asked = element('p', title);
  asked.id = 'asked';
  const list = element('dl', '', ...facts.flatMap(([label, value]) => [element('dt', label), element('dd', value)]));
  const section = element('section', '', asked, list, ...(text === undefined ? [] : [element('pre', text)]));
  // What does not fit is scrolled by keyboard too.
  section.tabIndex = 0;
  const dialog = element(
    'dialog',
    '',
    element('header', '', heading, element('span', location.host)),
    section,
    element('footer', '', button('Reject', 'reject'), button('Confirm', 'confirm')),
  );
  dialog.setAttribute('role', 'dialog');
  dialog.setAttribute('aria-labelledby', 'title');
  dialog.setAttribute('aria-describedby', 'asked');
  dialog.tabIndex = -1;
  dialog.lang = 'en';
  shadow.append(dialog);
  return { host, dialog };
}

/** True when confirmed. */
function show(question: Question): Promise<boolean> {
  const { host, dialog } = build(question);
  return new Promise((resolve) => {
    const guard = (event: Event): void => {
      const path = event.composedPath();
      const leaving = event instanceof FocusEvent && event.relatedTarget === host;
      if (!path.includes(host) && !leaving) return;
      // The page has listeners on the document, which would take a click here for one outside of their dialog.
      event.stopImmediatePropagation();
      if (event.type !== 'click') return;
      const pressed = path.find((target) => target instanceof HTMLButtonElement);
      const answer = pressed instanceof HTMLButtonElement ? pressed.dataset.answer : undefined;
      if (answer !== undefined) finish(answer === 'confirm');
    };
    const finish = (confirmed: boolean): void => {
      dialog.close();
      host.remove();
      for (const type of GUARDED) window.removeEventListener(type, guard, true);
      resolve(confirmed);
    };
    for (const type of GUARDED) window.addEventListener(type, guard, { capture: true, passive: true });
    // Escape, and the back gesture of phones.
    dialog.addEventListener('cancel', (event) => {
      event.preventDefault();
      finish(false);
    });
    // Beside the body: dialogs of the page hide the body's children from assistive technology.
    document.documentElement.append(host);
    dialog.showModal();
    dialog.focus();
  });
}

let last: Promise<unknown> = Promise.resolve();

/** One question at a time, in the order of asking. @throws {ProviderError} 4001 when refused. */
export async function confirm(question: Question): Promise<void> {
  const answer = last.then(() => show(question));
  last = answer.catch(() => undefined);
  if (!(await answer)) throw rejected();
}

/** Asks to connect. @throws {ProviderError} 4001 */
export const confirmConnection = (account: string, networks: readonly string[]): Promise<void> =>
  confirm({
    title: 'Connect to this site?',
    facts: [
      ['Site', location.origin],
      ['Account', account],
      [networks.length === 1 ? 'Network' : 'Networks', `${networks.join(', ')} (local)`],
    ],
  });
