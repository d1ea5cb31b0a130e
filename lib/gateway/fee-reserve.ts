/**
 * Computes how much of a chain's own coin an account should keep when it sells all of it: the cost of one payment
 * there now, with room for the price to move, and the minimum balance that the chain requires.
 */
import type { FeeReserve } from '../api/fee-reserve.ts';
import { notFound } from '../api/problem.ts';
import type { CosmosClient, EvmClient, SolanaClient, UtxoClient } from '../chain-clients/chain-clients.ts';
import { CHAINS } from '../chains/chains.ts';
import {
  dataScriptBytes,
  INPUT_VBYTES,
  OVERHEAD_VBYTES,
  outputVbytes,
  P2PKH_BYTES,
  P2TR_BYTES,
} from '../chains/utxo-size.ts';
import { fromBaseUnits } from '../domain/amount.ts';
import type { ChainId } from '../domain/chain-id.ts';
import { addressOf, clientOf, type GatewayDeps, withChainTrouble } from './chain-of-path.ts';

type Query = { chain: string; query: URLSearchParams; signal: AbortSignal };
type Options = { signal: AbortSignal };

/** A swap through an aggregator's router in gas units, and the bytes for which rollups also pay Ethereum. */
const SWAP_GAS = 400_000n;
const SWAP_GAS_WITH_DATA = 2_000_000n;
/** The base fee doubles in six full blocks. Source: EIP-1559. */
const PRICE_ROOM = 2n;
/** OP Stack: GasPriceOracle, `getL1FeeUpperBound(uint256)` of the bytes unsigned. Source: ethereum-optimism/specs, Fjord. */
const DATA_FEE_ORACLE = '0x420000000000000000000000000000000000000F';
const DATA_FEE_OF = '0xf1c7a58b';
const PAYMENT_BYTES = 2000n;

async function evmReserve(client: EvmClient, options: Options): Promise<bigint> {
  const paysDataByGas = CHAINS[client.chain].layerTwo?.dataFee === 'in-gas';
  const price = BigInt(String(await client.rpc('eth_gasPrice', [], options)));
  const gas = price * (paysDataByGas ? SWAP_GAS_WITH_DATA : SWAP_GAS);
  return (gas + (await dataFee(client, options))) * PRICE_ROOM;
}

async function dataFee(client: EvmClient, options: Options): Promise<bigint> {
  if (CHAINS[client.chain].layerTwo?.dataFee !== 'op-stack') return 0n;
  const data = `${DATA_FEE_OF}${PAYMENT_BYTES.toString(16).padStart(64, '0')}`;
  // A chain without the oracle charges no data fee.
  const answer = await client.call(DATA_FEE_ORACLE, data, options).catch(() => '0x');
  return /^0x[0-9a-f]{64}$/i.test(answer) ? BigInt(answer) : 0n;
}

/** A payment to a Taproot output, a memo of 80 bytes, and change. */
const FIXED_VBYTES = [P2TR_BYTES, dataScriptBytes(80), P2PKH_BYTES].reduce(
  (sum, bytes) => sum + outputVbytes(bytes),
  OVERHEAD_VBYTES,
);
const SEGWIT = /^(bc|bcrt|tb|ltc|rltc|tltc)1/i;

const costUnknown = (chain: ChainId) => notFound(`What a payment costs on ${CHAINS[chain].name} is not known here.`);

async function utxoReserve(client: UtxoClient, address: string, options: Options): Promise<bigint> {
  const policy = CHAINS[client.chain].utxoPolicy;
  if (policy === undefined) throw costUnknown(client.chain);
  const { minRelayRate, dust } = policy;
  const [outputs, estimate] = await Promise.all([client.utxos(address, options), client.feeRate(options)]);
  const rate = estimate !== undefined && estimate > minRelayRate ? estimate : minRelayRate;
  const input = INPUT_VBYTES[SEGWIT.test(address) ? 'wpkh' : 'pkh'];
  const sweep = (FIXED_VBYTES + input * BigInt(Math.max(outputs.length, 1))) * rate;
  // A quarter on top: rates move while a quote is read.
  return (sweep * 5n) / 4n + dust;
}

/** A plain account, and two token accounts: wrapped SOL, and the bought token. Lamports. */
const RENT_FALLBACK = 890_880n + 2n * 2_039_280n;
/** 5000 for a signature, and a priority fee. */
const SOLANA_FEES = 205_000n;

async function solanaReserve(client: SolanaClient, options: Options): Promise<bigint> {
  const rent = async (bytes: number) => {
    const answer = await client.rpc('getMinimumBalanceForRentExemption', [bytes], options);
    return BigInt(Number(answer));
  };
  const kept = await Promise.all([rent(0), rent(165)])
    .then(([account, token]) => account + 2n * token)
    .catch(() => RENT_FALLBACK);
  return kept + SOLANA_FEES;
}

/** Networks that take a fixed fee from the account. */
const cosmosReserve = ({ chain }: CosmosClient): bigint => CHAINS[chain].feeReserve ?? 0n;

/** @throws {Problem} 404 when the cost of a payment on that chain is unknown. */
export async function readFeeReserve(deps: GatewayDeps, { chain, query, signal }: Query): Promise<FeeReserve> {
  const client = clientOf(deps, chain);
  const address = addressOf(deps, client.chain, query.get('address'));
  const units = await withChainTrouble(async () => {
    if (client.kind === 'evm') return evmReserve(client, { signal });
    if (client.kind === 'utxo') return utxoReserve(client, address, { signal });
    if (client.kind === 'solana') return solanaReserve(client, { signal });
    if (client.kind === 'cosmos') return cosmosReserve(client);
    throw costUnknown(client.chain);
  });
  return { reserve: fromBaseUnits(units, CHAINS[client.chain].native.decimals) };
}
