// The page's policy forbids making code of text: zod, where it comes later, shall not try.
globalThis.__zod_globalConfig = { jitless: true };
// Sets the chosen theme before the first paint; without a choice the system's applies. An embed has its host's.
try {
  const theme = localStorage.getItem('portage.theme');
  if (!('embed' in document.documentElement.dataset) && (theme === 'light' || theme === 'dark'))
    document.documentElement.dataset.theme = theme;
} catch {}
