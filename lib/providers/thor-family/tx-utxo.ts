/**
 * Builds the PSBT of a payment from the sender's own outputs: the vault first, the memo in an OP_RETURN, change back to
 * the sender. The output order is the network's rule and is never sorted. Source: THORChain docs, sending transactions.
 */
import { Script } from '@scure/btc-signer';
import { CHAINS } from '../../chains/chains.ts';
import { memoBytes } from '../../domain/memo.ts';
import type { RouteDraft } from '../../domain/route.ts';
import { withoutClient } from '../../transfer/built-tx.ts';
import { payFromOutputs, scriptOf, signerOf, utxoNetworksOf, utxoRules } from '../../transfer/utxo-psbt.ts';
import { utxoRate } from './inbound-fee.ts';
import type { QuotedSwap } from './to-routes.ts';
import { type BuiltTx, type TxDeps, unavailable } from './tx-types.ts';

export async function buildPsbt(
  deps: TxDeps,
  route: RouteDraft,
  memo: string,
  swap: QuotedSwap,
  signal: AbortSignal,
): Promise<BuiltTx> {
  const { sell, sourceAddress, inboundAddress: vault } = route;
  const chain = CHAINS[sell.asset.chain];
  const rules = utxoRules(chain);
  if ('unavailable' in rules) return unavailable(rules.unavailable);
  const client = deps.clients.utxo(chain.id);
  if (!client) return unavailable(withoutClient(deps.clients, chain.id).unavailable);
  const networks = utxoNetworksOf(chain.id, deps.network);
  const signer = signerOf(sourceAddress, networks);
  if ('unavailable' in signer) return unavailable(signer.unavailable);
  const vaultScript = vault === undefined ? undefined : scriptOf(vault, networks)?.script;
  if (!vaultScript) return unavailable(`The vault's address cannot be read as one of ${chain.name}.`);
  if (memoBytes(memo) > chain.memoLimitBytes) return unavailable('The memo is too long for this chain.');
  const outputs = [
    { script: vaultScript, amount: sell.baseUnits },
    { script: Script.encode(['RETURN', new TextEncoder().encode(memo)]), amount: 0n },
  ];
  const nodeRate = utxoRate(swap, chain.id) ?? 0n;
  const rate = nodeRate > rules.minRelayRate ? nodeRate : rules.minRelayRate;
  const paid = await payFromOutputs({ chain, client, signer, rules, rate, outputs }, signal);
  return 'unavailable' in paid ? unavailable(paid.unavailable) : paid;
}
