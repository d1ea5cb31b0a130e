/**
 * A payment on Asset Hub is recognised, with the right amount, is final only when its block is, and a failed one says
 * why.
 */
import { describe, expect, it, test } from 'vitest';
import type { SubstrateClient, SubstrateExtrinsic } from '../../chain-clients/chain-clients.ts';
import { encodeSs58 } from '../../chains/ss58.ts';
import { assetOf } from '../../domain/asset.ts';
import type { RouteDraft } from '../../domain/route.ts';
import { mismatchesOf } from '../payment.ts';
import { draftOf, fakeChains, fakeClients } from '../test-world.ts';
import { sourceOf } from './create-chain-observer.ts';
import { createSubstrateSource } from './substrate.ts';

const key = (fill: number, prefix = 42): string => encodeSs58(new Uint8Array(32).fill(fill), prefix);
const [CHANNEL, OTHER] = [key(2), key(3)];
const ID = '10000005-2';
const HASH = `0x${'ab'.repeat(32)}`;
const signal = new AbortController().signal;

const dot = (baseUnits: bigint) => ({ asset: assetOf('DOT.DOT'), decimals: 10, baseUnits });
const usdc = (baseUnits: bigint) => ({ asset: assetOf('DOT.USDC-1337'), decimals: 6, baseUnits });
const { inboundAddress: _in, targetAddress: _to, memo: _memo, ...bare } = draftOf();
const channel = (sell = dot(500n)): RouteDraft => ({ ...bare, sell, inboundAddress: CHANNEL, targetAddress: CHANNEL });

const extrinsicOf = (over: Partial<SubstrateExtrinsic> = {}): SubstrateExtrinsic => ({
  id: ID,
  blockNumber: 10_000_005,
  finalized: true,
  blockTime: 1_700_000_000,
  from: key(1),
  transfers: [{ to: CHANNEL, baseUnits: 500n }],
  ...over,
});

function world(extrinsic: SubstrateExtrinsic | undefined, found: { id?: string } | undefined = { id: ID }) {
  const unused = () => Promise.reject(new Error('not part of this test'));
  const client: SubstrateClient = {
    kind: 'substrate',
    chain: 'DOT',
    rpc: unused,
    balance: unused,
    blockNumber: unused,
    broadcast: unused,
    extrinsic: async (id) => (id === ID ? extrinsic : undefined),
    find: async (hash) => (hash === HASH ? found : undefined),
  };
  return createSubstrateSource(client);
}
async function seen(draft: RouteDraft, over: Partial<SubstrateExtrinsic> = {}, hash = ID) {
  const report = await world(extrinsicOf(over)).look({ draft, hash, signal });
  return { report, mismatches: report?.payment ? mismatchesOf(draft, report.payment) : undefined };
}

test('Polkadot is observed where there is a client', () => {
  const clients = fakeClients(fakeChains());
  expect(sourceOf(clients, 'DOT')).toBeUndefined();
  const client = { kind: 'substrate', chain: 'DOT' } as SubstrateClient;
  expect(sourceOf({ ...clients, substrate: () => client }, 'DOT')).toBeDefined();
});

describe('finality', () => {
  it('is final with its block and not before', async () => {
    const { report } = await seen(channel());
    expect(report).toMatchObject({
      final: true,
      at: 1_700_000_000_000,
      tx: { confirmations: 1, blockNumber: 10_000_005 },
    });
    expect((await seen(channel(), { finalized: false })).report).toMatchObject({
      final: false,
      tx: { confirmations: 0 },
    });
  });

  it('a hash that a wallet shows is as good as block-index, and keeps its spelling', async () => {
    const { report, mismatches } = await seen(channel(), {}, HASH);
    expect(report).toMatchObject({ final: true, tx: { hash: HASH, blockNumber: 10_000_005 } });
    expect(mismatches).toEqual([]);
  });

  it('an extrinsic that waits for a block is seen, an unknown one is absent', async () => {
    const waiting = await world(undefined, {}).look({ draft: channel(), hash: HASH, signal });
    expect(waiting).toMatchObject({ final: false, tx: { confirmations: 0 } });
    expect(waiting?.payment).toBeUndefined();
    expect(await world(undefined).look({ draft: channel(), hash: ID, signal })).toBeUndefined();
    expect(
      await world(undefined, undefined).look({ draft: channel(), hash: `0x${'cd'.repeat(32)}`, signal }),
    ).toBeUndefined();
  });

  it('a failed one says why once its block is final', async () => {
    const failed = 'the balance is too low';
    const { report, mismatches } = await seen(channel(), { failed });
    expect(report).toMatchObject({ final: false, failed: 'The transaction failed: the balance is too low.' });
    expect(mismatches).toEqual([]);
    expect((await seen(channel(), { failed, finalized: false })).report?.failed).toBeUndefined();
  });

  it('a payout is confirmed when its block is final; one that failed is none', async () => {
    expect(await world(extrinsicOf()).confirmationsOf(ID, signal)).toEqual({
      confirmations: 1,
      blockNumber: 10_000_005,
    });
    const young = await world(extrinsicOf({ finalized: false })).confirmationsOf(ID, signal);
    expect(young).toEqual({ confirmations: 0, blockNumber: 10_000_005 });
    expect(await world(extrinsicOf({ failed: 'x' })).confirmationsOf(ID, signal)).toBeUndefined();
    expect(await world(undefined, {}).confirmationsOf(HASH, signal)).toEqual({ confirmations: 0 });
  });
});

describe('the payment', () => {
  it('is everything that the address received of the sold asset, in a batch too', async () => {
    const transfers = [
      { to: CHANNEL, baseUnits: 200n },
      { to: OTHER, baseUnits: 999n },
      { to: CHANNEL, baseUnits: 300n },
      { to: CHANNEL, assetId: '1984', baseUnits: 7n },
    ];
    const { report, mismatches } = await seen(channel(), { transfers });
    expect(report?.tx.amount?.baseUnits).toBe(500n);
    expect(mismatches).toEqual([]);
  });

  it('is the route’s even when the address was written with another prefix', async () => {
    const { report, mismatches } = await seen(channel(), { transfers: [{ to: key(2, 0), baseUnits: 500n }] });
    expect(report?.tx).toMatchObject({ address: CHANNEL, amount: { baseUnits: 500n } });
    expect(mismatches).toEqual([]);
  });

  it('in an asset by its number', async () => {
    const { report, mismatches } = await seen(channel(usdc(5n)), {
      transfers: [{ to: CHANNEL, assetId: '1337', baseUnits: 5n }],
    });
    expect(report?.tx.amount).toMatchObject({ baseUnits: 5n, decimals: 6 });
    expect(mismatches).toEqual([]);
  });

  it('in another asset or to another address is a mismatch that names it', async () => {
    const usdt = await seen(channel(usdc(5n)), { transfers: [{ to: CHANNEL, assetId: '1984', baseUnits: 5n }] });
    expect(usdt.mismatches).toEqual([{ field: 'sellAsset', expected: 'DOT.USDC-1337', actual: '1984' }]);
    const away = await seen(channel(), { transfers: [{ to: OTHER, baseUnits: 500n }] });
    expect(away.mismatches).toMatchObject([{ field: 'inboundAddress', expected: CHANNEL, actual: OTHER }]);
  });

  it('is not judged when none of its transfers can be read', async () => {
    const { report, mismatches } = await seen(channel(), { transfers: [] });
    expect(report?.payment).toBeUndefined();
    expect(mismatches).toBeUndefined();
  });
});
