/**
 * Writes rows in groups: what is given during one round of the event loop is written together. Each caller waits until
 * its own row is written.
 */
import { storeFaultOf } from './store-faults.ts';

/** The most rows of one statement, so that none of them waits for long. */
const MOST_ROWS = 64;

type Waiting<Row> = { row: Row; done: () => void; fail: (error: unknown) => void };

/**
 * @param write all rows or none. Where it fails for a group although the database is there, each row is written alone, so
 * that none fails for another. Groups do not wait for each other: one may hang with its connection.
 */
export function inGroups<Row>(write: (rows: readonly Row[]) => Promise<unknown>): (row: Row) => Promise<void> {
  let waiting: Waiting<Row>[] = [];

  async function writeGroup(group: readonly Waiting<Row>[]): Promise<void> {
    try {
      await write(group.map(({ row }) => row));
      for (const { done } of group) done();
    } catch (error) {
      const isOfRow = group.length > 1 && storeFaultOf(error)?.isAway !== true;
      for (const { row, done, fail } of group) {
        if (isOfRow) void write([row]).then(done, fail);
        else fail(error);
      }
    }
  }

  function writeAll(): void {
    for (let first = 0; first < waiting.length; first += MOST_ROWS)
      void writeGroup(waiting.slice(first, first + MOST_ROWS));
    waiting = [];
  }

  return (row) =>
    new Promise((done, fail) => {
      if (waiting.length === 0) setImmediate(writeAll);
      waiting.push({ row, done, fail });
    });
}
