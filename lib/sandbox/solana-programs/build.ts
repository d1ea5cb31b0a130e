/**
 * Writes `artifacts/` from the programs in this folder. Run it after every change to one: `node --import tsx
 * lib/sandbox/solana-programs/build.ts`.
 */
import { writeFileSync } from 'node:fs';
import { compileProgram, PROGRAMS } from './compile.ts';

for (const name of PROGRAMS)
  writeFileSync(
    new URL(`./artifacts/${name}.json`, import.meta.url),
    `${JSON.stringify(compileProgram(name), null, 2)}\n`,
  );
