/**
 * Parses the query of `GET /v2/quote` as strictly as the swap backend does. Source: chainflip-sdk-monorepo
 * packages/shared/src/schemas.ts.
 */
import { decodeSs58 } from '../../chains/ss58.ts';
import { assetOfRef, type CfAsset } from './assets.ts';
import { badRequest } from './rest-answer.ts';
import { STATE_CHAIN_SS58 } from './scale.ts';

export type QuoteRequest = {
  src: CfAsset;
  dst: CfAsset;
  amount: bigint;
  brokerBps: number;
  ccm?: { gasBudget: bigint; messageLengthBytes: number };
  isVaultSwap: boolean;
  isOnChain: boolean;
};

const BOOLEAN = /^(true|false)$/i;
const DIGITS = /^[0-9]+$/;
const DIGITS_OR_NOTHING = /^[0-9]*$/;
const AMOUNT_LIMIT = 2n ** 128n;
/** Higher commissions are reduced to the whole. */
const ALL_BPS = 10_000;

/** All faults have the same message. */
const invalid = () => badRequest('invalid request');

function text(query: URLSearchParams, name: string): string | undefined {
  const values = query.getAll(name);
  if (values.length > 1) throw invalid();
  return values[0];
}

function matching(query: URLSearchParams, name: string, pattern: RegExp): string | undefined {
  const value = text(query, name);
  if (value !== undefined && !pattern.test(value)) throw invalid();
  return value;
}

const flag = (query: URLSearchParams, name: string): boolean =>
  matching(query, name, BOOLEAN)?.toLowerCase() === 'true';

/** Old clients send the text `undefined` for omitted values. */
function optionalDigits(query: URLSearchParams, name: string): bigint | undefined {
  const value = matching(query, name, /^([0-9]+|undefined)$/);
  return value === undefined || value === 'undefined' ? undefined : BigInt(value);
}

function asset(query: URLSearchParams, side: 'src' | 'dest'): CfAsset {
  const found = assetOfRef({ chain: text(query, `${side}Chain`) ?? '', asset: text(query, `${side}Asset`) ?? '' });
  if (found === undefined) throw invalid();
  return found;
}

/** @throws {ServiceError} 400 `invalid request`. */
export function parseQuoteRequest(query: URLSearchParams): QuoteRequest {
  const src = asset(query, 'src');
  const dst = asset(query, 'dest');
  const amount = BigInt(matching(query, 'amount', DIGITS) ?? 0);
  const brokerBps = Number(matching(query, 'brokerCommissionBps', DIGITS_OR_NOTHING) ?? 0);
  const gasBudget = optionalDigits(query, 'ccmGasBudget');
  const messageLength = optionalDigits(query, 'ccmMessageLengthBytes');
  const isVaultSwap = flag(query, 'isVaultSwap');
  const isOnChain = flag(query, 'isOnChain');
  flag(query, 'dcaV2Enabled');
  matching(query, 'expectedResponseTimeMs', DIGITS);
  for (const name of ['brokerIdSs58', 'brokerAccount']) {
    const account = text(query, name);
    if (account !== undefined && decodeSs58(account)?.prefix !== STATE_CHAIN_SS58) throw invalid();
  }
  if (amount <= 0n || amount >= AMOUNT_LIMIT) throw invalid();
  if ((gasBudget === undefined) !== (messageLength === undefined)) throw invalid();
  if (isOnChain && (isVaultSwap || brokerBps > 0)) throw invalid();
  if (isVaultSwap && src.chain === 'Assethub') throw invalid();
  const ccm =
    gasBudget === undefined || messageLength === undefined
      ? {}
      : { ccm: { gasBudget, messageLengthBytes: Number(messageLength) } };
  return { src, dst, amount, brokerBps: Math.min(brokerBps, ALL_BPS), ...ccm, isVaultSwap, isOnChain };
}
