/** Serves the files for other programs: from the build, and in development from the current sources. */
import { builtBytes, builtFile, isBuilt } from '../config/programs.ts';

type FileName = 'client.ts' | 'client.js' | 'verify.js' | 'verify.d.ts';

const made = new Map<FileName, Promise<string>>();

async function make(name: FileName): Promise<string> {
  if (isBuilt) return builtFile(name);
  if (name === 'client.ts' || name === 'client.js') {
    const { clientJavaScript, clientTypeScript } = await import('./make-client.ts');
    return name === 'client.ts' ? clientTypeScript() : clientJavaScript();
  }
  const { verifyJavaScript, verifyTypes } = await import('./make-verify.ts');
  return name === 'verify.js' ? verifyJavaScript() : verifyTypes();
}

/** Read once for each process. */
function fileOf(name: FileName): Promise<string> {
  const known = made.get(name) ?? make(name);
  made.set(name, known);
  return known;
}

export type ClientKind = 'ts' | 'js';

export const clientFile = (kind: ClientKind): Promise<string> => fileOf(`client.${kind}`);
export const verifyFile = (kind: 'js' | 'd.ts'): Promise<string> => fileOf(`verify.${kind}`);

let packed: Promise<Uint8Array<ArrayBuffer>> | undefined;

/** The package for `npm install`, read once for each process. */
export function clientPackage(): Promise<Uint8Array<ArrayBuffer>> {
  packed ??= isBuilt
    ? builtBytes('client.tgz').then((bytes) => Uint8Array.from(bytes))
    : import('./make-client-package.ts').then(({ packClient }) => packClient());
  return packed;
}
