/** Answers as Jupiter does, in both versions, and as a Solana node, for this folder's tests. */
import { base58, base64 } from '@scure/base';
import type { SolanaClient } from '../../../chain-clients/chain-clients.ts';
import { assetOf } from '../../../domain/asset.ts';
import {
  closeAccount,
  computeLimit,
  computePrice,
  le,
  openAccount,
  payLamports,
  swapInstruction,
  syncNative,
  type TestInstruction,
  type TestSwap,
  TOKEN,
  TOKEN_2022,
  tableAccount,
  transactionOf,
  USDC,
  USDT,
  WSOL,
} from '../../../payments/jupiter/testing/swap-encoder.ts';
import { associatedTokenAccount as ata, programAddress } from '../../../payments/solana/token-account.ts';
import type { ProviderQuoteRequest } from '../../provider.ts';
import type { Call, Reply, Responder } from '../../test-upstream.ts';

export type Json = Record<string, unknown>;

export const NOW_MS = 1_782_589_000_000;
const key = (fill: number) => base58.encode(new Uint8Array(32).fill(fill));
export const ALICE = key(11);
export const BOB = key(12);
export const EVE = key(13);
export const FEE_OWNER = key(14);
export const TABLE = key(15);
export const POOL = key(16);
/** A token of the second program that takes one percent of each transfer. */
export const TAXED = key(17);
export const BLOCKHASH = key(18);
export const HEIGHT = 300_000_000;
export const WRAPPED = ata(ALICE, WSOL);
/** Chainflip's deposit channel of this number: no key signs for it. Source: chainflip-backend chains/src/sol. */
export const channelAccount = (number: bigint): string =>
  programAddress([new TextEncoder().encode('channel'), le(number, 8)], 'AusZPVXPoUM8QJJ2SL4KwvRGCQ22cDg6Y4rg7EvFrxi7');

/** Units of the other token for a billion of the first. */
const RATES: Readonly<Record<string, bigint>> = {
  [`${WSOL} ${USDC}`]: 150_000_000n,
  [`${USDC} ${WSOL}`]: 6_666_666_666n,
  [`${WSOL} ${USDT}`]: 150_000_000n,
  [`${USDC} ${USDT}`]: 999_000_000n,
  [`${WSOL} ${TAXED}`]: 2_000_000_000n,
};

export const TOKENS: Json[] = [
  { id: WSOL, name: 'Wrapped SOL', symbol: 'SOL', decimals: 9, tokenProgram: TOKEN, usdPrice: 150 },
  {
    id: USDC,
    name: 'USD Coin',
    symbol: 'USDC',
    decimals: 6,
    tokenProgram: TOKEN,
    usdPrice: 1,
    icon: 'https://x/usdc.png',
  },
  { id: USDT, name: 'USDT', symbol: '$USDT', decimals: 6, tokenProgram: TOKEN },
  { id: TAXED, name: 'Taxed', symbol: 'TAX', decimals: 6, tokenProgram: TOKEN_2022 },
];

/** The changes that a lying upstream makes to its answer. */
export type Lies = {
  /** Of the quote's own fields. */
  quote?: Json;
  /** Of the swap instruction. */
  swap?: Partial<TestSwap>;
  /** Of all instructions of the transaction but those of the compute budget. */
  steps?: (steps: TestInstruction[]) => TestInstruction[];
  /** Of the lookup tables as the upstream reports them. */
  tables?: Record<string, string[]>;
  microLamports?: bigint;
  /** Accounts of venues, by which a transaction grows; fewer when fewer are asked for. */
  venues?: (most: number) => string[];
  build?: Json;
  /** The fee payer of the transaction of version 1. */
  payer?: string;
  /** Form of the instruction. */
  form?: TestSwap['form'];
};

export const TABLES: Record<string, string[]> = { [TABLE]: [POOL, USDC, USDT, WSOL, TOKEN] };

const minted = (query: URLSearchParams | Json, name: string): string =>
  String(query instanceof URLSearchParams ? (query.get(name) ?? '') : query[name]);

export function quoteOf(query: URLSearchParams, lies: Lies = {}): Json {
  const [inputMint, outputMint] = [minted(query, 'inputMint'), minted(query, 'outputMint')];
  const amount = BigInt(minted(query, 'amount'));
  const slippageBps = Number(query.get('slippageBps') ?? 50);
  const feeBps = Number(query.get('platformFeeBps') ?? 0);
  const gross = (amount * (RATES[`${inputMint} ${outputMint}`] ?? 1_000_000_000n)) / 1_000_000_000n;
  const fee = (gross * BigInt(feeBps)) / 10_000n;
  const outAmount = gross - fee;
  return {
    inputMint,
    inAmount: amount.toString(),
    outputMint,
    outAmount: outAmount.toString(),
    otherAmountThreshold: ((outAmount * BigInt(10_000 - slippageBps)) / 10_000n).toString(),
    swapMode: 'ExactIn',
    slippageBps,
    platformFee: feeBps === 0 ? null : { amount: fee.toString(), feeBps },
    priceImpactPct: '0.0109',
    routePlan: [
      {
        swapInfo: { ammKey: POOL, label: 'Pool', inputMint, outputMint, feeAmount: '1285', feeMint: outputMint },
        percent: null,
        bps: 10_000,
      },
    ],
    contextSlot: 1,
    timeTaken: 0.01,
    somethingNew: 'kept',
    ...lies.quote,
  };
}

const programOf = (mint: string): string => (mint === TAXED ? TOKEN_2022 : TOKEN);

type Wish = {
  taker: string;
  wraps: boolean;
  feeAccount?: string;
  destinationTokenAccount?: string;
  nativeDestinationAccount?: string;
  maxAccounts?: number;
};

function stepsOf(quote: Json, wish: Wish, form: TestSwap['form'], lies: Lies): TestInstruction[] {
  const [sellMint, buyMint] = [String(quote.inputMint), String(quote.outputMint)];
  const { taker, wraps } = wish;
  const elsewhere = wish.destinationTokenAccount ?? wish.nativeDestinationAccount;
  const wrapped = ata(taker, WSOL);
  const amount = BigInt(String(quote.inAmount));
  const [sellProgram, buyProgram] = [programOf(sellMint), programOf(buyMint)];
  const own = ata(taker, buyMint, buyProgram);
  const fee = quote.platformFee as Json | null;
  const sells = wraps && sellMint === WSOL;
  const venues = lies.venues?.(wish.maxAccounts ?? 64) ?? [POOL];
  const steps = [
    ...(sells
      ? [openAccount(taker, wrapped, taker, WSOL), payLamports(taker, wrapped, amount), syncNative(wrapped)]
      : []),
    ...(elsewhere === undefined ? [openAccount(taker, own, taker, buyMint, buyProgram)] : []),
    swapInstruction({
      form: lies.form ?? form,
      sender: taker,
      source: ata(taker, sellMint, sellProgram),
      ownDestination: own,
      ...(elsewhere === undefined ? {} : { destination: elsewhere }),
      sellMint,
      buyMint,
      sellProgram,
      buyProgram,
      amount,
      quoted: BigInt(String(quote.outAmount)),
      slippageBps: Number(quote.slippageBps),
      feeBps: fee ? Number(fee.feeBps) : 0,
      ...(wish.feeAccount === undefined ? {} : { feeAccount: wish.feeAccount }),
      venues: venues.map((venue) => [venue, 'w'] as const),
      ...lies.swap,
    }),
    ...(wraps && (sells || elsewhere === undefined) ? [closeAccount(wrapped, taker, taker)] : []),
  ];
  return lies.steps?.(steps) ?? steps;
}

const wire = ({ programId, uses, data }: TestInstruction): Json => ({
  programId,
  accounts: uses.map(([pubkey, role]) => ({ pubkey, isSigner: role.includes('s'), isWritable: role.includes('w') })),
  data: base64.encode(data),
});

function buildOf(query: URLSearchParams, lies: Lies): Json {
  const quote = quoteOf(query, lies);
  const wish: Wish = {
    taker: minted(query, 'taker'),
    wraps: query.get('wrapAndUnwrapSol') !== 'false',
    ...(query.has('feeAccount') ? { feeAccount: minted(query, 'feeAccount') } : {}),
    ...(query.has('destinationTokenAccount')
      ? { destinationTokenAccount: minted(query, 'destinationTokenAccount') }
      : {}),
    ...(query.has('nativeDestinationAccount')
      ? { nativeDestinationAccount: minted(query, 'nativeDestinationAccount') }
      : {}),
    ...(query.has('maxAccounts') ? { maxAccounts: Number(query.get('maxAccounts')) } : {}),
  };
  const steps = stepsOf(quote, wish, 'route_v2', lies);
  const at = steps.findIndex(({ programId }) => programId.startsWith('JUP6'));
  return {
    ...quote,
    computeBudgetInstructions: [wire(computePrice(lies.microLamports ?? 71_428n))],
    setupInstructions: steps.slice(0, at).map(wire),
    swapInstruction: wire(steps[at] ?? computePrice(1n)),
    cleanupInstruction: steps[at + 1] ? wire(steps[at + 1] as TestInstruction) : null,
    otherInstructions: steps.slice(at + 2).map(wire),
    tipInstruction: null,
    addressesByLookupTableAddress: lies.tables ?? TABLES,
    blockhashWithMetadata: {
      blockhash: [...base58.decode(BLOCKHASH)],
      lastValidBlockHeight: HEIGHT + 150,
      fetchedAt: { secs_since_epoch: NOW_MS / 1000, nanos_since_epoch: 0 },
    },
    ...lies.build,
  };
}

function swapOf(body: Json, lies: Lies): Reply {
  const quote = body.quoteResponse as Json;
  if (quote.somethingNew !== 'kept')
    return { status: 500, json: { error: 'Dynamic swap is missing dynamic swap details' } };
  const taker = String(body.userPublicKey);
  const text = (name: string) => (body[name] === undefined ? {} : { [name]: String(body[name]) });
  const wish: Wish = {
    taker,
    wraps: body.wrapAndUnwrapSol === true,
    ...text('feeAccount'),
    ...text('destinationTokenAccount'),
    ...text('nativeDestinationAccount'),
  };
  // Only the newer instructions pay SOL to another address.
  const steps = stepsOf(quote, wish, wish.nativeDestinationAccount === undefined ? 'route' : 'route_v2', lies);
  const budget = [computeLimit(1_400_000), computePrice(lies.microLamports ?? 71_428n)];
  return {
    json: {
      swapTransaction: transactionOf(lies.payer ?? taker, [...budget, ...steps], TABLES, BLOCKHASH),
      lastValidBlockHeight: HEIGHT + 150,
      prioritizationFeeLamports: 100_000,
      simulationError: null,
      ...lies.build,
    },
  };
}

const PRICES: Readonly<Record<string, number>> = { [WSOL]: 150, [USDC]: 1, [USDT]: 1 };

export function jupiterDouble(lies: Lies = {}, own: (call: Call) => Reply | undefined = () => undefined): Responder {
  return (call) => {
    const other = own(call);
    if (other) return other;
    switch (call.path) {
      case '/swap/v2/quote':
      case '/swap/v1/quote':
        return { json: quoteOf(call.query, lies) };
      case '/swap/v2/build':
        return { json: buildOf(call.query, lies) };
      case '/swap/v1/swap':
        return swapOf(JSON.parse(call.body) as Json, lies);
      case '/tokens/v2/tag':
        return { json: TOKENS };
      case '/tokens/v2/search':
        return { json: TOKENS.filter(({ id }) => id === call.query.get('query')) };
      case '/price/v3': {
        const ids = (call.query.get('ids') ?? '').split(',');
        return { json: Object.fromEntries(ids.flatMap((id) => (PRICES[id] ? [[id, { usdPrice: PRICES[id] }]] : []))) };
      }
      default:
        return undefined;
    }
  };
}

export const request = (changes: Partial<ProviderQuoteRequest> = {}): ProviderQuoteRequest => ({
  providerId: 'JUPITER',
  sellAsset: assetOf('SOL.SOL'),
  buyAsset: assetOf(`SOL.USDC-${USDC}`),
  sellAmount: '2',
  slippageBps: 100,
  sourceAddress: ALICE,
  destinationAddress: ALICE,
  includeTx: true,
  ...changes,
});

type Account = { owner: string; data: Uint8Array };

export const mintAccount = (decimals: number, owner = TOKEN, extensions: Uint8Array = new Uint8Array()): Account => {
  const data = new Uint8Array(extensions.length > 0 ? 166 + extensions.length : 82);
  data[44] = decimals;
  if (extensions.length > 0) {
    data[165] = 1;
    data.set(extensions, 166);
  }
  return { owner, data };
};

export const tokenAccount = (mint: string, owner: string, amount: bigint, program = TOKEN): Account => {
  const data = new Uint8Array(165);
  data.set(base58.decode(mint));
  data.set(base58.decode(owner), 32);
  data.set(le(amount, 8), 64);
  data[108] = 1;
  return { owner: program, data };
};

/** Type 1, 108 bytes: of each transfer one percent, 5 units at most where `most` says so. */
export function transferFee(bps: number, most: bigint): Uint8Array {
  const value = new Uint8Array(112);
  value.set([1, 0, 108, 0]);
  for (const at of [72, 90]) {
    value.set(le(most, 8), 4 + at + 8);
    value.set(le(bps, 2), 4 + at + 16);
  }
  return value;
}

export const ACCOUNTS: Readonly<Record<string, Account>> = {
  [USDC]: mintAccount(6),
  [USDT]: mintAccount(6),
  [TAXED]: mintAccount(6, TOKEN_2022, transferFee(100, 10_000_000n)),
  [TABLE]: {
    owner: 'AddressLookupTab1e1111111111111111111111111',
    data: tableAccount((TABLES[TABLE] ?? []).map((one) => base58.decode(one))),
  },
  [ata(ALICE, USDC)]: tokenAccount(USDC, ALICE, 1_000_000_000n),
};

export type NodeFacts = {
  accounts?: Readonly<Record<string, Account | undefined>>;
  lamports?: bigint;
  height?: number;
  simulation?: Json;
  rpc?: SolanaClient['rpc'];
};

export function node(facts: NodeFacts = {}): Partial<SolanaClient> {
  const accounts: Readonly<Record<string, Account | undefined>> = { ...ACCOUNTS, ...facts.accounts };
  return {
    kind: 'solana',
    chain: 'SOL',
    balance: async () => facts.lamports ?? 10_000_000_000n,
    blockHeight: async () => facts.height ?? HEIGHT,
    rpc:
      facts.rpc ??
      (async (method, params) => {
        if (method === 'simulateTransaction')
          return { value: { err: null, logs: [], unitsConsumed: 100_000, ...facts.simulation } };
        const [addresses] = params as [string[]];
        const value = addresses.map((address) => {
          const account = accounts[address];
          return account ? { owner: account.owner, data: [base64.encode(account.data), 'base64'], lamports: 1 } : null;
        });
        return { value };
      }),
  };
}
