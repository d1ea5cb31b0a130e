'use client';
import { useMemo } from 'react';
import type { FeeReserve } from '../../lib/api/fee-reserve.ts';
import type { GatewayBalance } from '../../lib/api/gateway.ts';
import type { AddressFacts } from '../../lib/api/page-api.ts';
import type { WireToken } from '../../lib/api/schemas/tokens.ts';
import { CHAINS } from '../../lib/chains/chains.ts';
import { fromBaseUnits } from '../../lib/domain/amount.ts';
import type { ChainId } from '../../lib/domain/chain-id.ts';
import type { ConnectedAccount } from '../../lib/wallet/wallet-types.ts';
import { useAnswers } from './chain-answers.ts';

const STALE_MS = 20_000;
const FACTS_STALE_MS = 120_000;
/** The number of balances fetched for each connected account when the selector opens. */
const TOKENS_OF_AN_ACCOUNT = 20;

type Held = Pick<WireToken, 'asset' | 'chain' | 'symbol' | 'decimals' | 'address'>;

export const isNative = (token: Pick<Held, 'chain' | 'symbol' | 'address'>): boolean =>
  token.address === undefined && token.symbol === CHAINS[token.chain].native.symbol;

/** Token balances can be read on EVM chains and Solana; on other chains only the native coin's. */
const readable = (token: Held): boolean => ['evm', 'solana'].includes(CHAINS[token.chain].kind) || isNative(token);

const balancePath = ({ chain, address }: Held, account: string): string =>
  `/chain/${chain.toLowerCase()}/balance?${new URLSearchParams({ address: account, ...(address ? { token: address } : {}) })}`;

const decimalOf = (
  answer: unknown,
  decimals: number,
  field: keyof GatewayBalance = 'baseUnits',
): string | undefined => {
  const units = (answer as GatewayBalance | undefined)?.[field];
  return units === undefined ? undefined : fromBaseUnits(BigInt(units), decimals);
};

/** What an account can spend of an asset, and what still waits for a block; decimals, undefined while unknown. */
export function useBalance(
  token: Held | undefined,
  account: ConnectedAccount | undefined,
): { balance?: string | undefined; waiting?: string | undefined } {
  const paths = token && account && readable(token) ? [balancePath(token, account.address)] : [];
  const [answer] = useAnswers(paths, STALE_MS);
  if (!token) return {};
  return {
    balance: decimalOf(answer, token.decimals),
    waiting: decimalOf(answer, token.decimals, 'waitingBaseUnits'),
  };
}

/** An account's balance of the chain's native coin, which pays the network fee; decimal. */
export function useNativeBalance(account: ConnectedAccount | undefined): string | undefined {
  const native = account && CHAINS[account.chain].native;
  return useBalance(
    native && { asset: '', chain: account.chain, symbol: native.symbol, decimals: native.decimals },
    account,
  ).balance;
}

/** What must be kept of the native coin when all of it is sold, decimal; undefined while unknown. */
export function useFeeReserve(account: ConnectedAccount | undefined): string | undefined {
  const paths = account
    ? [`/chain/${account.chain.toLowerCase()}/reserve?${new URLSearchParams({ address: account.address })}`]
    : [];
  const [answer] = useAnswers(paths, STALE_MS);
  return (answer as FeeReserve | undefined)?.reserve;
}

/** On-chain facts about an address to be paid; only chains with contracts are asked. */
export function useAddressFacts(chain: ChainId, address: string | undefined): AddressFacts | undefined {
  const asked = address !== undefined && ['evm', 'solana'].includes(CHAINS[chain].kind);
  const [answer] = useAnswers(asked ? [`/page/address/${chain}/${encodeURIComponent(address)}`] : [], FACTS_STALE_MS);
  return answer as AddressFacts | undefined;
}

/** Balances of all connected accounts, as decimals by lower-case asset; fetched only while `open`. */
export function useBalances(
  tokens: readonly WireToken[],
  accounts: readonly ConnectedAccount[],
  open: boolean,
): ReadonlyMap<string, string> {
  const wanted = useMemo(
    () =>
      (open ? accounts : []).flatMap((account) =>
        tokens
          .filter((token) => token.chain === account.chain && readable(token))
          .slice(0, TOKENS_OF_AN_ACCOUNT)
          .map((token) => ({ token, path: balancePath(token, account.address) })),
      ),
    [tokens, accounts, open],
  );
  const paths = useMemo(() => wanted.map(({ path }) => path), [wanted]);
  const answers = useAnswers(paths, STALE_MS);
  return useMemo(
    () =>
      new Map(
        wanted.flatMap(({ token }, index): [string, string][] => {
          const decimal = decimalOf(answers[index], token.decimals);
          return decimal === undefined ? [] : [[token.asset.toLowerCase(), decimal]];
        }),
      ),
    [wanted, answers],
  );
}
