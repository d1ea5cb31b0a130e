/**
 * Adapts Vultisig, which composes and sends a payment by itself. Source: vultisig-windows,
 * clients/extension/docs/integration-guide.md.
 */
import type { ChainId } from '../../domain/chain-id.ts';
import { call, firstAddress, has, type Injected, injectedAt, isText } from '../injected.ts';
import type { UtxoWallet } from '../wallet-kinds.ts';
import { PaymentError } from '../wallet-types.ts';
import { unreadable } from './psbt-text.ts';

const NAMESPACES = {
  BTC: 'bitcoin',
  LTC: 'litecoin',
  DOGE: 'dogecoin',
  BCH: 'bitcoincash',
  DASH: 'dash',
  ZEC: 'zcash',
} as const satisfies Partial<Record<ChainId, string>>;
const CHAINS = ['BTC', 'LTC', 'DOGE', 'BCH', 'DASH', 'ZEC'] as const;

const namespaceOf = (chain: ChainId, root: Injected): Injected | undefined => {
  const known = CHAINS.find((one) => one === chain);
  return known && injectedAt(NAMESPACES[known], root);
};

function watch(targets: readonly Injected[], onChange: () => void): () => void {
  const events = ['accountsChanged', 'disconnect'];
  const each = (method: string) => {
    for (const target of targets)
      if (has(target, method))
        for (const event of events) void call(target, method, event, onChange).catch(() => undefined);
  };
  each('on');
  return () => each('removeListener');
}

/** Undefined when none of its namespaces is present. */
export function vultisigShaped(root: Injected): UtxoWallet | undefined {
  const chains = CHAINS.filter((chain) => has(namespaceOf(chain, root), 'request'));
  if (chains.length === 0) return undefined;
  const ask = (chain: ChainId, method: string, params?: unknown[]) => {
    const target = namespaceOf(chain, root);
    if (!target) throw new PaymentError('notSupported', 'The wallet does not know this chain.', { nothingSent: true });
    return call(target, 'request', { method, ...(params ? { params } : {}) });
  };
  const name = isText(root.walletName) ? root.walletName : 'Vultisig';
  const account = async (chain: ChainId) => firstAddress(await ask(chain, 'get_accounts'));
  return {
    kind: 'utxo',
    option: { id: 'vultisig', name, ...(isText(root.walletIcon) ? { icon: root.walletIcon } : {}) },
    chains,
    connect: async (chain) => firstAddress(await ask(chain, 'request_accounts')),
    reconnect: account,
    accountNow: account,
    watch: (onChange) =>
      watch(
        chains.map((chain) => namespaceOf(chain, root)).filter((target) => target !== undefined),
        onChange,
      ),
    async send({ chain, from, to, value, memo }) {
      const hash = await ask(chain, 'send_transaction', [{ from, to, value: value.toString(), memo }]);
      if (!isText(hash)) throw unreadable(name);
      return hash;
    },
  };
}
