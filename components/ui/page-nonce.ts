/** Lets what makes style elements later use the page's nonce: without it the policy would drop them. */

/**
 * For `get-nonce`, by which RainbowKit's scroll lock marks its style; it reads this name where nobody gave it one.
 * Source: github.com/theKashey/get-nonce.
 */
export function shareNonce(): void {
  const marked = document.querySelector<HTMLElement>('script[nonce]');
  if (marked?.nonce) Object.assign(globalThis, { __webpack_nonce__: marked.nonce });
}
