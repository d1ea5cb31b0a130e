/** Sends one transaction from the reviewed account on the right network: the wallet is asked for both right before. */
import type { Config } from 'wagmi';
import { getAccount, sendTransaction, switchChain } from 'wagmi/actions';
import type { WireEvmTx } from '../../api/schemas/route.ts';
import { sameAddress } from '../../chains/address.ts';
import { chainOf } from '../../chains/chains.ts';
import type { ChainId } from '../../domain/chain-id.ts';
import { within } from '../../domain/waiting.ts';
import { walletFault } from '../injected.ts';
import { PaymentError } from '../wallet-types.ts';
import { hexOf } from './erc20-reads.ts';

/** Time for a person to accept another network in their wallet. */
const SWITCH_TIMEOUT_MS = 90_000;

const nothingSent = (fault: PaymentError['fault'], message: string, cause?: unknown) =>
  new PaymentError(fault, message, { nothingSent: true, cause });

const wrongNetwork = (chain: ChainId, cause?: unknown) =>
  nothingSent('wrongNetwork', `Switch your wallet to ${chainOf(chain).name} and try again.`, cause);

/** @throws {PaymentError} `rejected`, `wrongNetwork` and the wallet's other errors; nothing was sent. */
export async function goToChain(config: Config, chain: ChainId, chainNumber: number): Promise<void> {
  const current = async () => {
    const { connector } = getAccount(config);
    return connector ? connector.getChainId() : undefined;
  };
  if ((await current()) === chainNumber) return;
  const switched = switchChain(config, { chainId: chainNumber }).then(
    () => true,
    (error: unknown) => {
      const fault = walletFault(error);
      // A Safe, and some sessions of WalletConnect, have one network and cannot leave it.
      throw fault.fault === 'unknown' ? wrongNetwork(chain, error) : fault;
    },
  );
  // Some wallets accept and do not switch; wagmi would wait for their event for ever.
  await within(switched, SWITCH_TIMEOUT_MS, () => false);
  if ((await current()) !== chainNumber) throw wrongNetwork(chain);
}

/** wagmi knows the wallet's last event; the wallet itself is asked, for some send none. */
export async function assertSender(config: Config, chain: ChainId, from: string): Promise<void> {
  const { connector } = getAccount(config);
  const [now] = (await connector?.getAccounts().catch(() => [])) ?? [];
  if (now && sameAddress(chain, now, from)) return;
  throw nothingSent(
    'wrongAccount',
    'Your wallet has another account selected now. Choose the one that you reviewed, or ask for a new quote.',
  );
}

const isChainMismatch = (error: unknown): boolean => {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 8; cause = cause.cause, depth += 1)
    if (cause.name === 'ChainMismatchError') return true;
  return false;
};

/** No fee fields: the wallet decides. Without `chainId` wagmi would not compare networks at all. */
const handOver = (config: Config, tx: WireEvmTx, chainId: number): Promise<string> =>
  sendTransaction(config, {
    account: hexOf(tx.from),
    to: hexOf(tx.to),
    value: BigInt(tx.value),
    data: hexOf(tx.data),
    chainId,
    ...(tx.gas_limit ? { gas: BigInt(tx.gas_limit) } : {}),
  });

/** The wallet's answer: a hash, except for a Safe. @throws {PaymentError} */
export async function sendEvm(config: Config, chain: ChainId, tx: WireEvmTx, chainId: number): Promise<string> {
  await goToChain(config, chain, chainId);
  await assertSender(config, chain, tx.from);
  try {
    return await handOver(config, tx, chainId);
  } catch (error) {
    if (!isChainMismatch(error)) throw walletFault(error);
  }
  // The wallet switched in between: one more try, and no further.
  await goToChain(config, chain, chainId);
  return handOver(config, tx, chainId).catch((error: unknown) => {
    throw isChainMismatch(error) ? wrongNetwork(chain, error) : walletFault(error);
  });
}
