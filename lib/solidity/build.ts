/**
 * Writes `artifacts/` from the contracts of the given folders. Run it after every change to one: `node --import tsx
 * lib/solidity/build.ts lib/solidity lib/solidity/testing lib/sandbox/contracts`.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { compileContracts } from './compile.ts';

for (const name of process.argv.slice(2)) {
  const folder = pathToFileURL(`${name}/`);
  mkdirSync(new URL('artifacts/', folder), { recursive: true });
  for (const artifact of Object.values(await compileContracts(folder)))
    writeFileSync(new URL(`artifacts/${artifact.contractName}.json`, folder), `${JSON.stringify(artifact, null, 2)}\n`);
}
