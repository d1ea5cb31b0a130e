import { decodeFunctionData, encodeFunctionResult, type Hex, parseAbi } from 'viem';
import { labelhash, namehash } from 'viem/ens';
import { describe, expect, it } from 'vitest';
import { ChainUnavailable, RpcError } from '../chain-clients/chain-clients.ts';
import { clientsWith } from '../chain-clients/test-clients.ts';
import type { ChainId } from '../domain/chain-id.ts';
import { ProviderError } from '../domain/errors.ts';
import type { NameRecord, NameRegistry } from '../providers/provider.ts';
import { ENS_REGISTRY } from './ens.ts';
import { resolveName } from './resolve-name.ts';

const ALICE = '0x90F8bf6A479f320ead074411a4B0e7944Ea8c9C1';
const BOB = '0xFFcf8FDEE72ac11b5c542428B35EEF5769C409f0';
const BTC = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080';
const NOW = 1_800_000_000_000;

const registryAbi = parseAbi([
  'function owner(bytes32 node) view returns (address)',
  'function resolver(bytes32 node) view returns (address)',
]);
const resolverAbi = parseAbi(['function addr(bytes32 node, uint256 coinType) view returns (bytes)']);
const plainAbi = parseAbi(['function addr(bytes32 node) view returns (address)']);
const registrarAbi = parseAbi(['function nameExpires(uint256 id) view returns (uint256)']);
const RESOLVER = '0x00000000000000000000000000000000000000aa';
const REGISTRAR = '0x00000000000000000000000000000000000000bb';
const ZERO = '0x0000000000000000000000000000000000000000';

type Ens = {
  records?: Record<string, Record<string, Hex>>;
  plain?: Record<string, Hex>;
  expires?: Record<string, bigint>;
};

/** An Ethereum node that answers the calls of ENS. */
function ethereum({ records = {}, plain = {}, expires = {} }: Ens) {
  const names = Object.keys({ ...records, ...plain });
  const nameOf = (node: Hex) => names.find((name) => namehash(name) === node) ?? '';
  return async (to: string, data: string): Promise<string> => {
    if (to === ENS_REGISTRY) {
      const { functionName, args } = decodeFunctionData({ abi: registryAbi, data: data as Hex });
      const known = functionName === 'owner' ? args[0] === namehash('eth') : nameOf(args[0]) !== '';
      const result = known ? (functionName === 'owner' ? REGISTRAR : RESOLVER) : ZERO;
      return encodeFunctionResult({ abi: registryAbi, functionName, result });
    }
    if (to.toLowerCase() === REGISTRAR) {
      const { args } = decodeFunctionData({ abi: registrarAbi, data: data as Hex });
      const found = Object.entries(expires).find(([label]) => BigInt(labelhash(label)) === args[0]);
      return encodeFunctionResult({ abi: registrarAbi, functionName: 'nameExpires', result: found?.[1] ?? 0n });
    }
    if (data.startsWith('0x3b3b57de')) {
      const { args } = decodeFunctionData({ abi: plainAbi, data: data as Hex });
      const result = plain[nameOf(args[0])] ?? ZERO;
      return encodeFunctionResult({ abi: plainAbi, functionName: 'addr', result });
    }
    const { args } = decodeFunctionData({ abi: resolverAbi, data: data as Hex });
    const name = nameOf(args[0]);
    if (plain[name] !== undefined) throw new RpcError(3, 'execution reverted');
    const result = records[name]?.[String(args[1])] ?? '0x';
    return encodeFunctionResult({ abi: resolverAbi, functionName: 'addr', result });
  };
}

const registry = (
  service: NameRegistry['service'],
  names: Record<string, { addresses?: Partial<Record<ChainId, string>>; expired?: boolean }>,
): NameRegistry => ({
  service,
  async find(name): Promise<NameRecord | undefined> {
    const found = names[name];
    if (!found) return undefined;
    const addresses = new Map(Object.entries(found.addresses ?? {}) as [ChainId, string][]);
    return { addresses, expired: found.expired ?? false };
  },
});
const silentRegistry = (service: NameRegistry['service']): NameRegistry => ({
  service,
  find: () => Promise.reject(new ProviderError('httpError', 'down')),
});

function setUp(options: { ens?: Ens | 'down'; registries?: NameRegistry[] } = {}) {
  const { ens, registries = [] } = options;
  const call =
    ens === 'down' ? () => Promise.reject(new ChainUnavailable('ETH cannot be asked.')) : ens && ethereum(ens);
  const clients = clientsWith(call ? { evm: { call } } : {});
  return (name: string, chain = 'ETH') =>
    resolveName(
      { clients, network: 'sandbox', registries, now: () => NOW },
      { name, query: new URLSearchParams({ chain }), signal: new AbortController().signal },
    );
}
const both = (thor: Parameters<typeof registry>[1], maya: Parameters<typeof registry>[1]) =>
  setUp({ registries: [registry('THORName', thor), registry('MAYAName', maya)] });

describe('ENS names', () => {
  const ens: Ens = {
    records: {
      'ferry.eth': { 60: ALICE, 0: `0x0014751e76e8199196d454941c45d1b3a323f1433bd6` },
      'anywhere.eth': { [String(0x8000_0000)]: BOB },
      'zero.eth': { 60: ZERO },
      'sub.ferry.eth': { 60: BOB },
    },
    plain: { 'old.eth': ALICE },
    expires: { ferry: 4_102_444_800n, sunken: 1_700_000_000n },
  };

  it('resolve to the address that their owner set for that chain, in its canonical spelling', async () => {
    const resolve = setUp({ ens });
    expect(await resolve('Ferry.ETH')).toEqual({ name: 'Ferry.ETH', chain: 'ETH', address: ALICE, service: 'ENS' });
    expect((await resolve('sub.ferry.eth')).address).toBe(BOB);
    expect((await resolve('ferry.eth', 'btc')).address).toBe(BTC);
    expect((await resolve('old.eth')).address).toBe(ALICE);
  });

  it('never use the address of one chain for another: a contract wallet lives on one', async () => {
    const resolve = setUp({ ens });
    await expect(resolve('ferry.eth', 'ARB')).rejects.toMatchObject({ status: 404, detail: /no address for Arbitrum/ });
    // The exception are names whose owner set one address for every chain (ENSIP-19).
    expect((await resolve('anywhere.eth', 'ARB')).address).toBe(BOB);
    await expect(resolve('anywhere.eth', 'ETH')).rejects.toMatchObject({ status: 404 });
  });

  it('are refused when the registration has ended, though the records are still there', async () => {
    const resolve = setUp({
      ens: { records: { 'sunken.eth': { 60: ALICE }, 'a.sunken.eth': { 60: ALICE } }, expires: ens.expires ?? {} },
    });
    await expect(resolve('sunken.eth')).rejects.toMatchObject({ status: 404, detail: /has expired/ });
    await expect(resolve('a.sunken.eth')).rejects.toMatchObject({ status: 404, detail: /has expired/ });
  });

  it('are refused when they have no address, with what a name may be', async () => {
    const resolve = setUp({ ens });
    await expect(resolve('zero.eth')).rejects.toMatchObject({ status: 404, detail: /zero address/ });
    await expect(resolve('nobody.eth')).rejects.toMatchObject({
      status: 404,
      detail: /name\.eth.*name\.thor.*name\.maya/s,
    });
    await expect(resolve('a_b.eth')).rejects.toMatchObject({ status: 404, detail: /no name that ENS allows/ });
    await expect(resolve('')).rejects.toMatchObject({ status: 404 });
    await expect(resolve('x'.repeat(300))).rejects.toMatchObject({ status: 404 });
    await expect(resolve('ferry.eth', 'NOPE')).rejects.toMatchObject({ status: 400 });
  });

  it('are not reported as unknown while Ethereum cannot be asked', async () => {
    await expect(setUp({ ens: 'down' })('ferry.eth')).rejects.toMatchObject({ status: 502 });
    await expect(setUp()('ferry.eth')).rejects.toMatchObject({ status: 502 });
  });
});

describe('THORNames and MAYANames', () => {
  it('are distinguished by their ending', async () => {
    const resolve = both({ pilot: { addresses: { ETH: ALICE } } }, { pilot: { addresses: { ETH: BOB } } });
    expect(await resolve('pilot.thor')).toMatchObject({ address: ALICE, service: 'THORName', name: 'pilot.thor' });
    expect(await resolve('pilot.maya')).toMatchObject({ address: BOB, service: 'MAYAName' });
  });

  it('without an ending are an error that names both when the two differ', async () => {
    const resolve = both({ pilot: { addresses: { ETH: ALICE } } }, { pilot: { addresses: { ETH: BOB } } });
    await expect(resolve('pilot')).rejects.toMatchObject({
      status: 409,
      detail: `"pilot" is ${ALICE} by THORName and ${BOB} by MAYAName. Say which one is meant: pilot.thor or pilot.maya.`,
    });
  });

  it('without an ending are found when only one service has them, or both give the same address in another spelling', async () => {
    const resolve = both(
      { one: { addresses: { ETH: ALICE } }, same: { addresses: { ETH: ALICE } } },
      { same: { addresses: { ETH: ALICE.toLowerCase() } }, other: { addresses: { BTC } } },
    );
    expect(await resolve('one')).toMatchObject({ address: ALICE, service: 'THORName' });
    expect(await resolve('same')).toMatchObject({ address: ALICE, service: 'THORName' });
    expect(await resolve('other', 'BTC')).toMatchObject({ address: BTC, service: 'MAYAName' });
  });

  it('are not taken from one service while the other cannot be asked: its address might differ', async () => {
    const resolve = setUp({
      registries: [registry('THORName', { one: { addresses: { ETH: ALICE } } }), silentRegistry('MAYAName')],
    });
    await expect(resolve('one')).rejects.toMatchObject({ status: 502, detail: /MAYANames cannot be looked up/ });
    expect((await resolve('one.thor')).address).toBe(ALICE);
  });

  it('that have expired, have no address there, or a bad one are refused with the reason', async () => {
    const resolve = both(
      {
        wreck: { addresses: { ETH: ALICE }, expired: true },
        some: { addresses: { BTC, THOR: 'tthor1x' } },
        bad: { addresses: { ETH: BTC } },
      },
      {},
    );
    await expect(resolve('wreck.thor')).rejects.toMatchObject({ status: 404, detail: /has expired/ });
    await expect(resolve('some')).rejects.toMatchObject({
      status: 404,
      detail: /no address on Ethereum\. It has one on Bitcoin and THORChain/,
    });
    await expect(resolve('bad.thor')).rejects.toMatchObject({ status: 404, detail: /cannot be paid/ });
    await expect(resolve('a b')).rejects.toMatchObject({ status: 404, detail: /is no name/ });
  });
});
