/**
 * Answers a node's questions about the chain as a whole: limits and fees (`cf_environment`), safe mode, vaults and
 * oracles. Integers have the form in which the real node writes each: hex, JSON number or null.
 */
import { base58 } from '@scure/base';
import {
  NATIVE_VAULT,
  SWAP_DATA_ACCOUNT,
  tokenVaultOf,
  USDC_MINT,
  USDT_MINT,
  VAULT_PROGRAM,
} from '../solana/chainflip-accounts.ts';
import {
  ASSETS,
  assetsOfChain,
  CF_CHAINS,
  type CfAsset,
  type CfChain,
  INTERNAL_ASSETS,
  ORACLES,
  refOf,
  USDC,
} from './assets.ts';
import { egressFee, ingressFee } from './gas-fees.ts';
import { type MarketState, oraclePrice, PRICE_SCALE } from './market.ts';
import { type ChainflipNetwork, ledgerOf, privateBitcoinAddress } from './network.ts';

export const hex = (value: bigint): string => `0x${value.toString(16)}`;

type PerAsset = Record<string, Record<string, unknown>>;

/** Chains that are in the real chain's maps but not traded here. */
const UNTRADED: Readonly<Record<string, readonly string[]>> = { Polkadot: ['DOT'], Tron: ['TRX', 'USDT'] };

/** `{Chain: {ASSET: value}}`, with `none` for the assets of untraded chains. */
function perAsset(value: (asset: CfAsset) => unknown, none: unknown): PerAsset {
  const map: PerAsset = {};
  for (const chain of CF_CHAINS)
    map[chain] = Object.fromEntries(assetsOfChain(chain).map((asset) => [asset.asset, value(asset)]));
  for (const [chain, assets] of Object.entries(UNTRADED))
    map[chain] = Object.fromEntries(assets.map((asset) => [asset, none]));
  return map;
}

function perChain(value: (chain: CfChain) => unknown, none: unknown): Record<string, unknown> {
  const known = CF_CHAINS.map((chain) => [chain, value(chain)]);
  return Object.fromEntries([...known, ...Object.keys(UNTRADED).map((chain) => [chain, none])]);
}

/** The result of `cf_environment`. */
export function cfEnvironment(market: MarketState): unknown {
  const { assets, chains } = market;
  return {
    ingress_egress: {
      minimum_deposit_amounts: perAsset((asset) => hex(assets[asset.id].minimumDeposit), '0x0'),
      ingress_fees: perAsset((asset) => hex(ingressFee(market, asset, 'channel')), '0x0'),
      egress_fees: perAsset((asset) => hex(egressFee(market, asset)), '0x0'),
      witness_safety_margins: perChain((chain) => chains[chain].safetyMargin, null),
      egress_dust_limits: perAsset((asset) => hex(assets[asset.id].egressDust), '0x1'),
      channel_opening_fees: perChain((chain) => hex(chains[chain].channelOpeningFee), '0x0'),
      ingress_delays: perChain((chain) => chains[chain].ingressDelayBlocks, 0),
      boost_delays: perChain((chain) => chains[chain].boostDelayBlocks, 0),
      boost_minimum_add_funds_amounts: perAsset(() => '0x1', '0x1'),
    },
    swapping: swapping(market),
    funding: { redemption_tax: '0x4563918244f40000', minimum_funding_amount: '0x8ac7230489e80000' },
    pools: { fees: perAsset((asset) => poolFees(market, asset), null) },
  };
}

function swapping(market: MarketState): unknown {
  const { assets, networkFee } = market;
  return {
    maximum_swap_amounts: perAsset(({ id }) => {
      const most = assets[id].maximumSwap;
      return most === null ? null : hex(most);
    }, null),
    network_fee_hundredth_pips: networkFee.ratePpm,
    swap_retry_delay_blocks: market.swapRetryDelayBlocks,
    max_swap_retry_duration_blocks: market.maxRetryDurationBlocks,
    max_swap_request_duration_blocks: market.maxRequestDurationBlocks,
    minimum_chunk_size: perAsset(({ id }) => hex(assets[id].minimumChunk), '0x0'),
    network_fees: {
      regular_network_fee: {
        standard_rate_and_minimum: { rate: networkFee.ratePpm, minimum: Number(networkFee.minimum) },
        rates: perAsset(({ id }) => assets[id].networkFeePpm, 0),
      },
      internal_swap_network_fee: {
        standard_rate_and_minimum: { rate: networkFee.ratePpm, minimum: 0 },
        rates: perAsset(({ id }) => assets[id].networkFeePpm, 0),
      },
    },
    default_oracle_price_protection: perAsset(({ id }) => assets[id].oracleProtectionBps, null),
  };
}

function poolFees(market: MarketState, asset: CfAsset): unknown {
  if (market.pools[asset.id] === undefined) return null;
  const none = { base: '0x0', quote: '0x0' };
  return {
    limit_order_fee_hundredth_pips: 0,
    range_order_fee_hundredth_pips: 0,
    range_order_total_fees_earned: none,
    limit_order_total_fees_earned: none,
    range_total_swap_inputs: none,
    limit_total_swap_inputs: none,
    quote_asset: refOf(USDC),
  };
}

/** The result of `cf_oracle_prices`. Prices are per base unit, in dollars with 6 decimals, with 128 fractional bits. */
export function cfOraclePrices(network: Pick<ChainflipNetwork, 'state'>): unknown {
  const { market, block, blockAt } = network.state;
  return ORACLES.flatMap((oracle) => {
    // Every oracle has the name of an asset.
    const asset = ASSETS[oracle];
    const price = oraclePrice(market, asset);
    if (price === undefined) return [];
    return {
      price: hex((price * 1_000_000n * 2n ** 128n) / (PRICE_SCALE * 10n ** BigInt(asset.decimals))),
      updated_at_oracle_timestamp: Math.floor(blockAt / 1000),
      updated_at_statechain_block: block,
      base_asset: oracle,
      quote_asset: 'Usd',
      price_status: market.oracles[oracle].status,
    };
  });
}

/** The result of `cf_safe_mode_statuses`. A chain's switch is off if it is off for any of its assets. */
export function cfSafeMode(market: MarketState): unknown {
  const all = (chain: CfChain, flag: keyof (typeof market.assets)['Btc']['switches']): boolean =>
    assetsOfChain(chain).every(({ id }) => market.assets[id].switches[flag]);
  const perChainStatus = CF_CHAINS.flatMap((chain) => {
    const name = chain.toLowerCase();
    return [
      [`broadcast_${name}`, { retry_enabled: true, egress_witnessing_enabled: all(chain, 'egressEnabled') }],
      [
        `ingress_egress_${name}`,
        {
          boost_deposits_enabled: chain !== 'Bitcoin' || all(chain, 'boostDepositsEnabled'),
          deposit_channel_creation_enabled: all(chain, 'depositChannelCreationEnabled'),
          deposit_channel_witnessing_enabled: all(chain, 'depositChannelDepositsEnabled'),
          vault_deposit_witnessing_enabled: chain === 'Assethub' || all(chain, 'vaultSwapDepositsEnabled'),
        },
      ],
    ];
  });
  return {
    emissions: { emissions_sync_enabled: true },
    funding: { redeem_enabled: true },
    swapping: {
      swaps_enabled: true,
      withdrawals_enabled: true,
      broker_registration_enabled: true,
      deposit_enabled: true,
    },
    liquidity_provider: { deposit_enabled: true, withdrawal_enabled: true, internal_swaps_enabled: true },
    validator: { authority_rotation_enabled: true, start_bidding_enabled: true, stop_bidding_enabled: true },
    pools: { range_order_update_enabled: true, limit_order_update_enabled: true },
    reputation: { reporting_enabled: true },
    asset_balances: { reconciliation_enabled: true },
    ...Object.fromEntries(perChainStatus),
    witnesser: 'CodeGreen',
    elections_generic: { oracle_price_elections: true },
  };
}

const utf8 = (text: string): number[] => [...new TextEncoder().encode(text)];
const hexNumbers = (address: string): number[] => [...Buffer.from(address.replace(/^0x/, ''), 'hex')];

function solanaAddresses(): Record<string, unknown> {
  const sol = (address: string) => ({ Sol: [...base58.decode(address)] });
  return {
    sol_vault_program: sol(VAULT_PROGRAM),
    sol_swap_endpoint_program_data_account: sol(SWAP_DATA_ACCOUNT),
    usdc_token_mint_pubkey: sol(USDC_MINT),
    usdt_token_mint_pubkey: sol(USDT_MINT),
    solana_sol_vault: sol(NATIVE_VAULT),
    solana_usdc_token_vault_ata: sol(tokenVaultOf(USDC_MINT)),
    solana_usdt_token_vault_ata: sol(tokenVaultOf(USDT_MINT)),
  };
}

/**
 * The result of `cf_get_vault_addresses`: bytes as number lists under the chain's short name, as the real node writes
 * them; the broker's private channel address as text. EVM chains without a local vault are absent.
 */
export function cfVaultAddresses(network: ChainflipNetwork): unknown {
  const evm = (chain: CfChain, tag: string) => {
    const vault = ledgerOf(network, chain)?.channels?.vault;
    return vault === undefined ? {} : { [chain.toLowerCase()]: { [tag]: hexNumbers(vault) } };
  };
  const bitcoin = privateBitcoinAddress(network);
  return {
    ...evm('Ethereum', 'Eth'),
    ...evm('Arbitrum', 'Arb'),
    bitcoin: bitcoin === undefined ? [] : [[network.state.broker.account, { Btc: utf8(bitcoin) }]],
    ...solanaAddresses(),
    ...evm('Bsc', 'Bsc'),
    predicted_seconds_until_next_vault_rotation: 86_400,
  };
}

/** All assets of the chain, including those not in this world. */
export const supportedAssets = (): unknown[] => [
  ...INTERNAL_ASSETS.map((id) => refOf(ASSETS[id])),
  { chain: 'Tron', asset: 'TRX' },
  { chain: 'Tron', asset: 'USDT' },
];
