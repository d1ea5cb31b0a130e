/** Notices when a wallet replaces a payment, so that the page does not wait for a hash that never comes. */
import type { ReplacementReason } from 'viem';
import type { Config } from 'wagmi';
import { waitForTransactionReceipt } from 'wagmi/actions';
import type { Hex } from '../../payments/evm/hex.ts';
import type { ReplacedPayment } from '../wallet-types.ts';
import { hexOf } from './erc20-reads.ts';

/** As long as a payment may wait for a lower fee. */
const WATCH_MS = 3_600_000;

/** Runs on its own while the page is open; tracking finds out what this cannot. */
export function watchReplaced(
  config: Config,
  hash: string,
  chainId: number,
  onReplaced: ((now: ReplacedPayment) => void) | undefined,
): void {
  if (!onReplaced) return;
  const tell = ({ reason, transaction }: { reason: ReplacementReason; transaction: { hash: Hex } }) =>
    onReplaced({ reason, hash: transaction.hash });
  void waitForTransactionReceipt(config, { hash: hexOf(hash), chainId, timeout: WATCH_MS, onReplaced: tell }).catch(
    () => undefined,
  );
}
