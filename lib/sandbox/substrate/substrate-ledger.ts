/**
 * Runs a local Asset Hub that behaves like the real one: real signatures, blocks by the clock, and no answer before the
 * state behind it is on disk.
 */
import { z } from 'zod';
import type { ChannelDeposit, ChannelLedger, Ledger, Payout, Service } from '../ledger.ts';
import type { RunningWorld } from '../world/world.ts';
import { ASSETS, BLOCK_SECONDS } from './asset-hub.ts';
import { idOf } from './block-history.ts';
import { accountOf, addressOf, asChannel, assetIdOf, channelAccount, depositOf, depositsIn } from './channels.ts';
import type { Call } from './codecs.ts';
import { type Signer, signExtrinsic, signerOf } from './extrinsic.ts';
import { createSubstrateRpc } from './rpc-service.ts';
import { chainStateSchema, SubstrateChain } from './substrate-chain.ts';

/** The vault that makes Chainflip's payouts, and from which its deposit channels are derived. */
export const CHAINFLIP_VAULT = 'chainflip-0';

export type SubstrateLedger = Ledger & {
  channels: Required<Pick<ChannelLedger, 'channelAddress' | 'depositsTo' | 'pendingTo' | 'fetch'>>;
  /** JSON-RPC under `/rpc/dot`. */
  service: Service;
  node: SubstrateChain;
  /** Takes a signed extrinsic and returns its hash. @throws {SubstrateRefused} */
  broadcast(wire: Uint8Array): string;
  /** In planck, or in the asset's base units. */
  balance(address: string, token?: string): bigint;
};

/** The initial balance of the account that funds all others: more than exists of anything. */
const PLENTY = 10n ** 24n;

const doneSchema = z.object({ hash: z.string(), gasBaseUnits: z.bigint() });
const stateSchema = z.object({
  chain: chainStateSchema,
  /** Transactions by their key: payouts, and fetches of channels. */
  done: z.array(z.tuple([z.string(), doneSchema])),
});
type Done = z.infer<typeof doneSchema>;

class LocalAssetHub {
  readonly chain: SubstrateChain;
  readonly #purse: Signer;
  readonly #done = new Map<string, Done>();
  readonly #saved: { touch(): void; flush(): void };
  readonly #world: RunningWorld;

  constructor(world: RunningWorld) {
    this.#world = world;
    this.#purse = signerOf(world.secret('DOT/purse'));
    this.chain = new SubstrateChain(world);
    const assets = Object.fromEntries([...ASSETS.keys()].map((id) => [id, PLENTY]));
    this.chain.accounts.set(this.#purse.account, { nonce: 0, free: PLENTY, assets });
    this.#saved = world.persist({
      name: 'dot',
      dump: () => ({ chain: this.chain.dump(), done: [...this.#done] }),
      load: (state) => {
        const { chain, done } = stateSchema.parse(state);
        this.chain.load(chain);
        for (const [key, each] of done) this.#done.set(key, each);
      },
    });
    world.clock.every(BLOCK_SECONDS, 'DOT blocks', () => {
      if (this.chain.produce()) this.save();
    });
  }

  vault(name: string): Signer {
    return signerOf(this.#world.secret(`DOT/vault/${name}`));
  }

  save(): void {
    this.#saved.flush();
  }

  broadcast(wire: Uint8Array): string {
    const hash = this.chain.submit(wire);
    this.save();
    return hash;
  }

  /** Executes a call in a block of its own. @throws {Error} when it fails; then nothing changes. */
  #send(signer: Signer, call: Call): Done {
    const { nonce } = this.chain.accounts.get(signer.account);
    const { genesis } = this.chain;
    const extra = { era: 'immortal' as const, nonce, tip: 0n, withMetadataHash: false };
    const { id, record } = this.chain.execute(signExtrinsic(signer, call, extra, { genesis, birth: genesis }));
    return { hash: id, gasBaseUnits: record.fee };
  }

  /** Sends once per key: the key is recorded in the same write as the block, so that a crash cannot send twice. */
  #once(key: string, send: () => Done): Done {
    const done = this.#done.get(key);
    if (done) return done;
    const made = send();
    this.#done.set(key, made);
    this.save();
    return made;
  }

  fund(address: string, amount: bigint, token?: string): void {
    this.#send(this.#purse, this.#payment(address, amount, token));
    this.save();
  }

  #payment(address: string, amount: bigint, token?: string): Call {
    const to = accountOf(address);
    if (amount <= 0n) throw new Error(`a payment of ${amount}`);
    if (token === undefined) return { kind: 'transferKeepAlive', to, amount };
    return { kind: 'assetTransfer', assetId: assetIdOf(token), to, amount };
  }

  payOut({ key, vault, to, token, amountBaseUnits }: Payout): Done {
    return this.#once(`payout/${key}`, () =>
      this.#sendAs(vault, this.vault(vault), this.#payment(to, amountBaseUnits, token)),
    );
  }

  #sendAs(vault: string, signer: Signer, call: Call): Done {
    try {
      return this.#send(signer, call);
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause);
      throw new Error(`vault ${vault} cannot pay: ${reason}`, { cause });
    }
  }

  channel(number: bigint): string {
    return channelAccount(this.vault(CHAINFLIP_VAULT).account, number);
  }

  /**
   * Empties a channel of one asset; the vault pays the fee. If it is empty already, returns the transaction that
   * emptied it.
   */
  fetch(key: string, number: bigint, token?: string): Done {
    return this.#once(`fetch/${key}`, () => {
      const signer = this.vault(CHAINFLIP_VAULT);
      const own = this.channel(number);
      const assetId = token === undefined ? undefined : assetIdOf(token);
      const { free, assets } = this.chain.accounts.get(own);
      const held = assetId === undefined ? free : (assets[assetId] ?? 0n);
      if (held === 0n) return this.#emptied(own, assetId);
      const to = signer.account;
      const call: Call =
        assetId === undefined
          ? { kind: 'transferAll', to, keepAlive: false }
          : { kind: 'assetTransfer', assetId, to, amount: held };
      return this.#sendAs(CHAINFLIP_VAULT, signer, asChannel(number, call));
    });
  }

  #emptied(account: string, assetId: number | undefined): Done {
    const found = this.chain.history.lastWith(({ movements }) =>
      movements.some((movement) => movement.from === account && movement.assetId === assetId),
    );
    if (!found) throw new Error(`nothing lies at ${addressOf(account)}`);
    return { hash: idOf(found.block, found.at), gasBaseUnits: 0n };
  }

  balance(address: string, token?: string): bigint {
    const { free, assets } = this.chain.accounts.get(accountOf(address));
    return token === undefined ? free : (assets[assetIdOf(token)] ?? 0n);
  }

  depositsTo(addresses: readonly string[], height: number): ChannelDeposit[] {
    return depositsIn(this.chain.history.above(height), new Set(addresses.map(accountOf)));
  }

  pendingTo(addresses: readonly string[]): ChannelDeposit[] {
    const wanted = new Set(addresses.map(accountOf));
    return this.chain
      .waitingMovements()
      .flatMap(({ hash, movements }) =>
        movements.filter(({ to }) => wanted.has(to)).map((one) => depositOf(one, { hash, blockHeight: 0 })),
      );
  }

  confirmations(hash: string): number | undefined {
    const height = this.chain.history.heightOf(hash);
    if (height !== undefined) return this.chain.height() - height + 1;
    return this.chain.pool().some((one) => one.hash === hash.toLowerCase()) ? 0 : undefined;
  }
}

/**
 * The local chain of DOT with the assets 1337 and 1984. A gift is an extrinsic of an account that holds all coins;
 * vaults pay at once in blocks of their own. The fault `no-blocks` of `DOT` leaves extrinsics in the pool,
 * `drop-transactions` loses them.
 */
export function createSubstrateLedger(world: RunningWorld, chain: 'DOT'): SubstrateLedger {
  const local = new LocalAssetHub(world);
  const { chain: node } = local;
  return {
    chain,
    node,
    height: () => node.height(),
    inboundsAbove: async () => [],
    vaultAddress: (name) => addressOf(local.vault(name).account),
    payOut: async (payout) => local.payOut(payout),
    confirmations: async (hash) => local.confirmations(hash),
    fund: async (address, amountBaseUnits, token) => local.fund(address, amountBaseUnits, token),
    broadcast: (wire) => local.broadcast(wire),
    balance: (address, token) => local.balance(address, token),
    channels: {
      channelAddress: ({ number }) => addressOf(local.channel(number)),
      depositsTo: async (addresses, height) => local.depositsTo(addresses, height),
      pendingTo: async (addresses) => local.pendingTo(addresses),
      fetch: async ({ key, channel }) => ({ hash: local.fetch(key, channel.number, channel.token).hash }),
    },
    service: createSubstrateRpc({ chain: node, broadcast: (wire) => local.broadcast(wire) }),
  };
}
