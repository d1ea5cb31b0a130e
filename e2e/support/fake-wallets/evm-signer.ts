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
const switchSchema = z.object({ chainId: z.string() });

export function createEvmSigner(knobs: Knobs, baseUrl: string): FakeSigner {
  const accounts = [privateKeyToAccount(generatePrivateKey()), privateKeyToAccount(generatePrivateKey())] as const;
  let chain: ChainId = 'ARB';
  let connected = false;
  const rpcUrl = () => `${baseUrl}/chain/${chain.toLowerCase()}/rpc`;
  const shown = () => (connected && !knobs.locked ? [accounts[knobs.account].address] : []);

  const send = async (given: unknown): Promise<string> => {
    askPerson(knobs);
    const tx = txSchema.parse(given);
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
    return client.sendTransaction({ to, value: BigInt(tx.value), data: asHex(tx.data) });
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
      if (method === 'eth_sendTransaction') return send(params[0]);
      if (method.startsWith('eth_')) return forward(method, params);
      throw new FakeError(4200, `${method} is not supported`);
    },
  };
}
