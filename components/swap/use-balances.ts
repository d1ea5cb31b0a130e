'use client';
import { useQueries, useQuery } from '@tanstack/react-query';
import { createGatewayClient } from '../../lib/api/gateway.ts';
import type { WireToken } from '../../lib/api/schemas/tokens.ts';
import { CHAINS } from '../../lib/chains/chains.ts';
import { fromBaseUnits } from '../../lib/domain/amount.ts';
import type { ConnectedAccount } from '../../lib/wallet/wallet-types.ts';

const gateway = createGatewayClient({ baseUrl: '' });
const STALE_MS = 20_000;
/** Balances asked for when the selector opens, for each connected account. */
const TOKENS_OF_AN_ACCOUNT = 20;

type Held = { token: WireToken; account: ConnectedAccount };

/** Tokens have balances of their own on EVM chains and Solana; elsewhere the chain's own coin is what the gateway knows. */
const readable = (token: WireToken): boolean =>
  ['evm', 'solana'].includes(CHAINS[token.chain].kind) || token.symbol === CHAINS[token.chain].native.symbol;

const balanceQuery = (held: Held | undefined, enabled: boolean) => ({
  queryKey: ['balance', held?.token.asset, held?.account.address],
  enabled: enabled && held !== undefined && readable(held.token),
  staleTime: STALE_MS,
  retry: 0,
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<string> => {
    if (!held) return '0';
    const { token, account } = held;
    const units = await gateway.balance(
      token.chain,
      { address: account.address, ...(token.address ? { token: token.address } : {}) },
      { signal },
    );
    return fromBaseUnits(units, token.decimals);
  },
});

/** What an account holds of one asset, decimal; undefined while it is not known. */
export function useBalance(token: WireToken | undefined, account: ConnectedAccount | undefined): string | undefined {
  const held = token && account ? { token, account } : undefined;
  return useQuery(balanceQuery(held, true)).data;
}

/** Decimal balances by lower-case asset of all connected accounts, asked for only while `open`. */
export function useBalances(
  tokens: readonly WireToken[],
  accounts: readonly ConnectedAccount[],
  open: boolean,
): ReadonlyMap<string, string> {
  const wanted = accounts.flatMap((account) =>
    tokens
      .filter((token) => token.chain === account.chain && readable(token))
      .slice(0, TOKENS_OF_AN_ACCOUNT)
      .map((token) => ({ token, account })),
  );
  return useQueries({
    queries: wanted.map((held) => balanceQuery(held, open)),
    combine: (results) =>
      new Map(
        results.flatMap((result, index): [string, string][] => {
          const held = wanted[index];
          return held && result.data !== undefined ? [[held.token.asset.toLowerCase(), result.data]] : [];
        }),
      ),
  });
}
