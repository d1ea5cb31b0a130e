/**
 * Wallets of Bitcoin's relatives that compose the payment themselves, in the shape of Vultisig's namespaces. Source:
 * Vultisig extension integration guide: `window.vultisig.<chain>.request({method, params})`.
 */
import { bytesToHex } from '@noble/hashes/utils.js';
import { chainOf } from '../../../chains/chains.ts';
import type { ChainId } from '../../../domain/chain-id.ts';
import { buildPayment, type Coin } from '../../utxo/build-payment.ts';
import { OP_RETURN_LIMIT, rulesOf } from '../../utxo/chain-rules.ts';
import { encodeTransaction } from '../../utxo/raw-transaction.ts';
import { scriptOfAddress } from '../../utxo/scripts.ts';
import { type UtxoAccount, utxoAccount } from '../wallet-accounts.ts';
import { coins } from './amounts.ts';
import { chainsOfKind, seed, WALLET_ICON, WALLET_NAME } from './config.ts';
import { confirm, confirmConnection } from './confirm.ts';
import { isAllowed, setAllowed } from './memory.ts';
import { offer } from './offer.ts';
import { broadcast, unspent } from './page-gateway.ts';
import { invalid, ProviderError, unauthorized, unsupported } from './provider-error.ts';

const NAMESPACES: Partial<Record<ChainId, string>> = {
  LTC: 'litecoin',
  DOGE: 'dogecoin',
  DASH: 'dash',
  BCH: 'bitcoincash',
  ZEC: 'zcash',
};

type Order = { to: string; script: Uint8Array; value: bigint; memo: string };

function orderOf(chain: ChainId, account: UtxoAccount, params: unknown): Order {
  const given: unknown = Array.isArray(params) ? params[0] : undefined;
  const fields = typeof given === 'object' && given !== null ? { ...given } : {};
  const { from, to, value, memo } = fields as Record<string, unknown>;
  const { name } = chainOf(chain);
  const own = typeof from === 'string' ? scriptOfAddress(from, chainOf(chain)) : undefined;
  if (!own || bytesToHex(own) !== bytesToHex(account.script)) throw unauthorized();
  const script = typeof to === 'string' ? scriptOfAddress(to, chainOf(chain)) : undefined;
  if (typeof to !== 'string' || !script) throw invalid(`to must be an address of ${name}`);
  if (typeof value !== 'string' || !/^[1-9]\d*$/.test(value)) throw invalid('value must be whole base units');
  if (memo !== undefined && typeof memo !== 'string') throw invalid('memo must be text');
  if (memo && new TextEncoder().encode(memo).length > OP_RETURN_LIMIT)
    throw new ProviderError(-32000, `the memo has more than ${OP_RETURN_LIMIT} bytes`);
  return { to, script, value: BigInt(value), memo: memo ?? '' };
}

/** The signed payment: recipient first, then the change back to the account and the memo. */
function compose(chain: ChainId, account: UtxoAccount, order: Order, all: readonly (Coin & { confirmed: boolean })[]) {
  const rules = rulesOf(chain);
  const build = (from: readonly Coin[]) =>
    buildPayment({
      rules,
      privateKey: account.privateKey,
      ownScript: account.script,
      coins: from,
      pay: { value: order.value, script: order.script },
      memo: order.memo,
      feePerVbyte: rules.feePerVbyte,
    });
  try {
    try {
      return build(all.filter(({ confirmed }) => confirmed));
    } catch {
      // What is on its way to the account is spent when nothing else suffices.
      return build(all);
    }
  } catch (error) {
    throw new ProviderError(-32000, error instanceof Error ? error.message : String(error));
  }
}

async function send(chain: ChainId, account: UtxoAccount, params: unknown): Promise<string> {
  if (!isAllowed(chain)) throw unauthorized();
  const order = orderOf(chain, account, params);
  const { tx, feeBaseUnits } = compose(chain, account, order, await unspent(chain, account.address));
  await confirm({
    title: 'Sign and send this payment?',
    facts: [
      ['Network', `${chainOf(chain).name} (local)`],
      ['To', order.to],
      ['Amount', coins(chain, order.value)],
      ['Memo', order.memo || 'none'],
      ['Fee', coins(chain, feeBaseUnits)],
    ],
  });
  return broadcast(chain, bytesToHex(encodeTransaction(tx)));
}

function namespace(chain: ChainId) {
  let made: UtxoAccount | undefined;
  const account = (): UtxoAccount => {
    made ??= utxoAccount(seed, chain);
    return made;
  };
  const accounts = () => (isAllowed(chain) ? [account().address] : []);
  return Object.freeze({
    async request({ method, params }: { method: string; params?: unknown }): Promise<unknown> {
      if (method === 'get_accounts') return accounts();
      if (method === 'send_transaction') return send(chain, account(), params);
      if (method !== 'request_accounts') throw unsupported(method);
      if (!isAllowed(chain)) {
        await confirmConnection(account().address, [chainOf(chain).name]);
        setAllowed(chain, true);
      }
      return accounts();
    },
  });
}

export function offerComposingWallets(): void {
  const offered = chainsOfKind('utxo').flatMap((chain) => {
    const name = NAMESPACES[chain];
    return name === undefined ? [] : [[name, namespace(chain)] as const];
  });
  if (offered.length === 0) return;
  offer('vultisig', { walletName: WALLET_NAME, walletIcon: WALLET_ICON, ...Object.fromEntries(offered) });
}
