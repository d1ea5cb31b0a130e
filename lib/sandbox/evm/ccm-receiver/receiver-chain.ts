/** For tests: a bare EVM chain with the receiver, a vault, a scriptable router, and tokens of every behaviour. */
import { readFileSync } from 'node:fs';
import {
  decodeFunctionResult,
  encodeAbiParameters,
  encodeFunctionData,
  getAddress,
  getContractAddress,
  type Hex,
  keccak256,
  parseAbi,
  toHex,
} from 'viem';
import { z } from 'zod';
import { RECEIVER_GAS, type ReceiverEvent, readReceiverEvent } from '../../../payments/chainflip/ccm-receiver.ts';
import { newFolder, removeFolder } from '../../world/world-for-tests.ts';
import { type Anvil, startAnvil } from '../anvil-process.ts';
import { createProcessKeeper, type ProcessKeeper } from '../process-keeper.ts';
import { mappingSlot, word } from '../storage.ts';

const hex = z.custom<Hex>((value) => typeof value === 'string' && /^0x[0-9a-f]*$/i.test(value));
const code = z.object({ bytecode: hex, deployedBytecode: hex });
export const builtCode = (name: string, folder = 'sandbox/contracts'): z.infer<typeof code> =>
  code.parse(JSON.parse(readFileSync(new URL(`../../../${folder}/artifacts/${name}.json`, import.meta.url), 'utf8')));

const named = (name: string): Hex => getAddress(`0x${keccak256(toHex(name)).slice(-40)}`);

export const NATIVE: Hex = '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE';
export const VAULT = named('vault');
export const ROUTER = named('router');
export const WRAPPED = named('wrapped');
export const LENS = named('lens');
/** Two plain tokens, one like Tether's, one that taxes every transfer, one with switchable behaviour. */
export const TOKEN = named('token');
export const BOUGHT = named('bought');
export const USDT_LIKE = named('usdt');
export const TAXED = named('taxed');
export const ODD = named('odd');
export const TOKENS: readonly Hex[] = [TOKEN, BOUGHT, USDT_LIKE, TAXED, ODD, WRAPPED];
export const TAX_BPS = 250n;

/** Sends transactions and pays their gas; its balances are not checked. */
export const SENDER = named('sender');
export const ALICE = named('alice');
export const OTHER = named('other');
/**
 * Three contracts: the first refuses native coins, the second uses up all gas, the third accepts coins and returns
 * nothing.
 */
export const REFUSER = named('refuser');
export const GREEDY = named('greedy');
export const SMART_WALLET = named('smart wallet');
export const RECEIVER: Hex = getContractAddress({ from: SENDER, nonce: 0n });
export const HOLDERS: readonly Hex[] = [RECEIVER, VAULT, ROUTER, ALICE, REFUSER, GREEDY, SMART_WALLET, OTHER];

/** As in HostileRouter.sol. */
export const MODES = [
  ...['Honest', 'Reverts', 'RevertsSilently', 'RevertsAtLength', 'AnswersAtLength', 'PaysLess', 'PaysNothing'],
  ...['BurnsAllGas', 'PaysSomebodyElse', 'TakesMore', 'TakesHalf', 'PaysCaller', 'ReentersThroughVault'],
  ...['CallsTheSelfCall', 'ReturnsCoins', 'SendsLeftovers'],
] as const;

/** As in OddToken.sol. */
export const HABIT = {
  answersFalse: 1,
  approvesFalse: 2,
  noZeroApproval: 4,
  longAnswers: 8,
  longErrors: 16,
  allowanceStays: 32,
} as const;

export const ABI = parseAbi([
  'function payOut(address receiver, address token, uint256 amount, uint256 value, bytes message)',
  'function cfReceive(uint32 srcChain, bytes srcAddress, bytes message, address token, uint256 amount) payable',
  'function swapFor(bytes message, address token, uint256 amount)',
  'function set(uint8 mode, address bought, uint256 output, address other)',
  'function setNested(address vault, bytes nested)',
  'function steal(address token, address from, uint256 amount)',
  'function lastAmount() view returns (uint256)',
  'function lastLeast() view returns (uint256)',
  'function balances(address[] tokens, address[] holders) view returns (uint256[])',
  'function allowances(address[] tokens, address owner, address spender) view returns (uint256)',
]);

/** The vault's and the router's initial balances of everything, far above any payment. */
const PLENTY = 10n ** 40n;
/** The gas that Chainflip adds for its vault's own token handling (state-chain, evm ccm gas). */
const VAULT_GAS = 120_000n;
const RECEIPT = z.object({
  status: hex,
  gasUsed: hex,
  logs: z.array(z.object({ address: hex, topics: z.array(hex), data: hex })),
});

export type Payment = { token: Hex; amount: bigint; message: Hex; gas?: bigint; value?: bigint };
export type Outcome = { done: boolean; gasUsed: bigint; events: ReceiverEvent[] };
/** By token (`NATIVE` for native coins), then by holder. */
export type Balances = (token: string, holder: string) => bigint;

export type Write = readonly [method: string, params: readonly unknown[]];

const store = (address: Hex, slot: number, value: bigint): Write => [
  'anvil_setStorageAt',
  [address, word(slot), word(value)],
];
export const giveWrite = (holder: Hex, token: Hex, amount: bigint): Write =>
  token === NATIVE
    ? ['anvil_setBalance', [holder, toHex(amount)]]
    : ['anvil_setStorageAt', [token, mappingSlot(holder, word(0)), word(amount)]];
/** Slots as in HostileRouter.sol. */
export const tellWrites = (mode: (typeof MODES)[number], bought: Hex, output: bigint): Write[] => [
  store(ROUTER, 0, BigInt(MODES.indexOf(mode)) | (BigInt(bought) << 8n)),
  store(ROUTER, 1, output),
  store(ROUTER, 2, BigInt(OTHER)),
];
/** Slots as in OddToken.sol. */
export const habitWrites = (habits: number, blocked: Hex = '0x00'): Write[] => [
  store(ODD, 2, BigInt(habits)),
  store(ODD, 3, BigInt(blocked)),
];

/** -1 for native coins, which come before all tokens. */
const indexOf = (one: string, all: readonly string[]): number => all.indexOf(one);

/** A chain that mines each transaction in a block of its own. */
export class ReceiverChain {
  readonly #folder: string;
  readonly #keeper: ProcessKeeper;
  readonly #anvil: Anvil;

  private constructor(folder: string, keeper: ProcessKeeper, anvil: Anvil) {
    this.#folder = folder;
    this.#keeper = keeper;
    this.#anvil = anvil;
  }

  /** @param router the code at the router's address; by default the hostile router. */
  static async open(
    router: Hex = builtCode('HostileRouter', 'solidity/testing').deployedBytecode,
  ): Promise<ReceiverChain> {
    const folder = newFolder();
    const keeper = createProcessKeeper(folder);
    const chain = new ReceiverChain(folder, keeper, await startAnvil({ chainId: 900_000_077, keeper }));
    await chain.#place(router);
    return chain;
  }

  async close(): Promise<void> {
    await this.#anvil.kill();
    this.#keeper.close();
    removeFolder(this.#folder);
  }

  async #place(router: Hex): Promise<void> {
    const codes: [Hex, Hex][] = [
      [VAULT, builtCode('TestVault', 'solidity/testing').deployedBytecode],
      [LENS, builtCode('Lens', 'solidity/testing').deployedBytecode],
      [ODD, builtCode('OddToken', 'solidity/testing').deployedBytecode],
      [ROUTER, router],
      [WRAPPED, builtCode('WrappedNative').deployedBytecode],
      [TOKEN, builtCode('Token').deployedBytecode],
      [BOUGHT, builtCode('Token').deployedBytecode],
      [USDT_LIKE, builtCode('UsdtLike').deployedBytecode],
      [TAXED, builtCode('TaxToken').deployedBytecode],
      [REFUSER, '0x5f5ffd'],
      [GREEDY, '0x5b5f56'],
      // A wallet that counts its receipts, which takes about 5000 gas.
      [SMART_WALLET, '0x5f546001015f5500'],
    ];
    await this.#anvil.all([
      ['anvil_autoImpersonateAccount', [true]],
      ...codes.map(([address, deployed]) => ['anvil_setCode', [address, deployed]] as const),
      ...[SENDER, VAULT, ROUTER, WRAPPED].map((one) => ['anvil_setBalance', [one, toHex(PLENTY)]] as const),
      ['anvil_setStorageAt', [TAXED, word(6), word(TAX_BPS)]],
      ['anvil_setStorageAt', [TAXED, word(2), word(2n * PLENTY)]],
      ['anvil_setStorageAt', [SMART_WALLET, word(0), word(1)]],
    ]);
    for (const token of TOKENS) for (const holder of [VAULT, ROUTER]) await this.give(holder, token, PLENTY);
    const args = encodeAbiParameters(
      [{ type: 'address' }, { type: 'address' }, { type: 'address' }],
      [VAULT, ROUTER, WRAPPED],
    );
    await this.send({
      from: SENDER,
      data: `${builtCode('CcmReceiver', 'solidity').bytecode}${args.slice(2)}`,
      gas: 5_000_000n,
    });
  }

  async send(tx: { from: Hex; to?: Hex; data: Hex; value?: bigint; gas?: bigint }): Promise<Outcome> {
    const { from, to, data, value = 0n, gas = 5_000_000n } = tx;
    const sent = { from, data, value: toHex(value), gas: toHex(gas), ...(to === undefined ? {} : { to }) };
    const hash = await this.#anvil.rpc('eth_sendTransaction', [sent]);
    await this.#anvil.rpc('evm_mine');
    const { status, gasUsed, logs } = RECEIPT.parse(await this.#anvil.rpc('eth_getTransactionReceipt', [hash]));
    const events = logs.flatMap((log) =>
      log.address === RECEIVER.toLowerCase() ? (readReceiverEvent(log) ?? []) : [],
    );
    return { done: BigInt(status) === 1n, gasUsed: BigInt(gasUsed), events };
  }

  async call(to: Hex, data: Hex, from: Hex = SENDER): Promise<Hex> {
    return hex.parse(await this.#anvil.rpc('eth_call', [{ from, to, data }, 'latest']));
  }

  write(...calls: Write[]): Promise<unknown> {
    return this.#anvil.all(calls);
  }

  /** Sets a holder's balance of a token. */
  give(holder: Hex, token: Hex, amount: bigint): Promise<unknown> {
    return this.write(giveWrite(holder, token, amount));
  }

  /** Sets what the router does with the next calls. */
  tell(mode: (typeof MODES)[number], bought: Hex, output: bigint): Promise<unknown> {
    return this.write(...tellWrites(mode, bought, output));
  }

  async nest(payment: Payment): Promise<void> {
    const data = encodeFunctionData({ abi: ABI, functionName: 'setNested', args: [VAULT, payOutData(payment)] });
    await this.send({ from: SENDER, to: ROUTER, data });
  }

  /** Sets the odd token's behaviour, and the address that it refuses. */
  habits(habits: number, blocked?: Hex): Promise<unknown> {
    return this.write(...habitWrites(habits, blocked));
  }

  /** Sends the gas that Chainflip would send, unless another amount is given. */
  payOut(payment: Payment): Promise<Outcome> {
    const gas = payment.gas ?? RECEIVER_GAS + VAULT_GAS;
    return this.send({ from: SENDER, to: VAULT, data: payOutData(payment), gas });
  }

  async balances(): Promise<Balances> {
    const args = [TOKENS, HOLDERS] as const;
    const answer = await this.call(LENS, encodeFunctionData({ abi: ABI, functionName: 'balances', args }));
    const all = decodeFunctionResult({ abi: ABI, functionName: 'balances', data: answer });
    return (token, holder) => {
      const found = all[(indexOf(token, TOKENS) + 1) * HOLDERS.length + indexOf(holder, HOLDERS)];
      if (found === undefined) throw new Error(`nobody looked at ${token} of ${holder}`);
      return found;
    };
  }

  async number(to: Hex, functionName: 'lastAmount' | 'lastLeast'): Promise<bigint> {
    return BigInt(await this.call(to, encodeFunctionData({ abi: ABI, functionName })));
  }

  /** The router's remaining allowances from the receiver, summed over all tokens. */
  async allowances(): Promise<bigint> {
    const args = [TOKENS, RECEIVER, ROUTER] as const;
    return BigInt(await this.call(LENS, encodeFunctionData({ abi: ABI, functionName: 'allowances', args })));
  }
}

export const payOutData = ({ token, amount, message, value }: Payment): Hex =>
  encodeFunctionData({
    abi: ABI,
    functionName: 'payOut',
    args: [RECEIVER, token, amount, value ?? (token === NATIVE ? amount : 0n), message],
  });
