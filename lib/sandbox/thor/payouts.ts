/** Signs due payouts on the local chains, each exactly once, despite any kill in between. */

import { moduleAccount } from './names.ts';
import { isSigningHalted, ledgerOf, type Network } from './network.ts';
import { nodeChain } from './network-config.ts';
import { nodeAsset } from './node-asset.ts';
import { openInbounds } from './open-inbounds.ts';
import type { Outbound } from './state.ts';
import { chainToken, toBaseUnits, toNodeUnits } from './units.ts';

export const NATIVE_TX_ID = '0'.repeat(64);

export function dueOutbounds(network: Network): Outbound[] {
  const { height } = network.state;
  const due: Outbound[] = [];
  for (const { outbounds } of openInbounds(network))
    for (const one of outbounds) if (one.state === 'scheduled' && one.scheduledHeight <= height) due.push(one);
  return due.filter((one) => !isSigningHalted(network, one.chain));
}

/**
 * Pays everything due. The state must be saved before: if a payout is sent and its plan is lost, it is planned again
 * with other numbers, and only its key prevents a second payment.
 */
export async function signDueOutbounds(network: Network): Promise<boolean> {
  const due = dueOutbounds(network);
  const chains = [...new Set(due.map((one) => one.chain))];
  const done = await Promise.all(
    chains.map((chain) =>
      signOnChain(
        network,
        due.filter((one) => one.chain === chain),
      ),
    ),
  );
  return done.some(Boolean);
}

async function signOnChain(network: Network, due: readonly Outbound[]): Promise<boolean> {
  let changed = false;
  for (const outbound of due) {
    try {
      await sign(network, outbound);
      changed = true;
    } catch (error) {
      // A chain that cannot pay now is tried again in the next block, as signers do.
      network.world.log({
        event: 'payout failed',
        network: network.config.id,
        key: outbound.key,
        error: String(error),
      });
    }
  }
  return changed;
}

async function sign(network: Network, outbound: Outbound): Promise<void> {
  const { config, world, state } = network;
  const ledger = ledgerOf(network, outbound.chain);
  if (!ledger) throw new Error(`${outbound.chain} has no local chain`);
  const asset = nodeAsset(outbound.coin.asset);
  const token = chainToken(asset);
  const sent = await ledger.payOut({
    key: `${config.id}:${outbound.key}`,
    vault: outbound.vault,
    to: outbound.to,
    ...(token === undefined ? {} : { token }),
    amountBaseUnits: toBaseUnits(network, asset, outbound.coin.amount),
    memo: outbound.memo,
  });
  const native = outbound.vault === 'module';
  const gasAsset = native ? config.native : (nodeChain(config, outbound.chain)?.gasAsset ?? config.native);
  outbound.txId = native ? NATIVE_TX_ID : sent.hash.replace(/^0x/i, '').toUpperCase();
  outbound.gas = {
    asset: gasAsset,
    amount: native ? config.nativeTxFee : toNodeUnits(network, nodeAsset(gasAsset), sent.gasBaseUnits),
  };
  outbound.fromAddress = native ? moduleAccount(config, world.secret, 'asgard') : ledger.vaultAddress(outbound.vault);
  outbound.state = 'signed';
  outbound.signedHeight = state.height;
  outbound.signedAt = world.clock.now();
  state.lastSigned = state.height;
  world.log({
    event: 'payout signed',
    network: config.id,
    key: outbound.key,
    chain: outbound.chain,
    hash: outbound.txId,
  });
}
