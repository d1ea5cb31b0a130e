/** Answers RPC methods about accounts, tokens and rent, in Solana's shapes. */
import { base58, base64 } from '@scure/base';
import { z } from 'zod';
import { TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from './addresses.ts';
import { WRAPPED_SOL_MINT } from './mints.ts';
import { addressSchema, commitmentSchema, configSchema, inContext, invalidParams, readParams } from './rpc-json.ts';
import { type SolanaChain, SolanaRefused } from './solana-chain.ts';
import { mintIn, tokenAccountIn } from './tx-record.ts';
import type { AccountState } from './virtual-machine.ts';

/** The epoch shown for rent-exempt accounts, which all accounts are. */
const RENT_EPOCH = 18_446_744_073_709_551_615n;

export function tokenAmount(amount: bigint, decimals: number) {
  const digits = amount.toString().padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '');
  const uiAmountString = fraction === '' ? whole : `${whole}.${fraction}`;
  return { amount: amount.toString(), decimals, uiAmount: Number(uiAmountString), uiAmountString };
}

const encodingSchema = z.enum(['base58', 'base64', 'base64+zstd', 'jsonParsed', 'binary']);
type Encoding = z.infer<typeof encodingSchema>;
const sliceSchema = z.object({ offset: z.number().int().min(0), length: z.number().int().min(0) });
type Slice = z.infer<typeof sliceSchema>;

export const accountConfigSchema = z
  .object({
    encoding: encodingSchema.optional(),
    commitment: commitmentSchema,
    minContextSlot: z.number().int().optional(),
    dataSlice: sliceSchema.nullish(),
  })
  .nullish()
  .transform((config) => config ?? { commitment: 'finalized' as const });

function parsedToken(state: AccountState, chain: SolanaChain) {
  const held = tokenAccountIn(state);
  const mint = held && mintIn(chain.account(held.mint));
  if (held && mint)
    return {
      type: 'account',
      info: {
        isNative: held.mint === WRAPPED_SOL_MINT,
        mint: held.mint,
        owner: held.owner,
        state: 'initialized',
        tokenAmount: tokenAmount(held.amount, mint.decimals),
        ...(held.mint === WRAPPED_SOL_MINT
          ? { rentExemptReserve: tokenAmount(chain.machine.rentExempt(state.data.length), mint.decimals) }
          : {}),
      },
    };
  const own = mintIn(state);
  if (!own) return undefined;
  const hasAuthority = state.data[0] === 1;
  return {
    type: 'mint',
    info: {
      decimals: own.decimals,
      freezeAuthority: null,
      isInitialized: true,
      mintAuthority: hasAuthority ? base58.encode(state.data.subarray(4, 36)) : null,
      supply: own.supply.toString(),
    },
  };
}

function encodedData(state: AccountState, encoding: Encoding | undefined, slice?: Slice | null): unknown {
  const data = slice ? state.data.subarray(slice.offset, slice.offset + slice.length) : state.data;
  if (encoding === 'base64+zstd') throw invalidParams('Invalid params: base64+zstd is not served.');
  if (encoding === 'base64' || encoding === 'jsonParsed') return [base64.encode(data), 'base64'];
  if (data.length > 128)
    throw new SolanaRefused(
      -32600,
      'Encoded binary (base 58) data should be less than 128 bytes, please use Base64 encoding.',
    );
  return encoding === 'base58' ? [base58.encode(data), 'base58'] : base58.encode(data);
}

export function accountJson(
  chain: SolanaChain,
  state: AccountState,
  encoding: Encoding | undefined,
  slice?: Slice | null,
) {
  const parsed = encoding === 'jsonParsed' ? parsedToken(state, chain) : undefined;
  return {
    data: parsed
      ? {
          parsed,
          program: state.owner === TOKEN_2022_PROGRAM ? 'spl-token-2022' : 'spl-token',
          space: state.data.length,
        }
      : encodedData(state, encoding, slice),
    executable: state.executable,
    lamports: state.lamports,
    owner: state.owner,
    rentEpoch: RENT_EPOCH,
    space: state.data.length,
  };
}

type Method = (chain: SolanaChain, params: unknown) => unknown;

const getBalance: Method = (chain, params) => {
  const [address, config] = readParams(z.tuple([addressSchema, configSchema.optional()]), params);
  return inContext(chain, config ?? { commitment: 'finalized' }, chain.account(address)?.lamports ?? 0n);
};

const getAccountInfo: Method = (chain, params) => {
  const [address, given] = readParams(z.tuple([addressSchema, accountConfigSchema.optional()]), params);
  const config = given ?? { commitment: 'finalized' as const };
  const state = chain.account(address);
  const encoding = 'encoding' in config ? config.encoding : undefined;
  const slice = 'dataSlice' in config ? config.dataSlice : undefined;
  return inContext(chain, config, state ? accountJson(chain, state, encoding, slice) : null);
};

const getMultipleAccounts: Method = (chain, params) => {
  const [addresses, given] = readParams(z.tuple([z.array(addressSchema), accountConfigSchema.optional()]), params);
  if (addresses.length > 100) throw invalidParams('Too many inputs provided; max 100');
  const config = given ?? { commitment: 'finalized' as const };
  const encoding = ('encoding' in config ? config.encoding : undefined) ?? 'base64';
  const slice = 'dataSlice' in config ? config.dataSlice : undefined;
  const value = addresses.map((address) => {
    const state = chain.account(address);
    return state ? accountJson(chain, state, encoding, slice) : null;
  });
  return inContext(chain, config, value);
};

const filterSchema = z.union([z.object({ mint: addressSchema }), z.object({ programId: addressSchema })]);

const getTokenAccountsByOwner: Method = (chain, params) => {
  const [owner, filter, given] = readParams(
    z.tuple([addressSchema, filterSchema, accountConfigSchema.optional()]),
    params,
  );
  if ('mint' in filter && !mintIn(chain.account(filter.mint)))
    throw invalidParams('Invalid param: could not find mint');
  if ('programId' in filter && ![TOKEN_PROGRAM, TOKEN_2022_PROGRAM].includes(filter.programId))
    throw invalidParams('Invalid param: unrecognized Token program id');
  const config = given ?? { commitment: 'finalized' as const };
  const encoding = 'encoding' in config ? config.encoding : undefined;
  const slice = 'dataSlice' in config ? config.dataSlice : undefined;
  const isWanted = (state: AccountState): boolean => {
    const held = tokenAccountIn(state);
    if (held?.owner !== owner) return false;
    return 'mint' in filter ? held.mint === filter.mint : filter.programId === state.owner;
  };
  const value = [TOKEN_PROGRAM, TOKEN_2022_PROGRAM]
    .flatMap((program) => chain.machine.ownedBy(program))
    .filter(({ state }) => isWanted(state))
    .map(({ address, state }) => ({ account: accountJson(chain, state, encoding, slice), pubkey: address }));
  return inContext(chain, config, value);
};

const getTokenAccountBalance: Method = (chain, params) => {
  const [address, config] = readParams(z.tuple([addressSchema, configSchema.optional()]), params);
  const state = chain.account(address);
  if (!state) throw invalidParams('Invalid param: could not find account');
  const held = tokenAccountIn(state);
  const mint = held && mintIn(chain.account(held.mint));
  if (!held || !mint) throw invalidParams('Invalid param: not a Token account');
  return inContext(chain, config ?? { commitment: 'finalized' }, tokenAmount(held.amount, mint.decimals));
};

const getTokenSupply: Method = (chain, params) => {
  const [address, config] = readParams(z.tuple([addressSchema, configSchema.optional()]), params);
  const state = chain.account(address);
  if (!state) throw invalidParams('Invalid param: could not find account');
  const mint = mintIn(state);
  if (!mint) throw invalidParams('Invalid param: not a Token mint');
  return inContext(chain, config ?? { commitment: 'finalized' }, tokenAmount(mint.supply, mint.decimals));
};

const getMinimumBalanceForRentExemption: Method = (chain, params) => {
  const [length] = readParams(z.tuple([z.number().int().min(0), configSchema.optional()]), params);
  return chain.machine.rentExempt(length);
};

export const accountMethods: Record<string, Method> = {
  getBalance,
  getAccountInfo,
  getMultipleAccounts,
  getTokenAccountsByOwner,
  getTokenAccountBalance,
  getTokenSupply,
  getMinimumBalanceForRentExemption,
};
