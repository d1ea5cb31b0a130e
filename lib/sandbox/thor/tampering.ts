/** Changes quotes as a broken or hostile node would, if a fault asks for it. */
import { fault, type Network } from './network.ts';

/** Well-formed addresses that belong to nobody in the world. */
const STRANGERS: Readonly<Record<string, string>> = {
  evm: '0x000000000000000000000000000000000000dEaD',
  other: 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080',
};

/** `otherDestination`: the memo pays somebody else. `otherVault`: the vault is not in the inbound list. */
export function tamperedQuote(network: Network, quote: Record<string, unknown>): Record<string, unknown> {
  const memo = quote.memo;
  const evmDestination = typeof memo === 'string' && /:0x/.test(memo);
  const stranger = STRANGERS[evmDestination ? 'evm' : 'other'] ?? '';
  const otherDestination = fault(network, 'otherDestination') && typeof memo === 'string';
  const otherVault = fault(network, 'otherVault') && typeof quote.inbound_address === 'string';
  const vault = String(quote.inbound_address).startsWith('0x') ? STRANGERS.evm : STRANGERS.other;
  return {
    ...quote,
    ...(otherDestination ? { memo: replaceDestination(memo, stranger) } : {}),
    ...(otherVault ? { inbound_address: vault } : {}),
  };
}

const replaceDestination = (memo: string, address: string): string =>
  memo
    .split(':')
    .map((part, at) => (at === 2 ? address : part))
    .join(':');
