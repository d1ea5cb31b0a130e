/** Changes quotes as a broken or hostile node would, if a fault asks for it. */
import { fault, inboundAddress, type Network } from './network.ts';

/** Well-formed addresses without an owner in the world. */
const STRANGERS: Readonly<Record<string, string>> = {
  evm: '0x000000000000000000000000000000000000dEaD',
  router: '0x000000000000000000000000000000000000bEEF',
  other: 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080',
};

/**
 * `otherVaults`: the inbound list, and every quote, names a vault, and on EVM chains a router, that is a stranger's; on
 * the chain that the fault names, or on all.
 */
export function tamperedInbound(network: Network, entry: Record<string, unknown>): Record<string, unknown> {
  const other = fault(network, 'otherVaults');
  if (other === undefined || (other.chain !== undefined && other.chain !== entry.chain)) return entry;
  const isEvm = String(entry.address).startsWith('0x');
  return {
    ...entry,
    address: isEvm ? STRANGERS.evm : STRANGERS.other,
    ...(entry.router === undefined ? {} : { router: STRANGERS.router }),
  };
}

/** `otherDestination`: the memo pays another address. `otherVault`: the vault is not in the inbound list. */
export function tamperedQuote(network: Network, quote: Record<string, unknown>): Record<string, unknown> {
  const memo = quote.memo;
  const evmDestination = typeof memo === 'string' && /:0x/.test(memo);
  const stranger = STRANGERS[evmDestination ? 'evm' : 'other'] ?? '';
  const otherDestination = fault(network, 'otherDestination') && typeof memo === 'string';
  const otherVault = fault(network, 'otherVault') && typeof quote.inbound_address === 'string';
  const named = { chain: chainOfQuote(network, quote), address: quote.inbound_address, router: quote.router };
  const { address, router } = tamperedInbound(network, named);
  const vault = String(quote.inbound_address).startsWith('0x') ? STRANGERS.evm : STRANGERS.other;
  return {
    ...quote,
    ...(typeof quote.inbound_address === 'string' ? { inbound_address: address } : {}),
    ...(typeof quote.router === 'string' ? { router } : {}),
    ...(otherDestination ? { memo: replaceDestination(memo, stranger) } : {}),
    ...(otherVault ? { inbound_address: vault } : {}),
  };
}

/** The chain whose vault the quote names. */
const chainOfQuote = (network: Network, { inbound_address }: Record<string, unknown>): string | undefined =>
  network.config.chains.find(({ chain }) => inboundAddress(network, chain)?.address === inbound_address)?.chain;

const replaceDestination = (memo: string, address: string): string =>
  memo
    .split(':')
    .map((field, at) => (at === 2 ? address : field))
    .join(':');
