/** Finds wallets in the shape of Keplr. Source: Keplr docs, "Use with cosmjs" and "Suggest Chain". */

import type { NetworkName } from '../../chains/chain.ts';
import { chainOf, networkOf } from '../../chains/chains.ts';
import { chainsOfKind } from '../../chains/nodes.ts';
import type { ChainId } from '../../domain/chain-id.ts';
import { call, has, type Injected, injectedAt, isText, says } from '../injected.ts';
import { isRetired } from '../retired.ts';
import type { CosmosWallet } from '../wallet-kinds.ts';

const COSMOS_CHAINS = chainsOfKind('cosmos');

type WalletGlobal = { id: string; path: string; name: string; chains: readonly ChainId[]; changed?: string };

/** `changed`: the window's event for another account. Places that only one wallet has come first. */
const SHAPED: readonly WalletGlobal[] = [
  { id: 'vultisig-keplr', path: 'vultisig.keplr', name: 'Vultisig', chains: COSMOS_CHAINS },
  { id: 'okx-cosmos', path: 'okxwallet.keplr', name: 'OKX Wallet', chains: ['GAIA'] },
  { id: 'bitget-cosmos', path: 'bitkeep.keplr', name: 'Bitget Wallet', chains: ['GAIA'] },
  { id: 'keplr', path: 'keplr', name: 'Keplr', chains: COSMOS_CHAINS, changed: 'keplr_keystorechange' },
];

function chainInfo(chain: ChainId, network: NetworkName): unknown {
  const { name, native, denom, coinType, derivedBy } = chainOf(chain);
  const { networkId, bech32Prefix = '' } = networkOf(chain, network);
  const currency = { coinDenom: native.symbol, coinMinimalDenom: denom, coinDecimals: native.decimals };
  const endpoint = `${globalThis.location.origin}/chain/${chain.toLowerCase()}`;
  return {
    chainId: String(networkId),
    chainName: name,
    rpc: endpoint,
    rest: endpoint,
    bip44: { coinType: derivedBy ?? coinType },
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

function watch(event: string, onChange: () => void): () => void {
  globalThis.addEventListener(event, onChange);
  return () => globalThis.removeEventListener(event, onChange);
}

function keplrShaped(global: WalletGlobal, name: string, target: Injected, network: NetworkName): CosmosWallet {
  const { id, chains, changed } = global;
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
        // A chain that is unknown to the wallet can be suggested to it; a person's refusal remains one.
        const unknown = /no chain info|not.*(supported|registered|found)|unknown chain/i.test(
          String(injectedAt('e', { e: error })?.message),
        );
        if (!unknown || !has(target, 'experimentalSuggestChain')) throw error;
        await call(target, 'experimentalSuggestChain', chainInfo(chain, network));
        await call(target, 'enable', chainId(chain));
      }
      return addressOf(chain);
    },
    // No call is guaranteed to stay silent: getKey asks a person whose wallet is locked to unlock it.
    accountNow: addressOf,
    ...(changed ? { watch: (onChange: () => void) => watch(changed, onChange) } : {}),
    async disconnect(chain) {
      if (has(target, 'disable')) await call(target, 'disable', chainId(chain));
    },
    signAmino: (chain, address, doc) =>
      call(target, 'signAmino', chainId(chain), address, doc, { preferNoSetFee: true, preferNoSetMemo: true }),
  };
}

/** All wallets in the shape of Keplr that are in the page now, each once. Opens nothing. */
export function cosmosWallets(network: NetworkName): CosmosWallet[] {
  const taken = new Set<Injected>();
  const names = new Set<string>();
  return SHAPED.flatMap((global) => {
    const target = injectedAt(global.path);
    if (!target || taken.has(target) || !has(target, 'signAmino') || !has(target, 'getKey') || isRetired(target))
      return [];
    // Vultisig takes Keplr's place when that is free, and identifies itself.
    const standsIn = says(target, 'isVulticonnect') ? 'Vultisig' : global.name;
    const name = isText(target.walletName) ? target.walletName : standsIn;
    taken.add(target);
    if (names.has(name)) return [];
    names.add(name);
    return [keplrShaped(global, name, target, network)];
  });
}
