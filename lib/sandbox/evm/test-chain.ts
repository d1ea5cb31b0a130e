/** For tests: a local EVM chain in a world with a held clock, a funded user, and well- and ill-behaved contracts. */
import { decodeEventLog, encodeFunctionData, erc20Abi, getAddress, type Hex } from 'viem';
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts';
import { z } from 'zod';
import type { ChainId } from '../../domain/chain-id.ts';
import { heldWorld, newFolder, removeFolder } from '../world/world-for-tests.ts';
import { vaultAbi } from './chainflip-contracts.ts';
import type { EvmChannels } from './evm-channels.ts';
import { createEvmLedger, type EvmLedger } from './evm-ledger.ts';
import { createProcessKeeper, type ProcessKeeper } from './process-keeper.ts';

export const user = privateKeyToAccount('0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d');
export const ETHER = 10n ** 18n;
export const VAULT = '0xF5e10380213880111522dd0efD3dbb45b9f62Bcc';
export const FLIP = '0x826180541412D574cf1336d22c0C0a287822678A';
export const USDC = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
export const USDT = '0xdAC17F958D2ee523a2206206994597C13D831ec7';

/** Contracts that tests put on the chain. */
export const CODE = {
  /** Forwards its call's value to the address in the call's data. */
  forwarder: ['0x0000000000000000000000000000000000F0f0F0', '0x5f5f5f5f345f355af1600f575f5ffd5b00'],
  /** Does the same and then reverts. */
  reverter: ['0x0000000000000000000000000000000000F0F0F1', '0x5f5f5f5f345f355af15f5ffd'],
  /** Calls the reverter and ignores its failure. */
  careless: [
    '0x0000000000000000000000000000000000f0F0F2',
    '0x365f5f375f5f365f34730000000000000000000000000000000000f0f0f15af100',
  ],
  refuser: ['0x0000000000000000000000000000000000000Bad', '0x60006000fd'],
  /** Accepts every call. */
  taker: ['0x0000000000000000000000000000000000000a11', '0x00'],
  /** Needs about 6300 gas, less than the vault gives. */
  modest: ['0x0000000000000000000000000000000000000A12', '0x5f5450600154506002545000'],
  /** Needs more than 20000 gas. */
  greedy: ['0x0000000000000000000000000000000000000A13', '0x60015f5500'],
} as const;

export type Call = { to: string; data?: Hex; value?: bigint; gas?: bigint };

const hexOf = (value: bigint): Hex => `0x${value.toString(16)}`;
const hex = z.custom<Hex>((value) => typeof value === 'string' && /^0x[0-9a-f]*$/.test(value));
const number = hex.transform((text) => BigInt(text));
const receiptSchema = z.object({
  status: z.string(),
  logs: z.array(z.object({ address: hex, topics: z.tuple([hex]).rest(hex), data: hex })),
});

export const tokenTransfer = (to: string, amount: bigint): Hex =>
  encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [getAddress(to), amount] });
export const approve = (spender: string, amount: bigint): Hex =>
  encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [getAddress(spender), amount] });
/** An address in the encoding that the contracts of `CODE` take. */
export const addressWord = (address: string): Hex => `0x${address.slice(2).toLowerCase().padStart(64, '0')}`;

/** A chain in a folder of its own, which can end in several ways and start again. */
export class TestChain {
  readonly #chain: ChainId;
  readonly #folder = newFolder();
  #world: ReturnType<typeof heldWorld> | undefined;
  #keeper: ProcessKeeper | undefined;
  #ledger: EvmLedger | undefined;

  constructor(chain: ChainId) {
    this.#chain = chain;
  }

  static async open(chain: ChainId = 'ETH'): Promise<TestChain> {
    const made = new TestChain(chain);
    await made.open();
    return made;
  }

  async open(): Promise<void> {
    this.#world = heldWorld(this.#folder);
    this.#keeper = createProcessKeeper(this.#folder);
    this.#ledger = await createEvmLedger(this.#world.world, this.#chain, this.#keeper);
  }

  get world() {
    if (this.#world === undefined) throw new Error('not open');
    return this.#world.world;
  }
  /** What the world logged as errors. */
  get errors(): readonly unknown[] {
    return this.#world?.errors ?? [];
  }
  get ledger(): EvmLedger {
    if (this.#ledger === undefined) throw new Error('not open');
    return this.#ledger;
  }
  get channels(): EvmChannels {
    const { channels } = this.ledger;
    if (channels === undefined) throw new Error('the chain has no channels');
    return channels;
  }

  /** Ends the process, leaving only what is on disk. */
  async kill(): Promise<void> {
    this.world.states.abandon();
    await this.world.clock.stop();
    await this.ledger.abandon();
    this.#keeper?.close();
  }
  async stop(): Promise<void> {
    await this.world.clock.stop();
    await this.ledger.stop();
    this.#keeper?.close();
  }
  remove(): void {
    removeFolder(this.#folder);
  }

  async fundUser(): Promise<void> {
    await this.ledger.fund(user.address, 1000n * ETHER);
    for (const token of [USDC, USDT, FLIP]) await this.ledger.fund(user.address, 5_000n * ETHER, token);
    await this.write(Object.values(CODE).map(([address, code]) => ['anvil_setCode', [address, code]]));
  }
  write(calls: [string, unknown[]][]): Promise<void> {
    return this.ledger.node.exclusive(() => this.ledger.node.commit({ kind: 'write', calls }));
  }

  rpc(method: string, ...params: unknown[]): Promise<unknown> {
    return this.ledger.node.read(method, params);
  }
  async send({ to, data, value, gas = 800_000n }: Call, account: PrivateKeyAccount = user): Promise<string> {
    const raw = await account.signTransaction({
      type: 'eip1559',
      chainId: Number(await this.rpc('eth_chainId')),
      nonce: Number(await this.rpc('eth_getTransactionCount', account.address, 'pending')),
      to: getAddress(to),
      gas,
      maxFeePerGas: 3_000_000_000n,
      maxPriorityFeePerGas: 1_000_000_000n,
      ...(data === undefined ? {} : { data }),
      ...(value === undefined ? {} : { value }),
    });
    return this.ledger.node.sendRaw(raw);
  }
  block(): Promise<void> {
    return this.world.clock.step(12);
  }

  async receipt(hash: string) {
    return receiptSchema.parse(await this.rpc('eth_getTransactionReceipt', hash));
  }
  /** The vault's events in a transaction. */
  async vaultEvents(hash: string) {
    return (await this.receipt(hash)).logs.flatMap((log) => {
      if (getAddress(log.address) !== this.channels.vault) return [];
      return [decodeEventLog({ abi: vaultAbi, data: log.data, topics: log.topics })];
    });
  }
  async balance(holder: string, token?: string): Promise<bigint> {
    if (token === undefined) return number.parse(await this.rpc('eth_getBalance', holder, 'latest'));
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [getAddress(holder)] });
    return number.parse(await this.rpc('eth_call', { to: token, data }, 'latest'));
  }
  async estimate({ to, data, value = 0n }: Call): Promise<bigint> {
    return number.parse(await this.rpc('eth_estimateGas', { from: user.address, to, data, value: hexOf(value) }));
  }
  revertText({ to, data, value = 0n }: Call): Promise<string> {
    return this.rpc('eth_call', { from: user.address, to, data, value: hexOf(value) }, 'latest').then(
      () => 'no revert',
      (error: Error) => error.message,
    );
  }
}
