/**
 * For tests: an in-memory world whose chains have Chainflip's channels, with deposits made by the test and payouts that
 * it can count.
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { base58, bech32 } from '@scure/base';
import { sameAddress } from '../../chains/address.ts';
import { encodeSs58 } from '../../chains/ss58.ts';
import { checksumAddress } from '../../domain/asset.ts';
import type { ChainId } from '../../domain/chain-id.ts';
import { parse, stringify } from '../../domain/json.ts';
import { type ChannelDeposit, type Ledger, type Payout, PayoutRefused, type VaultSwap, type World } from '../ledger.ts';

export type FakeChain = Ledger & {
  channels: NonNullable<Ledger['channels']>;
  sent: (Payout & { hash: string; height: number })[];
  fetched: string[];
  /** Hashes of transactions that were mined and reverted. */
  reverted: string[];
  /** Makes receivers reject calls. */
  refusing: boolean;
  failing: boolean;
  mine(blocks?: number): void;
  /** Pays an address in the next block, which is made at once unless `wait` is given. Returns the hash. */
  deposit(money: Omit<ChannelDeposit, 'chain' | 'hash' | 'blockHeight'>, wait?: 'wait'): string;
  /** Replaces the last block by one without its deposits. */
  replace(): void;
  callVault(call: Omit<VaultSwap, 'chain' | 'hash' | 'blockHeight'>): string;
};

const hashOf = (text: string): Uint8Array => sha256(utf8ToBytes(text));

/** An account on a chain, in the sandbox's form. */
export function accountOn(chain: ChainId, name: string): string {
  const key = hashOf(name);
  if (chain === 'BTC') return bech32.encode('bcrt', [0, ...bech32.toWords(key.slice(0, 20))]);
  if (chain === 'SOL') return base58.encode(key);
  if (chain === 'DOT') return encodeSs58(key, 42);
  return checksumAddress(`0x${bytesToHex(key.slice(0, 20))}`);
}

export function fakeChain(chain: ChainId): FakeChain {
  let height = 1000;
  const deposits: ChannelDeposit[] = [];
  const waiting: ChannelDeposit[] = [];
  const calls: VaultSwap[] = [];
  const newHash = (text: string): string => {
    const hash = bytesToHex(hashOf(`${chain}|${text}`));
    return chain === 'BTC' ? hash : `0x${hash}`;
  };
  const addressed = (list: readonly ChannelDeposit[], addresses: readonly string[]) =>
    list.filter((one) => addresses.some((address) => sameAddress(chain, address, one.to)));
  const self: FakeChain = {
    chain,
    sent: [],
    fetched: [],
    reverted: [],
    refusing: false,
    failing: false,
    height: () => height,
    inboundsAbove: async () => [],
    vaultAddress: (vault) => accountOn(chain, vault),
    async payOut(payout) {
      if (self.failing) throw new Error('the chain is down');
      const before = self.sent.find((one) => one.key === payout.key);
      if (before !== undefined) return { hash: before.hash, gasBaseUnits: 1000n };
      if (self.refusing && payout.call !== undefined) throw new PayoutRefused('execution reverted');
      const hash = newHash(payout.key);
      self.sent.push({ ...payout, hash, height });
      return { hash, gasBaseUnits: 1000n };
    },
    confirmations: async (hash) => {
      const sent = self.sent.find((one) => one.hash === hash);
      return sent === undefined ? undefined : height - sent.height;
    },
    fund: async () => undefined,
    channels: {
      vault: accountOn(chain, 'the vault contract'),
      channelAddress: ({ number, token }) => accountOn(chain, `channel ${number} ${token ?? ''}`),
      depositsTo: async (addresses, above) => addressed(deposits, addresses).filter((one) => one.blockHeight > above),
      pendingTo: async (addresses) => addressed(waiting, addresses),
      vaultSwapsAbove: async (above) => calls.filter((one) => one.blockHeight > above),
      payloadOf: ({ key }) => ({ contract: accountOn(chain, 'the vault contract'), data: `signed ${key}`, value: 0n }),
      hasReverted: async (hash) => self.reverted.includes(hash),
      async fetch({ key }) {
        if (!self.fetched.includes(key)) self.fetched.push(key);
        return { hash: newHash(key) };
      },
    },
    mine(blocks = 1) {
      for (let made = 0; made < blocks; made += 1) {
        height += 1;
        for (const one of waiting.splice(0)) deposits.push({ ...one, blockHeight: height });
      }
    },
    deposit(money, wait) {
      const hash = newHash(`deposit ${deposits.length + waiting.length}`);
      waiting.push({ ...money, chain, hash, blockHeight: 0 });
      if (wait === undefined) self.mine();
      return hash;
    },
    replace() {
      const others = deposits.filter((one) => one.blockHeight < height);
      deposits.splice(0, deposits.length, ...others);
    },
    callVault(call) {
      const hash = newHash(`call ${calls.length}`);
      height += 1;
      calls.push({ ...call, chain, hash, blockHeight: height });
      return hash;
    },
  };
  return self;
}

export type FakeWorld = Omit<World, 'ledgers'> & {
  ledgers: Record<'ETH' | 'ARB' | 'BSC' | 'BTC' | 'SOL' | 'DOT', FakeChain>;
  /** The saved state of each part. */
  saved: Map<string, string>;
  controls: Map<string, (params: unknown) => unknown>;
  setFault(target: string, kind: string, params?: Record<string, unknown>): void;
  clearFault(target: string, kind: string): void;
  /** Makes state-chain blocks, with a block of every chain in each. */
  blocks(count: number): Promise<void>;
  /** Makes state-chain blocks without blocks of the chains. */
  ticks(count: number): Promise<void>;
  wait(ms: number): void;
};

/** `from` continues another world as a restart would: with its chains and saved states, and nothing else. */
export function fakeWorld(from?: FakeWorld): FakeWorld {
  const saved = new Map(from?.saved);
  const faults = new Map<string, Record<string, unknown>>();
  const ticks: (() => Promise<void> | void)[] = [];
  const controls = new Map<string, (params: unknown) => unknown>();
  let now = from?.clock.now() ?? Date.parse('2026-11-20T12:00:00Z');
  const tick = async () => {
    now += 6000;
    for (const one of ticks) await one();
  };
  const world: FakeWorld = {
    seed: 'test',
    clock: {
      now: () => now,
      every: (_seconds, _name, job) => void ticks.push(job),
      speed: 1,
      held: true,
      step: async () => undefined,
    },
    faults: { get: (target, kind) => faults.get(`${target} ${kind}`), use: () => undefined },
    ledgers: from?.ledgers ?? {
      ETH: fakeChain('ETH'),
      ARB: fakeChain('ARB'),
      BSC: fakeChain('BSC'),
      BTC: fakeChain('BTC'),
      SOL: fakeChain('SOL'),
      DOT: fakeChain('DOT'),
    },
    persist(state) {
      const text = saved.get(state.name);
      if (text !== undefined) state.load(parse(text));
      return { touch: () => undefined, flush: () => void saved.set(state.name, stringify(state.dump())) };
    },
    secret: (name) => hashOf(`test|${name}`),
    log: () => undefined,
    control: (name, handler) => void controls.set(name, handler),
    saved,
    controls,
    setFault: (target, kind, params = {}) => void faults.set(`${target} ${kind}`, params),
    clearFault: (target, kind) => void faults.delete(`${target} ${kind}`),
    async blocks(count) {
      for (let made = 0; made < count; made += 1) {
        for (const ledger of Object.values(world.ledgers)) ledger.mine();
        await tick();
      }
    },
    async ticks(count) {
      for (let made = 0; made < count; made += 1) await tick();
    },
    wait(ms) {
      now += ms;
    },
  };
  return world;
}
