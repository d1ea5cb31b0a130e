/** The loader as a module: exports `Portage` and adds nothing to the page. */
import { createLoader } from './mount.ts';

export const Portage = createLoader(import.meta.url);
