/** Reads payments without a memo on EVM chains: to a deposit channel's address, or into Chainflip's vault. */
import type { EvmReceipt, EvmTransaction } from '../../chain-clients/chain-clients.ts';
import { sameAddress } from '../../chains/address.ts';
import type { RouteDraft } from '../../domain/route.ts';
import { DecodeError } from '../../payments/byte-reader.ts';
import { vaultDestination } from '../../payments/chainflip/destination.ts';
import { decodeEvmCall } from '../../payments/chainflip/evm-call.ts';
import { decodeFetchedLog, decodeVaultLog, type VaultSwapLog } from '../../payments/chainflip/vault-log.ts';
import { decodeSentTransfer, decodeTransferLog } from '../../payments/evm/token-call.ts';
import { type Payment, soldOnChain } from '../payment.ts';

/** A call's payout goes to a contract of somebody else: where it ends is not told here. */
function vaultPayment(contract: string, { token, amount, isContractCall, ...written }: VaultSwapLog): Payment {
  const destination = isContractCall ? undefined : vaultDestination(written);
  return {
    contract,
    asset: token ?? 'native',
    baseUnits: amount,
    ...(destination ? { destination } : {}),
  };
}

function vaultCall(tx: EvmTransaction): Payment | undefined {
  try {
    const { token, contractCall, ...written } = decodeEvmCall(tx.input);
    const sold = { token: token?.address, amount: token?.amount ?? tx.value };
    return vaultPayment(tx.to ?? '', { ...written, ...sold, isContractCall: contractCall !== undefined });
  } catch (error) {
    if (error instanceof DecodeError) return undefined;
    throw error;
  }
}

/** Into the vault: its event counts, also where another contract called it; before there is one, the call itself. */
function intoVault(tx: EvmTransaction, receipt: EvmReceipt | undefined, draft: RouteDraft): Payment | undefined {
  const { chain } = draft.sell.asset;
  const isVault = (address: string | null): boolean =>
    address !== null && draft.targetAddress !== undefined && sameAddress(chain, address, draft.targetAddress);
  for (const log of receipt?.logs ?? []) {
    const swap = isVault(log.address) ? decodeVaultLog(log) : undefined;
    if (swap) return vaultPayment(log.address, swap);
  }
  const call = isVault(tx.to) ? vaultCall(tx) : undefined;
  if (call) return call;
  // A contract of somebody's may call the vault: only the receipt will tell.
  return receipt || isVault(tx.to) || tx.input === '0x' ? { contract: tx.to ?? 'a new contract' } : undefined;
}

type Moved = { asset: string; to: string; baseUnits: bigint };

const tokenEvents = ({ logs }: EvmReceipt): Moved[] =>
  logs.flatMap((log) => {
    const moved = decodeTransferLog(log);
    return moved ? [{ asset: log.address, to: moved.to, baseUnits: moved.amount }] : [];
  });

const nativeEvents = ({ logs }: EvmReceipt): Moved[] =>
  logs.flatMap((log) => {
    const fetched = decodeFetchedLog(log);
    return fetched ? [{ asset: 'native', to: fetched.sender, baseUnits: fetched.amount }] : [];
  });

/** What the transaction itself asks for; calls of other contracts ask for nothing that could be read. */
function asked(tx: EvmTransaction): Moved[] {
  const to = tx.to ?? 'a new contract';
  const native = tx.value > 0n ? [{ asset: 'native', to, baseUnits: tx.value }] : [];
  const call = decodeSentTransfer(tx.input);
  return call ? [...native, { asset: to, to: call.to, baseUnits: call.amount }] : native;
}

/** What has happened; while there is no receipt nothing has. */
const happenedIn = (receipt: EvmReceipt | undefined): Moved[] =>
  receipt?.status === 'success' ? [...tokenEvents(receipt), ...nativeEvents(receipt)] : [];

/** Everybody who is paid by the transaction, as far as it or its receipt tells. */
export const recipientsOf = (tx: EvmTransaction, receipt: EvmReceipt | undefined): string[] => [
  ...new Set([...asked(tx), ...happenedIn(receipt)].map(({ to }) => to)),
];

/** To an address: all that it got of what is sold, else what it got instead. */
function toAddress(address: string, tx: EvmTransaction, receipt: EvmReceipt | undefined, draft: RouteDraft) {
  const { chain } = draft.sell.asset;
  const sold = soldOnChain(draft).toLowerCase();
  const told = asked(tx);
  const happened = happenedIn(receipt);
  const native = told.filter(({ asset }) => asset === 'native');
  const all = happened.length > 0 ? [...native, ...happened] : told;
  const own = all.filter(({ to }) => sameAddress(chain, to, address));
  const wanted = own.filter(({ asset }) => asset.toLowerCase() === sold);
  const sum = (moved: readonly Moved[]) => moved.reduce((total, { baseUnits }) => total + baseUnits, 0n);
  // A used address hands native coins on in the same transaction: that is one payment told twice.
  if (wanted.length > 0) {
    const direct = wanted.filter((one) => native.includes(one));
    return { to: address, asset: soldOnChain(draft), baseUnits: sum(direct.length > 0 ? direct : wanted) };
  }
  const [other] = own;
  if (other) return { to: address, asset: other.asset };
  // What contracts hand on in native coins leaves no trace in a receipt: whom such a call paid cannot be told.
  const isCall = tx.input !== '0x' && told.every(({ asset }) => asset === 'native');
  return isCall && (sold === 'native' || !receipt) ? undefined : { to: told.at(-1)?.to ?? tx.to ?? 'nobody' };
}

/** Undefined where only the receipt can tell and there is none yet, or where nothing can. */
export function paymentWithoutMemo(
  tx: EvmTransaction,
  receipt: EvmReceipt | undefined,
  draft: RouteDraft,
): Payment | undefined {
  return draft.inboundAddress === undefined
    ? intoVault(tx, receipt, draft)
    : toAddress(draft.inboundAddress, tx, receipt, draft);
}
