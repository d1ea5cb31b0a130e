/**
 * Builds the PSBT of a payment from the sender's own outputs: the payment outputs in the given order, then the change
 * back to the sender. The networks rely on this order, so it is never sorted.
 */
import { base64, hex } from '@scure/base';
import { Address, OutScript, RawTx, Transaction } from '@scure/btc-signer';
import type { Utxo, UtxoClient } from '../chain-clients/chain-clients.ts';
import type { Chain, NetworkName, UtxoNetwork, UtxoPolicy } from '../chains/chain.ts';
import { CHAINS } from '../chains/chains.ts';
import { INPUT_VBYTES, type InputKind, OVERHEAD_VBYTES, outputVbytes } from '../chains/utxo-size.ts';
import { fromBaseUnits } from '../domain/amount.ts';
import type { ChainId } from '../domain/chain-id.ts';
import type { RouteTx } from '../domain/route.ts';
import { type Unavailable, unavailable } from './built-tx.ts';
import { spendableOutputs, totalOf } from './spendable-outputs.ts';

/** The relay rules of a chain, or a sentence where Portage cannot build its transactions. */
export const utxoRules = ({ name, utxoPolicy }: Chain): UtxoPolicy | Unavailable =>
  utxoPolicy?.bitcoinFormat
    ? utxoPolicy
    : unavailable(`Portage prepares no ${name} transactions: no library signs its format safely.`);

const MAX_INPUTS = 200;

export type UtxoSigner = { address: string; script: Uint8Array; kind: InputKind };

/** The script that an address of any of these networks pays to, or undefined. */
export function scriptOf(
  address: string,
  networks: readonly UtxoNetwork[],
): { type: string; script: Uint8Array } | undefined {
  for (const network of networks) {
    const coder = Address({
      bech32: network.bech32 ?? '',
      pubKeyHash: network.pubKeyHash[0] ?? 0,
      scriptHash: network.scriptHash[0] ?? 0,
      wif: network.wif,
    });
    try {
      const decoded = coder.decode(address);
      return { type: decoded.type, script: OutScript.encode(decoded) };
    } catch {
      // Of another network, or not an address.
    }
  }
  return undefined;
}

/** The sandbox also accepts mainnet addresses, so it reads scripts by the rules of either network. */
export function utxoNetworksOf(chain: ChainId, network: NetworkName): UtxoNetwork[] {
  const own = [CHAINS[chain][network].utxo, network === 'sandbox' ? CHAINS[chain].mainnet.utxo : undefined];
  return own.filter((utxo) => utxo !== undefined);
}

export function signerOf(address: string, networks: readonly UtxoNetwork[]): UtxoSigner | Unavailable {
  const found = scriptOf(address, networks);
  if (!found) return unavailable('The source address cannot be read.');
  if (found.type === 'tr')
    return unavailable(
      'Payments from Taproot addresses are not safe with every vault and wallet; pay from an address of another kind.',
    );
  if (!(found.type in INPUT_VBYTES)) return unavailable('Portage prepares no payments from script (P2WSH) addresses.');
  return { address, script: found.script, kind: found.type as InputKind };
}

/**
 * Virtual bytes of everything but inputs and change, of one input, and of the change.
 * @param scriptBytes of each output that is paid.
 */
export const paymentVbytes = (scriptBytes: readonly number[], kind: InputKind, changeScriptBytes: number): Sizes => ({
  fixed: scriptBytes.reduce((sum, bytes) => sum + outputVbytes(bytes), OVERHEAD_VBYTES),
  input: INPUT_VBYTES[kind],
  change: outputVbytes(changeScriptBytes),
});

type Plan = { inputs: Utxo[]; change: bigint; fee: bigint };
type Sizes = { fixed: bigint; input: bigint; change: bigint };

/** Takes outputs until they cover the amount and their own fee, and change where it is needed. */
function choose(
  outputs: readonly Utxo[],
  payment: Pick<UtxoPayment, 'rate' | 'changeNeeded' | 'rules'> & { amount: bigint },
  sizes: Sizes,
): Plan | undefined {
  const { amount, rate, rules } = payment;
  const inputs: Utxo[] = [];
  let total = 0n;
  for (const utxo of outputs.slice(0, MAX_INPUTS)) {
    // An output that costs more to spend than it holds would only raise the cost.
    if (utxo.value <= sizes.input * rate) continue;
    inputs.push(utxo);
    total += utxo.value;
    const fee = (sizes.fixed + sizes.input * BigInt(inputs.length)) * rate;
    if (total < amount + fee) continue;
    const change = total - amount - fee - sizes.change * rate;
    if (change >= rules.dust) return { inputs, change, fee: fee + sizes.change * rate };
    if (payment.changeNeeded === undefined) return { inputs, change: 0n, fee: total - amount };
  }
  return undefined;
}

/** Legacy inputs include their whole previous transaction, so that a signer can see what it spends. */
async function addInputs(tx: Transaction, client: UtxoClient, plan: Plan, signer: UtxoSigner, signal: AbortSignal) {
  for (const { txid, vout, value } of plan.inputs) {
    const base = { txid, index: vout, sequence: 0xffffffff };
    if (signer.kind === 'wpkh') {
      tx.addInput({ ...base, witnessUtxo: { script: signer.script, amount: value } });
      continue;
    }
    const previous = await client.transactionHex(txid, { signal });
    if (previous === undefined) throw new Error('a previous transaction is missing');
    tx.addInput({ ...base, nonWitnessUtxo: RawTx.decode(hex.decode(previous)) });
  }
}

export type UtxoPayment = {
  chain: Chain;
  client: UtxoClient;
  signer: UtxoSigner;
  rules: UtxoPolicy;
  /** Base units per virtual byte. */
  rate: bigint;
  /** In the order of the transaction. */
  outputs: readonly { script: Uint8Array; amount: bigint }[];
  /** No payment is built without change above dust; the sentence says why. */
  changeNeeded?: string;
};

/** A base64 PSBT. @throws what the chain's client throws. */
export async function payFromOutputs(
  payment: UtxoPayment,
  signal: AbortSignal,
): Promise<{ tx: RouteTx } | Unavailable> {
  const { chain, client, signer, rate, rules } = payment;
  if (rate > rules.maxRate) return unavailable(`The fee rate that the node names (${rate}) is beyond reason.`);
  const amount = payment.outputs.reduce((sum, output) => sum + output.amount, 0n);
  const scriptBytes = payment.outputs.map(({ script }) => script.length);
  const sizes = paymentVbytes(scriptBytes, signer.kind, signer.script.length);
  const { outputs, waiting } = await spendableOutputs(client, signer.address, signal);
  const plan = choose(outputs, { ...payment, amount }, sizes);
  if (!plan) {
    const inCoins = (units: bigint) => `${fromBaseUnits(units, chain.native.decimals)} ${chain.native.symbol}`;
    const more = waiting > 0n ? `; ${inCoins(waiting)} more can be spent once a block has it` : '';
    const why = `The source address can spend ${inCoins(totalOf(outputs))}, too little for the amount and its fee${more}.`;
    return unavailable(payment.changeNeeded === undefined ? why : `${why} ${payment.changeNeeded}`);
  }
  const tx = new Transaction({ allowUnknownOutputs: true, allowLegacyWitnessUtxo: false });
  await addInputs(tx, client, plan, signer, signal);
  for (const output of payment.outputs) tx.addOutput(output);
  if (plan.change > 0n) tx.addOutput({ script: signer.script, amount: plan.change });
  return { tx: { type: 'PSBT', tx: base64.encode(tx.toPSBT(0)) } };
}
