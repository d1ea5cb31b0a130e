/** For tests: complete claims and channels, whose fields a test can override. */
import type { RoutedChannel } from '../domain/deposit-channel.ts';
import type { ChannelClaim } from './store.ts';

export const UNLIMITED: ChannelClaim['limits'] = {
  perClient: 1_000_000,
  inAll: 1_000_000,
  dayMs: 86_400_000,
};

/** An `opening` counts as living for 100 ms. */
export function testClaim(over: Partial<ChannelClaim> & Pick<ChannelClaim, 'id' | 'quoteId' | 'key' | 'now'>) {
  const claim: ChannelClaim = {
    routeIndex: 0,
    chain: 'BTC',
    client: 'somebody',
    reuse: 'any',
    openingSince: over.now - 100,
    limits: UNLIMITED,
    ...over,
  };
  return claim;
}

export const testChannel = (expiresAt: number): RoutedChannel => ({
  depositAddress: 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080',
  channelId: '6726421-Bitcoin-34009',
  issuedBlock: 6_726_421,
  sourceChainExpiryBlock: 244,
  expiresAt,
  destinationAddress: '0x90F8bf6A479f320ead074411a4B0e7944Ea8c9C1',
  refundAddress: 'bcrt1qyaen0zlqy9309r83nyyf5e89ugc8ls84wxqd08',
});
