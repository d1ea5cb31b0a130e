/** Types text that is known to be hex as viem's `Hex`. */
export type Hex = `0x${string}`;

export const hex = (text: string): Hex => `0x${text.replace(/^0x/i, '')}`;
