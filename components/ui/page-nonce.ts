/** Lets libraries that insert style elements use the page's nonce; without it the security policy would block them. */

/**
 * Sets the name that `get-nonce` reads when no nonce was set; RainbowKit's scroll lock uses it for its style. Source:
 * github.com/theKashey/get-nonce.
 */
export function shareNonce(): void {
  const marked = document.querySelector<HTMLElement>('script[nonce]');
  if (marked?.nonce) Object.assign(globalThis, { __webpack_nonce__: marked.nonce });
}
