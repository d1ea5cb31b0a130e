/**
 * Finds Solana wallets in the page by the Wallet Standard and speaks with them. Only wallets that name this network
 * are offered. Sources: github.com/wallet-standard/wallet-standard, @solana/wallet-standard-features.
 */
import { base58 } from '@scure/base';
import { getWallets } from '@wallet-standard/app';
import type { NetworkName } from '../../chains/chain.ts';
import { SOLANA_STANDARD_CHAIN } from '../../chains/solana-networks.ts';
import { call, type Injected, injectedAt, isText, wasRejected } from '../injected.ts';
import { isRetiredName } from '../retired.ts';
import type { SolanaWallet } from '../wallet-kinds.ts';
import { PaymentError } from '../wallet-types.ts';

const SIGNATURE_BYTES = 64;

const featureOf = (wallet: Injected, name: string, method: string): Injected | undefined => {
  const feature = injectedAt(`features.${name}`, wallet);
  return feature && typeof feature[method] === 'function' ? feature : undefined;
};

/** A feature that signs; one without version 0 transactions is of no use here. */
function signerOf(wallet: Injected, name: string, method: string): Injected | undefined {
  const feature = featureOf(wallet, name, method);
  const versions = feature?.supportedTransactionVersions;
  return Array.isArray(versions) && !versions.includes(0) ? undefined : feature;
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? [...value] : []);
const asObject = (value: unknown): Injected | undefined => injectedAt('value', { value });

/** Wallets report a refusal in their own ways: Phantom and Solflare by code 4001, Backpack as "Approval Denied". */
function said(error: unknown): unknown {
  const message = String(asObject(error)?.message ?? error);
  const isRefusal =
    wasRejected(error) || /approval denied|transaction rejected|user declined|plugin closed/i.test(message);
  return isRefusal ? { code: 4001, message, cause: error } : error;
}

const ask = (feature: Injected, method: string, ...input: unknown[]): Promise<unknown> =>
  call(feature, method, ...input).catch((error: unknown) => {
    throw error instanceof PaymentError ? error : said(error);
  });

const bytesOf = (value: unknown): Uint8Array | undefined => (value instanceof Uint8Array ? value : undefined);

const unreadable = (name: string, nothingSent: boolean) =>
  new PaymentError('unknown', `${name} gave no ${nothingSent ? 'signed transaction' : 'signature'} back.`, {
    nothingSent,
  });

/** Accounts of this network, as the wallet shows them now. */
const accountsOf = (list: unknown, chain: string): { address: string; account: Injected }[] =>
  listOf(list).flatMap((entry) => {
    const account = asObject(entry);
    const chains = listOf(account?.chains);
    return account && isText(account.address) && (chains.length === 0 || chains.includes(chain))
      ? [{ address: account.address, account }]
      : [];
  });

/** `on` of `standard:events` returns the function that stops it. */
function watch(wallet: Injected, onChange: () => void): () => void {
  const feature = featureOf(wallet, 'standard:events', 'on');
  const stop = feature && call(feature, 'on', 'change', onChange).catch(() => undefined);
  return () => void stop?.then((end) => typeof end === 'function' && end());
}

function standardWallet(wallet: Injected, name: string, chain: string): SolanaWallet | undefined {
  const connecting = featureOf(wallet, 'standard:connect', 'connect');
  const sending = signerOf(wallet, 'solana:signAndSendTransaction', 'signAndSendTransaction');
  const signing = signerOf(wallet, 'solana:signTransaction', 'signTransaction');
  if (!connecting || (!sending && !signing)) return undefined;

  const known = () => accountsOf(wallet.accounts, chain);
  async function connect(silent: boolean): Promise<string | undefined> {
    const answer = await ask(connecting ?? {}, 'connect', ...(silent ? [{ silent: true }] : []));
    const given = accountsOf(asObject(answer)?.accounts, chain);
    return (given[0] ?? known()[0])?.address;
  }
  function inputFor(transaction: Uint8Array, address: string) {
    const account = known().find((one) => one.address === address)?.account;
    if (account) return { account, chain, transaction };
    throw new PaymentError('wrongAccount', `${name} has another account selected now.`, { nothingSent: true });
  }
  return {
    kind: 'solana',
    option: { id: `standard:${name}`, name, ...(isText(wallet.icon) ? { icon: wallet.icon } : {}) },
    chains: ['SOL'],
    connect: () => connect(false),
    reconnect: async () => known()[0]?.address ?? connect(true).catch(() => undefined),
    accountNow: async () => known()[0]?.address ?? connect(false),
    watch: (onChange) => watch(wallet, onChange),
    async disconnect() {
      const feature = featureOf(wallet, 'standard:disconnect', 'disconnect');
      if (feature) await call(feature, 'disconnect');
    },
    ...(sending
      ? {
          async signAndSend(transaction: Uint8Array, address: string) {
            const input = { ...inputFor(transaction, address), options: { preflightCommitment: 'confirmed' } };
            const [output] = listOf(await ask(sending, 'signAndSendTransaction', input));
            const signature = bytesOf(asObject(output)?.signature);
            if (signature?.length !== SIGNATURE_BYTES) throw unreadable(name, false);
            return base58.encode(signature);
          },
        }
      : {}),
    ...(signing
      ? {
          async sign(transaction: Uint8Array, address: string) {
            const [output] = listOf(await ask(signing, 'signTransaction', inputFor(transaction, address)));
            const signed = bytesOf(asObject(output)?.signedTransaction);
            if (!signed) throw unreadable(name, true);
            return signed;
          },
        }
      : {}),
  };
}

/** All wallets for this network that are in the page now, one for each name. Opens nothing. */
export function solanaWallets(network: NetworkName): SolanaWallet[] {
  const chain = SOLANA_STANDARD_CHAIN[network];
  const found = new Map<string, SolanaWallet>();
  for (const entry of getWallets().get()) {
    try {
      const wallet = asObject(entry);
      if (!wallet || !isText(wallet.name) || found.has(wallet.name) || isRetiredName(wallet.name)) continue;
      if (!listOf(wallet.chains).includes(chain)) continue;
      const offered = standardWallet(wallet, wallet.name, chain);
      if (offered) found.set(wallet.name, offered);
    } catch {
      // A wallet that throws when inspected is skipped.
    }
  }
  return [...found.values()];
}
