/** `npm run check`: everything but the journeys. */
import { check, finish } from './steps.ts';

finish(check());
