/**
 * Derives what the networks observe on Solana: Chainflip's validators see balances of deposit channels that grew and
 * the swaps that its program recorded, THORChain's nodes see transfers with a memo.
 */

import { base64 } from '@scure/base';
import type { ChannelDeposit, InboundPayment, VaultSwap } from '../ledger.ts';
import { MEMO_PROGRAM, SYSTEM_PROGRAM } from './addresses.ts';
import { readTransaction } from './read-transaction.ts';
import type { TxRecord } from './tx-record.ts';

type Gain = Pick<ChannelDeposit, 'to' | 'token' | 'amountBaseUnits'>;

function nativeGains({ keys, preBalances, postBalances }: TxRecord, wanted: ReadonlySet<string>): Gain[] {
  return keys.flatMap((to, index) => {
    const amountBaseUnits = (postBalances[index] ?? 0n) - (preBalances[index] ?? 0n);
    return wanted.has(to) && amountBaseUnits > 0n ? [{ to, amountBaseUnits }] : [];
  });
}

/** The gains of all accounts of an owner together: moving tokens between two of them is not a deposit. */
function tokenGains({ preTokens, postTokens }: TxRecord, wanted: ReadonlySet<string>): Gain[] {
  const gains = new Map<string, { to: string; token: string; amountBaseUnits: bigint }>();
  const count = (sign: bigint, balances: TxRecord['preTokens']): void => {
    for (const { owner, mint, amount } of balances.filter((each) => wanted.has(each.owner))) {
      const key = `${owner}/${mint}`;
      const before = gains.get(key)?.amountBaseUnits ?? 0n;
      gains.set(key, { to: owner, token: mint, amountBaseUnits: before + sign * amount });
    }
  };
  count(1n, postTokens);
  count(-1n, preTokens);
  return [...gains.values()].filter(({ amountBaseUnits }) => amountBaseUnits > 0n);
}

/** The rent of a channel's new token account does not count, because it is not in the channel's own balance. */
export function depositsIn(records: readonly TxRecord[], addresses: readonly string[]): ChannelDeposit[] {
  const wanted = new Set(addresses);
  return records
    .filter((record) => record.err === undefined)
    .flatMap((record) =>
      [...nativeGains(record, wanted), ...tokenGains(record, wanted)].map((gain) => ({
        chain: 'SOL' as const,
        hash: record.signature,
        ...(record.keys[0] === undefined ? {} : { from: record.keys[0] }),
        ...gain,
        blockHeight: record.slot,
      })),
    );
}

export const vaultSwapsIn = (records: readonly TxRecord[]): VaultSwap[] =>
  records.flatMap((record) =>
    record.swaps.map((swap) => ({
      chain: 'SOL' as const,
      hash: record.signature,
      from: swap.sender,
      ...(swap.srcToken === undefined ? {} : { token: swap.srcToken }),
      amountBaseUnits: swap.amount,
      blockHeight: record.slot,
      dstChain: swap.dstChain,
      dstAddress: swap.dstAddress,
      dstToken: swap.dstToken,
      cfParameters: swap.cfParameters,
      ...(swap.ccm === undefined ? {} : { message: swap.ccm.message, gasAmount: swap.ccm.gasAmount }),
    })),
  );

/** `SystemInstruction::Transfer`; the lamports follow its number. Source: solana system_instruction.rs. */
const TRANSFER = 2;

/**
 * The payment that a memo-watching node sees: the last memo and the only transfer, between accounts listed in the
 * message. Two transfers are not a payment. Source: THORNode bifrost/pkg/chainclients/solana, `getTxInItem`.
 */
function memoPayment(record: TxRecord): InboundPayment | undefined {
  const { staticKeys, instructions } = readTransaction(base64.decode(record.wire));
  const called = instructions.map((one) => ({ ...one, program: record.keys[one.programIndex] }));
  const transfers = called.filter(({ program, data }) => program === SYSTEM_PROGRAM && data[0] === TRANSFER);
  const [transfer] = transfers;
  const [from, to] = (transfer?.accounts ?? []).map((index) => staticKeys[index]);
  if (!transfer || transfers.length > 1 || transfer.data.length < 12 || from === undefined || to === undefined)
    return undefined;
  const memo = called.findLast(({ program }) => program === MEMO_PROGRAM);
  return {
    chain: 'SOL',
    hash: record.signature,
    from,
    to,
    amountBaseUnits: new DataView(transfer.data.buffer, transfer.data.byteOffset).getBigUint64(4, true),
    memo: memo ? new TextDecoder().decode(memo.data) : '',
    blockHeight: record.slot,
    gasBaseUnits: record.feeLamports,
  };
}

export const memoPaymentsIn = (records: readonly TxRecord[]): InboundPayment[] =>
  records.filter(({ err }) => err === undefined).flatMap((record) => memoPayment(record) ?? []);
