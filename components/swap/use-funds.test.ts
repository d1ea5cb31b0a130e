import { describe, expect, it } from 'vitest';
import type { WireRoute } from '../../lib/api/schemas/route.ts';
import { gasMissing, routeReserve } from './use-funds.ts';

const USDC = 'ETH.USDC-0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
const route = (sellAsset: string, fees: WireRoute['fees']): WireRoute =>
  ({ sellAsset, fees }) as Partial<WireRoute> as WireRoute;
const fee = (type: WireRoute['fees'][number]['type'], asset: string, amount: string) =>
  ({ type, asset, amount, chain: 'ETH', protocol: 'THORCHAIN' }) as WireRoute['fees'][number];

describe('the costs of a payment on top', () => {
  it('keep back twice what the route takes in the sold coin, and nothing for what it takes from the output', () => {
    const own = route('ETH.ETH', [fee('inbound', 'ETH.ETH', '0.001'), fee('outbound', 'ETH.ETH', '5')]);
    expect(routeReserve(own)).toBe('0.002');
    expect(routeReserve(route(USDC, [fee('inbound', 'ETH.ETH', '0.001')]))).toBeUndefined();
    expect(routeReserve(undefined)).toBeUndefined();
  });
  it('name to the last digit how much of the coin is missing to move a token', () => {
    const token = route(USDC, [fee('inbound', 'ETH.ETH', '0.001'), fee('network', 'eth.eth', '0.0005')]);
    expect(gasMissing(token, 'ETH', '0.0012')).toEqual({ amount: '0.0003', symbol: 'ETH' });
    expect(gasMissing(token, 'ETH', '0.0015')).toBeUndefined();
    expect(gasMissing(token, 'ETH', undefined)).toBeUndefined();
    expect(gasMissing(undefined, 'ETH', '0')).toBeUndefined();
  });
  it('leave the sold coin itself to the reserve', () => {
    expect(gasMissing(route('ETH.ETH', [fee('inbound', 'ETH.ETH', '1')]), 'ETH', '0')).toBeUndefined();
  });
});
