/** Two operators' nodes decide where payments go: no single node, broker or backend can redirect one. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ApiProblem, createPortageClient } from '../../lib/api/client.ts';
import { expect, test } from '../support/api-test.ts';
import { createEvmPayer } from '../support/evm-payer.ts';
import { startOwnApp } from '../support/own-app.ts';
import { sharedSandbox } from '../support/sandbox.ts';

const sandbox = sharedSandbox();
const S = process.env.E2E_SANDBOX_URL ?? '';
const STRANGER = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080';
const STRANGER_ETH = '0x000000000000000000000000000000000000dEaD';
const BTC = 'bcrt1qyaen0zlqy9309r83nyyf5e89ugc8ls84wxqd08';
const ETH = '0x52908400098527886E0F7030069857D2E4169EE7';
const ask = {
  sellAsset: 'BTC.BTC',
  buyAsset: 'ETH.ETH',
  sellAmount: '0.1',
  slippage: 3,
  sourceAddress: BTC,
  destinationAddress: ETH,
  providers: ['THORCHAIN' as const],
};
type Client = ReturnType<typeof createPortageClient>;

const clientOf = (url: string | undefined): Client => createPortageClient({ baseUrl: url ?? '' });

/** The answer of a deployment that has not heard from any node yet. */
async function inFreshApp<T>(run: (client: Client) => Promise<T>, settings: Record<string, string> = {}): Promise<T> {
  const app = await startOwnApp(mkdtempSync(join(tmpdir(), 'portage-own-')), { SANDBOX_URL: S, ...settings });
  try {
    return await run(clientOf(app.url));
  } finally {
    await app.stop();
  }
}

async function thorWitnesses(url: string | undefined) {
  const { providers } = await (await fetch(`${url}/v1/providers`)).json();
  return providers.find((one: { provider: string }) => one.provider === 'THORCHAIN').witnesses;
}

test('two operators that agree: the vault is the one that both name, and their names are given', async ({
  baseURL,
}) => {
  const quote = await clientOf(baseURL).quote(ask);
  expect(quote.routes[0]?.inboundAddress).toMatch(/^bcrt1/);
  expect(quote.routes[0]?.inboundAddress).not.toBe(STRANGER);
  const { operators, needed, differing } = await thorWitnesses(baseURL);
  expect([operators.length, needed, differing]).toEqual([2, 2, []]);
});

for (const node of ['thornode-1', 'thornode-2']) {
  const title = `${node} lies about vaults: what both named before is paid, and the difference is told`;
  // The nodes differ only in their number, and any of them may serve on a given day.
  test(title, { tag: node === 'thornode-1' ? [] : ['@long'] }, async ({ baseURL }) => {
    const client = clientOf(baseURL);
    const honest = (await client.quote(ask)).routes[0]?.inboundAddress;
    expect(honest).toBeDefined();
    await sandbox.withFault({ target: node, kind: 'otherVaults', chain: 'BTC' }, async () => {
      await expect
        .poll(async () => (await thorWitnesses(baseURL)).differing.map(({ chain }: { chain: string }) => chain), {
          timeout: 60_000,
        })
        .toEqual(['BTC']);
      expect((await client.quote(ask)).routes[0]?.inboundAddress).toBe(honest);
      const status = await (await fetch(`${baseURL}/page/status`)).json();
      const thor = status.providers.find(({ id }: { id: string }) => id === 'THORCHAIN');
      expect(thor.witnesses.differing).toMatchObject([{ chain: 'BTC', since: expect.any(Number) }]);
    });
    await expect.poll(async () => (await thorWitnesses(baseURL)).differing, { timeout: 60_000 }).toEqual([]);
  });
}

test('a node that lies from the start: nothing can be paid on that chain, and the sentence says why', async () => {
  await sandbox.withFault({ target: 'thornode-1', kind: 'otherVaults', chain: 'BTC' }, () =>
    inFreshApp(async (client) => {
      const quote = await client.quote(ask);
      expect(quote.routes).toEqual([]);
      expect(quote.providerErrors?.[0]).toMatchObject({
        errorCode: 'tradingHalted',
        message: expect.stringContaining('name different vaults on BTC'),
      });
      expect(JSON.stringify(quote)).not.toContain(STRANGER);
      // Another chain is not affected.
      const others = await client.quote({ ...ask, sellAsset: 'LTC.LTC', sourceAddress: '', providers: ['THORCHAIN'] });
      expect(others.routes).toHaveLength(1);
    }),
  );
});

test('a silent node is bridged; one that never answered leaves nothing to pay', { tag: '@long' }, async ({
  baseURL,
}) => {
  await clientOf(baseURL).quote(ask);
  await sandbox.withFault({ target: 'thornode-2', kind: 'down' }, async () => {
    expect((await clientOf(baseURL).quote(ask)).routes).toHaveLength(1);
    await inFreshApp(async (client) => {
      const quote = await client.quote(ask);
      expect(quote.providerErrors?.[0]).toMatchObject({
        errorCode: 'tradingHalted',
        message: expect.stringContaining('do not answer'),
      });
    });
  });
});

test('a halt that only one operator reports counts', { tag: '@long' }, async ({ baseURL }) => {
  const refusal = async () =>
    (await clientOf(baseURL).quote({ ...ask, providers: ['MAYACHAIN'] })).providerErrors?.[0]?.errorCode;
  const patience = { timeout: 60_000, intervals: [2_000] };
  await sandbox.withFault({ target: 'mayanode-2', kind: 'pauseChain', chain: 'BTC' }, () =>
    expect.poll(refusal, patience).toBe('tradingHalted'),
  );
  // No later journey finds Maya halted.
  await expect.poll(refusal, patience).toBeUndefined();
});

test.describe('a deposit channel', () => {
  const wish = () => ({
    sellAsset: 'BTC.BTC',
    buyAsset: 'ETH.ETH',
    destinationAddress: createEvmPayer('http://127.0.0.1:1', 'ETH').address,
  });
  const refusal = async (asked: Promise<unknown>): Promise<ApiProblem> => {
    const problem = await asked.catch((error: unknown) => error);
    if (problem instanceof ApiProblem) return problem;
    throw new Error(`a refusal was expected, not ${JSON.stringify(problem)}`);
  };

  test('that the state chain stores as requested is confirmed', async ({ baseURL }) => {
    expect(await clientOf(baseURL).depositChannel(wish())).toMatchObject({ witnessed: true });
  });

  for (const lie of [{ depositAddress: STRANGER }, { refundAddress: STRANGER }, { destinationAddress: STRANGER_ETH }]) {
    const title = `of which the broker lies (${Object.keys(lie)[0]}) is refused, and its address is not told`;
    // The nodes are asked about an unknown channel until their time is over, which takes half a minute.
    test(title, { tag: 'depositAddress' in lie ? ['@long'] : [] }, async ({ baseURL }) => {
      await sandbox.withFault({ target: 'chainflip-broker', kind: 'lie', ...lie }, async () => {
        const problem = await refusal(clientOf(baseURL).depositChannel(wish()));
        expect(problem.status).toBe(502);
        expect(problem.detail).toMatch(
          /the state chain do not say the same of it \((the refund|the destination|the state chain has no)/,
        );
        expect(problem.detail).not.toContain(STRANGER);
      });
    });
  }

  test('about which the swap backend lies is refused; an honest one is not', { tag: '@long' }, async () => {
    const settings = {
      SANDBOX_URL: '',
      SWAP_NETWORK: 'mainnet',
      PROVIDERS: 'CHAINFLIP',
      CHAINFLIP_BACKEND_URL: `${S}/chainflip-backend`,
      CHAINFLIP_RPC_URL: `${S}/chainflip-rpc`,
      RPC_URL_ETH: `${S}/rpc/eth`,
    };
    const eth = {
      sellAsset: 'ETH.ETH',
      buyAsset: 'BTC.BTC',
      destinationAddress: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    };
    await inFreshApp(async (client) => {
      const lie = { target: 'chainflip-backend', kind: 'lie', refundAddress: STRANGER_ETH };
      const problem = await sandbox.withFault(lie, () =>
        refusal(client.depositChannel({ ...eth, refundAddress: ETH })),
      );
      expect([problem.status, problem.detail]).toEqual([502, expect.stringContaining('the refund address')]);
      expect(await client.depositChannel({ ...eth, refundAddress: wish().destinationAddress })).toMatchObject({
        witnessed: true,
      });
    }, settings);
  });

  // Each way waits until the nodes' time is over.
  const unconfirmed = 'that no node confirms is refused, or says so of itself where the deployment chose that';
  test(unconfirmed, { tag: '@long' }, async () => {
    const closed = { target: 'chainflip-rpc', kind: 'closedState' };
    await sandbox.withFault(closed, async () => {
      const problem = await inFreshApp((client) => refusal(client.depositChannel(wish())));
      expect(problem.detail).toContain('No node of the state chain could confirm');
      const channel = await inFreshApp((client) => client.depositChannel(wish()), { CHAINFLIP_UNWITNESSED: 'tell' });
      expect(channel).toMatchObject({ witnessed: false, depositAddress: expect.any(String) });
    });
  });

  test('that one of two nodes denies is refused', { tag: '@long' }, async ({ baseURL }) => {
    await sandbox.withFault({ target: 'chainflip-rpc-2', kind: 'denyChannels' }, async () => {
      const problem = await refusal(clientOf(baseURL).depositChannel(wish()));
      expect(problem.detail).toContain('no channel with this deposit address');
    });
  });
});
