/** What a host's no, or its silence, is thrown as. */

/** The host's no, or its silence. `message` is its sentence, where it gave one. */
export class Vetoed extends Error {
  override readonly name = 'Vetoed';
  readonly silent: boolean;
  constructor(message: string, silent: boolean) {
    super(message);
    this.silent = silent;
  }
}
