/**
 * A Solana wallet for the local chain, by the Wallet Standard. It knows no public network by name.
 * Source: github.com/wallet-standard/wallet-standard, @solana/wallet-standard-features.
 */
import { ed25519 } from '@noble/curves/ed25519.js';
import { base58, base64 } from '@scure/base';
import type {
  SolanaSignAndSendTransactionFeature,
  SolanaSignMessageFeature,
  SolanaSignTransactionFeature,
} from '@solana/wallet-standard-features';
import type { IdentifierString, Wallet, WalletAccount } from '@wallet-standard/base';
import { registerWallet } from '@wallet-standard/wallet';
import { chainOf } from '../../../chains/chains.ts';
import { SOLANA_STANDARD_CHAIN } from '../../../chains/solana-networks.ts';
import { signTransaction } from '../../solana/compose.ts';
import { type DecodedTransaction, readTransaction } from '../../solana/read-transaction.ts';
import { solanaAccount } from '../wallet-accounts.ts';
import { chainsOfKind, seed, WALLET_ICON, WALLET_NAME } from './config.ts';
import { confirm, confirmConnection } from './confirm.ts';
import { createEmitter } from './emitter.ts';
import { isAllowed, setAllowed } from './memory.ts';
import { broadcast, rpc } from './page-gateway.ts';
import { invalid, unauthorized } from './provider-error.ts';
import { transactionFacts } from './solana-describe.ts';

const CHAIN = 'SOL';
const NETWORK = SOLANA_STANDARD_CHAIN.sandbox;
const VERSION = '1.0.0';
const VERSIONS = ['legacy', 0] as const;

/** One question after the other; the first that is refused ends it. */
async function inOrder<In, Out>(inputs: readonly In[], each: (input: In) => Promise<Out>): Promise<Out[]> {
  const outputs: Out[] = [];
  for (const input of inputs) outputs.push(await each(input));
  return outputs;
}

function read(transaction: unknown): DecodedTransaction {
  if (!(transaction instanceof Uint8Array)) throw invalid('the bytes of a transaction are wanted');
  try {
    // A copy: the signed transaction is the shown one, even if the page changes its bytes meanwhile.
    return readTransaction(Uint8Array.from(transaction));
  } catch (error) {
    throw invalid(`not a transaction: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** The lookup tables as they are now; a wallet that cannot read them shows where they point. */
async function tablesOf({ lookups }: DecodedTransaction): Promise<Record<string, Uint8Array>> {
  const addresses = lookups.map(({ table }) => table);
  if (addresses.length === 0) return {};
  const answer = await rpc(CHAIN, 'getMultipleAccounts', [addresses, { encoding: 'base64' }]).catch(() => undefined);
  const value: unknown = typeof answer === 'object' && answer !== null && 'value' in answer ? answer.value : undefined;
  const accounts: unknown[] = Array.isArray(value) ? value : [];
  return Object.fromEntries(
    addresses.flatMap((address, index) => {
      const account = accounts[index];
      const data = typeof account === 'object' && account !== null && 'data' in account ? account.data : undefined;
      const text: unknown = Array.isArray(data) ? data[0] : undefined;
      return typeof text === 'string' ? [[address, base64.decode(text)]] : [];
    }),
  );
}

type Features = SolanaSignTransactionFeature & SolanaSignAndSendTransactionFeature & SolanaSignMessageFeature;
type Signed = { account: { address: string }; chain?: IdentifierString | undefined };

function signingFeatures(own: ReturnType<typeof solanaAccount>): Features {
  const assertMine = ({ account, chain }: Signed): void => {
    if (!isAllowed(CHAIN) || account.address !== own.address) throw unauthorized();
    if (chain !== undefined && chain !== NETWORK) throw invalid(`this wallet is for ${NETWORK} only`);
  };
  async function sign(input: Signed & { transaction: Uint8Array }, title: string): Promise<Uint8Array> {
    assertMine(input);
    const tx = read(input.transaction);
    if (!tx.staticKeys.slice(0, tx.header.signers).includes(own.address))
      throw invalid('the transaction asks for no signature of this account');
    await confirm({ title, facts: transactionFacts(tx, await tablesOf(tx)) });
    return signTransaction(tx.wire, [own]);
  }
  return {
    'solana:signTransaction': {
      version: VERSION,
      supportedTransactionVersions: VERSIONS,
      signTransaction: (...inputs) =>
        inOrder(inputs, async (input) => ({ signedTransaction: await sign(input, 'Sign this transaction?') })),
    },
    'solana:signAndSendTransaction': {
      version: VERSION,
      supportedTransactionVersions: VERSIONS,
      signAndSendTransaction: (...inputs) =>
        inOrder(inputs, async (input) => {
          const signed = await sign(input, 'Sign and send this transaction?');
          return { signature: base58.decode(await broadcast(CHAIN, base64.encode(signed))) };
        }),
    },
    'solana:signMessage': {
      version: '1.1.0',
      signMessage: (...inputs) =>
        inOrder(inputs, async ({ account, message }) => {
          assertMine({ account });
          const signedMessage = Uint8Array.from(message);
          await confirm({
            title: 'Sign this message?',
            facts: [['Network', `${chainOf(CHAIN).name} (local)`]],
            text: new TextDecoder().decode(signedMessage),
          });
          return { signedMessage, signature: ed25519.sign(signedMessage, own.privateKey) };
        }),
    },
  };
}

export function offerSolanaWallet(): void {
  if (chainsOfKind('solana').length === 0) return;
  const own = solanaAccount(seed);
  const events = createEmitter();
  const signing = signingFeatures(own);
  const account: WalletAccount = {
    address: own.address,
    publicKey: own.publicKey,
    chains: [NETWORK],
    features: ['solana:signTransaction', 'solana:signAndSendTransaction', 'solana:signMessage'],
    label: WALLET_NAME,
  };
  const accounts = (): WalletAccount[] => (isAllowed(CHAIN) ? [account] : []);
  const allow = (allowed: boolean): void => {
    setAllowed(CHAIN, allowed);
    events.emit('change', { accounts: accounts() });
  };
  const wallet: Wallet = {
    version: VERSION,
    name: WALLET_NAME,
    icon: WALLET_ICON,
    chains: [NETWORK],
    get accounts() {
      return accounts();
    },
    features: {
      'standard:connect': {
        version: VERSION,
        async connect(input?: { silent?: boolean }) {
          if (!isAllowed(CHAIN) && input?.silent !== true) {
            await confirmConnection(own.address, [chainOf(CHAIN).name]);
            allow(true);
          }
          return { accounts: accounts() };
        },
      },
      'standard:disconnect': {
        version: VERSION,
        async disconnect() {
          allow(false);
        },
      },
      'standard:events': {
        version: VERSION,
        on(event: string, listener: (...args: never[]) => void) {
          events.on(event, listener);
          return () => events.removeListener(event, listener);
        },
      },
      ...signing,
    },
  };
  registerWallet(Object.freeze(wallet));
}
