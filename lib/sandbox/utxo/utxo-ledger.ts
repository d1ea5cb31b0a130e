/**
 * Runs a local Bitcoin-family chain that behaves like the real one: blocks by the clock, real signatures, and no answer
 * before the state behind it is on disk.
 */
import { bytesToHex } from '@noble/hashes/utils.js';
import { z } from 'zod';
import type { Chain } from '../../chains/chain.ts';
import type { InboundPayment, Ledger, Payout, Service, World } from '../ledger.ts';
import { replacedBlocks } from '../world/faults.ts';
import { acceptTransaction, type ChainTime } from './accept-transaction.ts';
import { buildPayment } from './build-payment.ts';
import { concat, uintLE } from './bytes.ts';
import { type ChainRules, rulesOf } from './chain-rules.ts';
import { type DurableHeight, durableHeight } from './durable-height.ts';
import { createEsploraService } from './esplora-service.ts';
import { inboundOf, type Watcher } from './inbounds.ts';
import { encodeTransaction } from './raw-transaction.ts';
import { addressOfScript, scriptOfAddress } from './scripts.ts';
import { type KeyScript, scriptOfKey } from './signer.ts';
import { coinbaseInput, isCoinbase, type RawTransaction } from './tx-encoding.ts';
import { START_HEIGHT, type TxRecord, UtxoChain } from './utxo-chain.ts';
import { createUtxoChannels, type Made, type UtxoChannels } from './utxo-channels.ts';
import { outputsOf, type Sent, type UtxoScripts } from './utxo-scripts.ts';

export type UtxoLedger = Ledger & {
  /** Only on BTC, the one chain of the family that Chainflip serves. */
  channels?: UtxoChannels;
  /** Esplora's API under `/esplora/<chain>`. */
  service: Service;
  rules: ChainRules;
  /** Takes a raw transaction in hex and returns its txid. @throws {TransactionRefused} */
  broadcast(rawHex: string): string;
  /** An address's coins in base units, including unconfirmed ones. */
  balance(address: string): bigint;
  /** For upstreams that spend by scripts of their own (Garden). */
  scripts: UtxoScripts;
  /** The sandbox address of a key on this chain. */
  addressOfKey(privateKey: Uint8Array, kind: KeyScript): string;
};

const stateSchema = z.object({
  transactions: z.array(z.tuple([z.string(), z.number().nullable(), z.number().nullable()])),
  funded: z.number().int(),
  vaults: z.array(z.string()),
  payouts: z.array(z.tuple([z.string(), z.object({ hash: z.string(), gasBaseUnits: z.bigint() })])),
});

type Vault = { name: string; script: Uint8Array; privateKey: Uint8Array };

/** The vault of a network that identifies payments by address, not by memo. */
const CHAINFLIP = 'chainflip-0';

class LocalUtxoChain {
  readonly chain: UtxoChain;
  readonly height: DurableHeight;
  private funded = 0;
  /** By script in hex. Names are kept, so that a retired vault is still watched after a restart. */
  private readonly vaults = new Map<string, Vault>();
  private readonly payouts = new Map<string, { hash: string; gasBaseUnits: bigint }>();
  private readonly saved: { touch(): void; flush(): void };
  private readonly world: World;
  private readonly definition: Chain;
  private readonly rules: ChainRules;

  constructor(world: World, definition: Chain, rules: ChainRules) {
    this.world = world;
    this.definition = definition;
    this.rules = rules;
    this.chain = new UtxoChain(rules.format);
    const name = `utxo-${definition.id.toLowerCase()}`;
    this.height = durableHeight(world, name, START_HEIGHT, definition.blockSeconds);
    this.saved = world.persist({
      name,
      dump: () => ({
        transactions: this.chain.dump(),
        funded: this.funded,
        vaults: [...this.vaults.values()].map((vault) => vault.name),
        payouts: [...this.payouts],
      }),
      load: (state) => this.load(state),
    });
    world.clock.every(definition.blockSeconds, `${definition.id} block`, () => this.mine());
  }

  private load(state: unknown): void {
    const { transactions, funded, vaults, payouts } = stateSchema.parse(state);
    this.chain.load(transactions);
    this.funded = funded;
    for (const [key, payout] of payouts) this.payouts.set(key, payout);
    for (const name of vaults) this.addVault(name);
  }

  private time(): ChainTime {
    return { height: this.height.value(), nowSeconds: Math.floor(this.world.clock.now() / 1000) };
  }

  private save(): void {
    this.saved.touch();
    this.saved.flush();
  }

  private mine(): void {
    if (this.world.faults.get(this.definition.id, 'no-blocks')) return;
    this.reorganise();
    const height = this.height.next();
    if (this.chain.mine(height, this.time().nowSeconds)) this.save();
  }

  /** Another miner's blocks replace the last ones: what those held waits for the next block. */
  private reorganise(): void {
    const { faults } = this.world;
    const blocks = replacedBlocks(faults, this.definition.id);
    if (blocks === undefined) return;
    if (this.chain.undoAbove(this.height.value() - blocks)) this.save();
    faults.use(this.definition.id, 'reorg');
  }

  address(script: Uint8Array): string | undefined {
    const { utxo } = this.definition.sandbox;
    return utxo && addressOfScript(script, utxo);
  }

  addressOfKey(privateKey: Uint8Array, kind: KeyScript): string {
    const address = this.address(scriptOfKey(privateKey, kind));
    if (!address) throw new Error(`${this.definition.id} has no ${kind} addresses`);
    return address;
  }

  private addVault(name: string): Vault {
    const privateKey = this.world.secret(`${this.definition.id}/vault/${name}`);
    const script = scriptOfKey(privateKey, this.rules.segwit ? 'p2wpkh' : 'p2pkh');
    const made = { name, script, privateKey };
    this.vaults.set(bytesToHex(script), made);
    return made;
  }

  private vault(name: string): Vault {
    const known = [...this.vaults.values()].find((vault) => vault.name === name);
    if (known) return known;
    const made = this.addVault(name);
    this.save();
    return made;
  }

  vaultAddress(name: string): string {
    return this.address(this.vault(name).script) ?? '';
  }

  script(address: string): Uint8Array {
    const script = scriptOfAddress(address, this.definition);
    if (!script) throw new Error(`not a ${this.definition.name} address: ${address}`);
    return script;
  }

  broadcast(rawHex: string): string {
    const txid = acceptTransaction(this.chain, this.rules, rawHex, this.time());
    this.save();
    this.world.log({ event: 'transaction accepted', chain: this.definition.id, hash: txid });
    return txid;
  }

  fund(address: string, amountBaseUnits: bigint): void {
    this.funded += 1;
    // A number distinguishes equal gifts, as the height does in a real coinbase: in the input script (BIP 34), and for
    // ZEC, whose txid does not cover the script, as the expiry height (ZIP 203).
    const scriptSig = concat(Uint8Array.of(4), uintLE(this.funded, 4));
    const { consensusBranchId } = this.rules;
    const tx = {
      version: consensusBranchId === undefined ? 1 : 5,
      inputs: [coinbaseInput(scriptSig)],
      outputs: [{ value: amountBaseUnits, script: this.script(address) }],
      lockTime: 0,
      ...(consensusBranchId === undefined ? {} : { zcash: { consensusBranchId, expiryHeight: this.funded } }),
    };
    const { height, nowSeconds } = this.time();
    this.chain.add(tx, height === START_HEIGHT ? { height, timeSeconds: nowSeconds } : undefined);
    this.save();
  }

  /** Confirmed coins and the vault's own change; unconfirmed coins of others may still be replaced. */
  spendable(script: Uint8Array) {
    const own = bytesToHex(script);
    const safe = ({ block, tx, spent }: TxRecord) =>
      block !== undefined || isCoinbase(tx) || spent.every((output) => bytesToHex(output.script) === own);
    return this.chain
      .unspent(script)
      .filter(({ record }) => safe(record))
      .map(({ record, vout, value }) => ({ txid: record.txid, vout, value }));
  }

  payOut(payout: Payout): Sent {
    if (payout.token !== undefined) throw new Error(`${this.definition.id} has no tokens`);
    return this.sendOnce(payout.key, () => {
      const { script, privateKey } = this.vault(payout.vault);
      return buildPayment({
        rules: this.rules,
        privateKey,
        ownScript: script,
        coins: this.spendable(script),
        pay: { value: payout.amountBaseUnits, script: this.script(payout.to) },
        memo: payout.memo,
        feePerVbyte: this.rules.feePerVbyte,
      });
    });
  }

  /**
   * The transaction already sent under the key, or else the result of `build`, sent and recorded in one write, so that
   * a crash cannot pay twice. `build` may return the hash of an earlier transaction that did the work.
   */
  sendOnce(key: string, build: () => Made): Sent {
    const done = this.payouts.get(key);
    if (done) return done;
    const made = build();
    const result =
      'hash' in made
        ? { hash: made.hash, gasBaseUnits: 0n }
        : { hash: this.accept(made.tx), gasBaseUnits: made.feeBaseUnits };
    this.payouts.set(key, result);
    this.save();
    return result;
  }

  private accept(tx: RawTransaction): string {
    return acceptTransaction(this.chain, this.rules, bytesToHex(encodeTransaction(tx)), this.time());
  }

  inboundsAbove(height: number): InboundPayment[] {
    const watcher: Watcher = {
      chain: this.definition.id,
      isWatched: (script) => this.isWatched(script),
      addressOf: (script) => this.address(script),
    };
    return this.chain.above(height).flatMap((record) => inboundOf(record, watcher) ?? []);
  }

  private isWatched(script: Uint8Array): boolean {
    const vault = this.vaults.get(bytesToHex(script));
    return vault !== undefined && vault.name !== CHAINFLIP && !vault.name.startsWith('garden-');
  }

  /** The deposit channels; the vault `chainflip-0` receives their contents. */
  channels(): UtxoChannels {
    const { chain, definition, rules } = this;
    return createUtxoChannels({
      id: definition.id,
      chain,
      rules,
      scriptOf: (address) => this.script(address),
      addressOf: (script) => this.address(script),
      channelKey: (number) => this.world.secret(`${definition.id}/channel/${number}`),
      vaultScript: () => this.vault(CHAINFLIP).script,
      spendable: (script) => this.spendable(script),
      sendOnce: (key, build) => this.sendOnce(key, build),
    });
  }

  scripts(): UtxoScripts {
    return {
      scriptOf: (address) => this.script(address),
      addressOf: (script) => this.address(script),
      vault: (name) => this.vault(name),
      spendable: (script) => this.spendable(script),
      outputs: (script) => outputsOf(this.chain, script),
      sendOnce: (key, build) => this.sendOnce(key, build),
    };
  }

  confirmations(hash: string): number | undefined {
    const record = this.chain.get(hash.toLowerCase());
    if (!record) return undefined;
    return record.block ? this.height.value() - record.block.height + 1 : 0;
  }

  /** Blocks have no headers here; the hash is an unpredictable name for the height. */
  readonly blockHash = (height: number): string =>
    bytesToHex(this.world.secret(`${this.definition.id}/block/${height}`));
}

/**
 * The local chain of BTC, LTC, DOGE, BCH, DASH or ZEC. `rules` may replace the chain's own, because ZEC's consensus
 * branch id changes with each network upgrade. The chain's fault `no-blocks` stops its blocks, `reorg` with
 * `{"blocks":2}` replaces the last ones before each next. A payout pays
 * `amountBaseUnits` to the recipient, and the fee on top.
 * @throws {Error} for other chains.
 */
export function createUtxoLedger(
  world: World,
  definition: Chain,
  rules: ChainRules = rulesOf(definition.id),
): UtxoLedger {
  const { utxo } = definition.sandbox;
  if (!utxo) throw new Error(`${definition.id} is not a chain of the Bitcoin family`);
  const local = new LocalUtxoChain(world, definition, rules);
  const { chain } = local;
  return {
    chain: definition.id,
    ...(definition.id === 'BTC' ? { channels: local.channels() } : {}),
    rules,
    scripts: local.scripts(),
    height: () => local.height.value(),
    inboundsAbove: async (height) => local.inboundsAbove(height),
    vaultAddress: (name) => local.vaultAddress(name),
    payOut: async (payout) => local.payOut(payout),
    confirmations: async (hash) => local.confirmations(hash),
    fund: async (address, amountBaseUnits) => local.fund(address, amountBaseUnits),
    broadcast: (rawHex) => local.broadcast(rawHex),
    balance: (address) => chain.unspent(local.script(address)).reduce((sum, { value }) => sum + value, 0n),
    addressOfKey: (privateKey, kind) => local.addressOfKey(privateKey, kind),
    service: createEsploraService({
      chain: definition,
      context: { chain, height: () => local.height.value(), network: utxo, blockHash: local.blockHash },
      feePerVbyte: rules.feePerVbyte,
      broadcast: (rawHex) => local.broadcast(rawHex),
    }),
  };
}
