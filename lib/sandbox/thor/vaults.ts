/** Manages vaults: each is funded once and replaced by a churn, after which the old one is watched for a while. */
import { ledgerOf, type Network } from './network.ts';
import { nodeChain } from './network-config.ts';
import { nodeAsset, paidOn } from './node-asset.ts';
import { activeVault, type Vault } from './state.ts';
import { chainToken, toBaseUnits } from './units.ts';

/** How long payments to a retired vault are still observed: two hours of blocks. */
export const RETIRING_BLOCKS = 1200;
/**
 * A vault gets this many times what its pool holds; on UTXO chains in several parts, so that payouts need not queue.
 */
const FUNDING_FACTOR = 2n;
const FUNDING_OUTPUTS = 4n;

/** Funds vaults. Each gift is recorded by vault and asset. Returns whether anything was given. */
export async function fundVaults(network: Network): Promise<boolean> {
  const { state, config } = network;
  let changed = false;
  const vault = activeVault(state);
  const assets = [config.native, ...state.pools.map((pool) => pool.name)].map((name) => nodeAsset(name));
  for (const asset of assets) {
    const chain = paidOn(asset, config.home);
    const ledger = ledgerOf(network, chain);
    const payer = chain === config.home ? 'module' : vault.name;
    const mark = `${payer}:${asset.chain}.${asset.symbol}`;
    if (!ledger || state.funded.includes(mark)) continue;
    const pool = state.pools.find((one) => one.name === `${asset.chain}.${asset.symbol}`);
    const held = pool?.asset ?? state.pools.reduce((sum, one) => sum + one.native, 0n);
    const token = chainToken(asset);
    try {
      const outputs = nodeChain(config, chain)?.kind === 'utxo' ? FUNDING_OUTPUTS : 1n;
      const perOutput = toBaseUnits(network, asset, (held * FUNDING_FACTOR) / outputs);
      for (let at = 0n; at < outputs; at += 1n) {
        await (token === undefined
          ? ledger.fund(ledger.vaultAddress(payer), perOutput)
          : ledger.fund(ledger.vaultAddress(payer), perOutput, token));
      }
      state.funded.push(mark);
      changed = true;
    } catch (error) {
      network.world.log({ event: 'vault not funded', network: config.id, mark, error: String(error) });
    }
  }
  return changed;
}

/** Creates a new active vault and retires the old one. Source: `inbound_addresses` during a churn. */
export function churn(network: Network): Vault {
  const { state, config } = network;
  for (const vault of state.vaults) {
    if (vault.status !== 'active') continue;
    vault.status = 'retiring';
    vault.retireAtHeight = state.height + RETIRING_BLOCKS;
  }
  const vault: Vault = { name: `${config.id}-${state.nextVault}`, status: 'active', sinceHeight: state.height };
  state.nextVault += 1;
  state.vaults.push(vault);
  return vault;
}

/** Stops watching vaults whose retirement is over, once they owe nothing. */
export function retireVaults(network: Network): boolean {
  const { state } = network;
  let changed = false;
  for (const vault of state.vaults) {
    if (vault.status !== 'retiring' || (vault.retireAtHeight ?? 0) > state.height) continue;
    const owes = state.inbounds.some((inbound) =>
      inbound.outbounds.some((one) => one.vault === vault.name && one.state === 'scheduled'),
    );
    if (owes) continue;
    vault.status = 'inactive';
    changed = true;
  }
  return changed;
}
