/** Names what a quote costs, each fee in its own asset and to the unit. */

import { type CfAsset, type CfAssetName, cfAssetNamed, sameCfAsset } from '../../chains/chainflip/assets.ts';
import { CHAINS } from '../../chains/chains.ts';
import type { Fee, FeeType } from '../../domain/fee.ts';
import type { ProviderId } from '../../domain/provider-id.ts';
import type { CfEnvironment, CfPlainQuote } from './upstream-schemas.ts';

/**
 * All of these are already taken off the egress amount. `inbound` and `network` mean in Portage what the sender pays on
 * top, and ranking subtracts those once more; Chainflip takes its ingress fee out of the deposit, for the transaction
 * by which it moves the deposit on, so that it stands as an `outbound` fee on the source chain.
 */
const TYPES: Readonly<Record<string, FeeType>> = {
  BOOST: 'priority',
  INGRESS: 'outbound',
  NETWORK: 'liquidity',
  BROKER: 'affiliate',
  EGRESS: 'outbound',
};

export function feesOf({ includedFees }: CfPlainQuote, protocol: ProviderId): Fee[] {
  return includedFees.flatMap(({ type, amount, ...name }) => {
    const known = cfAssetNamed(name);
    if (!known || amount === 0n) return [];
    const { asset, decimals } = known;
    return [
      {
        type: TYPES[type] ?? 'liquidity',
        amount: { asset, decimals, baseUnits: amount },
        chain: asset.chain,
        protocol,
      },
    ];
  });
}

/** Base units that fees of these kinds take in that asset. */
export const takenIn = ({ includedFees }: CfPlainQuote, types: readonly string[], asset: CfAssetName): bigint =>
  includedFees
    .filter((one) => types.includes(one.type) && sameCfAsset(one, asset))
    .reduce((sum, { amount }) => sum + amount, 0n);

/** vB of a payment with one input and change, and of the input by which Chainflip collects it. */
const BTC_PAYMENT_VBYTES = 141n;
const BTC_INGRESS_VBYTES = 78n;
/** Gas by which the chain reckons its ingress fee, and that of the payments. Source: chainflip-backend chains/src/evm. */
const INGRESS_GAS: Readonly<Record<string, bigint>> = { Ethereum: 50_000n, Arbitrum: 60_000n, Bsc: 86_000n };
/** A plain transfer to a deposit contract that is used again runs its code. */
const NATIVE_GAS = 45_000n;
const TOKEN_GAS = 65_000n;
const VAULT_GAS = 120_000n;
const LAMPORTS_A_SIGNATURE = 5_000n;

function paymentCost(environment: CfEnvironment, sell: CfAsset, throughVault: boolean): bigint | undefined {
  const { chain, asset } = sell.cf;
  const coin = CHAINS[sell.asset.chain].native.symbol;
  const ingress = environment.ingress_egress.ingress_fees[chain]?.[coin];
  if (chain === 'Solana') return LAMPORTS_A_SIGNATURE;
  if (ingress === undefined) return undefined;
  if (chain === 'Bitcoin') return (ingress * BTC_PAYMENT_VBYTES) / BTC_INGRESS_VBYTES;
  const gas = INGRESS_GAS[chain];
  if (gas === undefined) return undefined;
  return (ingress * (throughVault ? VAULT_GAS : asset === coin ? NATIVE_GAS : TOKEN_GAS)) / gas;
}

/** What the sender pays to its own chain for the payment, by the prices that Chainflip reckons with; none where unknown. */
export function paymentFee(
  environment: CfEnvironment,
  sell: CfAsset,
  throughVault: boolean,
  protocol: ProviderId,
): Fee[] {
  const { chain } = sell.asset;
  const { symbol, decimals } = CHAINS[chain].native;
  const baseUnits = paymentCost(environment, sell, throughVault);
  if (baseUnits === undefined || baseUnits === 0n) return [];
  return [
    { type: 'inbound', amount: { asset: { kind: 'native', chain, symbol }, decimals, baseUnits }, chain, protocol },
  ];
}
