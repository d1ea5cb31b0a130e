/** Funds the network's vault once, with enough for every payout of the market's size. */
import { ASSETS, CHAIN_INFO, INTERNAL_ASSETS } from './assets.ts';
import { VAULT } from './egress.ts';
import { PRICE_SCALE, referencePrice } from './market.ts';
import { type ChainflipNetwork, ledgerOf } from './network.ts';

/** Whole dollars per asset. */
const FUNDING_USD = 50_000_000n;
/** Bitcoin is given in several outputs, so that payouts need not wait for change. */
const BITCOIN_OUTPUTS = 8n;

/** Funds what was not funded before. Returns whether anything was given. */
export async function fundVault(network: ChainflipNetwork): Promise<boolean> {
  const { state } = network;
  let changed = false;
  for (const id of INTERNAL_ASSETS) {
    const asset = ASSETS[id];
    const ledger = ledgerOf(network, asset.chain);
    if (ledger?.channels === undefined || state.funded.includes(id)) continue;
    const price = referencePrice(state.market, asset) ?? PRICE_SCALE;
    const amount = (FUNDING_USD * PRICE_SCALE * 10n ** BigInt(asset.decimals)) / price;
    const outputs = CHAIN_INFO[asset.chain].kind === 'bitcoin' ? BITCOIN_OUTPUTS : 1n;
    try {
      for (let index = 0n; index < outputs; index += 1n)
        await ledger.fund(
          ledger.vaultAddress(VAULT),
          amount / outputs,
          ...(asset.token === undefined ? [] : [asset.token]),
        );
      state.funded.push(id);
      changed = true;
    } catch (error) {
      network.world.log({ event: 'vault not funded', network: 'chainflip', asset: id, error: String(error) });
    }
  }
  return changed;
}
