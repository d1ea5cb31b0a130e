/** Loads the compiled programs that the sandbox puts on its Solana. */
import { base64 } from '@scure/base';
import { z } from 'zod';
import depositChannel from '../solana-programs/artifacts/deposit-channel.json' with { type: 'json' };
import jupiterSwap from '../solana-programs/artifacts/jupiter-swap.json' with { type: 'json' };
import swapEndpoint from '../solana-programs/artifacts/swap-endpoint.json' with { type: 'json' };

const artifactSchema = z.object({ elf: z.string() });

const elfOf = (artifact: unknown): Uint8Array => base64.decode(artifactSchema.parse(artifact).elf);

export const swapEndpointElf = elfOf(swapEndpoint);
export const depositChannelElf = elfOf(depositChannel);
export const jupiterSwapElf = elfOf(jupiterSwap);
