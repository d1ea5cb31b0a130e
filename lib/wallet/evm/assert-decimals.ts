/**
 * Asks the wallet's own node for the decimals of a payment's tokens: this site's access to the chain could misstate
 * them, and ten times as much would be sold.
 */
import { readContract } from 'viem/actions';
import type { Config } from 'wagmi';
import { getConnectorClient } from 'wagmi/actions';
import { type Asset, assetOf } from '../../domain/asset.ts';
import { within } from '../../domain/waiting.ts';
import type { EvmFacts } from '../../payments/evm/evm-terms.ts';
import type { PayableRoute } from '../../payments/payable-route.ts';
import { PaymentError } from '../wallet-types.ts';
import { ERC20_READS, hexOf } from './erc20-reads.ts';

const PATIENCE_MS = 5_000;

/** Undefined when the wallet gives no answer: not every one passes questions on. */
async function ofWallet(config: Config, asset: Asset, chainId: number): Promise<number | undefined> {
  if (asset.kind !== 'token') return undefined;
  const { address } = asset;
  const asked = getConnectorClient(config, { chainId })
    .then((client) => readContract(client, { address: hexOf(address), abi: ERC20_READS, functionName: 'decimals' }))
    .catch(() => undefined);
  return within(asked, PATIENCE_MS, () => undefined);
}

/** @throws {PaymentError} `mismatch`: nothing was sent. */
export async function assertDecimals(
  config: Config,
  route: Pick<PayableRoute, 'sellAsset' | 'buyAsset'>,
  facts: EvmFacts,
  chainId: number,
): Promise<void> {
  const said: [string, number | undefined][] = [
    [route.sellAsset, facts.tokenDecimals],
    [route.buyAsset, facts.buyDecimals],
  ];
  for (const [id, decimals] of said) {
    const own = decimals === undefined ? undefined : await ofWallet(config, assetOf(id), chainId);
    if (own === undefined || own === decimals) continue;
    throw new PaymentError(
      'mismatch',
      `Your wallet’s node says that ${assetOf(id).symbol} has ${own} decimals, and this site says ${decimals}. Nothing was signed.`,
      { nothingSent: true },
    );
  }
}
