/** Hex as viem's types want it, of text that is known to be hex. */
export type Hex = `0x${string}`;

export const hex = (text: string): Hex => `0x${text.replace(/^0x/i, '')}`;
