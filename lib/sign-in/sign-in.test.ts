/** Whoever cannot sign for an address never reads its swaps, and a signature counts once, here, and for a short time. */
import { privateKeyToAccount } from 'viem/accounts';
import { createSiweMessage, parseSiweMessage, type SiweMessage } from 'viem/siwe';
import { expect, it } from 'vitest';
import { ChainUnavailable, type EvmClient, RpcError } from '../chain-clients/chain-clients.ts';
import { clientsWith } from '../chain-clients/test-clients.ts';
import { withTestStore } from '../db/test-store.ts';
import { createSignIn } from './sign-in.ts';

const db = withTestStore();
const SITE = 'https://swap.example';
const HOLDER = privateKeyToAccount(`0x${'11'.repeat(32)}`);
const OTHER = privateKeyToAccount(`0x${'22'.repeat(32)}`);
const CONTRACT = '0x9Ac64Cc6e4415144C455BD8E4837Fea55603e5c3';
const { signal } = new AbortController();

function signing(evm: Partial<EvmClient> = {}) {
  const clock = { now: 1_790_000_000_000 };
  const clients = clientsWith({ evm });
  return { clock, ...createSignIn({ store: db.store, clients, network: 'mainnet', now: () => clock.now }) };
}

const signed = async (message: string, by = HOLDER) => ({ message, signature: await by.signMessage({ message }) });
const statusOf = (work: Promise<unknown>): Promise<number> =>
  work.then(
    () => 200,
    (problem: { status?: number }) => problem.status ?? 0,
  );

it('a signed message gives a token of its address, for an hour', async () => {
  const { clock, message, token, holderOf } = signing();
  const asked = await message({ address: HOLDER.address.toLowerCase() }, SITE);
  expect(asked.message).toContain(`swap.example wants you to sign in with your Ethereum account:\n${HOLDER.address}`);
  const given = await token(await signed(asked.message), SITE, signal);
  expect(given).toMatchObject({ address: HOLDER.address, expiresAt: new Date(clock.now + 3_600_000).toISOString() });
  expect(given).not.toHaveProperty('chain');
  expect(await holderOf(given.token)).toEqual({ address: HOLDER.address.toLowerCase() });
  clock.now += 3_600_000;
  expect(await statusOf(holderOf(given.token))).toBe(401);
  expect(await statusOf(holderOf('pts_invented'))).toBe(401);
});

it('a nonce counts once, in all instances together, and for ten minutes', async () => {
  const { clock, message, token } = signing();
  const second = signing();
  const both = await signed((await message({ address: HOLDER.address }, SITE)).message);
  const results = await Promise.all([token(both, SITE, signal), second.token(both, SITE, signal)].map(statusOf));
  expect(results.sort()).toEqual([200, 401]);
  const late = await signed((await message({ address: HOLDER.address }, SITE)).message);
  clock.now += 600_000;
  expect(await statusOf(token(late, SITE, signal))).toBe(400);
});

it('a wrong signature is refused, and uses the nonce up', async () => {
  const { message, token } = signing({ rpc: async () => '0x' });
  const asked = await message({ address: HOLDER.address }, SITE);
  expect(await statusOf(token(await signed(asked.message, OTHER), SITE, signal))).toBe(401);
  expect(await statusOf(token(await signed(asked.message), SITE, signal))).toBe(401);
});

it.each<[string, Partial<SiweMessage>, number]>([
  ['another domain', { domain: 'evil.example' }, 400],
  ['another URI', { uri: 'https://evil.example' }, 400],
  ['a chain that is not served', { chainId: 4242 }, 400],
  ['a later time', { issuedAt: new Date(1_790_000_900_000) }, 400],
  ['a time that is over', { expirationTime: new Date(1_789_999_000_000) }, 400],
  ['an invented nonce', { nonce: 'abcdefgh12345678' }, 401],
])('a message with %s is refused', async (_what, change, status) => {
  const { message, token } = signing();
  const fields = parseSiweMessage((await message({ address: HOLDER.address }, SITE)).message) as SiweMessage;
  const text = createSiweMessage({ ...fields, ...change });
  expect(await statusOf(token(await signed(text), SITE, signal))).toBe(status);
});

it.each(['\nResources:\n- none', '\nInjected: yes', '\n', ' '])(
  'a message with more than its fields is refused',
  async (more) => {
    const { message, token } = signing();
    const text = `${(await message({ address: HOLDER.address }, SITE)).message}${more}`;
    expect(await statusOf(token(await signed(text), SITE, signal))).toBe(400);
  },
);

it('an account by code is asked on its chain, and proven there alone', async () => {
  const asked: string[] = [];
  const rpc = async (method: string) => {
    asked.push(method);
    return '0x01';
  };
  const { message, token, holderOf } = signing({ rpc });
  const wish = { address: CONTRACT, chain: 'ETH' as const };
  const given = await token(await signed((await message(wish, SITE)).message), SITE, signal);
  expect(given).toMatchObject({ address: CONTRACT, chain: 'ETH' });
  expect(await holderOf(given.token)).toEqual({ address: CONTRACT.toLowerCase(), chain: 'ETH' });
  expect(asked).toEqual(['eth_call']);
});

it.each<[string, () => Promise<unknown>, number]>([
  ['refuses', async () => '0x00', 401],
  ['reverts', () => Promise.reject(new RpcError(3, 'execution reverted', '0x')), 401],
  ['is on a chain that is away', () => Promise.reject(new ChainUnavailable('down')), 503],
])('an account by code that %s gives no token', async (_what, rpc, status) => {
  const { message, token } = signing({ rpc });
  const asked = await message({ address: CONTRACT }, SITE);
  expect(await statusOf(token(await signed(asked.message), SITE, signal))).toBe(status);
});

it('a chain without EVM accounts is 400', async () => {
  expect(await statusOf(signing().message({ address: HOLDER.address, chain: 'BTC' }, SITE))).toBe(400);
});
