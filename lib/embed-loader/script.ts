/** The classic script: puts `Portage` into the page. */
import { createLoader } from './mount.ts';

const { currentScript } = document;
Object.assign(window, {
  Portage: createLoader(currentScript instanceof HTMLScriptElement ? currentScript.src : undefined),
});
