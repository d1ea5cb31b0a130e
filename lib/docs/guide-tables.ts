/** Generates the guides' tables from the code, so that no guide can contradict it. */
import releasedLoaders from '../../public/embed-releases.json' with { type: 'json' };
import type { Chain, ChainKind } from '../chains/chain.ts';
import { CHAIN_LIST } from '../chains/chains.ts';
import { PROVIDER_ERROR_CODES } from '../domain/errors.ts';
import { REASON_CODES } from '../domain/swap-status.ts';
import { ERROR_PAGES, errorSlug, PROVIDER_CODES } from './errors.ts';

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

export const errorTable = (): string =>
  table(
    ['status', 'error', 'means'],
    ERROR_PAGES.map((page) => [page.status.join(', '), `[${page.title}](/errors/${errorSlug(page)})`, page.means]),
  );

export const providerCodeTable = (): string =>
  table(
    ['`errorCode`', 'means', 'what helps'],
    PROVIDER_ERROR_CODES.map((code) => [`\`${code}\``, PROVIDER_CODES[code].means, PROVIDER_CODES[code].todo]),
  );

export const reasonCodeTable = (): string =>
  table(
    ['`reasonCode`', 'means'],
    Object.entries(REASON_CODES).map(([code, means]) => [`\`${code}\``, means]),
  );

export const loaderTable = (): string =>
  table(
    ['released loader', '`integrity`'],
    Object.entries(releasedLoaders).map(([name, integrity]) => [`\`/${name}\``, `\`${integrity}\``]),
  );

/** How a payment carries its memo, for the kinds of chains on which THORChain and Maya take payments. */
const CARRIERS: Partial<Record<ChainKind, string>> = {
  utxo: 'in an `OP_RETURN` output',
  evm: 'in the call of the router',
  cosmos: 'in the transaction’s memo',
  solana: 'in an instruction of the memo program',
};

const row = (chain: Chain): string[] => [
  `${chain.name} (\`${chain.id}\`)`,
  CARRIERS[chain.kind] ?? '',
  `${chain.memoLimitBytes} bytes`,
];

export const memoTable = (): string =>
  table(
    ['chain', 'the memo is', 'at most'],
    CHAIN_LIST.filter((chain) => chain.takesMemos && CARRIERS[chain.kind] !== undefined).map(row),
  );
