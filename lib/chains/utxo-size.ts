/** Sizes the parts of a Bitcoin-family transaction in virtual bytes, which determine its fee. */

/** A signed input by the kind of its script. P2SH is taken as wrapped P2WPKH, the only kind that wallets sign. */
export const INPUT_VBYTES = { wpkh: 68n, pkh: 148n, sh: 91n } as const;
export type InputKind = keyof typeof INPUT_VBYTES;

/** Everything but inputs and outputs. */
export const OVERHEAD_VBYTES = 11n;

export const outputVbytes = (scriptBytes: number): bigint => 9n + BigInt(scriptBytes);

/** Bytes of an output's script. */
export const P2TR_BYTES = 34;
export const P2PKH_BYTES = 25;
export const P2WPKH_BYTES = 22;

/** OP_RETURN and a push, of two bytes past 75. */
export const dataScriptBytes = (dataBytes: number): number => dataBytes + (dataBytes > 75 ? 3 : 2);
