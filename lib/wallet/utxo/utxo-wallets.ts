/**
 * Finds each Bitcoin-family wallet of the page once, under the name of the one that answers. Detection: @bigmi/client's
 * connectors, rango-client's providers, and the wallets' own documents.
 */
import type { NetworkName } from '../../chains/chain.ts';
import { has, type Injected, injectedAt, isText, says } from '../injected.ts';
import { isRetired } from '../retired.ts';
import type { UtxoWallet } from '../wallet-kinds.ts';
import { leather, xverse } from './request-wallets.ts';
import { unisatShaped } from './unisat-shape.ts';
import { vultisigShaped } from './vultisig.ts';

type WalletGlobal = { id: string; path: string; name: string; not?: readonly string[] };

/**
 * Wallets in the shape of UniSat, by their place. Places that only one wallet has come first: others put themselves
 * at `unisat` as well, and show it by a flag or by being the same object.
 */
const UNISAT_SHAPED: readonly WalletGlobal[] = [
  // Lent by the page around our frame: components/embed/host-wallets.ts.
  { id: 'host-bitcoin', path: 'portageHost.bitcoin', name: 'Wallet' },
  { id: 'okx-bitcoin', path: 'okxwallet.bitcoin', name: 'OKX Wallet' },
  { id: 'bitget-bitcoin', path: 'bitkeep.unisat', name: 'Bitget Wallet' },
  { id: 'onekey-bitcoin', path: '$onekey.btc', name: 'OneKey' },
  { id: 'keplr-bitcoin', path: 'keplr.bitcoin', name: 'Keplr' },
  {
    id: 'unisat',
    path: 'unisat',
    name: 'UniSat',
    not: ['isBinance', 'isBitKeep', 'isBitget', 'isOkxWallet', 'isOneKey', 'isVulticonnect'],
  },
];

function unisatWallets(network: NetworkName): UtxoWallet[] {
  const taken = new Set<Injected>();
  return UNISAT_SHAPED.flatMap(({ id, path, name, not = [] }) => {
    const target = injectedAt(path);
    if (!target || taken.has(target) || !has(target, 'requestAccounts') || !has(target, 'signPsbt')) return [];
    if (not.some((flag) => says(target, flag)) || isRetired(target)) return [];
    taken.add(target);
    return [unisatShaped(id, isText(target.walletName) ? target.walletName : name, target, network)];
  });
}

/** All Bitcoin-family wallets that are in the page now. Opens nothing. */
export function utxoWallets(network: NetworkName): UtxoWallet[] {
  const found = unisatWallets(network);
  const xverseProvider = injectedAt('XverseProviders.BitcoinProvider');
  if (has(xverseProvider, 'request') && xverseProvider) found.push(xverse(xverseProvider));
  const leatherProvider = injectedAt('LeatherProvider');
  if (has(leatherProvider, 'request') && leatherProvider) found.push(leather(leatherProvider));
  const vultisig = injectedAt('vultisig');
  const shaped = vultisig ? vultisigShaped(vultisig) : undefined;
  if (shaped) found.push(shaped);
  return found;
}
