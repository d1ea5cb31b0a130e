/**
 * Holds a Bitcoin-family payment against its route before it is signed, and the signed one against what was handed to
 * the wallet. Rules: THORChain docs, "Sending transactions": vault at output 0, one OP_RETURN with the memo, change to the sender.
 */
import { base64, hex } from '@scure/base';
import { Script, Transaction } from '@scure/btc-signer';
import type { NetworkName, UtxoNetwork } from '../../chains/chain.ts';
import { chainOf, networkOf } from '../../chains/chains.ts';
import { toBaseUnits } from '../../domain/amount.ts';
import { assetOf } from '../../domain/asset.ts';
import { decodeBtcPayload } from '../../payments/chainflip/btc-payload.ts';
import { orderOfPayload } from '../../payments/chainflip/vault-order.ts';
import type { PayableRoute } from '../../payments/payable-route.ts';
import { isPlainTransfer } from '../../payments/payable-route.ts';
import { unreadOrderFault } from '../chainflip/vault-order.ts';
import { refusal, routeToSign } from '../refuse.ts';
import { PaymentError } from '../wallet-types.ts';
import { scriptOfAddress } from './address-script.ts';

const OPTIONS = {
  allowUnknownInputs: true,
  allowUnknownOutputs: true,
  allowLegacyWitnessUtxo: true,
  disableScriptCheck: true,
};

/** Highest fee per virtual byte that is ever right, base units. Source: the bounds of xchain's UTXO clients. */
const MAX_FEE_RATE: Record<string, bigint> = {
  BTC: 1000n,
  LTC: 500n,
  DOGE: 20_000_000n,
  DASH: 500n,
  BCH: 500n,
  ZEC: 500n,
};

const differs = (what: string) =>
  new PaymentError('mismatch', `${what} This is not the payment that you reviewed, so it was not signed.`, {
    nothingSent: true,
  });

export type Output = { scriptHex: string; amount: bigint };

/** The UTF-8 text of an OP_RETURN script, or undefined. */
export function memoOf(scriptHex: string): string | undefined {
  try {
    const [op, data, ...rest] = Script.decode(hex.decode(scriptHex));
    if (op !== 'RETURN' || !(data instanceof Uint8Array) || rest.length > 0) return undefined;
    // A byte order mark is part of the memo: left out here, another memo would pass for the route's.
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(data);
  } catch {
    return undefined;
  }
}

/** What an OP_RETURN script carries, as bytes; undefined for other scripts. */
function payloadOf(scriptHex: string): Uint8Array | undefined {
  try {
    const [op, data, ...rest] = Script.decode(hex.decode(scriptHex));
    return op === 'RETURN' && data instanceof Uint8Array && rest.length === 0 ? data : undefined;
  } catch {
    return undefined;
  }
}

/**
 * A payment without a memo: to an address that was opened for it (Chainflip's channel, Garden's order), or to
 * Chainflip's vault with what the network is to do in the second
 * output and the change, which is where refunds go, in the third.
 */
function checkOutputsWithoutMemo(outputs: readonly Output[], route: PayableRoute, network: NetworkName): void {
  const { chain } = assetOf(route.sellAsset);
  const [first, second, third, ...others] = outputs;
  const isTransfer = isPlainTransfer(route);
  const to = isTransfer ? route.inboundAddress : route.targetAddress;
  if (!to || !first || first.scriptHex !== scriptOfAddress(chain, to, network))
    throw differs('The first output does not pay the address of the route.');
  if (first.amount !== toBaseUnits(route.sellAmount, chainOf(chain).native.decimals, 'exact'))
    throw differs('The first output does not pay the amount that you sell.');
  const sender = scriptOfAddress(chain, route.sourceAddress, network);
  if (isTransfer) {
    if (outputs.slice(1).some((output) => output.scriptHex !== sender)) throw differs('An output pays somebody else.');
    return;
  }
  const payload = second && payloadOf(second.scriptHex);
  if (!payload || second.amount !== 0n) throw differs('The second output does not say what is bought.');
  const fault = unreadOrderFault(() => orderOfPayload(decodeBtcPayload(payload)), route);
  if (fault) throw refusal(fault);
  if (third?.scriptHex !== sender) throw differs('Refunds would go to another address: the change is not yours.');
  if (others.length > 0) throw differs('An output pays somebody else.');
}

/** @throws {PaymentError} `mismatch` unless the outputs are vault, memo and change to the sender, nothing else. */
export function checkOutputs(outputs: readonly Output[], reviewed: PayableRoute, network: NetworkName): void {
  const route = routeToSign(reviewed);
  const asset = assetOf(route.sellAsset);
  if (route.memo === undefined) {
    checkOutputsWithoutMemo(outputs, route, network);
    return;
  }
  const parameters: UtxoNetwork | undefined = networkOf(asset.chain, network).utxo;
  if (!parameters || !route.inboundAddress || !route.memo) throw differs('The route names no vault or no memo.');
  const expected = toBaseUnits(route.sellAmount, chainOf(asset.chain).native.decimals, 'exact');
  const [first, ...others] = outputs;
  if (!first || first.scriptHex !== scriptOfAddress(asset.chain, route.inboundAddress, network))
    throw differs('The first output does not pay the vault.');
  if (first.amount !== expected) throw differs('The first output does not pay the amount that you sell.');
  const sender = scriptOfAddress(asset.chain, route.sourceAddress, network);
  let memos = 0;
  for (const output of others) {
    const memo = memoOf(output.scriptHex);
    if (memo === undefined && output.scriptHex !== sender) throw differs('An output pays somebody else.');
    if (memo === undefined) continue;
    memos += 1;
    if (memo !== route.memo || output.amount !== 0n) throw differs('The memo is not that of the route.');
  }
  if (memos !== 1) throw differs('There must be one memo output.');
}

const outputsOf = (tx: Transaction): Output[] =>
  Array.from({ length: tx.outputsLength }, (_, index) => {
    const output = tx.getOutput(index);
    if (!output.script || output.amount === undefined) throw differs('An output cannot be read.');
    return { scriptHex: hex.encode(output.script), amount: output.amount };
  });

export const parsePsbt = (text: string): Transaction => {
  try {
    return Transaction.fromPSBT(base64.decode(text), OPTIONS);
  } catch (cause) {
    throw new PaymentError('mismatch', 'The transaction cannot be read, so it was not signed.', {
      nothingSent: true,
      cause,
    });
  }
};

function checkFee(tx: Transaction, chain: string): void {
  let paid = 0n;
  for (let index = 0; index < tx.inputsLength; index += 1) {
    const input = tx.getInput(index);
    const spent =
      input.witnessUtxo ?? (input.index === undefined ? undefined : input.nonWitnessUtxo?.outputs[input.index]);
    if (!spent) throw differs('An input does not say what it spends.');
    paid += spent.amount;
  }
  const fee = paid - outputsOf(tx).reduce((sum, output) => sum + output.amount, 0n);
  // 150 bytes an input and 45 an output are more than any that we build need.
  const size = BigInt(20 + tx.inputsLength * 150 + tx.outputsLength * 45);
  if (fee < 0n || fee > size * (MAX_FEE_RATE[chain] ?? 1000n)) throw differs('The network fee is out of bounds.');
}

/** Reads the route's PSBT and checks all of it. @throws {PaymentError} `mismatch` */
export function checkPsbt(psbtBase64: string, route: PayableRoute, network: NetworkName): { inputs: number } {
  const tx = parsePsbt(psbtBase64);
  const chain = assetOf(route.sellAsset).chain;
  checkOutputs(outputsOf(tx), route, network);
  const sender = scriptOfAddress(chain, route.sourceAddress, network);
  for (let index = 0; index < tx.inputsLength; index += 1) {
    const input = tx.getInput(index);
    const spent =
      input.witnessUtxo ?? (input.index === undefined ? undefined : input.nonWitnessUtxo?.outputs[input.index]);
    if (spent && hex.encode(spent.script) !== sender) throw differs('An input belongs to another address.');
  }
  checkFee(tx, chain);
  return { inputs: tx.inputsLength };
}

const inputsOf = (tx: Transaction): string =>
  Array.from({ length: tx.inputsLength }, (_, index) => {
    const input = tx.getInput(index);
    return `${input.txid ? hex.encode(input.txid) : ''}:${input.index}:${input.sequence ?? 0xffffffff}`;
  }).join();

const outputsText = (tx: Transaction): string =>
  outputsOf(tx)
    .map(({ scriptHex, amount }) => `${scriptHex}:${amount}`)
    .join();

/**
 * The final transaction of what a wallet gave back: same inputs, outputs and order as what it got, every input signed.
 * @throws {PaymentError} `mismatch`; nothing was sent.
 */
export function finalTransaction(original: string, signed: string): { rawHex: string; txid: string } {
  const before = parsePsbt(original);
  const after = parsePsbt(signed);
  if (
    inputsOf(before) !== inputsOf(after) ||
    outputsText(before) !== outputsText(after) ||
    before.lockTime !== after.lockTime
  )
    throw new PaymentError('mismatch', 'The wallet changed the transaction, so it was not sent.', {
      nothingSent: true,
    });
  try {
    if (!after.isFinal) after.finalize();
    return { rawHex: hex.encode(after.extract()), txid: after.id };
  } catch (cause) {
    throw new PaymentError('mismatch', 'The wallet did not sign every input, so nothing was sent.', {
      nothingSent: true,
      cause,
    });
  }
}

/** Outputs of a raw transaction that a wallet sent by itself. */
export function outputsOfRaw(rawHex: string): Output[] {
  return outputsOf(Transaction.fromRaw(hex.decode(rawHex), { ...OPTIONS, allowUnknownVersion: true }));
}
