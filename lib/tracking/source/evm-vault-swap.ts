/** Reads payments without a memo on EVM chains: to a deposit channel's address, or into Chainflip's vault. */
import type { EvmReceipt, EvmTransaction } from '../../chain-clients/chain-clients.ts';
import { sameAddress } from '../../chains/address.ts';
import type { RouteDraft } from '../../domain/route.ts';
import { decodedOrUndefined } from '../../payments/byte-reader.ts';
import { vaultDestination } from '../../payments/chainflip/destination.ts';
import { decodeEvmCall } from '../../payments/chainflip/evm-call.ts';
import { decodeFetchedLog, decodeVaultLog, type VaultSwapLog } from '../../payments/chainflip/vault-log.ts';
import { decodeSentTransfer, decodeTransferLog } from '../../payments/evm/token-call.ts';
import { type Payment, soldOnChain } from '../payment.ts';

/** The payout of a contract call goes to a foreign contract, so the call does not show where it ends. */
function vaultPayment(contract: string, { token, amount, isContractCall, ...written }: VaultSwapLog): Payment {
  const destination = isContractCall ? undefined : vaultDestination(written);
  return {
    contract,
    asset: token ?? 'native',
    baseUnits: amount,
    ...(destination ? { destination } : {}),
  };
}

const vaultCall = (tx: EvmTransaction): Payment | undefined =>
  decodedOrUndefined(() => {
    const { token, contractCall, ...written } = decodeEvmCall(tx.input);
    const sold = { token: token?.address, amount: token?.amount ?? tx.value };
    return vaultPayment(tx.to ?? '', { ...written, ...sold, isContractCall: contractCall !== undefined });
  });

/**
 * Into the vault: its event counts, also when another contract called it; before there is an event, the call itself.
 */
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
  // Another contract may call the vault: only the receipt shows it.
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

/** The transfers that the transaction itself requests; calls of other contracts request none that can be read. */
function transfersRequested(tx: EvmTransaction): Moved[] {
  const to = tx.to ?? 'a new contract';
  const native = tx.value > 0n ? [{ asset: 'native', to, baseUnits: tx.value }] : [];
  const call = decodeSentTransfer(tx.input);
  return call ? [...native, { asset: to, to: call.to, baseUnits: call.amount }] : native;
}

/** The transfers that happened; none while there is no receipt. */
const happenedIn = (receipt: EvmReceipt | undefined): Moved[] =>
  receipt?.status === 'success' ? [...tokenEvents(receipt), ...nativeEvents(receipt)] : [];

/** All recipients of the transaction, as far as it or its receipt shows them. */
export const recipientsOf = (tx: EvmTransaction, receipt: EvmReceipt | undefined): string[] => [
  ...new Set([...transfersRequested(tx), ...happenedIn(receipt)].map(({ to }) => to)),
];

/** To an address: everything it received of the sold asset, else what it received instead. */
function toAddress(address: string, tx: EvmTransaction, receipt: EvmReceipt | undefined, draft: RouteDraft) {
  const { chain } = draft.sell.asset;
  const sold = soldOnChain(draft).toLowerCase();
  const requested = transfersRequested(tx);
  const happened = happenedIn(receipt);
  const native = requested.filter(({ asset }) => asset === 'native');
  const all = happened.length > 0 ? [...native, ...happened] : requested;
  const own = all.filter(({ to }) => sameAddress(chain, to, address));
  const wanted = own.filter(({ asset }) => asset.toLowerCase() === sold);
  const sum = (moved: readonly Moved[]) => moved.reduce((total, { baseUnits }) => total + baseUnits, 0n);
  // A deposit address that was used before passes native coins on in the same transaction: that is one payment shown
  // twice.
  if (wanted.length > 0) {
    const direct = wanted.filter((one) => native.includes(one));
    return { to: address, asset: soldOnChain(draft), baseUnits: sum(direct.length > 0 ? direct : wanted) };
  }
  const [other] = own;
  if (other) return { to: address, asset: other.asset };
  // A receipt does not show native coins that contracts pass on: the recipient of such a call is unknown.
  const isCall = tx.input !== '0x' && requested.every(({ asset }) => asset === 'native');
  return isCall && (sold === 'native' || !receipt) ? undefined : { to: requested.at(-1)?.to ?? tx.to ?? 'nobody' };
}

/** Undefined while only the missing receipt can show the payment, or when nothing can. */
export function paymentWithoutMemo(
  tx: EvmTransaction,
  receipt: EvmReceipt | undefined,
  draft: RouteDraft,
): Payment | undefined {
  return draft.inboundAddress === undefined
    ? intoVault(tx, receipt, draft)
    : toAddress(draft.inboundAddress, tx, receipt, draft);
}
