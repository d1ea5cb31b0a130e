/** The built contracts, as the sandbox puts them on its chains. */
import { z } from 'zod';
import aggregationRouter from '../../solidity/artifacts/AggregationRouter.json' with { type: 'json' };
import ccmReceiver from '../../solidity/artifacts/CcmReceiver.json' with { type: 'json' };
import deposit from '../../solidity/artifacts/Deposit.json' with { type: 'json' };
import ensRegistrar from '../../solidity/artifacts/EnsRegistrar.json' with { type: 'json' };
import ensRegistry from '../../solidity/artifacts/EnsRegistry.json' with { type: 'json' };
import ensResolver from '../../solidity/artifacts/EnsResolver.json' with { type: 'json' };
import executor from '../../solidity/artifacts/Executor.json' with { type: 'json' };
import htlc from '../../solidity/artifacts/Htlc.json' with { type: 'json' };
import htlcNative from '../../solidity/artifacts/HtlcNative.json' with { type: 'json' };
import router from '../../solidity/artifacts/Router.json' with { type: 'json' };
import swapPool from '../../solidity/artifacts/SwapPool.json' with { type: 'json' };
import taxToken from '../../solidity/artifacts/TaxToken.json' with { type: 'json' };
import token from '../../solidity/artifacts/Token.json' with { type: 'json' };
import usdtLike from '../../solidity/artifacts/UsdtLike.json' with { type: 'json' };
import vault from '../../solidity/artifacts/Vault.json' with { type: 'json' };
import wrappedNative from '../../solidity/artifacts/WrappedNative.json' with { type: 'json' };

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
export const taxTokenArtifact = artifactSchema.parse(taxToken);
export const htlcArtifact = artifactSchema.parse(htlc);
export const htlcNativeArtifact = artifactSchema.parse(htlcNative);
export const ensRegistryArtifact = artifactSchema.parse(ensRegistry);
export const ensResolverArtifact = artifactSchema.parse(ensResolver);
export const ensRegistrarArtifact = artifactSchema.parse(ensRegistrar);

/** @throws {Error} when the contract has no such variable any more. */
export function slotOf(artifact: { slots: Record<string, number> }, variable: string): number {
  const slot = artifact.slots[variable];
  if (slot === undefined) throw new Error(`no variable ${variable}`);
  return slot;
}
