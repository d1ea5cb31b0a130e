/** Called once by Next when a server starts; returns at once, so that nothing delays readiness. */
export async function register(): Promise<void> {
  // Replaced when the app is built: the server's code is not for the edge runtime.
  if (process.env.NEXT_RUNTIME !== 'nodejs') return;
  const { startBackground } = await import('./lib/services/background.ts');
  void startBackground();
}
