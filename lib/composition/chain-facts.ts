/** Reports the definition of every offered chain, and whether it trades now. */
import type { ChainState, ChainStates } from '../api/page-api.ts';
import type { ChainsResponse, WireChainFacts } from '../api/schemas/chains.ts';
import type { Chain, ChainKind, NetworkName } from '../chains/chain.ts';
import { chainOf } from '../chains/chains.ts';
import { formatAsset } from '../domain/asset.ts';
import type { TxType } from '../domain/route.ts';
import { chainOffReason, type SwitchedOff } from '../domain/switches.ts';

const TX_TYPE_OF_KIND: Partial<Record<ChainKind, TxType>> = {
  evm: 'EVM',
  utxo: 'PSBT',
  cosmos: 'COSMOS',
  solana: 'SOLANA',
};

type Trade = Pick<WireChainFacts, 'state' | 'reason'>;

function tradeOf({ chain, tradable, paused, partly, unheard }: ChainState, off: SwitchedOff): Trade {
  const switchedOff = chainOffReason(off, chain);
  if (switchedOff !== undefined) return { state: 'switchedOff', reason: switchedOff };
  if (!tradable) return { state: 'notTraded' };
  if (paused) return { state: 'paused', reason: paused.reason };
  if (partly) return { state: 'partlyPaused', reason: partly.reason };
  return { state: unheard ? 'unknown' : 'trading' };
}

function paymentsOf({ kind, takesMemos, memoLimitBytes, paymentScheme }: Chain): WireChainFacts['payments'] {
  const txType = TX_TYPE_OF_KIND[kind];
  return {
    ...(txType ? { txType } : {}),
    ...(takesMemos ? { memoBytes: memoLimitBytes } : {}),
    ...(paymentScheme ? { linkScheme: paymentScheme } : {}),
  };
}

function factsOf(state: ChainState, network: NetworkName, off: SwitchedOff): WireChainFacts {
  const chain = chainOf(state.chain);
  const { id, name, native, confirmations, blockSeconds } = chain;
  const { networkId, explorerTx, explorerAddress } = chain[network];
  const explorer = {
    ...(explorerTx ? { tx: explorerTx } : {}),
    ...(explorerAddress ? { address: explorerAddress } : {}),
  };
  const { symbol, decimals } = native;
  const asset = formatAsset({ kind: 'native', chain: id, symbol });
  return {
    id,
    networkId,
    name,
    native: { asset, symbol: native.shownSymbol ?? symbol, name: native.name, decimals },
    ...(Object.keys(explorer).length > 0 ? { explorer } : {}),
    confirmations,
    blockSeconds,
    payments: paymentsOf(chain),
    ...tradeOf(state, off),
  };
}

export const chainFacts = (states: ChainStates, network: NetworkName, off: SwitchedOff): ChainsResponse => ({
  chains: states.chains.map((state) => factsOf(state, network, off)),
  updatedAt: new Date(states.at).toISOString(),
});
