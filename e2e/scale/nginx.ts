/**
 * Starts Debian's nginx as an ordinary process in a folder of its own, on loopback: before the instances as operators
 * put it, and before the sandbox to log what is asked of upstreams.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';

export type Ports = {
  /** Of the balancer. */
  port: number;
  instances: readonly number[];
  /** By port here, the port of the sandbox that it leads to. */
  upstreams: ReadonlyMap<number, number>;
};

/** A call of an upstream: unix ms, and the port with the path. */
export type UpstreamCall = { at: number; path: string };
export type Nginx = { calls(): UpstreamCall[]; stop(): Promise<void> };

const LOG = 'calls.log';

const configuration = ({ port, instances, upstreams }: Ports): string => `
daemon off;
master_process off;
pid nginx.pid;
error_log stderr crit;
worker_rlimit_nofile 16384;
events { worker_connections 8192; }
http {
  access_log off;
  client_body_temp_path temp; proxy_temp_path temp; fastcgi_temp_path temp; uwsgi_temp_path temp; scgi_temp_path temp;
  log_format call '$msec $server_port$request_uri';
  proxy_http_version 1.1;
  proxy_set_header Connection '';
  proxy_set_header Host $http_host;
  proxy_set_header X-Forwarded-For $remote_addr;
  proxy_read_timeout 90s;
  upstream instances {
    ${instances.map((instance) => `server 127.0.0.1:${instance};`).join(' ')}
    keepalive 64;
  }
  server { listen 127.0.0.1:${port} backlog=4096; location / { proxy_pass http://instances; } }
  ${[...upstreams]
    .map(
      ([from, to]) => `
  upstream sandbox${from} { server 127.0.0.1:${to}; keepalive 64; }
  server {
    listen 127.0.0.1:${from} backlog=4096;
    access_log ${LOG} call;
    location / { proxy_pass http://sandbox${from}; }
  }`,
    )
    .join('')}
}
`;

async function untilListening(port: number, isOver: () => boolean): Promise<void> {
  for (;;) {
    if (isOver()) throw new Error('nginx ended at its start');
    const socket = connect(port, '127.0.0.1');
    const connected = await new Promise<boolean>((resolve) => {
      socket.once('connect', () => resolve(true));
      socket.once('error', () => resolve(false));
    });
    socket.destroy();
    if (connected) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** @param parent a folder. @throws where there is no nginx. */
export async function startNginx(parent: string, ports: Ports): Promise<Nginx> {
  if (spawnSync('nginx', ['-v']).error) throw new Error('This needs nginx: apt-get install nginx-light');
  const folder = join(parent, 'nginx');
  mkdirSync(join(folder, 'temp'), { recursive: true });
  writeFileSync(join(folder, 'nginx.conf'), configuration(ports));
  const child = spawn('nginx', ['-p', folder, '-c', 'nginx.conf'], { stdio: ['ignore', 'ignore', 'inherit'] });
  await untilListening(ports.port, () => child.exitCode !== null);
  return {
    calls: () =>
      readFileSync(join(folder, LOG), 'utf8')
        .split('\n')
        .flatMap((line) => {
          const [seconds = '', path] = line.split(' ');
          return path === undefined ? [] : [{ at: Number(seconds) * 1000, path }];
        }),
    async stop() {
      child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'exit');
    },
  };
}
