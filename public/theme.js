// Sets the chosen theme before the first paint; without a choice the system's applies.
try {
  const theme = localStorage.getItem('portage.theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {}
