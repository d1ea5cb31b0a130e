/**
 * Writes `artifacts/` and `testing/artifacts/` from the contracts in this folder. Run it after every change to one:
 * `node --import tsx lib/solidity/build.ts`.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { type Artifact, compileContracts, compileTestContracts } from './compile.ts';

function write(folder: string, artifacts: Record<string, Artifact>): void {
  mkdirSync(new URL(folder, import.meta.url), { recursive: true });
  for (const artifact of Object.values(artifacts))
    writeFileSync(
      new URL(`${folder}${artifact.contractName}.json`, import.meta.url),
      `${JSON.stringify(artifact, null, 2)}\n`,
    );
}

write('./artifacts/', await compileContracts());
write('./testing/artifacts/', await compileTestContracts());
