/** The module: exports `Portage`, and puts nothing into the page. */
import { createLoader } from './mount.ts';

export const Portage = createLoader(import.meta.url);
