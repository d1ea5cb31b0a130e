/** A Safe's own id is never taken for a transaction hash, and a Safe is offered only where it answers. */
import { describe, expect, test, vi } from 'vitest';
import { type Config, createConfig, createConnector, custom } from 'wagmi';
import { connect } from 'wagmi/actions';
import { mainnet } from 'wagmi/chains';
import { faultOf } from '../testing/routes.ts';
import { executedHash, isSafe } from './safe.ts';
import { isInsideSafe } from './safe-frame.ts';

const SAFE_TX = `0x${'5a'.repeat(32)}`;
const EXECUTED = `0x${'ee'.repeat(32)}`;
const ACCOUNT = '0x1111111111111111111111111111111111111111' as const;

async function safeAnswering(getBySafeTxHash?: (hash: string) => Promise<unknown>) {
  const provider = { sdk: { txs: getBySafeTxHash ? { getBySafeTxHash } : {} } };
  const connector = createConnector<unknown>(() => ({
    id: 'safe',
    name: 'Safe',
    type: 'safe',
    connect: async () => ({ accounts: [ACCOUNT] as never, chainId: 1 }),
    disconnect: async () => undefined,
    getAccounts: async () => [ACCOUNT],
    getChainId: async () => 1,
    getProvider: async () => provider,
    isAuthorized: async () => true,
    onAccountsChanged: () => undefined,
    onChainChanged: () => undefined,
    onDisconnect: () => undefined,
  }));
  const config = createConfig({
    chains: [mainnet],
    transports: { 1: custom({ request: async () => null }) },
    connectors: [connector],
    multiInjectedProviderDiscovery: false,
    storage: null,
  });
  await connect(config, { connector });
  return config as unknown as Config;
}

describe('a payment of a Safe', () => {
  test('has a hash only once its owners have signed', async () => {
    const answers = [
      { txStatus: 'AWAITING_CONFIRMATIONS' },
      new Error('away'),
      { txHash: EXECUTED, txStatus: 'SUCCESS' },
    ];
    const asked = vi.fn(async (_hash: string) => {
      const answer = answers.shift();
      if (answer instanceof Error) throw answer;
      return answer;
    });
    const config = await safeAnswering(asked);
    expect(isSafe(config)).toBe(true);
    expect(await executedHash(config, SAFE_TX, async () => undefined)).toBe(EXECUTED);
    expect(asked.mock.calls).toEqual([[SAFE_TX], [SAFE_TX], [SAFE_TX]]);
  });

  test('that its owners rejected has sold nothing', async () => {
    const config = await safeAnswering(async () => ({ txStatus: 'CANCELLED' }));
    expect(await faultOf(() => executedHash(config, SAFE_TX))).toMatchObject({ fault: 'rejected', nothingSent: true });
  });

  test('that cannot be followed is reported as under way, without a made-up hash', async () => {
    const config = await safeAnswering();
    expect(await faultOf(() => executedHash(config, SAFE_TX))).toMatchObject({ fault: 'unknown', nothingSent: false });
  });
});

describe('inside Safe’s own site', () => {
  const frame = (origins: string[] | undefined, referrer = '') => ({
    parent: {},
    location: origins ? { ancestorOrigins: origins } : {},
    document: { referrer },
  });
  test.each([
    ['the site itself', frame(['https://app.safe.global']), true],
    ['by the referrer, where browsers tell no ancestors', frame(undefined, 'https://app.safe.global/apps'), true],
    ['another site', frame(['https://evil.example']), false],
    ['one that only begins like it', frame(undefined, 'https://app.safe.global.evil.example/'), false],
    ['another, opened from it', frame(['https://evil.example'], 'https://app.safe.global/'), false],
    ['nobody that says so', frame(undefined), false],
  ])('%s: %s', (_where, inside, expected) => {
    expect(isInsideSafe(inside)).toBe(expected);
  });
  test('a top-level page is in no frame', () => {
    const own: { parent: unknown } = { parent: undefined };
    own.parent = own;
    expect(isInsideSafe(own)).toBe(false);
  });
});
