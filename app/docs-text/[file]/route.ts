import { routeHandlers } from '../../../lib/composition/served.ts';

/** Reached as `/llms.txt`, `/llms-full.txt`, `/docs.md`, `/docs/<guide>.md` and `/errors/<error>.md`: `next.config.ts`. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers('/docs/{guide}.md');
