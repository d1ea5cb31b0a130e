// What the app does without a network: it opens, says so in words, and still shows the swaps of this browser.
// Quotes, tracking and chains (/v1, /page, /chain, /garden) are never kept: an old answer there costs money.

const SHELL = `portage-shell-${self.portageBuild}`;
const FILES = 'portage-files';
const MOST_FILES = 400;
const ACTIVITY = '/activity';
// Receipts are checked by what came with the page, so that it needs no network either.
const VERIFY = '/receipt/verify';
// Pages that work without a network.
const KEPT = [ACTIVITY, VERIFY];
const OFFLINE = '/offline';

// Their names change with their content, so that one that is here is right.
const isForGood = (path) => path.startsWith('/_next/static/') || path.startsWith('/texts/');
// Scripts that run before the page's own: what is here is taken at once and renewed behind.
const isRenewed = (path) => /^\/(theme|early-quote)\.js$/.test(path);

async function keep(name, request, response) {
  if (!response.ok || response.redirected) {
    // A body that nobody reads would hold its connection.
    await response.body?.cancel();
    return;
  }
  const cache = await caches.open(name);
  await cache.put(request, response);
  if (name !== FILES) return;
  const all = await cache.keys();
  await Promise.all(all.slice(0, Math.max(0, all.length - MOST_FILES)).map((old) => cache.delete(old)));
}

// The page and every file that it names: what it needs to come alive.
async function keepPage(path) {
  const response = await fetch(path, { credentials: 'same-origin', cache: 'no-cache' });
  if (!response.ok) return response.body?.cancel();
  const text = await response.clone().text();
  await keep(SHELL, path, response);
  const named = text.match(/\/?(_next\/static\/[\w./~-]+\.(js|css|woff2)|texts\/[\w-]+\.js|theme\.js)/g) ?? [];
  const files = new Set(named.map((file) => (file.startsWith('/') ? file : `/${file}`)));
  return Promise.all(
    [...files].map(async (file) => {
      if (!(await caches.match(file))) await keep(FILES, file, await fetch(file));
    }),
  );
}

self.addEventListener('install', (event) => {
  // Pages that are open lose nothing by a new worker: their files are found by names that no build reuses.
  self.skipWaiting();
  // The browser keeps pictures itself: an event for each would cost more than the pictures.
  event.addRoutes?.({ condition: { requestDestination: 'image' }, source: 'network' });
  event.waitUntil(Promise.allSettled([keepPage(OFFLINE), ...KEPT.map(keepPage)]));
});

// The page that is open is not taken over: it would load again each picture that it has in memory.
async function dropOldShells() {
  const names = await caches.keys();
  await Promise.all(
    names.filter((name) => name.startsWith('portage-shell-') && name !== SHELL).map((name) => caches.delete(name)),
  );
}

self.addEventListener('activate', (event) => event.waitUntil(dropOldShells()));

// The network's answer; only without one what was kept.
async function page(request, path) {
  try {
    const response = await fetch(request);
    if (KEPT.includes(path) && !new URL(request.url).search) void keep(SHELL, path, response.clone());
    return response;
  } catch (error) {
    const kept =
      (KEPT.includes(path) && (await caches.match(path, { ignoreVary: true }))) ||
      (await caches.match(OFFLINE, { ignoreVary: true }));
    if (kept) return kept;
    throw error;
  }
}

async function forGood(request) {
  const kept = await caches.match(request);
  if (kept) return kept;
  const response = await fetch(request);
  void keep(FILES, request, response.clone());
  return response;
}

async function renewed(event) {
  const fresh = fetch(event.request).then(async (response) => {
    await keep(FILES, event.request, response.clone());
    return response;
  });
  const kept = await caches.match(event.request);
  if (!kept) return fresh;
  event.waitUntil(fresh.catch(() => undefined));
  return kept;
}

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  if (request.mode === 'navigate') event.respondWith(page(request, pathname));
  else if (isForGood(pathname)) event.respondWith(forGood(request));
  else if (isRenewed(pathname)) event.respondWith(renewed(event));
});
