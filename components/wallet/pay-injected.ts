/** Pays with an account's wallet, after checking that the wallet is still there and the account still selected. */
import type { NetworkName } from '../../lib/chains/chain.ts';
import { chainOf } from '../../lib/chains/chains.ts';
import type { ChainId } from '../../lib/domain/chain-id.ts';
import { assertSelected } from '../../lib/wallet/assert-selected.ts';
import { PaymentError, type Wallets } from '../../lib/wallet/wallet-types.ts';
import { walletById } from './find-wallets.ts';

const payUtxo = () => import('../../lib/wallet/utxo/pay-utxo.ts');
const paySolana = () => import('../../lib/wallet/solana/pay-solana.ts');
const payCosmos = () => import('../../lib/wallet/cosmos/pay-cosmos.ts');

/** Loads the code that paying from this chain needs, and no other. */
export function loadPayment(chain: ChainId): void {
  const { kind } = chainOf(chain);
  if (kind === 'utxo') void payUtxo();
  if (kind === 'solana') void paySolana();
  if (kind === 'cosmos') void payCosmos();
}

/** @throws {PaymentError} */
export async function payInjected(
  payment: Parameters<Wallets['pay']>[0] & { network: NetworkName },
): Promise<{ hash: string }> {
  const { account, network } = payment;
  const wallet = await walletById(account.walletId, account.chain, network);
  if (!wallet)
    throw new PaymentError(
      'disconnected',
      `${account.walletName} is not in this page any more. Unlock it and reload.`,
      { nothingSent: true },
    );
  await assertSelected(wallet, account);
  if (wallet.kind === 'utxo') return (await payUtxo()).payUtxo(wallet, payment);
  if (wallet.kind === 'solana') return (await paySolana()).paySolana(wallet, payment);
  return (await payCosmos()).payCosmos(wallet, payment);
}
