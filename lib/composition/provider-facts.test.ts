import { describe, expect, it } from 'vitest';
import { assetOf } from '../domain/asset.ts';
import type { ChainId } from '../domain/chain-id.ts';
import { PROVIDER_IDS, type ProviderId } from '../domain/provider-id.ts';
import type { UpstreamReport } from '../page-api/chain-states.ts';
import { createProviderHealth } from '../provider-health/provider-health.ts';
import type { Provider } from '../providers/provider.ts';
import { providerOf } from '../quote/test-quotes.ts';
import type { KnownToken } from '../tokens/token-list.ts';
import { providerFacts } from './provider-facts.ts';

const NOW = 1_800_000_000_000;
const USDC = 'SOL.USDC-EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
const tokenOf = (id: string, ...providers: ProviderId[]): KnownToken => ({
  asset: assetOf(id),
  id,
  name: id,
  decimals: 8,
  providers,
  verified: true,
});
const refusing = (why: (from: ChainId, to: ChainId) => boolean): Pick<Provider, 'refuse'> => ({
  refuse: ({ sellAsset, buyAsset }) =>
    why(sellAsset.chain, buyAsset.chain) ? { code: 'unsupportedChainId', message: 'No.' } : undefined,
});

function facts(providers: Provider[], tokens: KnownToken[], upstreamReports: UpstreamReport[] = []) {
  const asked = new Set(providers.flatMap(({ ids }) => ids));
  const status = PROVIDER_IDS.map((provider) =>
    asked.has(provider) ? { provider, asked: true } : { provider, asked: false, reason: 'Not here.' },
  );
  const health = createProviderHealth(() => NOW);
  const answer = providerFacts({ status, providers, tokens, upstreamReports, health, records: new Map(), now: NOW });
  return (id: ProviderId) => answer.providers.find(({ provider }) => provider === id);
}

describe('a provider’s facts', () => {
  it('name whose nodes confirm where payments go, and since when they differ', () => {
    const operators = [{ name: 'liquify.com', answering: true }];
    const witnesses = () => ({
      setting: 'THORNODE_URL',
      needed: 2,
      operators,
      differing: [{ chain: 'BTC', since: NOW }],
    });
    const of = facts([{ ...providerOf('THORCHAIN', async () => []), witnesses }], []);
    const differing = [{ chain: 'BTC', since: new Date(NOW).toISOString() }];
    expect(of('THORCHAIN')?.witnesses).toEqual({ operators, needed: 2, differing });
    expect(of('GARDEN')?.witnesses).toBeUndefined();
  });

  it('are the chains where some listed asset can really be sold, and bought', () => {
    const of = facts(
      [
        providerOf('THORCHAIN', async () => []),
        providerOf(
          'JUPITER',
          async () => [],
          refusing((from, to) => from !== 'SOL' || to !== 'SOL'),
        ),
        providerOf(
          'JUPITER->CHAINFLIP',
          async () => [],
          refusing((from, to) => from !== 'SOL' || to === 'SOL'),
        ),
      ],
      [
        tokenOf('BTC.BTC', 'THORCHAIN', 'JUPITER->CHAINFLIP'),
        tokenOf('ETH.ETH', 'THORCHAIN'),
        tokenOf('SOL.SOL', 'JUPITER', 'JUPITER->CHAINFLIP'),
        tokenOf(USDC, 'JUPITER', 'JUPITER->CHAINFLIP'),
      ],
    );
    expect(of('THORCHAIN')?.chains).toEqual({ sell: ['BTC', 'ETH'], buy: ['BTC', 'ETH'] });
    expect(of('JUPITER')?.chains).toEqual({ sell: ['SOL'], buy: ['SOL'] });
    expect(of('JUPITER->CHAINFLIP')?.chains).toEqual({ sell: ['SOL'], buy: ['BTC'] });
    expect(of('GARDEN')).toEqual({
      provider: 'GARDEN',
      name: 'Garden',
      enabled: false,
      reason: 'Not here.',
      chains: { sell: [], buy: [] },
      halted: [],
      limits: [],
    });
  });

  it('leave out halted chains, with the reason, also for routes that end there', () => {
    const trades = [{ chain: 'BTC' as const, stopped: 'Chainflip has halted Bitcoin.' }, { chain: 'ETH' as const }];
    const upstreamReports: UpstreamReport[] = [
      { id: 'CHAINFLIP', ids: ['CHAINFLIP', 'CHAINFLIP_STREAMING'], reported: { trades, at: NOW - 5000 } },
      { id: 'THORCHAIN', ids: ['THORCHAIN'], reported: undefined },
    ];
    const all = ['THORCHAIN', 'CHAINFLIP', 'CHAINFLIP_STREAMING', 'ONEINCH->CHAINFLIP'] as const;
    const of = facts(
      all.map((id) => providerOf(id, async () => [])),
      [tokenOf('BTC.BTC', ...all), tokenOf('ETH.ETH', ...all)],
      upstreamReports,
    );
    for (const id of ['CHAINFLIP', 'CHAINFLIP_STREAMING', 'ONEINCH->CHAINFLIP'] as const)
      expect(of(id)).toMatchObject({
        chains: { sell: ['ETH'], buy: ['ETH'] },
        halted: [{ chain: 'BTC', reason: 'Chainflip has halted Bitcoin.' }],
      });
    expect(of('THORCHAIN')).toMatchObject({ chains: { sell: ['BTC', 'ETH'] }, halted: [] });
  });
});
