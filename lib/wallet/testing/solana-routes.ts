/** For tests: Solana transactions written by the official library, and the routes that they pay. */
import { ed25519 } from '@noble/curves/ed25519.js';
import { bytesToHex, concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { base58, base64 } from '@scure/base';
import {
  AccountRole,
  address,
  appendTransactionMessageInstructions,
  blockhash,
  compileTransaction,
  createTransactionMessage,
  getTransactionEncoder,
  type Instruction,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/kit';
import { bytesOfHex } from '../../payments/byte-reader.ts';
import { encodeCfParameters, encodeInstruction } from '../../payments/chainflip/testing/chain-encoder.ts';
import type { PayableRoute } from '../../payments/payable-route.ts';
import { associatedTokenAccount, programAddress } from '../../payments/solana/token-account.ts';

export const SOL_KEY = new Uint8Array(32).fill(21);
const keyAt = (fill: number): string => base58.encode(ed25519.getPublicKey(new Uint8Array(32).fill(fill)));
export const SOL_SENDER = base58.encode(ed25519.getPublicKey(SOL_KEY));
export const SOL_STRANGER = keyAt(22);
export const SOL_CHANNEL = keyAt(23);
export const USDC_MINT = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
export const USDT_MINT = 'Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB';
export const SWAP_PROGRAM = 'J88B7gmadHzTNGiy54c9Ms8BsEXNdB2fntFyhKpk3qoT';
export const RECEIVER = `0x${'11'.repeat(20)}`;

/** Chainflip's accounts on mainnet. Source: chainflip-backend state-chain/node/src/chain_spec/berghain.rs. */
const VAULT_PROGRAM = 'AusZPVXPoUM8QJJ2SL4KwvRGCQ22cDg6Y4rg7EvFrxi7';
const VAULT_DATA = 'ACLMuTFvDAb3oecQQGkTVqpUbhCKHG3EZ9uNXHK1W9ka';
const SWAP_DATA = 'FmAcjWaRFUxGWBfGT7G3CzcFeJFsewQ4KPJVG4f6fcob';
const TOKEN_VAULT_OWNER = '4ZhKJgotJ2tmpYs9Y2NkgJzS7Ac5sghrU4a6cyTLEe7U';
const SYSTEM = '11111111111111111111111111111111';
export const TOKEN = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA';
export const ATA = 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL';
const BUDGET = 'ComputeBudget111111111111111111111111111111';

export const le = (value: bigint | number, length: number): Uint8Array =>
  Uint8Array.from({ length }, (_, index) => Number((BigInt(value) >> BigInt(8 * index)) & 255n));

type Role = 'r' | 'w' | 's' | 'ws';
const ROLES = {
  r: AccountRole.READONLY,
  w: AccountRole.WRITABLE,
  s: AccountRole.READONLY_SIGNER,
  ws: AccountRole.WRITABLE_SIGNER,
} as const;

export const instructionOf = (program: string, accounts: [string, Role][], data: Uint8Array): Instruction => ({
  programAddress: address(program),
  accounts: accounts.map(([key, role]) => ({ address: address(key), role: ROLES[role] })),
  data,
});

export const transferOf = (change: { from?: string; to?: string; lamports?: bigint } = {}): Instruction =>
  instructionOf(
    SYSTEM,
    [
      [change.from ?? SOL_SENDER, 'ws'],
      [change.to ?? SOL_CHANNEL, 'w'],
    ],
    concatBytes(le(2, 4), le(change.lamports ?? 2_000_000_000n, 8)),
  );

export const tokenTransferOf = (accounts: {
  source: string;
  destination: string;
  mint?: string;
  authority?: string;
  amount?: bigint;
  decimals?: number;
}): Instruction =>
  instructionOf(
    TOKEN,
    [
      [accounts.source, 'w'],
      [accounts.mint ?? USDC_MINT, 'r'],
      [accounts.destination, 'w'],
      [accounts.authority ?? SOL_SENDER, 's'],
    ],
    concatBytes(Uint8Array.of(12), le(accounts.amount ?? 25_000_000n, 8), Uint8Array.of(accounts.decimals ?? 6)),
  );

export const openingOf = (accounts: { account: string; owner?: string; mint?: string; payer?: string }): Instruction =>
  instructionOf(
    ATA,
    [
      [accounts.payer ?? SOL_SENDER, 'ws'],
      [accounts.account, 'w'],
      [accounts.owner ?? SOL_CHANNEL, 'r'],
      [accounts.mint ?? USDC_MINT, 'r'],
      [SYSTEM, 'r'],
      [TOKEN, 'r'],
    ],
    Uint8Array.of(1),
  );

export const computePrice = (microLamports: bigint): Instruction =>
  instructionOf(BUDGET, [], concatBytes(Uint8Array.of(3), le(microLamports, 8)));
export const computeLimit = (units: number): Instruction =>
  instructionOf(BUDGET, [], concatBytes(Uint8Array.of(2), le(units, 4)));

/** 0.1 ether a SOL, as base units of ether (18 digits) for a lamport (9). */
export const PRICE_X128 = ((1n << 128n) * 10n ** 17n) / 10n ** 9n;

export type SwapTerms = {
  program: string;
  from: string;
  mint?: string;
  amount: bigint;
  dstChain: number;
  dstToken: number;
  dstAddress: Uint8Array;
  refundTo: string;
  minPrice: bigint;
  version: number;
  /** A contract is called with the output. */
  call?: boolean;
};

/** 2 SOL for at least 0.2 ether, unless said otherwise. */
export function swapOf(change: Partial<SwapTerms> = {}): Instruction {
  const terms: SwapTerms = {
    program: SWAP_PROGRAM,
    from: SOL_SENDER,
    amount: 2_000_000_000n,
    dstChain: 1,
    dstToken: 1,
    dstAddress: new Uint8Array(20).fill(0x11),
    refundTo: SOL_SENDER,
    minPrice: PRICE_X128,
    version: 1,
    ...change,
  };
  const parameters = encodeCfParameters(terms.version === 0 ? 0 : 1, {
    retry: 50,
    refund: bytesToHex(base58.decode(terms.refundTo)),
    minPrice: terms.minPrice,
    oracle: undefined,
    dca: undefined,
    boost: 0,
    broker: { account: '00'.repeat(32), bps: 0 },
    affiliates: [],
  });
  parameters[0] = terms.version;
  const data = bytesOfHex(
    encodeInstruction({
      amount: terms.amount,
      dstChain: terms.dstChain,
      dstToken: terms.dstToken,
      dstAddress: bytesToHex(terms.dstAddress),
      parameters,
      decimals: terms.mint ? 6 : undefined,
      seed: '09'.repeat(32),
      ccm: terms.call ?? false,
    }),
  );
  const event = programAddress(
    [utf8ToBytes('swap_event'), base58.decode(terms.from), new Uint8Array(32).fill(9)],
    SWAP_PROGRAM,
  );
  const accounts: [string, Role][] = terms.mint
    ? [
        [VAULT_DATA, 'r'],
        [associatedTokenAccount(TOKEN_VAULT_OWNER, terms.mint), 'w'],
        [terms.from, 'ws'],
        [associatedTokenAccount(terms.from, terms.mint), 'w'],
        [event, 'w'],
        [SWAP_DATA, 'w'],
        [programAddress([utf8ToBytes('supported_token'), base58.decode(terms.mint)], VAULT_PROGRAM), 'r'],
        [TOKEN, 'r'],
        [terms.mint, 'r'],
        [SYSTEM, 'r'],
      ]
    : [
        [VAULT_DATA, 'r'],
        [programAddress([utf8ToBytes('swap_endpoint_native_vault')], SWAP_PROGRAM), 'w'],
        [terms.from, 'ws'],
        [event, 'w'],
        [SWAP_DATA, 'w'],
        [SYSTEM, 'r'],
      ];
  return instructionOf(terms.program, accounts, data);
}

const BLOCKHASH = blockhash(base58.encode(new Uint8Array(32).fill(5)));

export function wireOf(
  instructions: readonly Instruction[],
  payer = SOL_SENDER,
  version: 0 | 'legacy' = 0,
): Uint8Array {
  const start = version === 0 ? createTransactionMessage({ version: 0 }) : createTransactionMessage({ version });
  const message = pipe(
    start,
    (empty) => setTransactionMessageFeePayer(address(payer), empty),
    (paid) => setTransactionMessageLifetimeUsingBlockhash({ blockhash: BLOCKHASH, lastValidBlockHeight: 0n }, paid),
    (timed) => appendTransactionMessageInstructions(instructions, timed),
  );
  return Uint8Array.from(getTransactionEncoder().encode(compileTransaction(message)));
}
export const base64Of = (instructions: readonly Instruction[], payer = SOL_SENDER): string =>
  base64.encode(wireOf(instructions, payer));

/** Puts a signature over the message in the place of the only one. */
export function signedWire(wire: Uint8Array, key = SOL_KEY): Uint8Array {
  const message = wire.slice(65);
  return concatBytes(Uint8Array.of(1), ed25519.sign(message, key), message);
}

const route = (instructions: readonly Instruction[], change: Partial<PayableRoute>): PayableRoute => ({
  sellAsset: 'SOL.SOL',
  sellAmount: '2',
  buyAsset: 'ETH.ETH',
  sourceAddress: SOL_SENDER,
  destinationAddress: RECEIVER,
  expectedBuyAmountMaxSlippage: '0.2',
  tx: base64Of(instructions),
  meta: { txType: 'SOLANA' },
  ...change,
});

/** Sells 2 SOL by a call of the vault's program. */
export const solSwapRoute = (
  instructions: readonly Instruction[] = [swapOf()],
  change: Partial<PayableRoute> = {},
): PayableRoute => route(instructions, { targetAddress: SWAP_PROGRAM, ...change });

/** Sells 2 SOL by a transfer to a deposit address. */
export const solTransferRoute = (
  instructions: readonly Instruction[] = [transferOf()],
  change: Partial<PayableRoute> = {},
): PayableRoute => route(instructions, { inboundAddress: SOL_CHANNEL, targetAddress: SOL_CHANNEL, ...change });

/** Sells 25 USDC by a transfer to the token account of a deposit address. */
export const usdcTransferRoute = (
  instructions: readonly Instruction[],
  change: Partial<PayableRoute> = {},
): PayableRoute => solTransferRoute(instructions, { sellAsset: `SOL.USDC-${USDC_MINT}`, sellAmount: '25', ...change });
