/** Reads a payment on a Cosmos chain: one send with a memo, or a native deposit into THORChain or Maya. */
import { z } from 'zod';
import type { CosmosClient, CosmosTxResult } from '../../chain-clients/chain-clients.ts';
import { CHAINS } from '../../chains/chains.ts';
import { denomOf } from '../../chains/denom.ts';
import { parseAsset } from '../../domain/asset.ts';
import type { RouteDraft } from '../../domain/route.ts';
import { type Payment, soldOnChain } from '../payment.ts';
import type { Source, SourceQuestion, SourceReport } from './source-report.ts';

const digits = z.string().regex(/^\d+$/);
const sendSchema = z.object({
  to_address: z.string(),
  amount: z.array(z.object({ denom: z.string(), amount: digits })),
});
/** The REST gateway writes the asset as an object, amino JSON as `THOR.RUNE`. */
const depositSchema = z.object({
  coins: z.array(
    z.object({
      asset: z.union([z.string(), z.object({ chain: z.string(), symbol: z.string() })]),
      amount: digits,
    }),
  ),
  memo: z.string(),
});
const typed = z.looseObject({ '@type': z.string() });

/** THORChain and Maya number the further swaps of one transaction: `<hash>-1`. */
const withoutNumber = (hash: string): string => hash.replace(/-\d+$/, '');
const numberOf = (hash: string): number => Number(/-(\d+)$/.exec(hash)?.[1] ?? 0);

/** `native` for the chain's own coin, as a route names it; any other coin keeps its denom. */
function paidCoin(coins: { denom: string; amount: string }[], chain: CosmosClient['chain'], draft: RouteDraft) {
  const named = coins.map(({ denom, amount }) => ({ asset: denom === CHAINS[chain].denom ? 'native' : denom, amount }));
  const sold = soldOnChain(draft).toLowerCase();
  const coin = named.find(({ asset }) => asset.toLowerCase() === sold) ?? named[0];
  // The names of synths and secured assets differ from node to node; the memo is enough.
  const isPlain = draft.sell.asset.kind === 'native';
  return coin
    ? {
        ...(isPlain ? { asset: coin.asset } : {}),
        ...(coin.asset.toLowerCase() === sold ? { baseUnits: BigInt(coin.amount) } : {}),
      }
    : {};
}

function depositOf(message: unknown, chain: CosmosClient['chain'], draft: RouteDraft): Payment | undefined {
  const parsed = depositSchema.safeParse(message);
  if (!parsed.success) return undefined;
  const coins = parsed.data.coins.map(({ asset, amount }) => {
    const name = (typeof asset === 'string' ? asset : `${asset.chain}.${asset.symbol}`).toUpperCase();
    const known = parseAsset(name);
    return { denom: (known.ok ? denomOf(known.asset) : undefined) ?? name, amount };
  });
  return { memo: parsed.data.memo, ...paidCoin(coins, chain, draft) };
}

/** The payments of a transaction in their order. A transaction with none, or with fewer, pays nothing. */
function paymentOf(tx: CosmosTxResult, chain: CosmosClient['chain'], draft: RouteDraft, number: number): Payment {
  const payments = tx.messages.flatMap((message): Payment[] => {
    const kind = typed.safeParse(message);
    const name = kind.success ? kind.data['@type'].split('.').at(-1) : undefined;
    const deposit = name === 'MsgDeposit' ? depositOf(message, chain, draft) : undefined;
    if (deposit) return [deposit];
    const send = name === 'MsgSend' ? sendSchema.safeParse(message) : undefined;
    if (!send?.success) return [];
    return [{ to: send.data.to_address, memo: tx.memo ?? '', ...paidCoin(send.data.amount, chain, draft) }];
  });
  return payments[number] ?? { to: 'no payment', memo: number === 0 ? (tx.memo ?? '') : '' };
}

async function look(client: CosmosClient, { draft, hash, signal }: SourceQuestion): Promise<SourceReport | undefined> {
  const tx = await client.transaction(withoutNumber(hash), { signal });
  if (!tx || tx.height <= 0) return undefined;
  const payment = paymentOf(tx, client.chain, draft, numberOf(hash));
  const failed = tx.code !== 0;
  return {
    payment,
    tx: {
      hash,
      chain: client.chain,
      confirmations: 1,
      requiredConfirmations: 1,
      blockNumber: tx.height,
      ...(payment.baseUnits === undefined ? {} : { amount: { ...draft.sell, baseUnits: payment.baseUnits } }),
      ...(payment.to === undefined ? {} : { address: payment.to }),
    },
    // A block of these chains is final.
    final: !failed,
    ...(failed ? { failed: `The chain rejected the transaction: ${tx.rawLog || `code ${tx.code}`}.` } : {}),
    ...(tx.time === undefined ? {} : { at: tx.time * 1000 }),
  };
}

export const createCosmosSource = (client: CosmosClient): Source => ({
  look: (question) => look(client, question),
  // One sequence number, one transaction, one block: a mined transaction stays.
  replacementOf: async () => undefined,
  async confirmationsOf(hash, signal) {
    const tx = await client.transaction(withoutNumber(hash), { signal });
    return tx && tx.height > 0 ? { confirmations: 1, blockNumber: tx.height } : undefined;
  },
});
