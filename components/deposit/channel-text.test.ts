import { describe, expect, it } from 'vitest';
import type { TrackResponse } from '../../lib/api/schemas/track.ts';
import { waitsForDeposit } from './channel-text.ts';

const failed = (inbound: TrackResponse['data']['inbound']): TrackResponse =>
  // Only the fields that the function reads.
  ({
    success: true,
    trackingStatus: 'failed',
    stage: 'inbound',
    data: { depositChannel: {}, route: { providers: ['CHAINFLIP'] }, ...(inbound ? { inbound } : {}) },
  }) as unknown as TrackResponse;

describe('a channel swap that failed before anything was swapped', () => {
  it('waited for a deposit in vain where none arrived', () => {
    expect(waitsForDeposit(failed(undefined))).toBe(true);
  });
  it('did not wait in vain where the network kept a deposit, even one whose transaction it never named', () => {
    expect(waitsForDeposit(failed({ hash: '0x1' }))).toBe(false);
    expect(waitsForDeposit(failed({ amount: '0.001', asset: 'ETH.ETH' }))).toBe(false);
  });
});
