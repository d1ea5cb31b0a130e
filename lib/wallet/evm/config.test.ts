/** The list of EVM wallets is the deployment's choice, and never has one that could not connect. */
import { describe, expect, test } from 'vitest';
import { EVM_WALLET_IDS } from '../../domain/evm-wallets.ts';
import { walletGroups } from './config.ts';

const id = '0123456789abcdef'.repeat(2);
const plain = { silent: false, insideSafe: false };
const names = (groups: ReturnType<typeof walletGroups>) =>
  groups.map(({ wallets }) => wallets.map((wallet) => wallet({ projectId: id, appName: 'x' }).id));

describe('without a project id', () => {
  test('nothing is listed that needs WalletConnect, and no empty group', () => {
    expect(walletGroups({ wallets: EVM_WALLET_IDS }, plain)).toEqual([]);
    expect(walletGroups({ wallets: EVM_WALLET_IDS, projectId: 'YOUR_PROJECT_ID' }, plain)).toEqual([]);
  });

  test('the silent wallet of the page stays, and a Safe only inside Safe', () => {
    expect(names(walletGroups({ wallets: [] }, { silent: true, insideSafe: false }))).toEqual([['injected']]);
    expect(names(walletGroups({ wallets: [] }, { silent: true, insideSafe: true }))).toEqual([['safe', 'injected']]);
  });
});

test('with one, all chosen wallets are listed in their order', () => {
  const [listed = []] = names(walletGroups({ wallets: ['ledger', 'walletConnect'], projectId: id }, plain));
  expect(listed).toEqual(['ledger', 'walletConnect']);
  expect(names(walletGroups({ wallets: EVM_WALLET_IDS, projectId: id }, plain))[0]).toHaveLength(EVM_WALLET_IDS.length);
});
