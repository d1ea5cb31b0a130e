/** A deployment of several instances behind nginx, on one Postgres and one sandbox, all on loopback. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freshFolder, removeFolders } from '../../lib/db/test-folders.ts';
import { freePort } from '../../lib/db/test-port.ts';
import { startPostgres, type TestPostgres } from '../../lib/db/test-postgres.ts';
import { type OwnApp, startOwnApp } from '../support/own-app.ts';
import { startOwnSandbox } from '../support/own-sandbox.ts';
import { createSandbox, type Sandbox } from '../support/sandbox.ts';
import { type Nginx, startNginx } from './nginx.ts';

export type Deployment = {
  /** Of nginx. */
  url: string;
  apps: readonly OwnApp[];
  postgres: TestPostgres;
  sandbox: Sandbox;
  nginx: Nginx;
  /** Settings of the instances, for an operator's commands. */
  environment: Record<string, string>;
  stop(): Promise<void>;
};

/** The sandbox's second operator listens this far above its port. */
const SECOND_OPERATOR = 100;

/** With the limits of callers out of the way, since all have one address here. */
export async function startDeployment(instances: number): Promise<Deployment> {
  const folder = mkdtempSync(join(tmpdir(), 'portage-scale-'));
  const started: { stop(): Promise<void> }[] = [];
  const stop = async (): Promise<void> => {
    // The last one first, since it uses the others.
    for (const one of started.reverse()) await one.stop();
    rmSync(folder, { recursive: true, force: true });
    await removeFolders();
  };
  const kept = <T extends { stop(): Promise<void> }>(one: T): T => {
    started.push(one);
    return one;
  };
  try {
    const postgres = kept(await startPostgres(freshFolder(), await freePort()));
    const world = kept(await startOwnSandbox(folder));
    const [port, counted] = [await freePort(), await freePort()];
    const ports: number[] = [];
    while (ports.length < instances) ports.push(await freePort());
    const upstreams = [0, SECOND_OPERATOR].map((above): [number, number] => [counted + above, world.port + above]);
    const nginx = kept(await startNginx(folder, { port, instances: ports, upstreams: new Map(upstreams) }));
    const environment = {
      SANDBOX_URL: `http://127.0.0.1:${counted}`,
      DATABASE_URL: postgres.url,
      RATE_LIMIT: '100000000',
      CHAINFLIP_CHANNELS_MAX: '1000000',
      CHAINFLIP_CHANNELS_PER_CLIENT: '1000000',
      STREAMS_PER_CALLER: '100000',
    };
    const startInstance = async (own: number): Promise<OwnApp> => {
      const dataDir = join(folder, String(own));
      mkdirSync(dataDir);
      return kept(await startOwnApp(dataDir, environment, { port: own, sandboxPort: world.port }));
    };
    const starting = ports.map(startInstance);
    await Promise.allSettled(starting);
    const apps = await Promise.all(starting);
    return {
      url: `http://127.0.0.1:${port}`,
      apps,
      postgres,
      sandbox: createSandbox(world.url),
      nginx,
      environment,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
