/** Refusals with the codes that pages know from real wallets. Sources: EIP-1193 and JSON-RPC 2.0. */

export class ProviderError extends Error {
  override readonly name = 'ProviderError';
  readonly code: number;
  readonly data?: unknown;
  constructor(code: number, message: string, data?: unknown) {
    super(message);
    this.code = code;
    if (data !== undefined) this.data = data;
  }
}

export const rejected = () => new ProviderError(4001, 'User rejected the request.');
export const unauthorized = () => new ProviderError(4100, 'This site is not connected to the Sandbox wallet.');
export const unsupported = (method: string) => new ProviderError(4200, `The Sandbox wallet does not know ${method}.`);
export const invalid = (what: string) => new ProviderError(-32602, what);
