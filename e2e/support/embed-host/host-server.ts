/** A foreign site on another origin, whose pages embed Portage under a strict content policy. */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

export type HostSite = {
  /** An origin that this deployment allows to frame: any port of 127.0.0.1. */
  origin: string;
  /** The same pages on an unregistered origin. Browsers resolve every `.localhost` to this machine. */
  stranger: string;
  close(): Promise<void>;
};

/** Files of `pages/` by the name of the page. */
const PAGES = { plain: 'plain.tsx', react: 'react.tsx', vue: 'vue.ts', free: 'free.tsx', module: 'module.tsx' };

async function bundle(file: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL(`pages/${file}`, import.meta.url))],
    bundle: true,
    format: 'iife',
    jsx: 'automatic',
    define: {
      'process.env.NODE_ENV': '"development"',
      __VUE_OPTIONS_API__: 'false',
      __VUE_PROD_DEVTOOLS__: 'false',
      __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: 'false',
    },
    write: false,
    logLevel: 'silent',
  });
  return outputFiles[0]?.text ?? '';
}

/** The oldest released loader, loaded with its hash, so that no other bytes are accepted. */
function releasedLoader(portage: string): string {
  const releases: Record<string, string> = JSON.parse(readFileSync('public/embed-releases.json', 'utf8'));
  const [name, integrity] = Object.entries(releases)[0] ?? [];
  return `<script src="${portage}/${name}" integrity="${integrity}" crossorigin="anonymous"></script>`;
}

function loader(portage: string, page: string): string {
  if (page === 'module') return '';
  return page === 'plain' ? releasedLoader(portage) : `<script src="${portage}/embed.js"></script>`;
}

/** Has neither inline scripts nor styles; the policy allows only what the loader needs. */
const html = (portage: string, page: string) => `<!doctype html>
<html lang="en" data-portage="${portage}">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width">
    <title>A shop</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="/shop.css">
    ${loader(portage, page)}
    <script src="/${page}.js" defer></script>
  </head>
  <body>
    <h1>A shop</h1>
    <div id="root"></div>
  </body>
</html>`;

const CSS = `body { margin: 0 auto; max-width: 64rem; padding: 1rem; font: 16px/1.5 Georgia, serif; background: #fbf3e4; color: #33240f; }
.two { display: grid; gap: 1rem; align-items: start; }
@media (min-width: 50rem) { .two { grid-template-columns: 1fr 1fr; } }
.portage-state { border-style: dashed; }`;

/** The policy that the embedding guide requires, and no more; the page itself adds a script and a style sheet. */
const policy = (portage: string) =>
  `default-src 'none'; script-src 'self' ${portage}; frame-src ${portage}; style-src 'self'; img-src data:`;

/** @param portage origin of the Portage that the pages embed. */
export async function openHostSite(portage: string): Promise<HostSite> {
  const scripts: ReadonlyMap<string, string> = new Map(
    await Promise.all(Object.entries(PAGES).map(async ([page, file]) => [`/${page}.js`, await bundle(file)] as const)),
  );
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://host').pathname;
    const script = scripts.get(path);
    const page = Object.keys(PAGES).find((name) => path === `/${name}`);
    const [type, body] = script
      ? ['text/javascript', script]
      : path === '/shop.css'
        ? ['text/css', CSS]
        : ['text/html', page ? html(portage, page) : ''];
    response.writeHead(body ? 200 : 404, {
      'content-type': `${type}; charset=utf-8`,
      'content-security-policy': policy(portage),
    });
    response.end(body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the host site has no port');
  return {
    origin: `http://127.0.0.1:${address.port}`,
    stranger: `http://stranger.localhost:${address.port}`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
