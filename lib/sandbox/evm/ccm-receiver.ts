/** Puts CcmReceiver, the contract that swaps Chainflip's payouts on, on the chains that have both vault and router. */
import { encodeAbiParameters, type Hex, parseAbiParameters } from 'viem';
import { z } from 'zod';
import type { ChainId } from '../../domain/chain-id.ts';
import { ControlError, type World } from '../ledger.ts';
import type { Anvil } from './anvil-process.ts';
import { ccmReceiverArtifact } from './artifacts.ts';
import { chainflipVault } from './chainflip-contracts.ts';
import type { EvmChain } from './evm-chain.ts';
import type { Write } from './funding.ts';
import { ONEINCH_ROUTER } from './oneinch-contracts.ts';
import { wrappedOf } from './tokens.ts';

/** The same address on ETH, ARB and BSC; unused on public chains. */
export const CCM_RECEIVER = '0xCF1cC00000000000000000000000000000000cF1';

const CONSTRUCTOR = parseAbiParameters('address vault, address router, address wrappedNative');
const hex = z.custom<Hex>((value) => typeof value === 'string' && /^0x[0-9a-f]*$/.test(value));

/**
 * The code that its constructor returns on this chain; nothing is deployed. Undefined if Chainflip has no vault there.
 */
async function receiverCode(anvil: Anvil, chain: ChainId): Promise<Hex | undefined> {
  const [vault, wrapped] = [chainflipVault(chain), wrappedOf(chain)?.address];
  if (vault === undefined || wrapped === undefined) return undefined;
  const args = encodeAbiParameters(CONSTRUCTOR, [vault, ONEINCH_ROUTER, wrapped]);
  const data = `${ccmReceiverArtifact.bytecode}${args.slice(2)}`;
  return hex.parse(await anvil.rpc('eth_call', [{ data }, 'latest']));
}

/** The write that a chain needs when it has no such contract, or one of another build. */
export async function missingReceiver(anvil: Anvil, chain: ChainId): Promise<Write[]> {
  const code = await receiverCode(anvil, chain);
  if (code === undefined) return [];
  const standing = await anvil.rpc('eth_getCode', [CCM_RECEIVER, 'latest']);
  return standing === code ? [] : [['anvil_setCode', [CCM_RECEIVER, code]]];
}

const bodySchema = z.strictObject({ chain: z.string().transform((text) => text.toUpperCase()), there: z.boolean() });

/**
 * Adds the action `ccm-receiver` (`/control/ccm-receiver`): {"chain":"ETH","there":false} removes the contract, so that
 * payouts that call it cannot be sent; true restores it, and so does the next start.
 */
export function addReceiverControl(
  world: Pick<World, 'control'>,
  evm: readonly { chain: ChainId; channels?: unknown; node: EvmChain }[],
): void {
  world.control('ccm-receiver', async (params) => {
    const parsed = bodySchema.safeParse(params);
    if (!parsed.success)
      throw new ControlError(parsed.error.issues.map((one) => `${one.path.join('.')}: ${one.message}`).join('; '));
    const { chain, there } = parsed.data;
    const node = evm.find((ledger) => ledger.chain === chain && ledger.channels !== undefined)?.node;
    if (node === undefined) throw new ControlError('chain: one of ETH, ARB, BSC');
    await node.exclusive(async (anvil) => {
      const calls: Write[] = there
        ? await missingReceiver(anvil, node.chain)
        : [['anvil_setCode', [CCM_RECEIVER, '0x']]];
      if (calls.length > 0) await node.commit({ kind: 'write', calls });
    });
    return { chain, address: CCM_RECEIVER, there };
  });
}
