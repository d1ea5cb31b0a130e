/** Defines the error for a host's veto, or for its silence. */

/** The host vetoed or did not answer. `message` is its sentence, if it gave one. */
export class Vetoed extends Error {
  override readonly name = 'Vetoed';
  readonly silent: boolean;
  constructor(message: string, silent: boolean) {
    super(message);
    this.silent = silent;
  }
}
