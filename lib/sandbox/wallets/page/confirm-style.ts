/** The look of the confirmation: plain, amber edged, and plainly not the page's own. Follows the page's light or dark. */
export const CONFIRM_STYLE = `
:host { all: initial; color-scheme: inherit; pointer-events: auto; }
dialog {
  box-sizing: border-box; width: min(27rem, calc(100vw - 2rem)); max-height: calc(100dvh - 2rem); margin: auto; padding: 0;
  border: 2px solid light-dark(#8a5a00, #d9a441); border-radius: 10px; overflow: hidden; outline: none;
  background: light-dark(#fffdf7, #1d1a14); color: light-dark(#1f1b12, #f3eee2);
  font: 15px/1.45 system-ui, sans-serif; pointer-events: auto;
}
dialog[open] { display: flex; flex-direction: column; }
dialog::backdrop { background: rgb(0 0 0 / 0.45); }
header { display: flex; align-items: baseline; justify-content: space-between; gap: 1rem; padding: 0.75rem 1.25rem;
  background: light-dark(#f5e9cf, #332a17); }
h2 { margin: 0; font-size: 0.95rem; font-weight: 650; }
header span { font-size: 0.8rem; color: light-dark(#5c4a22, #d5c49c); }
section { padding: 1rem 1.25rem; overflow: auto; overscroll-behavior: contain; }
p { margin: 0 0 0.75rem; font-size: 1.1rem; font-weight: 600; }
dl { display: grid; grid-template-columns: minmax(5rem, auto) 1fr; gap: 0.4rem 1rem; margin: 0; }
dt { color: light-dark(#5f5740, #bdb299); }
dd { margin: 0; overflow-wrap: anywhere; white-space: pre-wrap; font-variant-numeric: tabular-nums; }
pre { margin: 0.75rem 0 0; padding: 0.75rem; max-height: 14rem; overflow: auto; white-space: pre-wrap; overflow-wrap: anywhere;
  border-radius: 6px; background: light-dark(#f6f1e4, #29241a); font: 12.5px/1.5 ui-monospace, monospace; }
footer { display: flex; gap: 0.75rem; padding: 0.75rem 1.25rem 1.25rem; }
button { flex: 1; min-height: 2.75rem; border-radius: 8px; border: 1px solid light-dark(#8a5a00, #d9a441); cursor: pointer;
  font: inherit; font-weight: 600; background: transparent; color: inherit; }
button[data-answer='confirm'] { background: light-dark(#7a4f00, #e3b256); color: light-dark(#fff, #201803); }
button:focus-visible, dialog:focus-visible { outline: 3px solid light-dark(#1d5fa8, #7db8f5); outline-offset: 2px; }
`;
