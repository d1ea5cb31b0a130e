/** Encodes why a call failed, as an event contains it. */

/** By index. Source: polkadot-sdk sp-runtime lib.rs, TokenError. */
const TOKEN_ERRORS = [
  'FundsUnavailable',
  'OnlyProvider',
  'BelowMinimum',
  'CannotCreate',
  'UnknownAsset',
  'Frozen',
  'Unsupported',
  'CannotCreateHold',
  'NotExpendable',
  'Blocked',
] as const;
/** By index; only those that transfers can raise. Source: polkadot-sdk pallet-assets lib.rs, Error. */
const ASSETS_ERRORS = ['BalanceLow', 'NoAccount', 'NoPermission', 'Unknown'] as const;

/** Indices of DispatchError. */
const MODULE = 3;
const TOKEN = 7;

export class DispatchFailed extends Error {
  override readonly name = 'DispatchFailed';
  readonly bytes: Uint8Array;
  constructor(message: string, bytes: Uint8Array) {
    super(message);
    this.bytes = bytes;
  }
}

export const tokenError = (name: (typeof TOKEN_ERRORS)[number]): DispatchFailed =>
  new DispatchFailed(`Token.${name}`, Uint8Array.of(TOKEN, TOKEN_ERRORS.indexOf(name)));

export const assetsError = (pallet: number, name: (typeof ASSETS_ERRORS)[number]): DispatchFailed =>
  new DispatchFailed(`Assets.${name}`, Uint8Array.of(MODULE, pallet, ASSETS_ERRORS.indexOf(name), 0, 0, 0));
