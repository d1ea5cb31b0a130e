/**
 * Waits for the transaction of a Safe's payment: a Safe answers with an id of its own, which no chain knows, until
 * enough owners have signed. Sources: Safe Apps SDK, `txs.getBySafeTxHash`; wagmi issue 2461.
 */
import type { Config } from 'wagmi';
import { getAccount } from 'wagmi/actions';
import { pause } from '../../domain/waiting.ts';
import { call, has, injectedAt, isText } from '../injected.ts';
import { PaymentError } from '../wallet-types.ts';

const ASK_AGAIN_MS = 5000;

export const isSafe = (config: Config): boolean => getAccount(config).connector?.id === 'safe';

/** States of Safe's transaction service after which no transaction follows. */
const ENDED = new Set(['CANCELLED', 'FAILED']);

/** The hash on the chain, however long its owners take. @throws {PaymentError} when they rejected it. */
export async function executedHash(
  config: Config,
  safeTxHash: string,
  wait: (ms: number) => Promise<unknown> = pause,
): Promise<string> {
  const { connector } = getAccount(config);
  const provider: unknown = await connector?.getProvider();
  const txs = injectedAt('sdk.txs', provider);
  if (!txs || !has(txs, 'getBySafeTxHash'))
    throw new PaymentError(
      'unknown',
      'Your Safe has the payment, but does not say when it is carried out. Look at it there.',
      { nothingSent: false },
    );
  for (;;) {
    const answer = await call(txs, 'getBySafeTxHash', safeTxHash).catch(() => undefined);
    const { txHash, txStatus } = injectedAt('answer', { answer }) ?? {};
    if (isText(txHash) && /^0x[0-9a-f]{64}$/i.test(txHash)) return txHash;
    if (isText(txStatus) && ENDED.has(txStatus))
      throw new PaymentError('rejected', 'The owners of your Safe turned the payment down. Nothing was sold.', {
        nothingSent: true,
      });
    await wait(ASK_AGAIN_MS);
  }
}
