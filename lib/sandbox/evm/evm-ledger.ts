/**
 * Provides an EVM chain to the emulated networks: blocks by the world's clock, vaults with keys, payouts through the
 * router.
 */
import { join } from 'node:path';
import { bytesToHex } from '@noble/hashes/utils.js';
import type { Hex } from 'viem';
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts';
import { encodeFunctionData, getAddress } from 'viem/utils';
import { z } from 'zod';
import { chainOf } from '../../chains/chains.ts';
import { checksumAddress } from '../../domain/asset.ts';
import type { ChainId } from '../../domain/chain-id.ts';
import type { Ledger, Payout } from '../ledger.ts';
import type { RunningWorld } from '../world/world.ts';
import { type Anvil, startAnvil } from './anvil-process.ts';
import { missingReceiver } from './ccm-receiver.ts';
import { type ChainFiles, createChainFiles } from './chain-files.ts';
import type { ChainMemory } from './chain-memory.ts';
import { chainflipVault, NATIVE_ADDRESS, vaultAbi } from './chainflip-contracts.ts';
import { signedPayout, vaultKeyOf } from './chainflip-signer.ts';
import { EvmChain, type EvmChainOptions, hashOfRaw } from './evm-chain.ts';
import { createEvmChannels, type EvmChannels } from './evm-channels.ts';
import { coinWrites, tokenWrites, vaultTokenWrites, wrappedWrites } from './funding.ts';
import { createGenesis, missingPlacements, placementsOn } from './genesis.ts';
import type { NetworkName, Watch } from './inbounds.ts';
import { createMiner } from './miner.ts';
import { missingLiquidity } from './oneinch-contracts.ts';
import type { ProcessKeeper } from './process-keeper.ts';
import { routerAbi, ZERO_ADDRESS } from './router-abi.ts';
import { networksOn, routersOn } from './routers.ts';
import { type Call, signCall } from './sign-call.ts';
import { tokenAt, tokensOf } from './tokens.ts';

export const SANDBOX_EVM_CHAINS = ['ETH', 'ARB', 'AVAX', 'BASE', 'BSC'] as const satisfies ChainId[];

export type EvmLedger = Ledger & {
  /** Only on ETH, ARB and BSC. */
  channels?: EvmChannels;
  routerAddress(network: NetworkName): string;
  /**
   * An account that calls contracts itself (`garden-…`) and has native coins for gas from its first call on. Each key
   * sends one transaction. `send` throws when the call would revert.
   */
  operator(name: `garden-${string}`): {
    account: PrivateKeyAccount;
    send(key: string, call: { to: Hex; data: Hex; value: bigint }): Promise<{ hash: string; gasBaseUnits: bigint }>;
  };
  /** The chain behind the JSON-RPC service. */
  node: EvmChain;
  /** Saves and ends the node. */
  stop(): Promise<void>;
  /** Ends the node without saving, as a kill would. */
  abandon(): Promise<void>;
};

/** Where chains run and what they leave on disk. */
export type EvmHost = Pick<EvmChainOptions, 'startNode'> & { files(chain: ChainId): ChainFiles };

/** A process for each chain, with its files in the world's folder. */
export const anvilHost = (world: RunningWorld, keeper: ProcessKeeper): EvmHost => ({
  startNode: (options) => startAnvil({ ...options, keeper }),
  files: (chain) => createChainFiles(join(world.folder, 'evm'), chain.toLowerCase()),
});

/** The initial balances of a vault, in whole coins: more than any pool of the sandbox holds. */
const VAULT_COINS = 10n ** 8n;
const VAULT_TOKENS = 10n ** 12n;
/** The gas money of an account that calls contracts, in whole coins. */
const OPERATOR_COINS = 10_000n;
/** The account that Chainflip's vault obeys, which is also the name under which that vault pays. */
const CHAINFLIP = 'chainflip-0';

const hexNumber = z.string().transform((text) => BigInt(text));
type Sent = { hash: string; gasBaseUnits: bigint };

const isOperator = (name: string): boolean => name.startsWith('garden-');
const networkOfVault = (name: string): NetworkName => (name.startsWith('maya') ? 'maya' : 'thor');

class RunningEvmLedger implements EvmLedger {
  readonly chain: ChainId;
  readonly node: EvmChain;
  readonly channels?: EvmChannels;
  readonly #world: RunningWorld;
  readonly #chainId: number;
  /** Accounts by vault name, and vault names by lower-case address. */
  readonly #accounts = new Map<string, PrivateKeyAccount>();
  readonly #names = new Map<string, string>();

  constructor(world: RunningWorld, chain: ChainId, host: EvmHost) {
    this.chain = chain;
    this.#world = world;
    this.#chainId = Number(chainOf(chain).sandbox.networkId);
    this.node = new EvmChain({
      chain,
      chainId: this.#chainId,
      files: host.files(chain),
      startNode: host.startNode,
      genesis: async (anvil) => {
        const time = Math.floor(world.clock.now() / 1000);
        await createGenesis(anvil, { placements: this.#placements(), time });
        return { time, routers: routersOn(chain) };
      },
      watch: (memory) => this.#watch(memory),
      log: (event) => world.log(event),
    });
    const vault = chainflipVault(chain);
    if (vault !== undefined) {
      const send = (key: string, data: Hex) => this.#sendOnce(key, CHAINFLIP, () => ({ to: vault, data, value: 0n }));
      const sign = (payout: Payout) => this.#signedPayout(payout);
      this.channels = createEvmChannels({ chain, node: this.node, vault, send, sign });
    }
  }

  #placements() {
    const { address } = this.#account(CHAINFLIP);
    return placementsOn(this.chain, { address, key: vaultKeyOf(this.#secret(CHAINFLIP)) });
  }

  async start(): Promise<void> {
    await this.node.start();
    for (const name of this.node.memory.vaults) this.#account(name);
    await this.node.exclusive(async (anvil) => {
      const calls = await missingPlacements(anvil, this.#placements());
      if (calls.length > 0) await this.node.commit({ kind: 'write', calls });
      // After the placements, whose state it reads.
      const liquidity = await missingLiquidity(anvil, this.chain);
      if (liquidity.length > 0) await this.node.commit({ kind: 'write', calls: liquidity });
      const receiver = await missingReceiver(anvil, this.chain);
      if (receiver.length > 0) await this.node.commit({ kind: 'write', calls: receiver });
    });
    for (const network of networksOn(this.chain)) this.vaultAddress(`${network}-0`);
    if (this.channels !== undefined) this.vaultAddress(CHAINFLIP);
    await this.node.exclusive(async () => undefined);
  }

  #secret(name: string): Uint8Array {
    return this.#world.secret(`vault|${this.chain}|${name}`);
  }

  #account(name: string): PrivateKeyAccount {
    const known = this.#accounts.get(name);
    if (known !== undefined) return known;
    const account = privateKeyToAccount(`0x${bytesToHex(this.#secret(name))}`);
    this.#accounts.set(name, account);
    if (name !== CHAINFLIP && !isOperator(name)) this.#names.set(account.address.toLowerCase(), name);
    return account;
  }

  #watch(memory: ChainMemory): Watch {
    for (const name of memory.vaults) this.#account(name);
    // Worlds that began before the routers were at their public addresses may still pay the old ones.
    const all = [...Object.entries(memory.routers), ...Object.entries(routersOn(this.chain))];
    const routers = all.map(([network, router]): [string, NetworkName] => [
      router.toLowerCase(),
      network === 'maya' ? 'maya' : 'thor',
    ]);
    const vaults = [...this.#names].map(([address, name]): [string, NetworkName] => [address, networkOfVault(name)]);
    return { chain: this.chain, vaults: new Map(vaults), routers: new Map(routers) };
  }

  height(): number {
    return this.node.memory.height;
  }

  async inboundsAbove(height: number) {
    const { inbounds, height: tip } = this.node.memory;
    return inbounds.filter(({ blockHeight }) => blockHeight > height && blockHeight <= tip);
  }

  vaultAddress(vault: string): string {
    const known = this.#accounts.has(vault);
    const address = vault === CHAINFLIP ? this.#chainflipVault() : this.#account(vault).address;
    if (!known || !this.node.memory.vaults.includes(vault))
      this.node
        .exclusive((anvil) => this.#establish(anvil, vault))
        .catch((error: unknown) =>
          this.#world.log({ level: 'error', event: 'vault', chain: this.chain, vault, error: String(error) }),
        );
    return address;
  }

  #chainflipVault(): Hex {
    const vault = this.channels?.vault;
    if (vault === undefined) throw new Error(`Chainflip has no vault on ${this.chain}`);
    return getAddress(vault);
  }

  routerAddress(network: NetworkName): string {
    const router = routersOn(this.chain)[network];
    if (router === undefined) throw new Error(`${network} has no router on ${this.chain}`);
    return router;
  }

  /** Gives a new vault the balances that its predecessor would have sent it. Only within `exclusive`. */
  async #establish(anvil: Anvil, vault: string): Promise<void> {
    if (this.node.memory.vaults.includes(vault)) return;
    const { address } = this.#account(vault);
    if (isOperator(vault)) {
      await this.node.commit({ kind: 'write', calls: await coinWrites(anvil, address, OPERATOR_COINS * 10n ** 18n) });
      await this.node.commit({ kind: 'vault', name: vault });
      return;
    }
    // No network accepts the others: every wrapped coin needs a native coin behind it, and taxed tokens shrink.
    const plain = tokensOf(this.chain).filter(({ kind }) => kind === undefined);
    const amounts = plain.map((token) => ({
      token: token.address,
      amount: VAULT_TOKENS * 10n ** BigInt(token.decimals),
    }));
    const coins = VAULT_COINS * 10n ** 18n;
    const calls = await coinWrites(anvil, address, coins);
    if (vault === CHAINFLIP) {
      const contract = this.#chainflipVault();
      calls.push(...(await coinWrites(anvil, contract, coins)), ...(await tokenWrites(anvil, contract, amounts)));
    } else {
      const router = this.routerAddress(networkOfVault(vault));
      calls.push(...(await vaultTokenWrites(anvil, router, address, amounts)));
    }
    await this.node.commit({ kind: 'write', calls });
    await this.node.commit({ kind: 'vault', name: vault });
  }

  operator(name: `garden-${string}`) {
    return {
      account: this.#account(name),
      send: (key: string, call: Call) => this.#sendOnce(key, name, () => call),
    };
  }

  payOut(payout: Payout): Promise<Sent> {
    return this.#sendOnce(payout.key, payout.vault, () => this.#payoutCall(payout));
  }

  /** Sends one transaction of a vault, once per key. */
  #sendOnce(key: string, vault: string, call: () => Call): Promise<Sent> {
    return this.node.exclusive(async (anvil) => {
      const sent = this.node.memory.payouts.get(key);
      if (sent !== undefined) return sent;
      await this.#establish(anvil, vault);
      const signer = { account: this.#account(vault), chainId: this.#chainId };
      const { raw, gasBaseUnits } = await signCall(anvil, signer, call());
      const hash = hashOfRaw(raw);
      await this.node.commit({ kind: 'payout', key, hash, raw, gasBaseUnits });
      return { hash, gasBaseUnits };
    });
  }

  #signedPayout(payout: Payout): Hex {
    const where = { vault: this.#chainflipVault(), chainId: this.#chainId };
    return signedPayout(this.#secret(CHAINFLIP), where, payout);
  }

  #payoutCall(payout: Payout): Call {
    const { vault, to, token, amountBaseUnits: amount, memo, call } = payout;
    if (vault === CHAINFLIP && call !== undefined)
      return { to: this.#chainflipVault(), data: this.#signedPayout(payout), value: 0n, gas: call.gasLimit };
    const recipient = getAddress(checksumAddress(to));
    const contract = token === undefined ? undefined : getAddress(checksumAddress(token));
    if (vault === CHAINFLIP) {
      const args = [contract ?? NATIVE_ADDRESS, recipient, amount] as const;
      const data = encodeFunctionData({ abi: vaultAbi, functionName: 'transfer', args });
      return { to: this.#chainflipVault(), data, value: 0n };
    }
    const args = [recipient, contract ?? ZERO_ADDRESS, amount, memo] as const;
    const data = encodeFunctionData({ abi: routerAbi, functionName: 'transferOut', args });
    const router = getAddress(this.routerAddress(networkOfVault(vault)));
    return { to: router, data, value: contract === undefined ? amount : 0n };
  }

  async confirmations(hash: string): Promise<number | undefined> {
    const wanted = hash.toLowerCase();
    if (this.node.memory.pending.has(wanted)) return 0;
    const receipt = await this.node.read('eth_getTransactionReceipt', [wanted]);
    if (receipt === null) return undefined;
    const { blockNumber } = z.object({ blockNumber: hexNumber }).parse(receipt);
    return Math.max(1, this.height() - Number(blockNumber) + 1);
  }

  fund(address: string, amountBaseUnits: bigint, token?: string): Promise<void> {
    return this.node.exclusive(async (anvil) => {
      const vault = this.#names.get(address.toLowerCase());
      const listed = token === undefined ? undefined : tokenAt(this.chain, token);
      const contract = listed?.address;
      if (token !== undefined && contract === undefined) throw new RangeError(`no token ${token} on ${this.chain}`);
      const router = vault === undefined ? undefined : this.routerAddress(networkOfVault(vault));
      const writes = (): Promise<[string, unknown[]][]> => {
        if (contract === undefined) return coinWrites(anvil, address, amountBaseUnits);
        const amounts = [{ token: contract, amount: amountBaseUnits }];
        if (listed?.kind === 'wrapped') return wrappedWrites(anvil, address, contract, amountBaseUnits);
        if (router === undefined) return tokenWrites(anvil, address, amounts);
        return vaultTokenWrites(anvil, router, address, amounts);
      };
      await this.node.commit({ kind: 'write', calls: await writes() });
    });
  }

  stop(): Promise<void> {
    return this.node.stop();
  }
  abandon(): Promise<void> {
    return this.node.abandon();
  }
}

/** Starts the chain, new or as it was, with mining by the world's clock. @throws {SandboxError} */
export async function createEvmLedger(world: RunningWorld, chain: ChainId, host: EvmHost): Promise<EvmLedger> {
  const ledger = new RunningEvmLedger(world, chain, host);
  await ledger.start();
  createMiner(world, ledger.node, chain);
  return ledger;
}
