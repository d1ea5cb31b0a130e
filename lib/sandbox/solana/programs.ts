/** Loads the compiled programs that the sandbox puts on its Solana. */
import { readFileSync } from 'node:fs';
import { base64 } from '@scure/base';
import { z } from 'zod';

const artifactSchema = z.object({ elf: z.string() });

const load = (name: string): Uint8Array =>
  base64.decode(
    artifactSchema.parse(
      JSON.parse(readFileSync(new URL(`../../solana-program/artifacts/${name}.json`, import.meta.url), 'utf8')),
    ).elf,
  );

export const swapEndpointElf = load('swap-endpoint');
export const depositChannelElf = load('deposit-channel');
export const jupiterSwapElf = load('jupiter-swap');
