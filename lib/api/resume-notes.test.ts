import { expect, it } from 'vitest';
import { assetOf } from '../domain/asset.ts';
import { marked, unmarked } from '../domain/json.ts';
import type { RouteDraft } from '../domain/route.ts';
import twoLegs from './__fixtures__/two-leg-route.json' with { type: 'json' };
import { encodeRoute } from './encode.ts';
import { draftOfRoute, notesOf, resumeOf } from './resume-notes.ts';
import { routeSchema, type WireRoute } from './schemas/route.ts';

const USDC = assetOf('ETH.USDC-0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48');
const sell = { asset: USDC, decimals: 6, baseUnits: 1_000_000_001n };
const buy = { asset: assetOf('BTC.BTC'), decimals: 8, baseUnits: 1_050_000n };
const draft: RouteDraft = {
  providers: ['THORCHAIN'],
  sell,
  expectedBuy: buy,
  guaranteedBuy: { ...buy, baseUnits: 1_040_000n },
  // In lower case, which the wire spells by EIP-55.
  sourceAddress: '0x9ed0517410943cbd5b4ce8180704bab652651b39',
  destinationAddress: 'bcrt1qgsn488tpt32aayvsn0lypccsr25z9vush8rv8u',
  targetAddress: '0xD37BbE5744D730a1d98d8DC97c42F0Ca46aD7146',
  memo: '=:b:bcrt1qgsn488tpt32aayvsn0lypccsr25z9vush8rv8u:1040000',
  expirationSeconds: 1_795_903_508,
  fees: [
    {
      type: 'inbound',
      amount: { asset: assetOf('ETH.ETH'), decimals: 18, baseUnits: 42n },
      chain: 'ETH',
      protocol: 'THORCHAIN',
    },
  ],
  totalSlippageBps: 24,
  priceImpactPercent: 0.2,
  legs: [{ provider: 'THORCHAIN', sell, buy, buyAtMaxSlippage: { ...buy, baseUnits: 1_040_000n }, fees: [] }],
  warnings: [],
  estimatedTime: { total: 696 },
  affiliate: { name: 'shop', feeBps: 20 },
  recommendedMinimum: { ...sell, baseUnits: 5_867_638n },
  tx: {
    type: 'EVM',
    tx: {
      to: '0xD37BbE5744D730a1d98d8DC97c42F0Ca46aD7146',
      from: '0x9eD0517410943cBd5b4ce8180704BAB652651b39',
      value: '0',
      data: '0x44bc937b',
    },
  },
  pricesUsd: [],
  tracking: { variant: 'thor', limit: 1n },
};
const wireOf = (of: RouteDraft): WireRoute =>
  encodeRoute({ draft: of, tags: [] }, { slippagePercent: 3, pricesUsd: new Map(), publicUrl: 'http://127.0.0.1' });
const sent = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

it('tell the draft of a route, to the base unit, by nothing but what the route does not', () => {
  const wire = wireOf(draft);
  const resume = resumeOf(wire, draft);
  expect(resume?.draft).toEqual({
    decimals: [6, 8, 18],
    differs: { sourceAddress: [draft.sourceAddress], tracking: [marked(draft.tracking)] },
  });
  expect(draftOfRoute(sent({ ...wire, meta: { ...wire.meta, resume } }))).toEqual(draft);
});

it('are not sent where nothing can be paid, and can be made all the same', () => {
  const { targetAddress: _target, memo: _memo, tx: _tx, ...indicative } = draft;
  const wire = wireOf(indicative);
  expect(resumeOf(wire, indicative)).toBeUndefined();
  expect(draftOfRoute(wire)).toBeUndefined();
  expect(draftOfRoute(wire, sent(notesOf(wire, indicative)))).toEqual(indicative);
});

/** Signed and stored by a deployment of 2026-11-28: as long as version 2 is read, this is what it says. */
it('of version 2 stay readable, with both legs’ own drafts', () => {
  const route = routeSchema.parse(twoLegs.route);
  const read = unmarked(twoLegs.draft);
  expect(route.meta.resume?.version).toBe(2);
  expect(draftOfRoute(route)).toEqual(read);
});

it('of version 1, which have the whole draft, stay readable, and those of another version are not read', () => {
  const wire = wireOf(draft);
  const { fees: _fees, warnings: _warnings, pricesUsd: _prices, tx: _tx, estimatedTime: _time, ...whole } = draft;
  const meta = { ...wire.meta, resume: { version: 1, draft: marked(whole) as Record<string, unknown> } };
  const { estimatedTime: _left, ...told } = draft;
  expect(draftOfRoute(sent({ ...wire, meta }))).toEqual({ ...told, fees: [] });
  expect(draftOfRoute({ ...wire, meta: { ...meta, resume: { ...meta.resume, version: 3 } } })).toBeUndefined();
});
