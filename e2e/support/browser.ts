/**
 * Finds a browser for the journeys: an installed one first, Playwright's own second. Nobody sees it, so the headless
 * build comes before the others, as in Playwright: it is the same engine and takes a tenth less time.
 */
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';

const INSTALLED = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** Path of the browser to launch; undefined where there is none yet. */
export function browserPath(): string | undefined {
  const chosen = process.env.CHROMIUM_PATH;
  if (chosen) return chosen;
  return [...INSTALLED, chromium.executablePath()].find((path) => existsSync(path));
}

/** Disables background traffic, since the journeys fail on any request that leaves this machine. */
export const BROWSER_ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];
