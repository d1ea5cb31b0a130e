/**
 * Provides Chainflip's deposit channels on a Bitcoin-family chain: each has an address (taproot where the chain has it)
 * and a key of its own.
 */
import { bytesToHex } from '@noble/hashes/utils.js';
import type { ChainId } from '../../domain/chain-id.ts';
import type { ChannelDeposit, ChannelLedger } from '../ledger.ts';
import { buildSweep, type Coin } from './build-payment.ts';
import type { ChainRules } from './chain-rules.ts';
import { opReturnData } from './scripts.ts';
import { scriptOfKey } from './signer.ts';
import type { RawTransaction } from './tx-encoding.ts';
import type { TxRecord, UtxoChain } from './utxo-chain.ts';

export type UtxoChannels = Required<Pick<ChannelLedger, 'channelAddress' | 'depositsTo' | 'pendingTo' | 'fetch'>>;

/** A new transaction, or the hash of an earlier one that did the same. */
export type Made = { tx: RawTransaction; feeBaseUnits: bigint } | { hash: string };

export type UtxoChannelOptions = {
  id: ChainId;
  chain: UtxoChain;
  rules: ChainRules;
  /** @throws {Error} when the text is no address of the chain. */
  scriptOf(address: string): Uint8Array;
  addressOf(script: Uint8Array): string | undefined;
  channelKey(number: bigint): Uint8Array;
  /** The script that receives the contents of channels. */
  vaultScript(): Uint8Array;
  /** The coins of a script that no third party can replace. */
  spendable(script: Uint8Array): Coin[];
  /** Sends the result of `build`, once per key. */
  sendOnce(key: string, build: () => Made): { hash: string };
};

/** What a payment to Chainflip says by its own outputs: the OP_RETURN data, and the refund address. */
function notesOf(record: TxRecord, addressOf: UtxoChannelOptions['addressOf']): Partial<ChannelDeposit> {
  const { outputs } = record.tx;
  const at = outputs.findIndex((output) => opReturnData(output.script) !== undefined);
  const data = outputs[at] && opReturnData(outputs[at].script);
  if (data === undefined) return {};
  const after = outputs[at + 1];
  const changeAddress = after && addressOf(after.script);
  return { data: bytesToHex(data), ...(changeAddress === undefined ? {} : { changeAddress }) };
}

export function createUtxoChannels(options: UtxoChannelOptions): UtxoChannels {
  const { id, chain, rules, scriptOf, addressOf, channelKey, vaultScript, spendable, sendOnce } = options;
  const channelScript = (number: bigint): Uint8Array =>
    scriptOfKey(channelKey(number), rules.taproot ? 'p2tr' : 'p2pkh');

  const paidBy = (record: TxRecord, wanted: ReadonlySet<string>): ChannelDeposit[] => {
    const from = record.spent[0] && addressOf(record.spent[0].script);
    return record.tx.outputs.flatMap((output) => {
      const to = wanted.has(bytesToHex(output.script)) && addressOf(output.script);
      if (!to) return [];
      return [
        {
          chain: id,
          hash: record.txid,
          ...(from === undefined ? {} : { from }),
          to,
          amountBaseUnits: output.value,
          blockHeight: record.block?.height ?? 0,
          ...notesOf(record, addressOf),
        },
      ];
    });
  };
  const scripts = new Map<string, string>();
  /** Each new block asks for the same addresses. */
  const scriptHex = (address: string): string => {
    const known = scripts.get(address) ?? bytesToHex(scriptOf(address));
    scripts.set(address, known);
    return known;
  };
  const among = (records: readonly TxRecord[], addresses: readonly string[]): ChannelDeposit[] => {
    if (records.length === 0) return [];
    const wanted = new Set(addresses.map(scriptHex));
    return records.flatMap((record) => paidBy(record, wanted));
  };
  const checkToken = (token: string | undefined): void => {
    if (token !== undefined) throw new Error(`${id} has no tokens`);
  };

  /** Fetches all confirmed coins. If none are left, returns the transaction that took the last. */
  const take = (number: bigint): Made => {
    const ownScript = channelScript(number);
    const own = bytesToHex(ownScript);
    const coins = spendable(ownScript);
    const before = chain
      .history(ownScript)
      .findLast((record) => record.spent.some((output) => bytesToHex(output.script) === own));
    if (coins.length === 0 && before !== undefined) return { hash: before.txid };
    const privateKey = channelKey(number);
    const { feePerVbyte } = rules;
    const sweep = buildSweep({ rules, privateKey, ownScript, coins, to: vaultScript(), feePerVbyte });
    if (sweep === undefined) throw new Error(`channel ${number} of ${id} holds too little to be taken from it`);
    return sweep;
  };

  return {
    channelAddress({ number, token }) {
      checkToken(token);
      const address = addressOf(channelScript(number));
      if (address === undefined) throw new Error(`${id} has no addresses for channels`);
      return address;
    },
    depositsTo: async (addresses, height) => among(chain.above(height), addresses),
    pendingTo: async (addresses) => among(chain.mempool(), addresses),
    fetch: async ({ key, channel: { number, token } }) => {
      checkToken(token);
      return { hash: sendOnce(`fetch ${key}`, () => take(number)).hash };
    },
  };
}
