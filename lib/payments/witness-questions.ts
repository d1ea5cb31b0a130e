/** Lists how the nodes of each network are asked where a payment goes: one line for each upstream. */
import { channelQuestion } from './chainflip/ask-channel.ts';
import { vaultQuestion } from './thor-family/ask-vault.ts';
import type { WitnessQuestion } from './witness.ts';

const QUESTIONS: Readonly<Record<string, WitnessQuestion>> = {
  THORCHAIN: vaultQuestion,
  MAYACHAIN: vaultQuestion,
  CHAINFLIP: channelQuestion,
};

/** Undefined when only the provider itself can answer. */
export const questionOf = (upstream: string): WitnessQuestion | undefined =>
  Object.hasOwn(QUESTIONS, upstream) ? QUESTIONS[upstream] : undefined;
