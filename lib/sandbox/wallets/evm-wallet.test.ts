/** The sandbox's EVM wallet is announced, is silent until allowed, and signs for the local chains only. */
import { parseTransaction, recoverMessageAddress, recoverTransactionAddress } from 'viem';
import { beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { openPage, type TestPage } from './test-page.ts';
import { startWalletWorld } from './test-wallet-world.ts';
import type { Request } from './test-wallets.ts';

const { rpcCalls, script, own, gateway } = startWalletWorld();
let page: TestPage;

beforeEach(() => {
  page = openPage(gateway);
});

describe('EVM chains', () => {
  type Detail = { info: { name: string; rdns: string; icon: string }; provider: Request };
  async function provider(): Promise<Request> {
    const found: Detail[] = [];
    page.window.addEventListener('eip6963:announceProvider', (event) =>
      found.push((event as CustomEvent<Detail>).detail),
    );
    page.run(await script());
    page.window.dispatchEvent(new Event('eip6963:requestProvider'));
    expect(found.map(({ info }) => [info.name, info.rdns])).toEqual(
      Array(2).fill(['Sandbox wallet', 'org.portage.sandbox']),
    );
    expect(found[0]?.info.icon).toMatch(/^data:image\//);
    if (!found[0]) throw new Error('not announced');
    return found[0].provider;
  }
  const tx = () => ({
    from: own('ETH'),
    to: '0x2222222222222222222222222222222222222222',
    value: '0xde0b6b3a7640000',
    data: '0x',
  });

  test('is silent until it is allowed; leaving makes it so again', async () => {
    const { request } = await provider();
    expect(await request({ method: 'eth_accounts' })).toEqual([]);
    await expect(request({ method: 'eth_sendTransaction', params: [tx()] })).rejects.toMatchObject({ code: 4100 });
    page.answer = 'reject';
    await expect(request({ method: 'eth_requestAccounts' })).rejects.toMatchObject({ code: 4001 });
    page.answer = 'confirm';
    expect(await request({ method: 'eth_requestAccounts' })).toEqual([own('ETH')]);
    await request({ method: 'wallet_revokePermissions' });
    expect(await request({ method: 'eth_accounts' })).toEqual([]);
  });

  test('signs for the local chain only, with its own key, and shows amount and recipient first', async () => {
    const { request } = await provider();
    await request({ method: 'eth_requestAccounts' });
    await request({ method: 'eth_sendTransaction', params: [tx()] });
    const sent = rpcCalls.find(({ method }) => method === 'eth_sendRawTransaction');
    const [raw] = z.tuple([z.custom<`0x02${string}`>((value) => /^0x02/.test(String(value)))]).parse(sent?.params);
    expect(await recoverTransactionAddress({ serializedTransaction: raw })).toBe(own('ETH'));
    expect(parseTransaction(raw)).toMatchObject({
      chainId: 900_000_001,
      nonce: 4,
      to: tx().to,
      value: 10n ** 18n,
      gas: 25_200n,
    });
    expect(page.questions[1]).toContain('1 ETH');
    expect(page.questions[1]).toContain(tx().to);
  });

  test('sends nothing that was rejected, for another account or for another chain', async () => {
    const { request } = await provider();
    await request({ method: 'eth_requestAccounts' });
    const send = (change: Record<string, unknown>) =>
      request({ method: 'eth_sendTransaction', params: [{ ...tx(), ...change }] });
    await expect(send({ from: tx().to })).rejects.toMatchObject({ code: 4100 });
    await expect(send({ chainId: '0x1' })).rejects.toMatchObject({ code: -32602 });
    await expect(send({ value: 'all' })).rejects.toMatchObject({ code: -32602 });
    page.answer = 'reject';
    await expect(send({})).rejects.toMatchObject({ code: 4001 });
    expect(rpcCalls.map(({ method }) => method)).not.toContain('eth_sendRawTransaction');
  });

  test('knows the local chains and no public one, reads through the node, and names what it cannot do', async () => {
    const { request } = await provider();
    const switchTo = (chainId: string) => request({ method: 'wallet_switchEthereumChain', params: [{ chainId }] });
    expect(await request({ method: 'eth_chainId' })).toBe('0x35a4e901');
    expect(await switchTo('0x35a4e901')).toBeNull();
    for (const unknown of ['0x1', '0xa4b1']) await expect(switchTo(unknown)).rejects.toMatchObject({ code: 4902 });
    expect(await request({ method: 'eth_blockNumber' })).toBe('0x10');
    for (const method of ['wallet_getCapabilities', 'eth_sign', 'eth_signTransaction'])
      await expect(request({ method })).rejects.toMatchObject({ code: 4200 });
  });

  test('signs messages as they are shown', async () => {
    const { request } = await provider();
    await request({ method: 'eth_requestAccounts' });
    const signature = await request({ method: 'personal_sign', params: ['0x68656c6c6f', own('ETH')] });
    expect(await recoverMessageAddress({ message: 'hello', signature: signature as `0x${string}` })).toBe(own('ETH'));
    expect(page.questions[1]).toContain('hello');
  });
});
