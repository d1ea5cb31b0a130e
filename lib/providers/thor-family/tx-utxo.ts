/**
 * Builds the PSBT of a payment from the sender's own outputs: the vault first, the memo in an OP_RETURN, change back to
 * the sender. The output order is the network's rule and is never sorted. Source: THORChain docs, sending transactions.
 */
import { base64, hex } from '@scure/base';
import { Address, OutScript, RawTx, Script, Transaction } from '@scure/btc-signer';
import type { Utxo, UtxoClient } from '../../chain-clients/chain-clients.ts';
import type { NetworkName, UtxoNetwork } from '../../chains/chain.ts';
import { CHAINS } from '../../chains/chains.ts';
import { fromBaseUnits } from '../../domain/amount.ts';
import type { ChainId } from '../../domain/chain-id.ts';
import { memoBytes } from '../../domain/memo.ts';
import type { RouteDraft } from '../../domain/route.ts';
import type { QuotedSwap } from './to-routes.ts';
import { type BuiltTx, type TxDeps, unavailable } from './tx-types.ts';

type Rules = {
  /** Base units per virtual byte between which a fee rate is sane. */
  leastRate: bigint;
  mostRate: bigint;
  /** Change below this is left to the miners: the network would not relay it. */
  dustChange: bigint;
};

const RULES: Partial<Record<ChainId, Rules>> = {
  BTC: { leastRate: 1n, mostRate: 1000n, dustChange: 546n },
  LTC: { leastRate: 1n, mostRate: 500n, dustChange: 5_460n },
  DOGE: { leastRate: 100n, mostRate: 20_000_000n, dustChange: 1_000_000n },
  DASH: { leastRate: 1n, mostRate: 500n, dustChange: 5_460n },
};

/** Virtual bytes of a signed input by the kind of its script. P2SH is taken as wrapped P2WPKH, the only kind wallets sign. */
const INPUT_VBYTES = { wpkh: 68n, pkh: 148n, sh: 91n } as const;
type InputKind = keyof typeof INPUT_VBYTES;
const OVERHEAD_VBYTES = 11n;
const MAX_INPUTS = 200;

type Signer = { script: Uint8Array; kind: InputKind };

/** The script that an address of any of these networks pays to, or undefined. */
function scriptOf(address: string, networks: readonly UtxoNetwork[]): { type: string; script: Uint8Array } | undefined {
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
      // Of another network, or none of ours.
    }
  }
  return undefined;
}

/** The sandbox takes addresses of the main network as well, so its scripts are read by either. */
function networksOf(chain: ChainId, network: NetworkName): UtxoNetwork[] {
  const own = [CHAINS[chain][network].utxo, network === 'sandbox' ? CHAINS[chain].mainnet.utxo : undefined];
  return own.filter((utxo) => utxo !== undefined);
}

function signerOf(address: string, networks: readonly UtxoNetwork[]): Signer | string {
  const found = scriptOf(address, networks);
  if (!found) return 'The source address cannot be read.';
  if (found.type === 'tr')
    return 'Payments from Taproot addresses are not safe with every vault; pay from an address of another kind.';
  if (found.type === 'wsh') return 'Portage prepares no payments from script (P2WSH) addresses.';
  return { script: found.script, kind: found.type as InputKind };
}

const outputVbytes = (script: Uint8Array) => 9n + BigInt(script.length);

/** Confirmed outputs, largest first; then the change of the sender's own payments that wait for a block. */
async function spendable(client: UtxoClient, address: string, signal: AbortSignal): Promise<Utxo[]> {
  const all = await client.utxos(address, { signal });
  const bySize = (a: Utxo, b: Utxo) => (a.value === b.value ? 0 : a.value > b.value ? -1 : 1);
  const own = await Promise.all(
    all
      .filter((utxo) => !utxo.confirmed)
      .map(async (utxo) => {
        const tx = await client.transaction(utxo.txid, { signal });
        const isOwn = tx !== undefined && tx.vin.length > 0 && tx.vin.every((input) => input.address === address);
        return isOwn ? [utxo] : [];
      }),
  );
  return [...all.filter((utxo) => utxo.confirmed).sort(bySize), ...own.flat().sort(bySize)];
}

type Plan = { inputs: Utxo[]; change: bigint; fee: bigint };

/** Takes outputs until they pay for the amount and for themselves. Undefined: not enough. */
function choose(
  outputs: readonly Utxo[],
  amount: bigint,
  rate: bigint,
  rules: Rules,
  sizes: { fixed: bigint; input: bigint; change: bigint },
): Plan | undefined {
  const inputs: Utxo[] = [];
  let total = 0n;
  for (const utxo of outputs.slice(0, MAX_INPUTS)) {
    // An output that costs more to spend than it holds only makes the payment dearer.
    if (utxo.value <= sizes.input * rate) continue;
    inputs.push(utxo);
    total += utxo.value;
    const fee = (sizes.fixed + sizes.input * BigInt(inputs.length)) * rate;
    if (total < amount + fee) continue;
    const change = total - amount - fee - sizes.change * rate;
    return change >= rules.dustChange
      ? { inputs, change, fee: fee + sizes.change * rate }
      : { inputs, change: 0n, fee: total - amount };
  }
  return undefined;
}

/** Legacy inputs carry their whole previous transaction, so that a signer can see what it spends. */
async function addInputs(tx: Transaction, client: UtxoClient, plan: Plan, signer: Signer, signal: AbortSignal) {
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

/** In base units per virtual byte, rounded up by the node already; the dearer of list and quote. */
function feeRate(chain: ChainId, swap: QuotedSwap, rules: Rules): bigint {
  const rates = [swap.state.inbound.get(chain)?.gas_rate, swap.quote.recommended_gas_rate, rules.leastRate];
  return rates.reduce<bigint>((most, rate) => (rate !== undefined && rate > most ? rate : most), 0n);
}

export async function buildPsbt(
  deps: TxDeps,
  route: RouteDraft,
  memo: string,
  swap: QuotedSwap,
  signal: AbortSignal,
): Promise<BuiltTx> {
  const { sell, sourceAddress, inboundAddress: vault } = route;
  const chain = CHAINS[sell.asset.chain];
  const rules = RULES[chain.id];
  if (!rules) return unavailable(`Portage prepares no ${chain.name} transactions: no library signs its format safely.`);
  const client = deps.clients.utxo(chain.id);
  if (!client) return unavailable(deps.clients.missing(chain.id) ?? `No service for ${chain.name} is configured.`);
  const networks = networksOf(chain.id, deps.network);
  const signer = signerOf(sourceAddress, networks);
  if (typeof signer === 'string') return unavailable(signer);
  const vaultScript = vault === undefined ? undefined : scriptOf(vault, networks)?.script;
  if (!vaultScript) return unavailable(`The vault's address cannot be read as one of ${chain.name}.`);
  if (memoBytes(memo) > chain.memoLimitBytes) return unavailable('The memo is too long for this chain.');
  const rate = feeRate(chain.id, swap, rules);
  if (rate > rules.mostRate) return unavailable(`The fee rate that the node names (${rate}) is beyond reason.`);
  const memoScript = Script.encode(['RETURN', new TextEncoder().encode(memo)]);
  const sizes = {
    fixed: OVERHEAD_VBYTES + outputVbytes(vaultScript) + outputVbytes(memoScript),
    input: INPUT_VBYTES[signer.kind],
    change: outputVbytes(signer.script),
  };
  const outputs = await spendable(client, sourceAddress, signal);
  const plan = choose(outputs, sell.baseUnits, rate, rules, sizes);
  if (!plan) {
    const held = fromBaseUnits(
      outputs.reduce((sum, utxo) => sum + utxo.value, 0n),
      chain.native.decimals,
    );
    return unavailable(
      `The source address can spend ${held} ${chain.native.symbol}, too little for the amount and its fee.`,
    );
  }
  const tx = new Transaction({ allowUnknownOutputs: true, allowLegacyWitnessUtxo: false });
  await addInputs(tx, client, plan, signer, signal);
  tx.addOutput({ script: vaultScript, amount: sell.baseUnits });
  tx.addOutput({ script: memoScript, amount: 0n });
  if (plan.change > 0n) tx.addOutput({ script: signer.script, amount: plan.change });
  return { tx: { type: 'PSBT', tx: base64.encode(tx.toPSBT(0)) } };
}
