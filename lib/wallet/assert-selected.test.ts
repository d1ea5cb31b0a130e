/** Refunds go to the paying address: a wallet that has changed its account meanwhile is not asked to pay. */
import { expect, test, vi } from 'vitest';
import { assertSelected } from './assert-selected.ts';
import { faultOf } from './testing/routes.ts';
import type { CosmosWallet } from './wallet-kinds.ts';
import type { ConnectedAccount, PaymentFault } from './wallet-types.ts';

const account: ConnectedAccount = { walletId: 'x', walletName: 'X', chain: 'GAIA', address: 'cosmos1a' };
const wallet = (change: Partial<CosmosWallet>): CosmosWallet => ({
  kind: 'cosmos',
  option: { id: 'x', name: 'X' },
  chains: ['GAIA'],
  connect: vi.fn(),
  signAmino: vi.fn(),
  ...change,
});

type Reported = [what: string, accountNow: () => Promise<string | undefined>, fault: PaymentFault];
const reported: Reported[] = [
  ['another account', async () => 'cosmos1b', 'wrongAccount'],
  ['none: it is locked', async () => undefined, 'locked'],
  ['that this page is not allowed', () => Promise.reject({ code: 4100 }), 'disconnected'],
  ['that the person would not unlock it', () => Promise.reject({ code: 4001 }), 'rejected'],
];
test.each(reported)('the wallet reports %s', async (_what, accountNow, fault) => {
  expect(await faultOf(() => assertSelected(wallet({ accountNow }), account))).toMatchObject({
    fault,
    nothingSent: true,
  });
});

test('the reviewed account passes, and so does a wallet that cannot be asked: its signature is checked', async () => {
  await assertSelected(wallet({ accountNow: async () => 'cosmos1a' }), account);
  await assertSelected(wallet({}), account);
});
