/** A refusal with the emulated Jupiter's message. */
export class UpstreamError extends Error {
  override readonly name = 'UpstreamError';
  readonly status: number;
  /** Version 1 only. */
  readonly errorCode: string | undefined;

  constructor(status: number, message: string, errorCode?: string) {
    super(message);
    this.status = status;
    this.errorCode = errorCode;
  }
}

export const badRequest = (message: string, errorCode?: string): UpstreamError =>
  new UpstreamError(400, message, errorCode);
