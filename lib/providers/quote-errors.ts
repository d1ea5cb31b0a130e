/** Turns every error of a quote into a `ProviderError`; a timeout keeps its own code. */
import { ProviderError } from '../domain/errors.ts';

/** @param title of the provider, for the sentence. @throws {ProviderError} */
export async function quotedBy<T>(title: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ProviderError) throw error;
    if (signal.aborted)
      throw new ProviderError('providerQuoteTimeout', `${title} did not answer in time.`, { cause: error });
    throw new ProviderError('unknownError', `${title} could not be quoted.`, { cause: error });
  }
}
