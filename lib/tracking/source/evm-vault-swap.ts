/** Reads payments without a memo on EVM chains: to a deposit channel's address, or into Chainflip's vault. */
import type { Hex } from 'viem';
import { decodeEventLog, decodeFunctionData, parseAbi } from 'viem/utils';
import type { EvmReceipt, EvmTransaction } from '../../chain-clients/chain-clients.ts';
import { sameAddress } from '../../chains/address.ts';
import type { RouteDraft } from '../../domain/route.ts';
import { vaultDestination } from '../../payments/chainflip/destination.ts';
import { decodeEvmCall } from '../../payments/chainflip/evm-call.ts';
import { type Payment, soldOnChain } from '../payment.ts';

/** Source: chainflip-eth-contracts contracts/interfaces/IVault.sol. */
const VAULT = parseAbi([
  'event SwapNative(uint32 dstChain, bytes dstAddress, uint32 dstToken, uint256 amount, address indexed sender, bytes cfParameters)',
  'event SwapToken(uint32 dstChain, bytes dstAddress, uint32 dstToken, address srcToken, uint256 amount, address indexed sender, bytes cfParameters)',
  'event XCallNative(uint32 dstChain, bytes dstAddress, uint32 dstToken, uint256 amount, address indexed sender, bytes message, uint256 gasAmount, bytes cfParameters)',
  'event XCallToken(uint32 dstChain, bytes dstAddress, uint32 dstToken, address srcToken, uint256 amount, address indexed sender, bytes message, uint256 gasAmount, bytes cfParameters)',
]);
/** A used channel's address is a contract that hands native coins on at once, and the vault tells from whom it got them. */
const FETCHED = parseAbi(['event FetchedNative(address indexed sender, uint256 amount)']);
const TOKEN = parseAbi([
  'function transfer(address to, uint256 amount)',
  'function transferFrom(address from, address to, uint256 amount)',
  'event Transfer(address indexed from, address indexed to, uint256 value)',
]);

/** Hex as the node gave it, which its schema has checked. */
const asHex = (text: string): Hex => text as Hex;

/** Undefined where `work` finds something else than it reads. */
function orNothing<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}

type Log = EvmReceipt['logs'][number];

const topicsOf = ({ topics }: Log): [Hex, ...Hex[]] => {
  const [signature, ...rest] = topics.map(asHex);
  if (signature === undefined) throw new Error('an anonymous event');
  return [signature, ...rest];
};

type Swap = {
  dstChain: number;
  /** Hex without 0x. */
  dstAddress: string;
  dstToken: number;
  srcToken?: string | undefined;
  amount: bigint;
  isCall: boolean;
};

/** A call's payout goes to a contract of somebody else: where it ends is not told here. */
function vaultPayment(contract: string, { srcToken, amount, isCall, ...written }: Swap): Payment {
  const destination = isCall ? undefined : vaultDestination(written);
  return {
    contract,
    asset: srcToken ?? 'native',
    baseUnits: amount,
    ...(destination ? { destination } : {}),
  };
}

function vaultEvent(log: Log): Payment | undefined {
  return orNothing(() => {
    const { eventName, args } = decodeEventLog({ abi: VAULT, data: asHex(log.data), topics: topicsOf(log) });
    const dstAddress = args.dstAddress.slice(2).toLowerCase();
    return vaultPayment(log.address, { ...args, dstAddress, isCall: eventName.startsWith('XCall') });
  });
}

function vaultCall(tx: EvmTransaction): Payment | undefined {
  return orNothing(() => {
    const { token, contractCall, ...written } = decodeEvmCall(tx.input);
    const sold = { srcToken: token?.address, amount: token?.amount ?? tx.value };
    return vaultPayment(tx.to ?? '', { ...written, ...sold, isCall: contractCall !== undefined });
  });
}

/** Into the vault: its event counts, also where another contract called it; before there is one, the call itself. */
function intoVault(tx: EvmTransaction, receipt: EvmReceipt | undefined, draft: RouteDraft): Payment | undefined {
  const { chain } = draft.sell.asset;
  const isVault = (address: string | null): boolean =>
    address !== null && draft.targetAddress !== undefined && sameAddress(chain, address, draft.targetAddress);
  for (const log of receipt?.logs ?? []) {
    const payment = isVault(log.address) ? vaultEvent(log) : undefined;
    if (payment) return payment;
  }
  const call = isVault(tx.to) ? vaultCall(tx) : undefined;
  if (call) return call;
  // A contract of somebody's may call the vault: only the receipt will tell.
  return receipt || isVault(tx.to) || tx.input === '0x' ? { contract: tx.to ?? 'a new contract' } : undefined;
}

type Moved = { asset: string; to: string; baseUnits: bigint };

function tokenEvents(receipt: EvmReceipt): Moved[] {
  return receipt.logs.flatMap((log) => {
    const moved = orNothing(() => decodeEventLog({ abi: TOKEN, data: asHex(log.data), topics: topicsOf(log) }).args);
    return moved ? [{ asset: log.address, to: moved.to, baseUnits: moved.value }] : [];
  });
}

function nativeEvents(receipt: EvmReceipt): Moved[] {
  return receipt.logs.flatMap((log) => {
    const fetched = orNothing(
      () => decodeEventLog({ abi: FETCHED, data: asHex(log.data), topics: topicsOf(log) }).args,
    );
    return fetched ? [{ asset: 'native', to: fetched.sender, baseUnits: fetched.amount }] : [];
  });
}

/** What the transaction itself asks for; calls of other contracts ask for nothing that could be read. */
function asked(tx: EvmTransaction): Moved[] {
  const to = tx.to ?? 'a new contract';
  const native = tx.value > 0n ? [{ asset: 'native', to, baseUnits: tx.value }] : [];
  const call = orNothing(() => decodeFunctionData({ abi: TOKEN, data: asHex(tx.input) }));
  if (!call) return native;
  const [receiver, amount] = call.functionName === 'transfer' ? call.args : call.args.slice(1);
  return [...native, { asset: to, to: String(receiver), baseUnits: BigInt(amount ?? 0) }];
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
