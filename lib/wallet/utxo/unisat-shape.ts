/** Adapts wallets in the shape of UniSat. Source: docs.unisat.io, "UniSat wallet API". */
import { base64, hex } from '@scure/base';
import type { NetworkName } from '../../chains/chain.ts';
import { networkOf } from '../../chains/chains.ts';
import { call, firstAddress, has, type Injected, injectedAt, isText } from '../injected.ts';
import type { UtxoWallet } from '../wallet-kinds.ts';
import { PaymentError } from '../wallet-types.ts';
import { asBase64, inputIndexes, unreadable } from './psbt-text.ts';

/**
 * The value of `getChain().enum`, by the prefix of the network's addresses. Fractal's addresses look like Bitcoin's.
 */
const CHAIN_ENUM: Record<string, string> = { bc: 'BITCOIN_MAINNET', tb: 'BITCOIN_TESTNET', bcrt: 'BITCOIN_REGTEST' };

async function assertChain(target: Injected, name: string, network: NetworkName, mayAsk: boolean): Promise<void> {
  if (!has(target, 'getChain')) return;
  const wanted = CHAIN_ENUM[networkOf('BTC', network).utxo?.bech32 ?? ''];
  const current = async () => {
    const chain = await call(target, 'getChain');
    return injectedAt('chain', { chain })?.enum;
  };
  if ((await current()) === wanted) return;
  if (mayAsk && has(target, 'switchChain')) {
    await call(target, 'switchChain', wanted);
    if ((await current()) === wanted) return;
  }
  throw new PaymentError('wrongNetwork', `${name} is on another network. Choose Bitcoin there and try again.`, {
    nothingSent: true,
  });
}

function watch(target: Injected, onChange: () => void): () => void {
  if (!has(target, 'on')) return () => undefined;
  const events = ['accountsChanged', 'chainChanged', 'networkChanged'];
  for (const event of events) void call(target, 'on', event, onChange).catch(() => undefined);
  return () => {
    for (const event of events) void call(target, 'removeListener', event, onChange).catch(() => undefined);
  };
}

export function unisatShaped(id: string, name: string, target: Injected, network: NetworkName): UtxoWallet {
  const account = async () =>
    has(target, 'getAccounts') ? firstAddress(await call(target, 'getAccounts')) : undefined;
  return {
    kind: 'utxo',
    option: { id, name, ...(isText(target.walletIcon) ? { icon: target.walletIcon } : {}) },
    chains: ['BTC'],
    async connect() {
      const given = firstAddress(await call(target, 'requestAccounts'));
      await assertChain(target, name, network, true);
      // Another network may have another account.
      return (await account().catch(() => undefined)) ?? given;
    },
    reconnect: account,
    ...(has(target, 'getAccounts') ? { accountNow: account } : {}),
    watch: (onChange) => watch(target, onChange),
    async disconnect() {
      if (has(target, 'disconnect')) await call(target, 'disconnect');
    },
    async signPsbt(psbt) {
      await assertChain(target, name, network, true);
      const signed = await call(target, 'signPsbt', hex.encode(base64.decode(psbt.base64)), {
        autoFinalized: true,
        toSignInputs: inputIndexes(psbt.inputs).map((index) => ({ index, address: psbt.address })),
      });
      if (!isText(signed)) throw unreadable(name);
      return asBase64(signed);
    },
  };
}
