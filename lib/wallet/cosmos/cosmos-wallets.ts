/** Finds wallets in the shape of Keplr. Source: Keplr docs, "Use with cosmjs" and "Suggest Chain". */

import type { NetworkName } from '../../chains/chain.ts';
import { chainOf, networkOf } from '../../chains/chains.ts';
import type { ChainId } from '../../domain/chain-id.ts';
import { call, has, type Injected, injectedAt, isText } from '../injected.ts';
import type { CosmosWallet } from '../wallet-kinds.ts';

const COSMOS_CHAINS = ['GAIA', 'THOR', 'MAYA'] as const satisfies ChainId[];

/** BIP-44 coin types. Source: SLIP-44. */
const COIN_TYPE: Record<string, number> = { GAIA: 118, THOR: 931, MAYA: 931 };

const SHAPED: readonly { id: string; path: string; name: string; chains: readonly ChainId[] }[] = [
  { id: 'keplr', path: 'keplr', name: 'Keplr', chains: COSMOS_CHAINS },
  { id: 'vultisig-keplr', path: 'vultisig.keplr', name: 'Vultisig', chains: COSMOS_CHAINS },
  { id: 'okx-cosmos', path: 'okxwallet.keplr', name: 'OKX Wallet', chains: ['GAIA'] },
];

function chainInfo(chain: ChainId, network: NetworkName): unknown {
  const { name, native, denom } = chainOf(chain);
  const { networkId, bech32Prefix = '' } = networkOf(chain, network);
  const currency = { coinDenom: native.symbol, coinMinimalDenom: denom, coinDecimals: native.decimals };
  const endpoint = `${globalThis.location.origin}/chain/${chain.toLowerCase()}`;
  return {
    chainId: String(networkId),
    chainName: name,
    rpc: endpoint,
    rest: endpoint,
    bip44: { coinType: COIN_TYPE[chain] },
    bech32Config: {
      bech32PrefixAccAddr: bech32Prefix,
      bech32PrefixAccPub: `${bech32Prefix}pub`,
      bech32PrefixValAddr: `${bech32Prefix}valoper`,
      bech32PrefixValPub: `${bech32Prefix}valoperpub`,
      bech32PrefixConsAddr: `${bech32Prefix}valcons`,
      bech32PrefixConsPub: `${bech32Prefix}valconspub`,
    },
    currencies: [currency],
    feeCurrencies: [currency],
    stakeCurrency: currency,
  };
}

function keplrShaped(
  id: string,
  name: string,
  chains: readonly ChainId[],
  target: Injected,
  network: NetworkName,
): CosmosWallet {
  const chainId = (chain: ChainId) => String(networkOf(chain, network).networkId);
  const addressOf = async (chain: ChainId) => {
    const key = await call(target, 'getKey', chainId(chain));
    const address = injectedAt('key', { key })?.bech32Address;
    return isText(address) ? address : undefined;
  };
  return {
    kind: 'cosmos',
    option: { id, name, ...(isText(target.walletIcon) ? { icon: target.walletIcon } : {}) },
    chains,
    async connect(chain) {
      try {
        await call(target, 'enable', chainId(chain));
      } catch (error) {
        // Chains that the wallet does not know yet can be suggested to it; a refusal by the person stays one.
        const unknown = /no chain info|not.*(supported|registered|found)|unknown chain/i.test(
          String(injectedAt('e', { e: error })?.message),
        );
        if (!unknown || !has(target, 'experimentalSuggestChain')) throw error;
        await call(target, 'experimentalSuggestChain', chainInfo(chain, network));
        await call(target, 'enable', chainId(chain));
      }
      return addressOf(chain);
    },
    // Keplr's getKey opens nothing for a site that is allowed already, and fails for others.
    reconnect: (chain) => addressOf(chain).catch(() => undefined),
    signAmino: (chain, address, doc) =>
      call(target, 'signAmino', chainId(chain), address, doc, { preferNoSetFee: true, preferNoSetMemo: true }),
  };
}

/** All wallets in the shape of Keplr that are in the page now. Opens nothing. */
export function cosmosWallets(network: NetworkName): CosmosWallet[] {
  return SHAPED.flatMap(({ id, path, name, chains }) => {
    const target = injectedAt(path);
    if (!target || !has(target, 'signAmino') || !has(target, 'getKey')) return [];
    const shown = isText(target.walletName) ? target.walletName : target.isVulticonnect === true ? 'Vultisig' : name;
    return [keplrShaped(id, shown, chains, target, network)];
  });
}
