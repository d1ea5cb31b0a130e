/** Loads the compiled contracts that the sandbox puts on its chains. */
import { readFileSync } from 'node:fs';
import { z } from 'zod';

const hex = z.custom<`0x${string}`>((value) => typeof value === 'string' && /^0x[0-9a-f]+$/.test(value));
const artifactSchema = z.object({
  bytecode: hex,
  deployedBytecode: hex,
  slots: z.record(z.string(), z.number()),
});

const load = (name: string) =>
  artifactSchema.parse(
    JSON.parse(readFileSync(new URL(`../../solidity/artifacts/${name}.json`, import.meta.url), 'utf8')),
  );

export const routerArtifact = load('Router');
export const tokenArtifact = load('Token');
export const usdtLikeArtifact = load('UsdtLike');
export const vaultArtifact = load('Vault');
export const depositArtifact = load('Deposit');
export const ccmReceiverArtifact = load('CcmReceiver');
export const aggregationRouterArtifact = load('AggregationRouter');
export const executorArtifact = load('Executor');
export const swapPoolArtifact = load('SwapPool');
export const wrappedNativeArtifact = load('WrappedNative');
export const taxTokenArtifact = load('TaxToken');
export const htlcArtifact = load('Htlc');
export const htlcNativeArtifact = load('HtlcNative');
export const ensRegistryArtifact = load('EnsRegistry');
export const ensResolverArtifact = load('EnsResolver');
export const ensRegistrarArtifact = load('EnsRegistrar');

/** The storage slot of a variable. @throws {Error} when the contract no longer has it. */
export function slotOf(artifact: { slots: Record<string, number> }, variable: string): number {
  const slot = artifact.slots[variable];
  if (slot === undefined) throw new Error(`no variable ${variable}`);
  return slot;
}
