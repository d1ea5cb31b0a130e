/**
 * Finds Bitcoin-family wallets in the page and speaks to each in its own words. Sources: UniSat docs (`signPsbt`),
 * Xverse/sats-connect request API, Leather request API, Vultisig extension integration guide.
 */
import { base64, hex } from '@scure/base';
import type { ChainId } from '../../domain/chain-id.ts';
import { call, firstAddress, has, type Injected, injectedAt, isText } from '../injected.ts';
import type { UtxoWallet } from '../wallet-kinds.ts';
import { PaymentError } from '../wallet-types.ts';

const base64OfHex = (text: string) => base64.encode(hex.decode(text));
const asBase64 = (text: string) => (/^[0-9a-f]+$/i.test(text) ? base64OfHex(text.toLowerCase()) : text);

const unreadable = (wallet: string) =>
  new PaymentError('unknown', `${wallet} gave no signed transaction back.`, { nothingSent: true });

const inputIndexes = (count: number) => Array.from({ length: count }, (_, index) => index);

function unisatShaped(id: string, fallbackName: string, target: Injected): UtxoWallet {
  const name = isText(target.walletName) ? target.walletName : fallbackName;
  return {
    kind: 'utxo',
    option: { id, name, ...(isText(target.walletIcon) ? { icon: target.walletIcon } : {}) },
    chains: ['BTC'],
    connect: async () => firstAddress(await call(target, 'requestAccounts')),
    reconnect: async () => (has(target, 'getAccounts') ? firstAddress(await call(target, 'getAccounts')) : undefined),
    async signPsbt(psbt) {
      const signed = await call(target, 'signPsbt', hex.encode(base64.decode(psbt.base64)), {
        autoFinalized: true,
        toSignInputs: inputIndexes(psbt.inputs).map((index) => ({ index, address: psbt.address })),
      });
      if (!isText(signed)) throw unreadable(name);
      return asBase64(signed);
    },
  };
}

/** sats-connect's RpcErrorCode.USER_REJECTION; other wallets use this number for faults of any kind. */
const XVERSE_REJECTED = -32000;

/** What Xverse throws, or puts into the `error` of its answer. */
function xverseFault(error: unknown): unknown {
  if (injectedAt('error', { error })?.code !== XVERSE_REJECTED) return error;
  return new PaymentError('rejected', 'You rejected the request.', { nothingSent: true, cause: error });
}

function xverse(target: Injected): UtxoWallet {
  const ask = async (method: string, params: unknown): Promise<unknown> => {
    const answer = await call(target, 'request', method, params).catch((thrown: unknown) => {
      throw xverseFault(injectedAt('thrown.error', { thrown }) ?? thrown);
    });
    const error = injectedAt('error', answer);
    if (error) throw xverseFault(error);
    return typeof answer === 'object' && answer !== null && 'result' in answer ? answer.result : undefined;
  };
  return {
    kind: 'utxo',
    option: { id: 'xverse', name: 'Xverse' },
    chains: ['BTC'],
    async connect() {
      await ask('wallet_requestPermissions', undefined);
      const result = await ask('getAccounts', { purposes: ['payment'] });
      return firstAddress(Array.isArray(result) ? result : injectedAt('addresses', result));
    },
    reconnect: async () => undefined,
    async signPsbt(psbt) {
      const result = await ask('signPsbt', {
        psbt: psbt.base64,
        signInputs: { [psbt.address]: inputIndexes(psbt.inputs) },
        broadcast: false,
      });
      const signed = injectedAt('result', { result })?.psbt;
      if (!isText(signed)) throw unreadable('Xverse');
      return signed;
    },
  };
}

function leather(target: Injected): UtxoWallet {
  return {
    kind: 'utxo',
    option: { id: 'leather', name: 'Leather' },
    chains: ['BTC'],
    async connect() {
      const answer = await call(target, 'request', 'getAddresses');
      const addresses = injectedAt('result', answer)?.addresses;
      const segwit = Array.isArray(addresses)
        ? addresses.find((entry: unknown) => injectedAt('x', { x: entry })?.type === 'p2wpkh')
        : undefined;
      return firstAddress(segwit ?? addresses);
    },
    reconnect: async () => undefined,
    async signPsbt(psbt) {
      const answer = await call(target, 'request', 'signPsbt', {
        hex: hex.encode(base64.decode(psbt.base64)),
        signAtIndex: inputIndexes(psbt.inputs),
        broadcast: false,
      });
      const signed = injectedAt('result', answer)?.hex;
      if (!isText(signed)) throw unreadable('Leather');
      return asBase64(signed);
    },
  };
}

const VULTISIG_CHAINS: Partial<Record<ChainId, string>> = {
  BTC: 'bitcoin',
  LTC: 'litecoin',
  DOGE: 'dogecoin',
  BCH: 'bitcoincash',
  DASH: 'dash',
  ZEC: 'zcash',
};

function vultisigShaped(root: Injected): UtxoWallet | undefined {
  const of = (chain: ChainId) => injectedAt(VULTISIG_CHAINS[chain] ?? 'none', root);
  const chains = (Object.keys(VULTISIG_CHAINS) as ChainId[]).filter((chain) => has(of(chain), 'request'));
  if (chains.length === 0) return undefined;
  const ask = (chain: ChainId, method: string, params?: unknown[]) => {
    const target = of(chain);
    if (!target) throw new PaymentError('notSupported', 'The wallet does not know this chain.', { nothingSent: true });
    return call(target, 'request', { method, ...(params ? { params } : {}) });
  };
  const name = isText(root.walletName) ? root.walletName : 'Vultisig';
  return {
    kind: 'utxo',
    option: { id: 'vultisig', name, ...(isText(root.walletIcon) ? { icon: root.walletIcon } : {}) },
    chains,
    connect: async (chain) => firstAddress(await ask(chain, 'request_accounts')),
    reconnect: async (chain) => firstAddress(await ask(chain, 'get_accounts')),
    async send({ chain, from, to, value, memo }) {
      const hash = await ask(chain, 'send_transaction', [{ from, to, value: value.toString(), memo }]);
      if (!isText(hash)) throw unreadable(name);
      return hash;
    },
  };
}

/** Wallets that take the shape of UniSat, by where they stand. Some impersonate UniSat and are told by a flag. */
const UNISAT_SHAPED: readonly { id: string; path: string; name: string; not?: readonly string[] }[] = [
  { id: 'unisat', path: 'unisat', name: 'UniSat', not: ['isBinance', 'isBitKeep'] },
  { id: 'okx-bitcoin', path: 'okxwallet.bitcoin', name: 'OKX Wallet' },
  { id: 'bitget-bitcoin', path: 'bitkeep.unisat', name: 'Bitget Wallet' },
  { id: 'onekey-bitcoin', path: '$onekey.btc', name: 'OneKey' },
  { id: 'keplr-bitcoin', path: 'keplr.bitcoin', name: 'Keplr' },
];

/** All Bitcoin-family wallets that are in the page now. Opens nothing. */
export function utxoWallets(): UtxoWallet[] {
  const found: UtxoWallet[] = [];
  for (const { id, path, name, not } of UNISAT_SHAPED) {
    const target = injectedAt(path);
    if (
      target &&
      has(target, 'requestAccounts') &&
      has(target, 'signPsbt') &&
      !not?.some((flag) => target[flag] === true)
    )
      found.push(unisatShaped(id, name, target));
  }
  const xverseProvider = injectedAt('XverseProviders.BitcoinProvider');
  if (has(xverseProvider, 'request') && xverseProvider) found.push(xverse(xverseProvider));
  const leatherProvider = injectedAt('LeatherProvider');
  if (has(leatherProvider, 'request') && leatherProvider) found.push(leather(leatherProvider));
  const vultisig = injectedAt('vultisig');
  const shaped = vultisig ? vultisigShaped(vultisig) : undefined;
  if (shaped) found.push(shaped);
  return found;
}
