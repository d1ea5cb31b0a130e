/** Gives a host page the journey's own wallets, which the page lends to its frames. */
import type { Page } from '@playwright/test';
import { FakeError, type FakeSigner } from '../fake-wallets/knobs.ts';
import type { LentKind } from './pages/page-globals.ts';

/** Call before the page is opened. Returns the list of all methods called so far, oldest first. */
export async function giveWallets(page: Page, signers: Partial<Record<LentKind, FakeSigner>>): Promise<string[]> {
  const asked: string[] = [];
  await page.exposeFunction('hostWallet', async (kind: LentKind, method: string, params: readonly unknown[]) => {
    asked.push(method);
    try {
      return { value: await signers[kind]?.request(method, params) };
    } catch (error) {
      return { code: error instanceof FakeError ? error.code : -32603, message: String(error) };
    }
  });
  return asked;
}
