/** Types text that is known to be hex as viem wants it. */
export type Hex = `0x${string}`;

export const hex = (text: string): Hex => `0x${text.replace(/^0x/i, '')}`;
