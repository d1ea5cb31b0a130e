/** Before each test file: everyday runs try the same few cases of each property every time, long ones many new cases. */
import { fc } from '@fast-check/vitest';
import { cases, LONG_RUN } from './test-effort.ts';

fc.configureGlobal({ numRuns: cases(25), ...(LONG_RUN ? {} : { seed: 20_261_122 }) });
