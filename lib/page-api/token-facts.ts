/** Reads a token's symbol, name and decimals from its chain. */
import { hexToBytes } from '@noble/hashes/utils.js';
import { base58 } from '@scure/base';
import { type Abi, decodeFunctionResult, type Hex, parseAbi } from 'viem';
import { z } from 'zod';
import type { OnChainToken } from '../api/page-api.ts';
import { notFound } from '../api/problem.ts';
import { type EvmClient, isRpcError, type Options, type SolanaClient } from '../chain-clients/chain-clients.ts';
import { CHAINS } from '../chains/chains.ts';
import { type Asset, formatAsset, parseAsset } from '../domain/asset.ts';
import type { ChainId } from '../domain/chain-id.ts';
import { readableName } from '../domain/readable-name.ts';
import { programAddress, TOKEN_PROGRAMS, WRAPPED_SOL_MINT } from '../payments/solana/token-account.ts';
import { addressOfPath, chainOfPath, type FactsDeps, silent } from './page-api-deps.ts';

/** `symbol` is absent where a mint has no name, or where it could not be read. */
export type TokenFacts = { symbol?: string; name?: string; decimals: number };

/** Selectors of ERC-20's optional functions. Source: ERC-20. */
const SYMBOL = '0x95d89b41';
const NAME = '0x06fdde03';
const DECIMALS = '0x313ce567';
const stringAbi = parseAbi(['function text() view returns (string)']) satisfies Abi;

/** Decodes a string, or the 32 bytes that older tokens such as Maker's return. */
function textIn(answer: string | undefined): string | undefined {
  if (answer === undefined || answer.length < 66) return undefined;
  if (answer.length === 66)
    return readableName(new TextDecoder().decode(hexToBytes(answer.slice(2))).replace(/\0+$/, ''));
  try {
    return readableName(decodeFunctionResult({ abi: stringAbi, data: answer as Hex }));
  } catch {
    return undefined;
  }
}

async function ask(client: EvmClient, to: string, data: string, options: Options): Promise<string | undefined> {
  try {
    return await client.call(to, data, options);
  } catch (error) {
    if (isRpcError(error)) return undefined;
    throw error;
  }
}

/** Undefined where the address is not a token. @throws {ChainUnavailable} */
export async function evmToken(client: EvmClient, address: string, options: Options): Promise<TokenFacts | undefined> {
  const [symbol, name, decimals] = await Promise.all(
    [SYMBOL, NAME, DECIMALS].map((selector) => ask(client, address, selector, options)),
  );
  const text = textIn(symbol);
  if (!text || decimals === undefined || decimals.length < 66) return undefined;
  const count = BigInt(decimals.slice(0, 66));
  if (count > 255n) return undefined;
  const called = textIn(name);
  return { symbol: text, ...(called ? { name: called } : {}), decimals: Number(count) };
}

const mintSchema = z.object({
  value: z.object({
    owner: z.string(),
    data: z.object({
      parsed: z.object({
        type: z.literal('mint'),
        info: z.object({
          decimals: z.number().int().min(0).max(255),
          extensions: z
            .array(z.object({ extension: z.string(), state: z.unknown() }))
            .nullish()
            .catch(null),
        }),
      }),
    }),
  }),
});
const extensionSchema = z.object({ symbol: z.string(), name: z.string() });
const dataSchema = z.object({ value: z.object({ data: z.tuple([z.string(), z.literal('base64')]) }) });

/** Source: Metaplex Token Metadata, `state/metadata.rs`. */
const METADATA_PROGRAM = 'metaqbxxUerdq28cj1RbAWkYQm3ybzjb6a8bt518x1s';
const METADATA_KEY = 4;

/**
 * Decodes Metaplex's metadata. Borsh layout: key, update authority, mint, then name and symbol, each with its length
 * and padded with zeros.
 */
export function readMetadata(data: Uint8Array, mint: string): { symbol: string; name: string } | undefined {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  let at = 1 + 32 + 32;
  if (data[0] !== METADATA_KEY || data.length < at + 4 || base58.encode(data.slice(33, 65)) !== mint) return undefined;
  const next = (): string | undefined => {
    if (data.length < at + 4) return undefined;
    const length = view.getUint32(at, true);
    const text = data.slice(at + 4, at + 4 + length);
    at += 4 + length;
    return text.length === length ? readableName(new TextDecoder().decode(text).replace(/\0+/g, '')) : undefined;
  };
  const [name, symbol] = [next(), next()];
  return name !== undefined && symbol ? { symbol, name } : undefined;
}

async function solanaNames(client: SolanaClient, mint: string, options: Options) {
  const seeds = [new TextEncoder().encode('metadata'), base58.decode(METADATA_PROGRAM), base58.decode(mint)];
  const account = programAddress(seeds, METADATA_PROGRAM);
  const answer = dataSchema.safeParse(await client.rpc('getAccountInfo', [account, { encoding: 'base64' }], options));
  return answer.success ? readMetadata(Buffer.from(answer.data.value.data[0], 'base64'), mint) : undefined;
}

/** Undefined where the address is not a mint. */
export async function solanaToken(
  client: SolanaClient,
  mint: string,
  options: Options,
): Promise<TokenFacts | undefined> {
  const raw = await client
    .rpc('getAccountInfo', [mint, { encoding: 'jsonParsed' }], options)
    .catch((error: unknown) => {
      if (isRpcError(error)) return undefined;
      throw error;
    });
  const parsed = mintSchema.safeParse(raw);
  if (!parsed.success || !TOKEN_PROGRAMS.includes(parsed.data.value.owner)) return undefined;
  const { decimals, extensions } = parsed.data.value.data.parsed.info;
  // Token-2022 can store the names in the mint itself.
  const own = extensionSchema.safeParse(extensions?.find(({ extension }) => extension === 'tokenMetadata')?.state);
  const names = own.success
    ? { symbol: readableName(own.data.symbol), name: readableName(own.data.name) }
    : await solanaNames(client, mint, options).catch(() => undefined);
  return {
    ...(names?.symbol ? { symbol: names.symbol } : {}),
    ...(names?.name ? { name: names.name } : {}),
    decimals,
  };
}

/** Drops characters that identifiers do not allow; the symbol that people see keeps them. */
const assetNamed = (chain: ChainId, symbol: string, address: string): Asset | undefined => {
  const written = symbol
    .replaceAll('₮', 'T')
    .replaceAll('₿', 'B')
    .replace(/[^A-Za-z0-9._$+]/g, '');
  const parsed = parseAsset(`${chain}.${written.replace(/^[._$+]+/, '').slice(0, 32) || 'TOKEN'}-${address}`);
  return parsed.ok ? parsed.asset : undefined;
};

const MOST_NAMED = 1_000;

/** The asset as its own contract or mint names it, remembered; undefined where there is none, or the chain is not asked. */
export function createNamedOnChain({ clients }: Pick<FactsDeps, 'clients'>) {
  const known = new Map<string, Asset>();
  return async (asset: Asset, signal: AbortSignal): Promise<Asset | undefined> => {
    if (asset.kind !== 'token') return undefined;
    const key = `${asset.chain} ${asset.address}`;
    const before = known.get(key);
    if (before) return before;
    const [evm, solana] = [clients.evm(asset.chain), clients.solana(asset.chain)];
    const facts = evm
      ? await evmToken(evm, asset.address, { signal })
      : solana && (await solanaToken(solana, asset.address, { signal }));
    const named = facts?.symbol ? assetNamed(asset.chain, facts.symbol, asset.address) : undefined;
    if (named === undefined) return undefined;
    if (known.size >= MOST_NAMED) known.clear();
    known.set(key, named);
    return named;
  };
}

/** Checks the address. Wrapped SOL is refused as an account to pay, but as a token it is like any other. */
const tokenAddress = (chain: ChainId, text: string, { network }: FactsDeps): string =>
  CHAINS[chain].kind === 'solana' && text === WRAPPED_SOL_MINT ? text : addressOfPath(chain, text, network);

/**
 * Answers `GET /page/token/{chain}/{address}`.
 * @throws {Problem} 400 for an invalid address, 404 where there is no token, 502 where the chain does not answer.
 */
export async function readToken(
  deps: FactsDeps,
  input: { chain: string; address: string; signal: AbortSignal },
): Promise<OnChainToken> {
  const chain = chainOfPath(input.chain);
  const { name: chainName } = CHAINS[chain];
  const address = tokenAddress(chain, input.address, deps);
  const options = { signal: input.signal };
  const [evm, solana] = [deps.clients.evm(chain), deps.clients.solana(chain)];
  if (!evm && !solana) throw notFound(`Tokens are looked up on EVM chains and on Solana, not on ${chainName}.`);
  const work = evm ? evmToken(evm, address, options) : solana && solanaToken(solana, address, options);
  const facts = await work?.catch((error: unknown) => {
    if (input.signal.aborted) throw error;
    throw silent(`${chainName} cannot be asked at the moment. Try again.`);
  });
  // An unnamed mint is shown by its first letters.
  const symbol = facts?.symbol ?? address.slice(0, 4);
  const asset = facts && assetNamed(chain, symbol, address);
  if (facts === undefined || asset === undefined)
    throw notFound(`There is no token at this address of ${chainName}. Paste the address of its contract or mint.`);
  return { asset: formatAsset(asset), chain, address, ...facts, symbol };
}
