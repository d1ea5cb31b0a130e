'use client';
import { AssetButton } from '../../../../components/swap/asset-button.tsx';
import { ChainFilter } from '../../../../components/tokens/chain-filter.tsx';
import { RowSkeletons } from '../../../../components/tokens/token-list.tsx';
import { PinButton, ROW, type RowFacts, TokenRow } from '../../../../components/tokens/token-row.tsx';
import { TokenWarning } from '../../../../components/tokens/token-warning.tsx';
import type { ChainState } from '../../../../lib/api/page-api.ts';
import type { WireToken } from '../../../../lib/api/schemas/tokens.ts';
import type { ChainId } from '../../../../lib/domain/chain-id.ts';
import { noop, State, States } from '../frame.tsx';

const token = (
  asset: string,
  name: string,
  more: Partial<WireToken> & Pick<WireToken, 'chain' | 'symbol'>,
): WireToken => ({
  asset,
  name,
  decimals: 18,
  providers: ['THORCHAIN'],
  verified: true,
  ...more,
});
const USDC = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
const FAKE = '0x1111111111111111111111111111111111111111';
const BTC = token('BTC.BTC', 'Bitcoin', { chain: 'BTC', symbol: 'BTC', decimals: 8 });
const ETH = token('ETH.ETH', 'Ether', { chain: 'ETH', symbol: 'ETH' });
const DOLLAR = token(`ETH.USDC-${USDC}`, 'USD Coin', { chain: 'ETH', symbol: 'USDC', decimals: 6, address: USDC });
const NAMESAKE = token(`ETH.USDC-${FAKE}`, 'USD Coin', { chain: 'ETH', symbol: 'USDC', decimals: 6, address: FAKE });
const UNVERIFIED = token(`BASE.MOON-${FAKE}`, 'To the moon and back, and then once more around it', {
  chain: 'BASE',
  symbol: 'MOON',
  address: FAKE,
  verified: false,
});

const ROWS: readonly [
  string,
  Omit<Partial<RowFacts>, 'token'> & { token: WireToken; pinned?: boolean; active?: boolean },
][] = [
  ['plain', { token: ETH }],
  ['pinned, with a balance', { token: BTC, pinned: true, holding: { amount: '1.2345', usd: 116_808 } }],
  ['held, without a price', { token: DOLLAR, holding: { amount: '2500', usd: undefined } }],
  ['selected and marked', { token: ETH, selected: true, active: true }],
  ['on the other side', { token: DOLLAR, other: true }],
  ['symbol used twice', { token: NAMESAKE, duplicate: true }],
  ['unverified, with a long name', { token: UNVERIFIED, holding: { amount: '1234567.891', usd: 0.42 } }],
];

const CHAINS: readonly ChainId[] = ['BTC', 'ETH', 'BASE', 'THOR', 'GAIA', 'LTC'];
const STATES: ReadonlyMap<ChainId, ChainState> = new Map([
  [
    'GAIA',
    {
      chain: 'GAIA',
      tradable: false,
      paused: { by: ['THORCHAIN'], reason: 'THORChain has paused trading on Cosmos Hub.' },
    },
  ],
]);

/** The rows of the selector, its chains, and the warning before an unverified token is used. */
export function Tokens() {
  return (
    <States>
      <State name="Rows: plain, pinned, held, selected, other side, used twice, unverified">
        <div className="card overflow-hidden">
          <div role="listbox" aria-label="Rows" className="relative" style={{ height: ROW * ROWS.length }}>
            {ROWS.map(([name, { pinned: _pinned, active = false, ...facts }], index) => (
              <TokenRow
                key={name}
                id={`row-${index}`}
                facts={{ holding: undefined, selected: false, other: false, duplicate: false, ...facts }}
                top={index * ROW}
                position={index + 1}
                total={ROWS.length}
                active={active}
                onChoose={noop}
                onPoint={noop}
              />
            ))}
          </div>
          <div className="relative" style={{ marginTop: -ROW * ROWS.length, height: ROW * ROWS.length }}>
            {ROWS.map(([name, { token: one, pinned = false, active = false }], index) => (
              <PinButton key={name} token={one} top={index * ROW} pinned={pinned} reachable={active} onPin={noop} />
            ))}
          </div>
        </div>
      </State>
      <State name="Rows on their way">
        <div className="card overflow-hidden">
          <RowSkeletons count={4} />
        </div>
        <div className="flex flex-wrap gap-3 pt-4">
          <AssetButton asset="BTC.BTC" side="sell" onClick={noop} onSoon={noop} />
          <AssetButton asset={NAMESAKE.asset} side="buy" onClick={noop} onSoon={noop} />
        </div>
      </State>
      <State name="Chains, one of them paused">
        <div className="card overflow-hidden pt-3">
          <ChainFilter chains={CHAINS} states={STATES} chosen="BTC" onChoose={noop} />
        </div>
      </State>
      <State name="Before an unverified token is used">
        <div className="card flex">
          <TokenWarning token={UNVERIFIED} namesake onBack={noop} onAccept={noop} />
        </div>
      </State>
    </States>
  );
}
