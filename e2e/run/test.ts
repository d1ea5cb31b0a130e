/** `npm test`: the checks, then the journeys against the app that they built. */
import { check, finish, journeys } from './steps.ts';

finish([...check(), ...(await journeys())]);
