/** The loader as a classic script: adds `Portage` to the page. */
import { createLoader } from './mount.ts';

const { currentScript } = document;
Object.assign(window, {
  Portage: createLoader(currentScript instanceof HTMLScriptElement ? currentScript.src : undefined),
});
