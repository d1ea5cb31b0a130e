/** An EIP-1193 wallet of the local EVM chains with its own keys; uses the page's gateway as its node. */
import { createWalletClient, defineChain, type Hex, http, publicActions } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { z } from 'zod';
import { chainByNetworkId, networkOf } from '../../../lib/chains/chains.ts';
import type { ChainId } from '../../../lib/domain/chain-id.ts';
import { askPerson, FakeError, type FakeSigner, type Knobs } from './knobs.ts';

const asHex = (text: string): Hex => `0x${text.replace(/^0x/, '')}`;
const numberOf = (chain: ChainId): number => Number(networkOf(chain, 'sandbox').networkId);
const hexId = (chain: ChainId): string => `0x${numberOf(chain).toString(16)}`;
const txSchema = z.object({
  from: z.string(),
  to: z.string(),
  value: z.string().default('0x0'),
  data: z.string().default('0x'),
});
const batchSchema = z.object({ calls: z.array(txSchema.omit({ from: true })) });
const switchSchema = z.object({ chainId: z.string() });

export function createEvmSigner(knobs: Knobs, baseUrl: string): FakeSigner {
  const accounts = [privateKeyToAccount(generatePrivateKey()), privateKeyToAccount(generatePrivateKey())] as const;
  let chain: ChainId = 'ARB';
  let connected = false;
  const rpcUrl = () => `${baseUrl}/chain/${chain.toLowerCase()}/rpc`;
  const shown = () => (connected && !knobs.locked ? [knobs.byCode ?? accounts[knobs.account].address] : []);

  const bundles = new Map<string, Hex[]>();

  const send = async (tx: Omit<z.infer<typeof txSchema>, 'from'>): Promise<Hex> => {
    const account = accounts[knobs.account];
    const client = createWalletClient({
      account,
      chain: defineChain({
        id: numberOf(chain),
        name: chain,
        nativeCurrency: { name: chain, symbol: chain, decimals: 18 },
        rpcUrls: { default: { http: [rpcUrl()] } },
      }),
      transport: http(rpcUrl()),
    }).extend(publicActions);
    const to = knobs.tamper === 'recipient' ? accounts[1].address : asHex(tx.to);
    const call = { to, value: BigInt(tx.value), data: asHex(tx.data) };
    // As wallets do: what a swap takes depends on the pools, which move until it is mined.
    const gas = ((await client.estimateGas(call)) * 12n) / 10n;
    return client.sendTransaction({ ...call, gas });
  };
  /** One question for all calls; each is mined before the next. */
  const sendAll = async (given: unknown): Promise<{ id: string }> => {
    if (knobs.batches !== 'inTurn') throw new FakeError(4200, 'wallet_sendCalls is not supported');
    askPerson(knobs);
    const id = `bundle-${bundles.size + 1}`;
    const hashes: Hex[] = [];
    bundles.set(id, hashes);
    for (const call of batchSchema.parse(given).calls) {
      const hash = await send(call);
      hashes.push(hash);
      await untilMined(hash);
    }
    return { id };
  };
  const untilMined = async (hash: Hex): Promise<unknown> => {
    for (;;) {
      const receipt = await forward('eth_getTransactionReceipt', [hash]);
      if (receipt !== null) return receipt;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  };
  const statusOf = async (id: unknown): Promise<unknown> => {
    const receipts = await Promise.all((bundles.get(String(id)) ?? []).map(untilMined));
    return { version: '2.0.0', id, chainId: hexId(chain), status: 200, atomic: false, receipts };
  };
  const forward = async (method: string, params: readonly unknown[]): Promise<unknown> => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
    const response = await fetch(rpcUrl(), { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    const answer = z
      .object({ result: z.unknown(), error: z.unknown() })
      .partial()
      .parse(await response.json());
    if (answer.error !== undefined) throw new FakeError(-32603, JSON.stringify(answer.error));
    return answer.result ?? null;
  };
  const select = (params: readonly unknown[]): null => {
    askPerson(knobs);
    const found = chainByNetworkId(Number(switchSchema.parse(params[0]).chainId), 'sandbox')?.id;
    if (!found) throw new FakeError(4902, 'Unrecognized chain ID');
    if (!knobs.wrongChain) chain = found;
    return null;
  };
  return {
    addresses: [accounts[0].address, accounts[1].address],
    async request(method, params) {
      if (method === 'eth_requestAccounts' || method === 'wallet_requestPermissions') {
        if (!connected) askPerson(knobs);
        connected = true;
        return method === 'eth_requestAccounts' ? shown() : [{ parentCapability: 'eth_accounts' }];
      }
      if (method === 'eth_accounts') return shown();
      if (method === 'eth_chainId') return hexId(chain);
      if (method === 'wallet_switchEthereumChain' || method === 'wallet_addEthereumChain') return select(params);
      if (method === 'wallet_revokePermissions') {
        connected = false;
        return null;
      }
      if (method === 'eth_sendTransaction') {
        askPerson(knobs);
        return send(txSchema.parse(params[0]));
      }
      if (method === 'eth_signTypedData_v4') {
        askPerson(knobs);
        return accounts[knobs.account].signTypedData(JSON.parse(String(params[1])));
      }
      if (method === 'wallet_getCapabilities' && knobs.batches)
        return { [hexId(chain)]: { atomic: { status: 'unsupported' } } };
      if (method === 'wallet_sendCalls') return sendAll(params[0]);
      if (method === 'wallet_getCallsStatus') return statusOf(params[0]);
      if (method.startsWith('eth_')) return forward(method, params);
      throw new FakeError(4200, `${method} is not supported`);
    },
  };
}
