/** Hands out the client for other programs: made by the build, and in development from the sources as they stand. */
import { builtFile, isBuilt } from '../config/programs.ts';

export type ClientKind = 'ts' | 'js';

const made = new Map<ClientKind, Promise<string>>();

async function make(kind: ClientKind): Promise<string> {
  if (isBuilt) return builtFile(`client.${kind}`);
  const { clientJavaScript, clientTypeScript } = await import('./make-client.ts');
  return kind === 'ts' ? clientTypeScript() : clientJavaScript();
}

/** Read once a process. */
export function clientFile(kind: ClientKind): Promise<string> {
  const known = made.get(kind) ?? make(kind);
  made.set(kind, known);
  return known;
}
