/** A vault swap that cannot be made says why, and changes nothing upstream. */
import { describe, expect, it } from 'vitest';
import { clientsWith } from '../../../chain-clients/test-clients.ts';
import {
  BTC_USER,
  build,
  changed,
  depsWith,
  ethToBtc,
  type Kind,
  rich,
  signal,
  terms,
  withTerms,
} from '../testing/vault-swaps.ts';
import { buildVaultSwap } from './build.ts';
import { AFFILIATE, BROKER, type Change, nodeDouble } from './testing/node-double.ts';

describe('what stands in the way', () => {
  it.each<[string, Kind, Change, string | undefined, RegExp]>([
    ['no broker', ethToBtc, {}, '', /CHAINFLIP_BROKER_ID/],
    ['a broker that is no account', ethToBtc, {}, 'cFnope', /no account/],
    [
      'an affiliate that the broker does not know',
      withTerms(ethToBtc, { affiliates: [{ account: BROKER, bps: 1 }] }),
      {},
      BROKER,
      /not registered/,
    ],
    [
      'an affiliate fee above a byte',
      withTerms(ethToBtc, { affiliates: [{ account: AFFILIATE, bps: 256 }] }),
      {},
      BROKER,
      /255 bps/,
    ],
    [
      'a node that knows no such affiliate',
      ethToBtc,
      { refuses: 'AffiliateNotRegisteredForBroker' },
      BROKER,
      /not registered/,
    ],
    [
      'a node that refuses',
      ethToBtc,
      { refuses: 'InvalidEgressAddress' },
      BROKER,
      /InvalidEgressAddress.*deposit channel/,
    ],
    [
      'a destination of another chain',
      changed(ethToBtc, { destinationAddress: BTC_USER, terms: terms({ dst: { chain: 'Arbitrum', asset: 'USDC' } }) }),
      {},
      BROKER,
      /no address of Arbitrum/,
    ],
    [
      'a refund address of another chain',
      changed(ethToBtc, { refundAddress: BTC_USER }),
      {},
      BROKER,
      /refund address is no address/,
    ],
    [
      'an asset that we cannot check',
      withTerms(ethToBtc, { dst: { chain: 'Tron', asset: 'TRX' } }),
      {},
      BROKER,
      /cannot check/,
    ],
    [
      'Asset Hub',
      withTerms(changed(ethToBtc, { refundAddress: '0x'.padEnd(66, '1') }), {
        src: { chain: 'Assethub', asset: 'DOT' },
      }),
      {},
      BROKER,
      /from Assethub/,
    ],
  ])('is a sentence: %s', async (_what, kind, change, broker, message) => {
    expect(await build(kind, change, clientsWith(rich), broker)).toEqual({
      unavailable: expect.stringMatching(message),
    });
  });

  it('is an error where amount or price are not those of the terms', async () => {
    await expect(build(withTerms(ethToBtc, { minPriceX128: '0' }))).rejects.toMatchObject({ name: 'ProviderError' });
    await expect(build(withTerms(ethToBtc, { amount: '1' }))).rejects.toMatchObject({ name: 'ProviderError' });
  });

  it('changes nothing upstream: only the encoding and the affiliates are asked for', async () => {
    const client = nodeDouble();
    const deps = depsWith(client);
    await buildVaultSwap(deps, ethToBtc.request, { signal });
    expect(client.calls.map(({ method }) => method)).toEqual([
      'cf_get_affiliates',
      'cf_request_swap_parameter_encoding',
    ]);
  });
});
