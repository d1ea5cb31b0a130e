/** Reads the outputs of Bitcoin-family transactions, and makes the rows that all their payments share. */
import { hex } from '@scure/base';
import type { Transaction } from '@scure/btc-signer';
import type { NetworkName } from '../../chains/chain.ts';
import { chainOf } from '../../chains/chains.ts';
import { toBaseUnits } from '../../domain/amount.ts';
import { assetOf } from '../../domain/asset.ts';
import type { ChainId } from '../../domain/chain-id.ts';
import type { PayableRoute } from '../payable-route.ts';
import {
  addressValue,
  type FieldValue,
  heldField,
  mismatch,
  type PaymentField,
  type PaymentSection,
} from '../payment-fields.ts';
import { addressOfScript, scriptOfAddress } from './address-script.ts';

/** `amount` in base units. */
export type Output = { scriptHex: string; amount: bigint };

/** The values that outputs are compared with. */
export type OutputTerms = {
  route: PayableRoute;
  chain: ChainId;
  network: NetworkName;
  /** The sender's script, to which the change must go. */
  sender: string | undefined;
};

export const outputTerms = (route: PayableRoute, network: NetworkName): OutputTerms => {
  const { chain } = assetOf(route.sellAsset);
  return { route, chain, network, sender: scriptOfAddress(chain, route.sourceAddress, network) };
};

/** @throws {Error} when one is unreadable. */
export const outputsOf = (tx: Transaction): Output[] =>
  Array.from({ length: tx.outputsLength }, (_, index) => {
    const output = tx.getOutput(index);
    if (!output.script || output.amount === undefined) throw new Error('an output cannot be read');
    return { scriptHex: hex.encode(output.script), amount: output.amount };
  });

export const coinValue = (chain: ChainId, baseUnits: bigint): FieldValue => {
  const { symbol, decimals } = chainOf(chain).native;
  return { kind: 'amount', asset: `${chain}.${symbol}`, baseUnits, decimals };
};

/** The address that a script pays; the script itself when its form has no address. */
function payeeValue(scriptHex: string, { chain, network }: OutputTerms): FieldValue {
  const address = addressOfScript(chain, scriptHex, network);
  return address === undefined ? { kind: 'code', text: scriptHex } : addressValue(chain, address);
}

/** The first output pays the sold amount to the route's address. @param what the sentence when it pays another. */
export function payeeSection(
  output: Output | undefined,
  terms: OutputTerms,
  { address, what }: { address: string | undefined; what: string },
): PaymentSection {
  const { route, chain, network } = terms;
  const expected = addressValue(chain, address);
  const agrees =
    output !== undefined && Boolean(address) && output.scriptHex === scriptOfAddress(chain, address ?? '', network);
  // Equal ones are shown as the route spells them.
  const actual: FieldValue = agrees ? expected : output ? payeeValue(output.scriptHex, terms) : { kind: 'none' };
  const sold = toBaseUnits(route.sellAmount, chainOf(chain).native.decimals, 'exact');
  const otherAmount = 'The first output does not pay the amount that you sell.';
  const paid: FieldValue = output ? coinValue(chain, output.amount) : { kind: 'none' };
  const amount: PaymentField =
    sold === undefined
      ? { field: 'amount', actual: paid, fault: mismatch(otherAmount) }
      : heldField('amount', paid, coinValue(chain, sold), { agrees: output?.amount === sold, what: otherAmount });
  return { section: 'output', fields: [heldField('payee', actual, expected, { agrees, what }), amount] };
}

/** An output that returns the change; a payment pays no other address. @param what the fault of such an output. */
export function changeSection(
  output: Output,
  terms: OutputTerms,
  what = 'An output pays somebody else.',
): PaymentSection {
  const { chain, route, sender } = terms;
  const own = sender !== undefined && output.scriptHex === sender;
  const to: PaymentField = own
    ? { field: 'change', actual: addressValue(chain, route.sourceAddress) }
    : heldField('stranger', payeeValue(output.scriptHex, terms), { kind: 'none' }, { agrees: false, what });
  return { section: 'output', fields: [to, { field: 'amount', actual: coinValue(chain, output.amount) }] };
}

/** The output with data, and without coins. Its data has rows of its own. */
export const carrierField = (
  field: 'memoCarrier' | 'payloadCarrier',
  { amount }: Output,
  { chain }: OutputTerms,
  what: string,
): PaymentField => heldField(field, coinValue(chain, amount), coinValue(chain, 0n), { agrees: amount === 0n, what });
