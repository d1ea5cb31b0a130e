'use client';
import { useEffect, useState } from 'react';
import type { WireRoute } from '../../lib/api/schemas/route.ts';
import type { WireToken } from '../../lib/api/schemas/tokens.ts';
import { CHAINS } from '../../lib/chains/chains.ts';
import { toBaseUnits } from '../../lib/domain/amount.ts';

/** ERC-20 `allowance(address,address)`. */
const ALLOWANCE = '0xdd62ed3e';
const word = (address: string): string => address.slice(2).toLowerCase().padStart(64, '0');

async function allowanceOf(chain: string, token: string, owner: string, spender: string, signal: AbortSignal) {
  const response = await fetch(`/chain/${chain.toLowerCase()}/rpc`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'eth_call',
      params: [{ to: token, data: `${ALLOWANCE}${word(owner)}${word(spender)}` }, 'latest'],
    }),
    signal,
  });
  const body: unknown = await response.json();
  const result = typeof body === 'object' && body !== null && 'result' in body ? body.result : undefined;
  return typeof result === 'string' && /^0x[0-9a-f]{64}$/i.test(result) ? BigInt(result) : undefined;
}

/**
 * Whether the wallet will be asked for an allowance before the payment; false while unknown. The review checks again
 * and is authoritative.
 */
export function useNeedsApproval(
  route: WireRoute | undefined,
  token: WireToken | undefined,
  owner: string | undefined,
): boolean {
  const spender = route?.meta.approvalAddress;
  const sold = token && route ? toBaseUnits(route.sellAmount, token.decimals, 'up') : undefined;
  const contract = token && CHAINS[token.chain].kind === 'evm' ? token.address : undefined;
  const key = spender && contract && owner ? [token?.chain, contract, owner, spender].join(' ') : '';
  const [known, setKnown] = useState<{ key: string; allowance: bigint }>();
  useEffect(() => {
    if (key === '') return;
    const [chain = '', asked = '', from = '', to = ''] = key.split(' ');
    const controller = new AbortController();
    allowanceOf(chain, asked, from, to, controller.signal)
      .then((allowance) => allowance !== undefined && setKnown({ key, allowance }))
      .catch(() => undefined);
    return () => controller.abort();
  }, [key]);
  return key !== '' && known?.key === key && sold !== undefined && known.allowance < sold;
}
