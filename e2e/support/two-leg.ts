/**
 * Helpers for journeys of two-leg routes: assets that Chainflip lacks, the contract between the legs, and what was
 * really transferred.
 */
import { createPublicClient, type Hex, http, parseAbi, parseEventLogs } from 'viem';
import { z } from 'zod';
import { createGatewayClient } from '../../lib/api/gateway.ts';
import type { QuoteResponse } from '../../lib/api/schemas/quote.ts';
import type { WireBridge, WireRoute } from '../../lib/api/schemas/route.ts';
import type { TrackResponse } from '../../lib/api/schemas/track.ts';
import { readDelivered } from '../../lib/payments/chainflip/ccm-receiver.ts';
import type { Sandbox } from './sandbox.ts';

/** The address of the contract that swaps a payout on, on the local chains. */
export const RECEIVER = '0xCF1cC00000000000000000000000000000000cF1';
export const DAI = '0x6B175474E89094C44Da98b954EedeAC495271d0F';
export const ETH_DAI = `ETH.DAI-${DAI}`;
export const LINK = '0x514910771AF9Ca656af840dff83E8264EcF986CA';
export const ETH_LINK = `ETH.LINK-${LINK}`;
export const BONK = 'DezXAZ8z7PnrnRJjz3wXBoRgixCa6xjnB7YaB1pPB263';
export const SOL_BONK = `SOL.BONK-${BONK}`;

/** The only route of the answer, which must have two legs. */
export function theRoute({ routes, providerErrors }: QuoteResponse): WireRoute & { bridge: WireBridge } {
  const [route] = routes;
  const bridge = route?.meta.bridge;
  if (!route || !bridge || routes.length !== 1 || route.legs.length !== 2)
    throw new Error(`one route of two legs was expected: ${JSON.stringify(providerErrors ?? routes)}`);
  return { ...route, bridge };
}

/** The actual output of each leg. */
export const actuals = ({ data }: TrackResponse): (string | undefined)[] =>
  data.route?.legs.map(({ actualBuyAmount }) => actualBuyAmount) ?? [];

/** The distinct hashes in the swap's timeline, in order. */
export const hashesOf = ({ data }: TrackResponse): string[] => [
  ...new Set(data.timeline?.flatMap(({ hash }) => hash ?? []) ?? []),
];

/** Removes the contract while `run` runs, so that payouts that call it cannot be sent. */
export async function withoutReceiver<T>(sandbox: Sandbox, chain: string, run: () => Promise<T>): Promise<T> {
  await sandbox.control('ccm-receiver', { chain, there: false });
  try {
    return await run();
  } finally {
    await sandbox.control('ccm-receiver', { chain, there: true });
  }
}

const transfer = parseAbi(['event Transfer(address indexed from, address indexed to, uint256 value)']);
const asHex = (text: string): Hex => `0x${text.replace(/^0x/, '')}`;

/** Reads from a transaction's logs on an EVM chain what it transferred. */
export function createReceiptReader(baseUrl: string, chain: string) {
  const client = createPublicClient({ transport: http(`${baseUrl}/chain/${chain.toLowerCase()}/rpc`) });
  const logs = async (hash: string) => (await client.getTransactionReceipt({ hash: asHex(hash) })).logs;
  return {
    isMined: async (hash: string): Promise<boolean> =>
      (await client.getTransactionReceipt({ hash: asHex(hash) }).catch(() => undefined)) !== undefined,
    /** Base units of a token that an address received. */
    async moved(hash: string, token: string, to: string): Promise<bigint> {
      return parseEventLogs({ abi: transfer, logs: await logs(hash) })
        .filter((log) => log.address.toLowerCase() === token.toLowerCase())
        .filter(({ args }) => args.to.toLowerCase() === to.toLowerCase())
        .reduce((sum, { args }) => sum + args.value, 0n);
    },
    /** What the contract between the legs logged as paid out. */
    async delivered(hash: string) {
      return (await logs(hash)).flatMap((log) => readDelivered(log, RECEIVER) ?? []);
    },
  };
}

/** The balance of a Bitcoin address, in satoshi. */
export async function satoshi(baseUrl: string, address: string): Promise<bigint> {
  const coins = await createGatewayClient({ baseUrl }).utxos('BTC', address);
  return coins.reduce((sum, { value }) => sum + BigInt(value), 0n);
}

const tokenBalances = z
  .array(z.object({ mint: z.string(), owner: z.string().optional(), uiTokenAmount: z.object({ amount: z.string() }) }))
  .nullish();
const solanaTxSchema = z.object({
  result: z.object({
    meta: z.object({
      preBalances: z.array(z.number()),
      postBalances: z.array(z.number()),
      preTokenBalances: tokenBalances,
      postTokenBalances: tokenBalances,
    }),
    transaction: z.object({ message: z.object({ accountKeys: z.array(z.object({ pubkey: z.string() })) }) }),
  }),
});

/**
 * What a Solana address received in a transaction, in base units, or in lamports without a mint; read from the
 * sandbox's node.
 */
export async function gotOnSolana(hash: string, address: string, mint?: string): Promise<bigint> {
  const params = [hash, { encoding: 'jsonParsed', maxSupportedTransactionVersion: 0, commitment: 'confirmed' }];
  const response = await fetch(`${process.env.E2E_SANDBOX_URL}/rpc/sol`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'getTransaction', params }),
  });
  const { meta, transaction } = solanaTxSchema.parse(await response.json()).result;
  if (mint === undefined) {
    const index = transaction.message.accountKeys.findIndex(({ pubkey }) => pubkey === address);
    return BigInt(meta.postBalances[index] ?? 0) - BigInt(meta.preBalances[index] ?? 0);
  }
  const held = (balances: z.infer<typeof tokenBalances>): bigint =>
    (balances ?? [])
      .filter((one) => one.mint === mint && one.owner === address)
      .reduce((sum, { uiTokenAmount }) => sum + BigInt(uiTokenAmount.amount), 0n);
  return held(meta.postTokenBalances) - held(meta.preTokenBalances);
}
