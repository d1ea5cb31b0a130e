/** Puts wallets of the journey's own into a host page, which lends them to its frames. */
import type { Page } from '@playwright/test';
import { FakeError, type FakeSigner } from '../fake-wallets/knobs.ts';
import type { LentKind } from './pages/page-globals.ts';

/** Answers every method that was asked so far, oldest first. Before the page is opened. */
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
