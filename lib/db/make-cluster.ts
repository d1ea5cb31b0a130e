/** Makes an empty database cluster in the folder given, as a program of its own: it takes seconds in which nothing else runs. */
import { PGlite } from '@electric-sql/pglite';

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('the folder of the new cluster is missing');
await (await PGlite.create({ dataDir: folder })).close();
