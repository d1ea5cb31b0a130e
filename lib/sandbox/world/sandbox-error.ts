/** The sandbox cannot start; `message` is the sentence to show. */
export class SandboxError extends Error {
  override readonly name = 'SandboxError';
}
