/** Reads balances and allowances on an EVM chain, through the page's gateway. */
import { createPublicClient, type Hex, http, parseAbi } from 'viem';
import type { ChainId } from '../../lib/domain/chain-id.ts';

const erc20 = parseAbi([
  'function balanceOf(address owner) view returns (uint256)',
  'function allowance(address owner, address spender) view returns (uint256)',
]);
const asHex = (text: string): Hex => `0x${text.replace(/^0x/, '')}`;

export function createEvmReader(baseUrl: string, chain: ChainId) {
  const client = createPublicClient({ transport: http(`${baseUrl}/chain/${chain.toLowerCase()}/rpc`) });
  return {
    /** The balance in base units; without a token that of the native coin. */
    balance: (owner: string, token?: string): Promise<bigint> =>
      token === undefined
        ? client.getBalance({ address: asHex(owner) })
        : client.readContract({ address: asHex(token), abi: erc20, functionName: 'balanceOf', args: [asHex(owner)] }),
    allowance: (token: string, owner: string, spender: string): Promise<bigint> =>
      client.readContract({
        address: asHex(token),
        abi: erc20,
        functionName: 'allowance',
        args: [asHex(owner), asHex(spender)],
      }),
  };
}
