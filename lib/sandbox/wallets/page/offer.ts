/** Puts an object into the page under a name where no real wallet has taken it. */

export function offer(name: string, wallet: object): void {
  if (Reflect.get(window, name) !== undefined) return;
  Object.defineProperty(window, name, { value: Object.freeze(wallet), configurable: true, enumerable: true });
}
