/** Writes `artifacts/` from the contracts beside it; to be run after every change to one: `node --import tsx lib/solidity/build.ts`. */
import { writeFileSync } from 'node:fs';
import { compileContracts } from './compile.ts';

for (const artifact of Object.values(await compileContracts()))
  writeFileSync(
    new URL(`./artifacts/${artifact.contractName}.json`, import.meta.url),
    `${JSON.stringify(artifact, null, 2)}\n`,
  );
