import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lockFolder } from './folder-lock.ts';
import { startOfProcess } from './process-identity.ts';
import { createWorld } from './world.ts';
import { heldWorld, newFolder, removeFolder } from './world-for-tests.ts';

let folder: string;
beforeEach(() => {
  folder = newFolder();
});
afterEach(() => removeFolder(folder));

/** A part whose state is a count. */
function counter() {
  const persisted = { count: 0n, saved: { touch: () => {}, flush: () => {} } };
  return {
    persisted: persisted,
    on: (world: ReturnType<typeof heldWorld>['world']) => {
      persisted.saved = world.persist({
        name: 'counter',
        dump: () => ({ count: persisted.count }),
        load: (state) => {
          persisted.count = (state as { count: bigint }).count;
        },
      });
      return persisted;
    },
  };
}

describe('what the world keeps', () => {
  it('after a kill has everything that was flushed before an answer, big numbers to the unit', () => {
    const first = heldWorld(folder).world;
    const persisted = counter().on(first);
    persisted.count = 2n ** 100n;
    persisted.saved.flush();
    persisted.count = 0n;
    persisted.saved.touch();
    first.states.abandon();
    expect(counter().on(heldWorld(folder).world).count).toBe(2n ** 100n);
  });

  it('has after a clean end also what was only touched', () => {
    const first = heldWorld(folder).world;
    const persisted = counter().on(first);
    persisted.count = 7n;
    persisted.saved.touch();
    first.states.flushAll();
    expect(counter().on(heldWorld(folder).world).count).toBe(7n);
  });

  it('ends in order where its folder was removed, and still says what else keeps it from writing', () => {
    const { world } = heldWorld(folder);
    const { saved } = counter().on(world);
    saved.flush();
    mkdirSync(join(folder, 'world', 'counter.json.next'));
    expect(() => saved.flush()).toThrow('EISDIR');
    removeFolder(folder);
    saved.touch();
    world.states.flushAll();
    saved.flush();
    expect(existsSync(folder)).toBe(false);
  });

  it('ignores a file that a kill cut while it was written', () => {
    const persisted = counter().on(heldWorld(folder).world);
    persisted.count = 3n;
    persisted.saved.flush();
    writeFileSync(join(folder, 'world', 'counter.json.next'), '{"coun');
    expect(counter().on(heldWorld(folder).world).count).toBe(3n);
  });

  it('names a damaged file instead of beginning another world silently', () => {
    const persisted = counter().on(heldWorld(folder).world);
    persisted.saved.flush();
    writeFileSync(join(folder, 'world', 'counter.json'), 'nonsense');
    expect(() => counter().on(heldWorld(folder).world)).toThrow(/counter\.json/);
  });

  it('derives the same secrets after a restart, and others in another world', () => {
    const own = createWorld({ folder, log: () => {} });
    own.states.abandon();
    const again = createWorld({ folder, log: () => {} });
    expect(again.secret('vault')).toEqual(own.secret('vault'));
    expect(again.secret('vault')).not.toEqual(own.secret('vault2'));
    const otherFolder = newFolder();
    const other = createWorld({ folder: otherFolder, log: () => {} });
    expect(other.secret('vault')).not.toEqual(own.secret('vault'));
    for (const world of [again, other]) world.states.abandon();
    removeFolder(otherFolder);
    expect(() => createWorld({ folder, seed: 'another', log: () => {} })).toThrow(/another seed/);
  });

  it('keeps how the clock was set, how far it was stepped, and the faults that are on', async () => {
    const { world } = heldWorld(folder);
    await world.clock.step(3600);
    world.clock.speed = 120;
    world.saveClock();
    world.faults.set({ target: 'thornode', kind: '500', params: { times: 2 } });
    world.states.abandon();
    const again = createWorld({ folder, log: () => {} });
    again.states.abandon();
    expect(again.clock.dump()).toMatchObject({ held: true, speed: 120, offsetMs: 3_600_000 });
    expect(again.faults.get('THORNODE', '500')).toEqual({ times: 2 });
    again.faults.use('thornode', '500');
    again.faults.use('thornode', '500');
    expect(again.faults.get('thornode', '500')).toBeUndefined();
  });
});

describe('the lock of a data folder', () => {
  it('names the owner of the folder to a second sandbox, and lets it in afterwards', () => {
    const unlock = lockFolder(folder);
    expect(() => lockFolder(folder)).toThrow(`process ${process.pid}`);
    unlock();
    lockFolder(folder)();
    expect(existsSync(join(folder, 'lock.json'))).toBe(false);
  });

  it('is no obstacle when its holder was killed, even where another process has its number now', async () => {
    const child = spawn(process.execPath, ['-e', '']);
    const pid = child.pid ?? 0;
    await once(child, 'exit');
    expect(startOfProcess(pid)).toBeUndefined();
    for (const left of [
      { pid, start: '1' },
      { pid: process.pid, start: 'long ago' },
    ]) {
      writeFileSync(join(folder, 'lock.json'), JSON.stringify(left));
      const unlock = lockFolder(folder);
      expect(JSON.parse(readFileSync(join(folder, 'lock.json'), 'utf8')).pid).toBe(process.pid);
      unlock();
    }
    writeFileSync(join(folder, 'lock.json'), '{"pi');
    lockFolder(folder)();
  });
});
