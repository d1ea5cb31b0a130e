/** Builds the transaction that pays a route, by chain. When it cannot be built, the route stays and says why. */
import { CHAINS } from '../../chains/chains.ts';
import type { RouteDraft } from '../../domain/route.ts';
import { orWithout } from '../helper-time.ts';
import { buildCosmosTx } from './tx-cosmos.ts';
import { buildEvmTx } from './tx-evm.ts';
import { buildSolanaTx } from './tx-solana.ts';
import { type BuiltTx, type TxBuilder, type TxContext, type TxDeps, unavailable } from './tx-types.ts';
import { buildPsbt } from './tx-utxo.ts';

async function buildByKind(deps: TxDeps, route: RouteDraft, context: TxContext, signal: AbortSignal): Promise<BuiltTx> {
  const chain = CHAINS[route.sell.asset.chain];
  const look = { signal, allowUnfunded: context.swap.request.allowUnfunded };
  if (route.memo === undefined) return unavailable('A transaction needs a destination address.');
  if (!route.sourceAddress) return unavailable('A transaction needs the address that it is sent from.');
  if (!context.decimalsCertain)
    return unavailable(`The decimals of ${route.sell.asset.symbol} could not be read from ${chain.name} just now.`);
  if (chain.kind === 'evm') return buildEvmTx(deps, route, route.memo, look);
  if (chain.kind === 'cosmos') return buildCosmosTx(deps, route, route.memo, look);
  if (chain.kind === 'utxo') return buildPsbt(deps, route, route.memo, context.swap, signal);
  if (chain.kind === 'solana') return buildSolanaTx(deps, route, route.memo, look);
  return unavailable(
    `Portage prepares no ${chain.name} transactions for ${deps.config.title}; pay from a wallet that can attach the memo.`,
  );
}

export const createTxBuilder = (deps: TxDeps): TxBuilder => ({
  build: (route, context, options) =>
    orWithout(
      options,
      (signal) => buildByKind(deps, route, context, signal),
      () => unavailable(`${CHAINS[route.sell.asset.chain].name} could not be asked for what a transaction needs.`),
    ),
});
