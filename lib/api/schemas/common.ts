/**
 * Defines the schemas that all messages of the wire share; their lists derive from the domain, so they cannot drift.
 */
import { z } from 'zod';
import { DECIMAL_AMOUNT } from '../../domain/amount.ts';
import { CHAIN_IDS } from '../../domain/chain-id.ts';
import { PROVIDER_IDS } from '../../domain/provider-id.ts';

export const providerIdSchema = z.enum(PROVIDER_IDS).meta({
  id: 'ProviderId',
  description:
    'A provider. A value with `->` is a two-leg route: the first provider, then the second. Section 1 of the interface.',
  example: PROVIDER_IDS[0],
});

export const chainIdSchema = z.enum(CHAIN_IDS).meta({
  id: 'ChainId',
  description: 'A chain of the interface.',
  example: 'BTC',
});

/** The longest identifier, and the longest address of any chain: longer texts are not parsed. */
export const MOST_ASSET_LENGTH = 140;
export const MOST_ADDRESS_LENGTH = 130;
/** More digits than any amount has, so that a fault of its digits is reported as such. */
const MOST_DECIMAL_LENGTH = 400;

/** An address as a caller writes it. */
export const givenAddressSchema = z.string().max(MOST_ADDRESS_LENGTH);

/** Requests may use any letter case; responses have the canonical one. */
export const assetIdSchema = z
  .string()
  .max(MOST_ASSET_LENGTH)
  .meta({
    id: 'AssetId',
    description:
      'Native `CHAIN.SYMBOL`, token `CHAIN.SYMBOL-ADDRESS`, synthetic `CHAIN.ASSET/ASSET`. Compare without regard to case.',
    examples: ['BTC.BTC', 'ETH.USDC-0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', 'THOR.BTC/BTC'],
  });

/** A plain decimal in the asset's own unit: no sign, no exponent, and no trailing zeros in responses. */
export const decimalAmountSchema = z.string().max(MOST_DECIMAL_LENGTH).regex(DECIMAL_AMOUNT).meta({
  id: 'DecimalAmount',
  description: "A decimal number in the asset's own unit (0.5 means half a coin), never base units, no exponent.",
  example: '0.5',
});

/** A detached JWS: header, nothing, signature. */
export const detachedJwsSchema = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,400}\.\.[A-Za-z0-9_-]{86}$/)
  .meta({
    id: 'DetachedJws',
    description:
      'A detached JWS (RFC 7515, appendix F; EdDSA) by a key of `/.well-known/portage.json`, over the canonical JSON (RFC 8785) of what it stands in, without itself.',
  });
