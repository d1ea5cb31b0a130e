/** Programs may write a chain id as a number, or an absent field as null, and still get the state of their swap. */
import { describe, expect, it } from 'vitest';
import { decodeTrackRequest } from './decode-track-request.ts';

describe('decoding a tracking request', () => {
  it.each([
    ['a number', 1, '1'],
    ['the same in quotes', '1', '1'],
    ['a name', 'ETH', 'ETH'],
  ])('accepts a chain as %s', (_what, chainId, expected) => {
    expect(decodeTrackRequest({ quoteId: 'q', chainId })).toEqual({ quoteId: 'q', routeIndex: 0, chainId: expected });
  });

  it.each(['depositChannelId', 'channelId'])('accepts a channel by its %s', (field) => {
    const decoded = decodeTrackRequest({ [field]: '1000-Bitcoin-7', quoteId: 'q' });
    expect(decoded).toEqual({ quoteId: 'q', routeIndex: 0, channel: { upstreamId: '1000-Bitcoin-7' } });
  });

  it.each([1.5, true, {}])('refuses %j as a chain', (chainId) => {
    expect(() => decodeTrackRequest({ quoteId: 'q', chainId })).toThrow(
      expect.objectContaining({ errors: [expect.objectContaining({ field: 'chainId', code: 'invalid_type' })] }),
    );
  });

  it.each(['', null])('treats %j as a field that is left out', (nothing) => {
    const left = { hash: nothing, chainId: nothing, routeIndex: nothing };
    expect(decodeTrackRequest({ ...left, quoteId: 'q' })).toEqual({ quoteId: 'q', routeIndex: 0 });
    expect(() => decodeTrackRequest({ ...left, quoteId: nothing })).toThrow(
      expect.objectContaining({ errors: ['hash', 'quoteId'].map((field) => expect.objectContaining({ field })) }),
    );
  });
});
