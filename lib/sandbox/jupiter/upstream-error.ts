/** A refusal as the emulated Jupiter words it. */
export class UpstreamError extends Error {
  override readonly name = 'UpstreamError';
  readonly status: number;
  /** Known to version 1 alone. */
  readonly errorCode: string | undefined;

  constructor(status: number, message: string, errorCode?: string) {
    super(message);
    this.status = status;
    this.errorCode = errorCode;
  }
}

export const badRequest = (message: string, errorCode?: string): UpstreamError =>
  new UpstreamError(400, message, errorCode);
