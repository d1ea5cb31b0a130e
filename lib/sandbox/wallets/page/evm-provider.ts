/** An EIP-1193 provider for the local EVM chains, announced by EIP-6963 as extensions announce themselves. */
import { type Hex, isHex, stringToHex } from 'viem';
import type { PrivateKeyAccount } from 'viem/accounts';
import { chainByNetworkId, chainOf } from '../../../chains/chains.ts';
import type { ChainId } from '../../../domain/chain-id.ts';
import { evmAccount } from '../wallet-accounts.ts';
import { chainsOfKind, seed, WALLET_ICON, WALLET_NAME } from './config.ts';
import { confirm, confirmConnection } from './confirm.ts';
import { createEmitter } from './emitter.ts';
import { messageText } from './evm-describe.ts';
import { sendTransaction } from './evm-transaction.ts';
import { isAllowed, rememberEvmChain, rememberedEvmChain, setAllowed } from './memory.ts';
import { rpc } from './page-gateway.ts';
import { invalid, ProviderError, unauthorized, unsupported } from './provider-error.ts';
import { readTyped, typedFacts } from './typed-data.ts';

type Params = readonly unknown[];
type Method = (params: Params) => unknown;

const CONNECTION = 'evm';
const hexId = (chain: ChainId): Hex => `0x${Number(chainOf(chain).sandbox.networkId).toString(16)}`;

/** Sent to the node as they are; everything else that is not answered here is not known. */
const READS = /^(eth|net|web3)_/;
/** Nodes sign with keys of their own; ours never leave. */
const OF_NODES = /^eth_(sign|signTransaction|sendUnsignedTransaction|coinbase|getEncryptionPublicKey|decrypt)$/;

/** The first chain that a request names by its hex id. */
function namedChain(params: Params, chains: readonly ChainId[]): ChainId | undefined {
  const [first] = params;
  const id = typeof first === 'object' && first !== null && 'chainId' in first ? first.chainId : undefined;
  if (typeof id !== 'string' || !/^0x[0-9a-f]+$/i.test(id)) throw invalid('chainId must be 0x and hex digits');
  const found = chainByNetworkId(Number(id), 'sandbox')?.id;
  return found !== undefined && chains.includes(found) ? found : undefined;
}

class SandboxEvmProvider {
  readonly #events = createEmitter();
  readonly #chains = chainsOfKind('evm');
  #account: PrivateKeyAccount | undefined;
  #chain: ChainId;

  constructor() {
    const [first = 'ETH'] = this.#chains.includes('ETH') ? ['ETH' as const] : this.#chains;
    this.#chain = this.#chains.find((chain) => chain === rememberedEvmChain()) ?? first;
  }

  readonly on = this.#events.on;
  readonly removeListener = this.#events.removeListener;

  /** Keys are computed when they are first asked for. */
  get #signer(): PrivateKeyAccount {
    this.#account ??= evmAccount(seed);
    return this.#account;
  }

  get #accounts(): string[] {
    return isAllowed(CONNECTION) ? [this.#signer.address] : [];
  }

  async #connect(): Promise<string[]> {
    if (!isAllowed(CONNECTION)) {
      await confirmConnection(
        this.#signer.address,
        this.#chains.map((chain) => chainOf(chain).name),
      );
      setAllowed(CONNECTION, true);
      this.#events.emit('accountsChanged', this.#accounts);
    }
    return this.#accounts;
  }

  #permissions() {
    const caveats = [{ type: 'restrictReturnedAccounts', value: this.#accounts }];
    return isAllowed(CONNECTION) ? [{ parentCapability: 'eth_accounts', invoker: location.origin, caveats }] : [];
  }

  #disconnect(): null {
    setAllowed(CONNECTION, false);
    this.#events.emit('accountsChanged', []);
    return null;
  }

  #select(params: Params): null {
    const chain = namedChain(params, this.#chains);
    if (chain === undefined)
      throw new ProviderError(4902, 'The Sandbox wallet knows the local chains only, and this is none of them.');
    if (chain === this.#chain) return null;
    this.#chain = chain;
    rememberEvmChain(chain);
    this.#events.emit('chainChanged', hexId(chain));
    return null;
  }

  #own(address: unknown): PrivateKeyAccount {
    const wanted = typeof address === 'string' ? address.toLowerCase() : undefined;
    if (!isAllowed(CONNECTION) || wanted !== this.#signer.address.toLowerCase()) throw unauthorized();
    return this.#signer;
  }

  async #signMessage([message, address]: Params): Promise<string> {
    const account = this.#own(address);
    if (typeof message !== 'string') throw invalid('a message is wanted');
    const raw = isHex(message) ? message : stringToHex(message);
    await confirm({ title: 'Sign this message?', facts: [['Account', account.address]], text: messageText(raw) });
    return account.signMessage({ message: { raw } });
  }

  async #signTypedData([address, given]: Params): Promise<string> {
    const account = this.#own(address);
    const typed = readTyped(given, this.#chain);
    await confirm({
      title: 'Sign this data?',
      facts: [['Network', `${chainOf(this.#chain).name} (local)`], ['Account', account.address], ...typedFacts(typed)],
    });
    return account.signTypedData(typed as unknown as Parameters<PrivateKeyAccount['signTypedData']>[0]);
  }

  readonly #methods: Record<string, Method> = {
    eth_requestAccounts: () => this.#connect(),
    eth_accounts: () => this.#accounts,
    eth_chainId: () => hexId(this.#chain),
    net_version: () => String(chainOf(this.#chain).sandbox.networkId),
    wallet_switchEthereumChain: (params) => this.#select(params),
    wallet_addEthereumChain: (params) => this.#select(params),
    wallet_getPermissions: () => this.#permissions(),
    wallet_requestPermissions: async () => {
      await this.#connect();
      return this.#permissions();
    },
    wallet_revokePermissions: () => this.#disconnect(),
    personal_sign: (params) => this.#signMessage(params),
    eth_signTypedData_v4: (params) => this.#signTypedData(params),
    eth_sendTransaction: async ([tx]) => {
      if (!isAllowed(CONNECTION)) throw unauthorized();
      return sendTransaction(this.#chain, this.#signer, tx);
    },
  };

  readonly request = async (call: { method: string; params?: unknown }): Promise<unknown> => {
    const params = Array.isArray(call.params) ? call.params : [];
    const method = Object.hasOwn(this.#methods, call.method) ? this.#methods[call.method] : undefined;
    if (method) return method(params);
    if (OF_NODES.test(call.method) || !READS.test(call.method)) throw unsupported(call.method);
    return rpc(this.#chain, call.method, params);
  };
}

/** RFC 9562 version 4; `crypto.randomUUID` is missing where the page is not served by localhost or https. */
function uuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  const variant = '89ab'[(bytes[8] ?? 0) & 3];
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20)}`;
}

export function announceEvmProvider(): void {
  if (chainsOfKind('evm').length === 0) return;
  const provider = new SandboxEvmProvider();
  const info = Object.freeze({ uuid: uuid(), name: WALLET_NAME, icon: WALLET_ICON, rdns: 'org.portage.sandbox' });
  const detail = Object.freeze({ info, provider });
  const announce = () => window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }));
  window.addEventListener('eip6963:requestProvider', announce);
  announce();
}
