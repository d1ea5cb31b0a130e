/** Lists the fees of a quote, each exact and in its own asset. */

import { CHAINS } from '../../chains/chains.ts';
import { dataScriptBytes, P2TR_BYTES } from '../../chains/utxo-size.ts';
import type { Fee, FeeType } from '../../domain/fee.ts';
import type { ProviderId } from '../../domain/provider-id.ts';
import { type CfAsset, type CfAssetName, cfAssetNamed, sameCfAsset } from '../../payments/chainflip/assets.ts';
import { typicalFee } from '../../transfer/utxo-fee.ts';
import type { CfEnvironment, CfPlainQuote } from './upstream-schemas.ts';

/** All of these are already taken off the egress amount. */
const TYPES: Readonly<Record<string, FeeType>> = {
  BOOST: 'priority',
  INGRESS: 'inbound',
  NETWORK: 'liquidity',
  BROKER: 'affiliate',
  EGRESS: 'outbound',
};

const INGRESS_LABEL = 'Chainflip deposit fee, taken off the deposit';

export function feesOf({ includedFees }: CfPlainQuote, protocol: ProviderId): Fee[] {
  return includedFees.flatMap(({ type, amount, ...name }) => {
    const known = cfAssetNamed(name);
    if (!known || amount === 0n) return [];
    const { asset, decimals } = known;
    return [
      {
        type: TYPES[type] ?? 'liquidity',
        // Taken out of the deposit, for the transaction by which Chainflip collects it.
        ...(type === 'INGRESS' ? { included: true, label: INGRESS_LABEL } : {}),
        amount: { asset, decimals, baseUnits: amount },
        chain: asset.chain,
        protocol,
      },
    ];
  });
}

/** Base units of these fee types in that asset. */
export const takenIn = ({ includedFees }: CfPlainQuote, types: readonly string[], asset: CfAssetName): bigint =>
  includedFees
    .filter((one) => types.includes(one.type) && sameCfAsset(one, asset))
    .reduce((sum, { amount }) => sum + amount, 0n);

/** vB of the input by which Chainflip collects a deposit. */
const BTC_INGRESS_VBYTES = 78n;
/**
 * The payload of a payment in one transaction, beside the destination's address: version, asset, retry, minimum
 * output, live price, DCA, boost, broker and no affiliate. Source: chainflip-backend,
 * chains/src/btc/vault_swap_encoding.rs.
 */
const BTC_PAYLOAD_BYTES = 28;
const [EVM_ADDRESS_BYTES, LONG_ADDRESS_BYTES] = [20, 32];
/**
 * Gas from which the chain computes its ingress fee, and gas of the payments. Source: chainflip-backend
 * chains/src/evm.
 */
const INGRESS_GAS: Readonly<Record<string, bigint>> = { Ethereum: 50_000n, Arbitrum: 60_000n, Bsc: 86_000n };
/** A plain transfer to a deposit contract that was used before runs its code. */
const NATIVE_GAS = 45_000n;
const TOKEN_GAS = 65_000n;
const VAULT_GAS = 120_000n;
const LAMPORTS_A_SIGNATURE = 5_000n;

export type Payment = {
  sell: CfAsset;
  buy: CfAsset;
  /** Whether the quote is one of a vault swap. */
  throughVault: boolean;
  /** Whether the payment is one transaction that contains its message, wherever that can be built. */
  inOneTransaction: boolean;
  /** Base units per virtual byte, from the chain's own node. */
  utxoRate: bigint | undefined;
};

function bitcoinCost({ sell, buy, inOneTransaction, utxoRate }: Payment, ingress: bigint): bigint {
  const address = CHAINS[buy.asset.chain].kind === 'evm' ? EVM_ADDRESS_BYTES : LONG_ADDRESS_BYTES;
  const message = inOneTransaction ? [dataScriptBytes(BTC_PAYLOAD_BYTES + address)] : [];
  return typicalFee(CHAINS[sell.asset.chain], utxoRate ?? ingress / BTC_INGRESS_VBYTES, [P2TR_BYTES, ...message]);
}

function paymentCost(environment: CfEnvironment, payment: Payment): bigint | undefined {
  const { sell, throughVault } = payment;
  const { chain, asset } = sell.cf;
  const coin = CHAINS[sell.asset.chain].native.symbol;
  const ingress = environment.ingress_egress.ingress_fees[chain]?.[coin];
  if (chain === 'Solana') return LAMPORTS_A_SIGNATURE;
  if (ingress === undefined) return undefined;
  if (chain === 'Bitcoin') return bitcoinCost(payment, ingress);
  const gas = INGRESS_GAS[chain];
  if (gas === undefined) return undefined;
  return (ingress * (throughVault ? VAULT_GAS : asset === coin ? NATIVE_GAS : TOKEN_GAS)) / gas;
}

/** The fee that the sender pays to its own chain for the payment; empty when unknown. */
export function paymentFee(environment: CfEnvironment, payment: Payment, protocol: ProviderId): Fee[] {
  const { chain } = payment.sell.asset;
  const { symbol, decimals } = CHAINS[chain].native;
  const baseUnits = paymentCost(environment, payment);
  if (baseUnits === undefined || baseUnits === 0n) return [];
  return [
    { type: 'inbound', amount: { asset: { kind: 'native', chain, symbol }, decimals, baseUnits }, chain, protocol },
  ];
}
