/** Compiles contracts reproducibly, so that committed artifacts can be compared with them. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { z } from 'zod';

/** One compiled contract; byte strings are `0x…`. */
export type Artifact = {
  contractName: string;
  compiler: string;
  abi: unknown[];
  /** The creation code that a deployment sends, without constructor arguments. */
  bytecode: string;
  /** The code at the contract's address after deployment. */
  deployedBytecode: string;
  /** Storage slot by name of the state variable. */
  slots: Record<string, number>;
  /** What `sourcesHash` gave for its folder. */
  sources: string;
};

/** Parsed apart from the output, because a contract that does not compile has no output. */
const complaintsSchema = z.object({ errors: z.array(z.object({ formattedMessage: z.string() })).optional() });
const outputSchema = z.object({
  contracts: z
    .record(
      z.string(),
      z.record(
        z.string(),
        z.object({
          abi: z.array(z.unknown()),
          metadata: z.string(),
          evm: z.object({
            bytecode: z.object({ object: z.string() }),
            deployedBytecode: z.object({ object: z.string() }),
          }),
          storageLayout: z.object({ storage: z.array(z.object({ label: z.string(), slot: z.string() })) }),
        }),
      ),
    )
    .optional(),
});
const metadataSchema = z.object({ compiler: z.object({ version: z.string() }) });

/** What the compiler is asked: every contract of a folder, which ends with a slash. */
const compilerInput = (folder: URL) => ({
  language: 'Solidity',
  sources: Object.fromEntries(
    readdirSync(folder)
      .filter((name) => name.endsWith('.sol'))
      .sort()
      .map((file) => [file, { content: readFileSync(new URL(file, folder), 'utf8') }]),
  ),
  settings: {
    optimizer: { enabled: true, runs: 200 },
    evmVersion: 'paris',
    // Without the sources' hash in it, a change of a comment does not change the bytecode.
    metadata: { bytecodeHash: 'none', appendCBOR: false },
    outputSelection: {
      '*': { '*': ['abi', 'metadata', 'evm.bytecode.object', 'evm.deployedBytecode.object', 'storageLayout'] },
    },
  },
});

/** A hash that changes whenever the compiled contracts of a folder could change, but for another compiler. */
export const sourcesHash = (folder: URL): string =>
  createHash('sha256')
    .update(JSON.stringify(compilerInput(folder)))
    .digest('hex');

/**
 * Compiles every contract of a folder, by its name.
 * @param folder ends with a slash.
 * @throws {Error} with the compiler's message when a contract does not compile or has warnings.
 */
export async function compileContracts(folder: URL): Promise<Record<string, Artifact>> {
  const { default: solc } = await import('solc');
  const input = compilerInput(folder);
  const sources = sourcesHash(folder);
  const answer: unknown = JSON.parse(solc.compile(JSON.stringify(input)));
  const complaints = (complaintsSchema.parse(answer).errors ?? []).map((error) => error.formattedMessage);
  if (complaints.length > 0) throw new Error(complaints.join('\n'));
  const output = outputSchema.parse(answer);
  const artifact = (contractName: string): [string, Artifact] => {
    const built = output.contracts?.[`${contractName}.sol`]?.[contractName];
    if (built === undefined) throw new Error(`the compiler left out ${contractName}`);
    return [
      contractName,
      {
        contractName,
        compiler: metadataSchema.parse(JSON.parse(built.metadata)).compiler.version,
        abi: built.abi,
        bytecode: `0x${built.evm.bytecode.object}`,
        deployedBytecode: `0x${built.evm.deployedBytecode.object}`,
        slots: Object.fromEntries(built.storageLayout.storage.map(({ label, slot }) => [label, Number(slot)])),
        sources,
      },
    ];
  };
  return Object.fromEntries(Object.keys(input.sources).map((file) => artifact(basename(file, '.sol'))));
}
