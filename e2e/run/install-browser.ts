/** Ensures that the journeys have a browser, or says what a person must do. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { browserPath } from '../support/browser.ts';

const run = (command: string, args: string[]) => spawnSync(command, args, { stdio: 'inherit' }).status === 0;

/** @returns whether there is a browser now. */
export function installBrowser(): boolean {
  if (browserPath()) return true;
  const isRoot = process.getuid?.() === 0;
  if (isRoot && existsSync('/usr/bin/apt-get')) {
    console.log('No browser found: installing headless Chromium with apt-get.');
    run('apt-get', ['update', '-q']);
    run('apt-get', ['install', '-y', '-q', '--no-install-recommends', 'chromium-headless-shell', 'fonts-noto-core']);
    if (browserPath()) return true;
  }
  console.log("No browser found: fetching Playwright's Chromium.");
  run('npx', ['playwright', 'install', ...(isRoot ? ['--with-deps'] : []), 'chromium']);
  if (browserPath()) return true;
  console.error(
    'The browser journeys need Chromium. Install it ("sudo apt-get install chromium", or "npx playwright install chromium"), or set CHROMIUM_PATH to a Chrome or Chromium that you have.',
  );
  return false;
}
