/**
 * Pays EVM routes as a program would: with its own key, the page's gateway as its node, and the route's transactions
 * unchanged.
 */
import { createWalletClient, defineChain, type Hex, http, publicActions } from 'viem';
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts';
import { z } from 'zod';
import { evmTxSchema, type WireRoute } from '../../lib/api/schemas/route.ts';
import { networkOf } from '../../lib/chains/chains.ts';
import type { ChainId } from '../../lib/domain/chain-id.ts';

const asHex = (text: string): Hex => `0x${text.replace(/^0x/, '')}`;

const typedDataSchema = z.object({
  domain: z.object({
    name: z.string(),
    version: z.string(),
    chainId: z.union([z.string(), z.number()]).transform(BigInt),
    verifyingContract: z.string().transform(asHex),
  }),
  types: z.record(z.string(), z.array(z.object({ name: z.string(), type: z.string() }))),
  primaryType: z.string(),
  message: z.record(z.string(), z.unknown()),
});

/** A client with that account's key, whose node is the page's gateway. */
export function evmClientOf(baseUrl: string, chain: ChainId, account: PrivateKeyAccount) {
  const rpcUrl = `${baseUrl}/chain/${chain.toLowerCase()}/rpc`;
  return createWalletClient({
    account,
    chain: defineChain({
      id: Number(networkOf(chain, 'sandbox').networkId),
      name: chain,
      nativeCurrency: { name: chain, symbol: chain, decimals: 18 },
      rpcUrls: { default: { http: [rpcUrl] } },
    }),
    transport: http(rpcUrl),
    pollingInterval: 200,
  }).extend(publicActions);
}

export function createEvmPayer(baseUrl: string, chain: ChainId) {
  const account = privateKeyToAccount(generatePrivateKey());
  const client = evmClientOf(baseUrl, chain, account);
  /** A fifth above the node's estimate, as wallets do, because the chain moves on until the transaction is mined. */
  const send = async (tx: unknown, gas?: bigint): Promise<Hex> => {
    const { to, value, data } = evmTxSchema.parse(tx);
    const call = { to: asHex(to), value: BigInt(value), data: asHex(data) };
    return client.sendTransaction({
      ...call,
      gas: gas ?? ((await client.estimateGas({ account, ...call })) * 12n) / 10n,
    });
  };
  return {
    address: account.address,
    /**
     * Sends the approvals, waits until each is mined, sends the payment and returns its hash. With `gas` it is sent
     * although it will fail.
     */
    async pay(route: WireRoute, gas?: bigint): Promise<Hex> {
      for (const approval of route.meta.approvals ?? [])
        await client.waitForTransactionReceipt({ hash: await send(approval) });
      return send(route.tx, gas);
    },
    send,
    /** Signs a text as wallets do (EIP-191). */
    signText: (message: string): Promise<Hex> => account.signMessage({ message }),
    /** Signs a route's `meta.typedData` unchanged. */
    async sign(typedData: unknown): Promise<Hex> {
      const { domain, types, primaryType, message } = typedDataSchema.parse(typedData);
      return account.signTypedData({ domain, types, primaryType, message });
    },
  };
}
