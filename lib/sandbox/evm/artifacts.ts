/** Loads the compiled contracts that the sandbox puts on its chains. */
import { z } from 'zod';
import ccmReceiver from '../../solidity/artifacts/CcmReceiver.json' with { type: 'json' };
import aggregationRouter from '../contracts/artifacts/AggregationRouter.json' with { type: 'json' };
import deposit from '../contracts/artifacts/Deposit.json' with { type: 'json' };
import ensRegistrar from '../contracts/artifacts/EnsRegistrar.json' with { type: 'json' };
import ensRegistry from '../contracts/artifacts/EnsRegistry.json' with { type: 'json' };
import ensResolver from '../contracts/artifacts/EnsResolver.json' with { type: 'json' };
import executor from '../contracts/artifacts/Executor.json' with { type: 'json' };
import htlc from '../contracts/artifacts/Htlc.json' with { type: 'json' };
import htlcNative from '../contracts/artifacts/HtlcNative.json' with { type: 'json' };
import permitToken from '../contracts/artifacts/PermitToken.json' with { type: 'json' };
import router from '../contracts/artifacts/Router.json' with { type: 'json' };
import swapPool from '../contracts/artifacts/SwapPool.json' with { type: 'json' };
import taxToken from '../contracts/artifacts/TaxToken.json' with { type: 'json' };
import token from '../contracts/artifacts/Token.json' with { type: 'json' };
import usdtLike from '../contracts/artifacts/UsdtLike.json' with { type: 'json' };
import vault from '../contracts/artifacts/Vault.json' with { type: 'json' };
import wrappedNative from '../contracts/artifacts/WrappedNative.json' with { type: 'json' };

const hex = z.custom<`0x${string}`>((value) => typeof value === 'string' && /^0x[0-9a-f]+$/.test(value));
const artifactSchema = z.object({
  bytecode: hex,
  deployedBytecode: hex,
  slots: z.record(z.string(), z.number()),
});

export const routerArtifact = artifactSchema.parse(router);
export const tokenArtifact = artifactSchema.parse(token);
export const usdtLikeArtifact = artifactSchema.parse(usdtLike);
export const vaultArtifact = artifactSchema.parse(vault);
export const depositArtifact = artifactSchema.parse(deposit);
export const ccmReceiverArtifact = artifactSchema.parse(ccmReceiver);
export const aggregationRouterArtifact = artifactSchema.parse(aggregationRouter);
export const executorArtifact = artifactSchema.parse(executor);
export const swapPoolArtifact = artifactSchema.parse(swapPool);
export const wrappedNativeArtifact = artifactSchema.parse(wrappedNative);
export const permitTokenArtifact = artifactSchema.parse(permitToken);
export const taxTokenArtifact = artifactSchema.parse(taxToken);
export const htlcArtifact = artifactSchema.parse(htlc);
export const htlcNativeArtifact = artifactSchema.parse(htlcNative);
export const ensRegistryArtifact = artifactSchema.parse(ensRegistry);
export const ensResolverArtifact = artifactSchema.parse(ensResolver);
export const ensRegistrarArtifact = artifactSchema.parse(ensRegistrar);

/** The storage slot of a variable. @throws {Error} when the contract no longer has it. */
export function slotOf(artifact: { slots: Record<string, number> }, variable: string): number {
  const slot = artifact.slots[variable];
  if (slot === undefined) throw new Error(`no variable ${variable}`);
  return slot;
}
