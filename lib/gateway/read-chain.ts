/**
 * Answers the page's questions to a chain before and after a payment: balances, outputs, accounts, receipts, raw
 * transactions.
 */
import type { z } from 'zod';
import type { accountSchema, GatewayBalance, GatewayReceipt, rawTxSchema, utxosSchema } from '../api/gateway.ts';
import { notFound } from '../api/problem.ts';
import {
  type CosmosClient,
  type EvmClient,
  isRpcError,
  type SolanaClient,
  type SubstrateClient,
  type UtxoClient,
} from '../chain-clients/chain-clients.ts';
import { checkAddress } from '../chains/address.ts';
import { CHAINS } from '../chains/chains.ts';
import { WRAPPED_SOL_MINT } from '../payments/solana/token-account.ts';
import { spendableOutputs, totalOf } from '../transfer/spendable-outputs.ts';
import {
  addressOf,
  clientOf,
  clientOfKind,
  fault,
  type GatewayDeps,
  hashOf,
  withChainTrouble,
} from './chain-of-path.ts';

type Query = { chain: string; query: URLSearchParams; signal: AbortSignal };

const DENOM = /^[a-zA-Z][a-zA-Z0-9/:._-]{1,127}$/;
/** ERC-20 `balanceOf(address)`. */
const BALANCE_OF = '0x70a08231';

async function evmBalance(deps: GatewayDeps, client: EvmClient, address: string, token: string | null, o: Options) {
  if (token === null) return BigInt(String(await client.rpc('eth_getBalance', [address, 'latest'], o)));
  const contract = checkAddress(client.chain, token, deps.network);
  if (!contract.ok) throw fault('token', `token must be a contract: ${contract.reason}`, 'invalid_address');
  const data = `${BALANCE_OF}${address.slice(2).toLowerCase().padStart(64, '0')}`;
  const answer = await client.call(contract.canonical, data, o);
  if (/^0x[0-9a-f]{64}/i.test(answer)) return BigInt(answer.slice(0, 66));
  throw fault('token', 'token must be a token contract: nothing at that address tells a balance.', 'no_token');
}

type Options = { signal: AbortSignal };

async function cosmosBalance(client: CosmosClient, address: string, token: string | null, options: Options) {
  const denom = token ?? CHAINS[client.chain].denom ?? '';
  if (!DENOM.test(denom)) throw fault('token', 'token must be a denom, such as uatom.', 'invalid_denom');
  return (await client.balances(address, options)).find((coin) => coin.denom === denom)?.amount ?? 0n;
}

async function solanaBalance(
  deps: GatewayDeps,
  client: SolanaClient,
  address: string,
  token: string | null,
  o: Options,
) {
  if (token === null) return client.balance(address, o);
  // It cannot be paid as an account; as a token it is like any other.
  if (token === WRAPPED_SOL_MINT) return client.tokenBalance(address, token, o);
  const mint = checkAddress(client.chain, token, deps.network);
  if (!mint.ok) throw fault('token', `token must be a mint: ${mint.reason}`, 'invalid_address');
  return client.tokenBalance(address, mint.canonical, o);
}

/** An asset of Asset Hub by its number. Source: pallet-assets instance 1, ids of 32 bits. */
const isAssetId = (text: string): boolean => /^\d{1,10}$/.test(text) && Number(text) < 2 ** 32;

function substrateBalance(client: SubstrateClient, address: string, token: string | null, options: Options) {
  if (token === null) return client.balance(address, undefined, options);
  if (!isAssetId(token)) throw fault('token', 'token must be the number of an asset, such as 1337.', 'invalid_asset');
  return client.balance(address, String(Number(token)), options);
}

/** A contract that reverts has no balance; that is the caller's fault, not ours. */
async function asToken<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (isRpcError(error)) throw fault('token', 'token must be a token: this one tells no balance.', 'no_token');
    throw error;
  }
}

/** Unconfirmed outputs cannot be spent, so they are reported apart. */
async function utxoBalance(client: UtxoClient, address: string, token: string | null, { signal }: Options) {
  if (token !== null) throw fault('token', `${client.chain} has no tokens; leave token out.`, 'no_token');
  const { outputs, waiting } = await spendableOutputs(client, address, signal);
  return {
    baseUnits: totalOf(outputs).toString(),
    ...(waiting > 0n ? { waitingBaseUnits: waiting.toString() } : {}),
  } satisfies GatewayBalance;
}

export async function readBalance(deps: GatewayDeps, { chain, query, signal }: Query): Promise<GatewayBalance> {
  const client = clientOf(deps, chain);
  const address = addressOf(deps, client.chain, query.get('address'));
  const token = query.get('token');
  if (client.kind === 'utxo') return withChainTrouble(() => utxoBalance(client, address, token, { signal }));
  const units = await withChainTrouble(() => {
    if (client.kind === 'evm') return asToken(evmBalance(deps, client, address, token, { signal }));
    if (client.kind === 'cosmos') return cosmosBalance(client, address, token, { signal });
    if (client.kind === 'solana') return asToken(solanaBalance(deps, client, address, token, { signal }));
    return substrateBalance(client, address, token, { signal });
  });
  return { baseUnits: units.toString() };
}

export async function readUtxos(deps: GatewayDeps, { chain, query, signal }: Query) {
  const client = clientOfKind(deps, chain, ['utxo']);
  const address = addressOf(deps, client.chain, query.get('address'));
  const utxos = await withChainTrouble(() => client.utxos(address, { signal }));
  return { utxos: utxos.map((utxo) => ({ ...utxo, value: utxo.value.toString() })) } satisfies z.infer<
    typeof utxosSchema
  >;
}

export async function readAccount(deps: GatewayDeps, { chain, query, signal }: Query) {
  const client = clientOfKind(deps, chain, ['cosmos']);
  const address = addressOf(deps, client.chain, query.get('address'));
  const account = await withChainTrouble(() => client.account(address, { signal }));
  if (account) return account satisfies z.infer<typeof accountSchema>;
  throw notFound(`${client.chain} does not know this account yet: it appears with its first payment.`);
}

async function evmReceipt(client: EvmClient, hash: string, options: Options): Promise<GatewayReceipt> {
  const [receipt, tip] = await Promise.all([client.receipt(hash, options), client.blockNumber(options)]);
  if (!receipt) return { status: (await client.transaction(hash, options)) ? 'pending' : 'unknown' };
  const { blockNumber } = receipt;
  const confirmations = Math.max(tip - blockNumber + 1, 1);
  return { status: receipt.status === 'success' ? 'success' : 'failed', blockNumber, confirmations };
}

async function utxoReceipt(client: UtxoClient, hash: string, options: Options): Promise<GatewayReceipt> {
  const [tx, tip] = await Promise.all([client.transaction(hash, options), client.tipHeight(options)]);
  if (!tx) return { status: 'unknown' };
  const { blockHeight } = tx;
  if (blockHeight === undefined) return { status: 'pending', confirmations: 0 };
  return { status: 'success', blockNumber: blockHeight, confirmations: Math.max(tip - blockHeight + 1, 1) };
}

async function cosmosReceipt(client: CosmosClient, hash: string, options: Options): Promise<GatewayReceipt> {
  const tx = await client.transaction(hash, options);
  if (!tx) return { status: 'unknown' };
  if (tx.height <= 0) return { status: 'pending' };
  const failed = tx.code !== 0;
  return {
    status: failed ? 'failed' : 'success',
    blockNumber: tx.height,
    confirmations: 1,
    ...(failed && tx.rawLog ? { reason: tx.rawLog } : {}),
  };
}

async function solanaReceipt(client: SolanaClient, signature: string, options: Options): Promise<GatewayReceipt> {
  const status = await client.status(signature, options);
  if (!status) return { status: 'unknown' };
  const { slot, confirmations, failed } = status;
  return {
    status: failed === undefined ? 'success' : 'failed',
    blockNumber: slot,
    confirmations: confirmations ?? CHAINS[client.chain].confirmations,
    ...(failed === undefined ? {} : { reason: failed }),
  };
}

async function substrateReceipt(client: SubstrateClient, hash: string, options: Options): Promise<GatewayReceipt> {
  const found = hash.startsWith('0x') ? await client.find(hash, options) : { id: hash };
  if (!found) return { status: 'unknown' };
  if (found.id === undefined) return { status: 'pending', confirmations: 0 };
  const extrinsic = await client.extrinsic(found.id, options);
  if (!extrinsic) return { status: 'unknown' };
  const { blockNumber, finalized, failed } = extrinsic;
  return {
    status: failed === undefined ? 'success' : 'failed',
    blockNumber,
    confirmations: finalized ? CHAINS[client.chain].confirmations : 0,
    ...(failed === undefined ? {} : { reason: failed }),
  };
}

export function readReceipt(deps: GatewayDeps, { chain, query, signal }: Query): Promise<GatewayReceipt> {
  const client = clientOf(deps, chain);
  const hash = hashOf(client.chain, query.get('hash'));
  return withChainTrouble(() => {
    if (client.kind === 'evm') return evmReceipt(client, hash, { signal });
    if (client.kind === 'utxo') return utxoReceipt(client, hash, { signal });
    if (client.kind === 'solana') return solanaReceipt(client, hash, { signal });
    if (client.kind === 'substrate') return substrateReceipt(client, hash, { signal });
    return cosmosReceipt(client, hash, { signal });
  });
}

export async function readRawTx(deps: GatewayDeps, { chain, query, signal }: Query) {
  const client = clientOfKind(deps, chain, ['utxo']);
  const hash = hashOf(client.chain, query.get('hash'));
  const hex = await withChainTrouble(() => client.transactionHex(hash, { signal }));
  if (hex) return { hex } satisfies z.infer<typeof rawTxSchema>;
  throw notFound(`${client.chain} does not know this transaction.`);
}
