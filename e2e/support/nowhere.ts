/**
 * Settings of a deployment on the main networks whose upstreams are unreachable, so that tests send nothing outside.
 */
import { freePort } from '../../lib/db/test-port.ts';

const UPSTREAMS = [
  'THORNODE_URL',
  'THORCHAIN_MIDGARD_URL',
  'MAYANODE_URL',
  'MAYACHAIN_MIDGARD_URL',
  'CHAINFLIP_BACKEND_URL',
  'CHAINFLIP_RPC_URL',
  'RPC_URL_ETH',
  'ESPLORA_URL_BTC',
  'SOLANA_RPC_URL',
  'JUPITER_URL',
];

export async function mainnetNowhere(): Promise<Record<string, string>> {
  const unreachable = `http://127.0.0.1:${await freePort()}`;
  return { SWAP_NETWORK: 'mainnet', ...Object.fromEntries(UPSTREAMS.map((name) => [name, unreachable])) };
}
