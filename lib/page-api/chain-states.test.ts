import { describe, expect, it } from 'vitest';
import type { ChainId } from '../domain/chain-id.ts';
import { ProviderError } from '../domain/errors.ts';
import type { ProviderId } from '../domain/provider-id.ts';
import type { ChainTrade, Provider } from '../providers/provider.ts';
import { createChainStates } from './chain-states.ts';

const NOW = 1_800_000_000_000;

function setUp(
  tells: readonly [id: ProviderId, pauses: () => Promise<readonly ChainTrade[]>][],
  tokens: { chain: ChainId; providers: ProviderId[] }[] = [],
) {
  const clock = { now: NOW };
  const asked: string[] = [];
  const providers = tells.map(
    ([id, pauses]) =>
      ({
        name: id,
        ids: [id, `${id}_STREAMING`],
        pauses: () => {
          asked.push(id);
          return pauses();
        },
      }) as unknown as Provider,
  );
  const states = createChainStates({
    providers,
    tokens: async () => tokens.map(({ chain, providers: ids }) => ({ asset: { chain }, providers: ids })),
    now: () => clock.now,
    log: () => {},
  });
  const chain = async (id: ChainId) => (await states.now()).chains.find((one) => one.chain === id);
  return { clock, asked, states, chain };
}
const down = () => Promise.reject(new ProviderError('httpError', 'down'));
const stopped = (chain: ChainId, who: string): ChainTrade => ({ chain, stopped: `${who} has halted ${chain}.` });

describe('chains, as the page greys them out', () => {
  it('are paused only when every upstream that trades there has stopped, with who and why', async () => {
    const { chain } = setUp([
      ['THORCHAIN', async () => [stopped('BTC', 'THORChain'), stopped('ETH', 'THORChain'), { chain: 'LTC' }]],
      ['CHAINFLIP', async () => [stopped('BTC', 'Chainflip'), { chain: 'ETH' }]],
    ]);
    expect(await chain('BTC')).toEqual({
      chain: 'BTC',
      tradable: true,
      paused: { by: ['THORCHAIN', 'CHAINFLIP'], reason: 'THORChain has halted BTC. Chainflip has halted BTC.' },
    });
    expect(await chain('ETH')).toEqual({
      chain: 'ETH',
      tradable: true,
      partly: { by: ['THORCHAIN'], reason: 'THORChain has halted ETH.' },
    });
    expect(await chain('LTC')).toEqual({ chain: 'LTC', tradable: true });
  });

  it('are not paused while an upstream that lists tokens alone trades there; routes over two legs do not count', async () => {
    const halt = async () => [stopped('ARB', 'Chainflip'), stopped('BTC', 'Chainflip')];
    const { chain } = setUp(
      [['CHAINFLIP', halt]],
      [
        { chain: 'ARB', providers: ['ONEINCH'] },
        { chain: 'BTC', providers: ['CHAINFLIP->ONEINCH', 'CHAINFLIP'] },
      ],
    );
    expect(await chain('ARB')).toMatchObject({ partly: { by: ['CHAINFLIP'] } });
    expect(await chain('BTC')).toMatchObject({ paused: { by: ['CHAINFLIP'] } });
  });

  it('are not paused while an upstream that may trade there has never answered', async () => {
    const { chain } = setUp([
      ['THORCHAIN', async () => [stopped('BTC', 'THORChain')]],
      ['MAYACHAIN', down],
    ]);
    expect(await chain('BTC')).toMatchObject({ tradable: true, partly: { by: ['THORCHAIN'] } });
  });

  it('are tradable when some provider trades them, and not otherwise', async () => {
    const { states } = setUp(
      [['THORCHAIN', async () => [{ chain: 'BTC' }]]],
      [{ chain: 'SOL', providers: ['JUPITER'] }],
    );
    const tradable = (await states.now()).chains.filter((one) => one.tradable).map(({ chain }) => chain);
    expect(tradable).toEqual(['BTC', 'SOL']);
  });

  it('keep their last known state, with its age, while an upstream is unavailable', async () => {
    let up = true;
    const { clock, states, chain } = setUp([
      ['THORCHAIN', () => (up ? Promise.resolve([stopped('BTC', 'THORChain')]) : down())],
    ]);
    await states.now();
    up = false;
    clock.now += 3_600_000;
    expect(await chain('BTC')).toMatchObject({ paused: { by: ['THORCHAIN'] } });
    expect((await states.now()).at).toBe(NOW);
  });

  it('are answered when no upstream can be asked at all', async () => {
    const { states } = setUp([
      ['THORCHAIN', down],
      ['CHAINFLIP', down],
    ]);
    const { chains, at } = await states.now();
    expect(chains.filter((one) => one.paused ?? one.partly)).toEqual([]);
    expect(chains.find((one) => one.chain === 'BTC')).toEqual({ chain: 'BTC', tradable: true, unheard: true });
    expect(at).toBe(NOW);
  });

  it('cost the upstream one request for any number of pages, and soon a new one', async () => {
    const { clock, asked, states } = setUp([['THORCHAIN', async () => [{ chain: 'BTC' }]]]);
    await Promise.all(Array.from({ length: 50 }, () => states.now()));
    expect(asked).toEqual(['THORCHAIN']);
    clock.now += 10_000;
    await states.now();
    expect(asked).toHaveLength(2);
  });
});
