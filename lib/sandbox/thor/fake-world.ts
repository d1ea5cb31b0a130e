/**
 * For tests: an in-memory world, whose clock moves only in steps, whose ledgers are lists, and which saves only what a
 * test dumps.
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { bech32 } from '@scure/base';
import type { ChainId } from '../../domain/chain-id.ts';
import { parse, stringify } from '../../domain/json.ts';
import type { InboundPayment, Ledger, Payout, World } from '../ledger.ts';

export type FakeLedger = Ledger & {
  sent: (Payout & { hash: string })[];
  failing: boolean;
  mine(blocks?: number): void;
  /** Puts a payment into the next block and returns its hash. */
  pay(payment: Omit<InboundPayment, 'chain' | 'hash' | 'blockHeight'>): string;
};

const hashOf = (text: string) => bytesToHex(sha256(utf8ToBytes(text)));
const EVM: readonly string[] = ['ETH', 'ARB', 'AVAX', 'BASE', 'BSC'];
const PREFIX: Partial<Record<ChainId, string>> = {
  BTC: 'bcrt',
  LTC: 'rltc',
  GAIA: 'cosmos',
  THOR: 'tthor',
  MAYA: 'tmaya',
};

export function fakeAddress(chain: ChainId, name: string): string {
  const key = sha256(utf8ToBytes(name)).slice(0, 20);
  if (EVM.includes(chain)) return `0x${bytesToHex(key)}`;
  const prefix = PREFIX[chain];
  if (prefix === undefined) return `${chain.toLowerCase()}-${name}`;
  const words = bech32.toWords(key);
  return bech32.encode(prefix, ['BTC', 'LTC'].includes(chain) ? [0, ...words] : words);
}

export function fakeLedger(chain: ChainId): FakeLedger {
  let height = 100;
  const payments: InboundPayment[] = [];
  const ledger: FakeLedger = {
    chain,
    sent: [],
    failing: false,
    height: () => height,
    inboundsAbove: async (above) => payments.filter((one) => one.blockHeight > above && one.blockHeight <= height),
    vaultAddress: (vault) => fakeAddress(chain, vault),
    async payOut(payout) {
      if (ledger.failing) throw new Error('the chain is down');
      const before = ledger.sent.find((one) => one.key === payout.key);
      if (before) return { hash: before.hash, gasBaseUnits: 1000n };
      const hash = (EVM.includes(chain) ? '0x' : '') + hashOf(`${chain}|${payout.key}`);
      ledger.sent.push({ ...payout, hash });
      return { hash, gasBaseUnits: 1000n };
    },
    confirmations: async () => 1,
    fund: async () => undefined,
    mine(blocks = 1) {
      height += blocks;
    },
    pay(payment) {
      const hash = (EVM.includes(chain) ? '0x' : '') + hashOf(`${chain}|${payments.length}|${payment.memo}`);
      payments.push({ ...payment, chain, hash, blockHeight: height + 1 });
      height += 1;
      return hash.replace(/^0x/, '').toUpperCase();
    },
  };
  if (EVM.includes(chain)) ledger.routerAddress = (network) => fakeAddress(chain, `router-${network}`);
  return ledger;
}

export type FakeWorld = Omit<World, 'ledgers'> & {
  ledgers: Partial<Record<ChainId, FakeLedger>>;
  /** The saved state of each part. */
  saved: Map<string, string>;
  controls: Map<string, (params: unknown) => unknown>;
  setFault(target: string, kind: string, params?: Record<string, unknown> | undefined): void;
  clearFault(target: string, kind: string): void;
  /** Makes one chain-time step of this many network blocks. */
  blocks(count: number): Promise<void>;
  /** Lets wall time pass without blocks. */
  wait(ms: number): void;
};

const CHAINS: ChainId[] = [
  'BTC',
  'LTC',
  'BCH',
  'DOGE',
  'DASH',
  'ZEC',
  'ETH',
  'ARB',
  'AVAX',
  'BASE',
  'BSC',
  'GAIA',
  'THOR',
  'MAYA',
];

/** `from` continues another fake world as a restart would: with its ledgers and saved states, and nothing else. */
export function fakeWorld(from?: FakeWorld): FakeWorld {
  const saved = new Map(from?.saved);
  const faults = new Map<string, Record<string, unknown>>();
  const ticks: (() => Promise<void> | void)[] = [];
  let now = Date.parse('2026-11-20T12:00:00Z');
  const controls = new Map<string, (params: unknown) => unknown>();
  return {
    seed: 'test',
    clock: {
      now: () => now,
      every: (_seconds, _name, tick) => void ticks.push(tick),
      speed: 60,
      held: true,
      step: async () => undefined,
    },
    faults: { get: (target, kind) => faults.get(`${target} ${kind}`), use: () => undefined },
    ledgers: from?.ledgers ?? Object.fromEntries(CHAINS.map((chain) => [chain, fakeLedger(chain)])),
    persist(state) {
      const text = saved.get(state.name);
      if (text !== undefined) state.load(parse(text));
      return { touch: () => undefined, flush: () => void saved.set(state.name, stringify(state.dump())) };
    },
    secret: (name) => sha256(utf8ToBytes(`test|${name}`)),
    log: () => undefined,
    control: (name, handler) => void controls.set(name, handler),
    saved,
    controls,
    setFault: (target, kind, params = {}) => void faults.set(`${target} ${kind}`, params),
    clearFault: (target, kind) => void faults.delete(`${target} ${kind}`),
    async blocks(count) {
      for (let made = 0; made < count; made += 1) {
        now += 6000;
        for (const tick of ticks) await tick();
      }
    },
    wait(ms) {
      now += ms;
    },
  };
}
