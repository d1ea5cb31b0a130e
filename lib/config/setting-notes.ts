/** Documents every setting, as `.env.example` prints it. */
import type { ChainKind } from '../chains/chain.ts';
import { CHAIN_LIST } from '../chains/chains.ts';
import { nodeSettingOf } from '../chains/nodes.ts';
import { EVM_WALLET_IDS } from '../domain/evm-wallets.ts';
import { UPSTREAM_SETTINGS } from '../providers/upstream-settings.ts';
import { ACCESS_NOTES } from './access-notes.ts';
import { AFFILIATES_EXAMPLE } from './affiliate-settings.ts';
import { BRAND_NOTES, TELEMETRY_NOTES } from './deployment-notes.ts';
import { GUARD_NOTES } from './guard-settings.ts';

const NODE_PROTOCOLS: Partial<Record<ChainKind, string>> = {
  evm: 'JSON-RPC',
  solana: 'JSON-RPC',
  substrate: 'JSON-RPC',
  utxo: 'Esplora',
  cosmos: 'Cosmos REST',
};

/** The purpose of each setting, as `.env.example` prints it; its keys are all settings that exist. */
export const SETTING_NOTES: Record<string, string> = {
  PORT: 'Port of the server. Default 3000.',
  HOST: 'Address to listen on. Default 127.0.0.1; 0.0.0.0 for all.',
  PUBLIC_URL:
    'Address under which people reach this deployment, and to which EVM addresses sign in. Default: the host of each request; then they sign in on this machine only.',
  SWAP_NETWORK: 'sandbox (default: everything runs on this machine) or mainnet.',
  SANDBOX_PORT: 'Port of the sandbox on loopback. Default 4100.',
  SANDBOX_URL: 'A sandbox that runs already; none is started then.',
  DATA_DIR: 'Folder of the embedded database and of the sandbox. Default .data.',
  DATABASE_URL: 'Postgres instead of the embedded database.',
  PROVIDERS: 'Comma list of the provider ids to offer. Default: all that can run.',
  QUOTE_TIMEOUT_MS: 'Longest time that a quote waits for providers. Default 8000.',
  CREATE_TIMEOUT_MS: 'Longest time that creating a channel or an order may take. Default 60000.',
  QUOTE_RETENTION_DAYS:
    'Days after which a quote that could be paid and was not is cleared. Default 90. One that only tells prices is kept a day.',
  SWAP_RETENTION_DAYS:
    'Days after which a swap that is over is cleared, with its quote and all that was seen of it. Default: never.',
  AFFILIATES: `JSON: affiliate name to payout for each provider, ${AFFILIATES_EXAMPLE}. Beside the payouts, "fees":[{"provider":"CHAINFLIP","from":"BTC","to":"ETH","bps":40},{"chain":"SOL","bps":10}] are its fees by provider and chain where a request names none (the first that fits), and "leastFeeBps":5 is the least that it takes.`,
  EMBED_ORIGINS:
    'Origins of the sites that may show /embed in a frame without an embed id, separated by commas. Add https://app.safe.global to be a Safe App. Default: none on mainnet, pages on this machine in the sandbox.',
  LOG_LEVEL: 'fatal, error, warn, info (default), debug, trace or silent.',
  WITNESSES:
    'Nodes that the browser itself asks in a review, so that the page need not believe this deployment: JSON, {"THORCHAIN":["https://…"],"MAYACHAIN":[…],"CHAINFLIP":[…]}, in place of the whole preset, or off. They see the address of the browser and, of a deposit channel, its deposit address. They must allow requests of other origins (CORS).',
  ORDERS_PER_CLIENT:
    'Orders (Garden) and channels (two-leg routes) that quotes with includeTx may create in a day for one client address; for an integrator half of all; half of it at once, the rest evenly over the day. Default 50.',
  ORDERS_MAX:
    'Such orders in a day for all: callers without a key may use half, with the page’s visitors three quarters. Default 2000.',
  ...Object.assign({}, ...Object.values(UPSTREAM_SETTINGS).map(({ notes }) => notes)),
  SOLANA_RPC_URL: 'Solana nodes, JSON-RPC (comma list). RPC_URL_SOL is the same.',
  WALLETCONNECT_PROJECT_ID:
    'Project id of WalletConnect. With it, and on mainnet only, the wallets of EVM_WALLETS are offered and their pages talk to WalletConnect’s relay; without it only wallets of the browser are.',
  EVM_WALLETS: `EVM wallets to offer through WalletConnect, in order (comma list). Default: ${EVM_WALLET_IDS.join(', ')}.`,
  ...ACCESS_NOTES,
  ...GUARD_NOTES,
  METRICS_TOKEN:
    'Token that /metrics wants (Authorization: Bearer …). Without it /metrics answers this machine alone, and nothing that came through a proxy.',
  ...TELEMETRY_NOTES,
  ...BRAND_NOTES,
  ...Object.fromEntries(
    CHAIN_LIST.flatMap(({ id, name, kind }) => {
      const setting = nodeSettingOf(id);
      return setting ? [[setting, `${NODE_PROTOCOLS[kind]} addresses of ${name} (comma list).`]] : [];
    }),
  ),
};
