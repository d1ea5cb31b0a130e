/** Fills in, shows, signs and sends one EVM transaction, as a wallet does for `eth_sendTransaction`. */
import { type Hex, isAddress, isHex, type TransactionSerializable } from 'viem';
import type { PrivateKeyAccount } from 'viem/accounts';
import { chainOf } from '../../../chains/chains.ts';
import type { ChainId } from '../../../domain/chain-id.ts';
import { confirm } from './confirm.ts';
import { describeTransaction } from './evm-describe.ts';
import { quantity, rpc } from './page-gateway.ts';
import { invalid, ProviderError, unauthorized } from './provider-error.ts';

type Fields = Record<string, unknown>;

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

function amount(fields: Fields, name: string): bigint | undefined {
  const value = fields[name];
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'string' && /^0x[0-9a-f]+$/i.test(value)) return BigInt(value);
  throw invalid(`${name} must be a quantity: 0x and hex digits`);
}

function dataOf(fields: Fields): Hex {
  const data = fields.data ?? fields.input ?? '0x';
  if (isHex(data) && data.length % 2 === 0) return data;
  throw invalid('data must be 0x and whole bytes in hex');
}

type Call = { to: Hex | undefined; value: bigint; data: Hex };

function callOf(fields: Fields, chain: ChainId, account: PrivateKeyAccount): Call {
  const { from, to } = fields;
  if (typeof from !== 'string' || from.toLowerCase() !== account.address.toLowerCase()) throw unauthorized();
  if (to !== undefined && to !== null && !(typeof to === 'string' && isAddress(to, { strict: false })))
    throw invalid('to must be an address');
  const chainId = amount(fields, 'chainId');
  if (chainId !== undefined && chainId !== BigInt(chainOf(chain).sandbox.networkId))
    throw invalid(`chainId is not that of the selected network, ${chainOf(chain).name}`);
  return { to: (to ?? undefined) as Hex | undefined, value: amount(fields, 'value') ?? 0n, data: dataOf(fields) };
}

const hexOf = (value: bigint): Hex => `0x${value.toString(16)}`;

/** What gas costs, in the form that the transaction will have. `most` in wei for one unit. */
type GasPrice = { fields: Partial<TransactionSerializable>; most: bigint };

async function gasPrice(fields: Fields, chain: ChainId): Promise<GasPrice> {
  const legacy = amount(fields, 'gasPrice');
  if (legacy !== undefined) return { fields: { type: 'legacy', gasPrice: legacy }, most: legacy };
  const block = await rpc(chain, 'eth_getBlockByNumber', ['latest', false]);
  const baseFee = isFields(block) ? amount(block, 'baseFeePerGas') : undefined;
  if (baseFee === undefined) {
    const price = await quantity(chain, 'eth_gasPrice');
    return { fields: { type: 'legacy', gasPrice: price }, most: price };
  }
  const tip = amount(fields, 'maxPriorityFeePerGas') ?? (await quantity(chain, 'eth_maxPriorityFeePerGas'));
  // Twice the base fee stays enough for six full blocks.
  const most = amount(fields, 'maxFeePerGas') ?? baseFee * 2n + tip;
  return { fields: { type: 'eip1559', maxFeePerGas: most, maxPriorityFeePerGas: tip < most ? tip : most }, most };
}

async function gasLimit(fields: Fields, chain: ChainId, call: Call): Promise<bigint> {
  const given = amount(fields, 'gas') ?? amount(fields, 'gasLimit');
  if (given !== undefined) return given;
  const { to, value, data } = call;
  const estimate = await quantity(chain, 'eth_estimateGas', [
    { from: fields.from, ...(to ? { to } : {}), value: hexOf(value), data },
  ]);
  return (estimate * 120n) / 100n;
}

/** The hash. @throws {ProviderError} 4001 when refused, the node's own error when it would fail or is not taken. */
export async function sendTransaction(chain: ChainId, account: PrivateKeyAccount, given: unknown): Promise<string> {
  if (!isFields(given)) throw invalid('a transaction is wanted');
  const call = callOf(given, chain, account);
  const [gas, price] = await Promise.all([gasLimit(given, chain, call), gasPrice(given, chain)]);
  await confirm({
    title: 'Sign and send this transaction?',
    facts: describeTransaction(chain, call, gas * price.most),
  });
  const nonce =
    amount(given, 'nonce') ?? (await quantity(chain, 'eth_getTransactionCount', [account.address, 'pending']));
  const raw = await account.signTransaction({
    ...price.fields,
    chainId: Number(chainOf(chain).sandbox.networkId),
    nonce: Number(nonce),
    gas,
    ...(call.to ? { to: call.to } : {}),
    value: call.value,
    data: call.data,
  } as TransactionSerializable);
  const hash = await rpc(chain, 'eth_sendRawTransaction', [raw]);
  if (typeof hash !== 'string') throw new ProviderError(-32603, 'The node answered no hash.');
  return hash;
}
