/**
 * Reads the message by which an account allows a spender one amount of a token (EIP-2612), in place of an approval. The
 * signature is worth nothing at any other contract than the token that its domain names.
 */
import { z } from 'zod';
import { sameAddress } from '../../chains/address.ts';
import { heldField, mismatch, type PaymentField, unreadable } from '../payment-fields.ts';
import { addressField, type EvmTerms, LEAST_SECONDS_LEFT, networkField, soldField } from './evm-terms.ts';
import { type Hex, hex } from './hex.ts';
import { domainSeparator, type TypedDomain, typedDigest } from './typed-domain.ts';

const address = z.string().regex(/^0x[0-9a-f]{40}$/i);
/** The chain id fits a JSON number; the others fit 256 bits. */
const decimal = z.string().regex(/^(0|[1-9]\d{0,77})$/);

/** EIP-712 data as JSON, without its types, which are always the same. Numbers are decimal texts. */
const permitSchema = z.strictObject({
  domain: z.strictObject({ name: z.string(), version: z.string(), chainId: decimal, verifyingContract: address }),
  message: z.strictObject({
    owner: address,
    spender: address,
    /** Base units of the token. */
    value: decimal,
    nonce: decimal,
    /** Unix seconds: the last one in which the token takes it. */
    deadline: decimal,
  }),
});
export type Permit = z.output<typeof permitSchema>;

/** Undefined for every other shape. */
export const readPermit = (json: unknown): Permit | undefined => permitSchema.safeParse(json).data;

/** A signature can be used for this long: time to sign the payment, and for the payment to be mined. */
export const PERMIT_SECONDS = 1800;

/** In their order: the hash of the type depends on it. Source: EIP-2612. */
const PERMIT_FIELDS = [
  { name: 'owner', type: 'address' },
  { name: 'spender', type: 'address' },
  { name: 'value', type: 'uint256' },
  { name: 'nonce', type: 'uint256' },
  { name: 'deadline', type: 'uint256' },
] as const;

export const PERMIT_TYPE = `Permit(${PERMIT_FIELDS.map(({ name, type }) => `${type} ${name}`).join()})`;

const domainOf = ({ domain }: Permit): TypedDomain => ({ ...domain, chainId: BigInt(domain.chainId) });

/** The signed digest, 32 bytes as 0x and hex. */
export const permitDigest = (permit: Permit): Hex => {
  const { owner, spender, value, nonce, deadline } = permit.message;
  return typedDigest(domainOf(permit), PERMIT_TYPE, [owner, spender, BigInt(value), BigInt(nonce), BigInt(deadline)]);
};

/** In the wallets' form: numbers as numbers, so that all of them are hashed; some wallets take a chain id as no text. */
export function signablePermit(permit: Permit) {
  const { owner, spender, value, nonce, deadline } = permit.message;
  return {
    domain: {
      ...permit.domain,
      chainId: Number(permit.domain.chainId),
      verifyingContract: hex(permit.domain.verifyingContract),
    },
    types: { Permit: PERMIT_FIELDS },
    primaryType: 'Permit',
    message: {
      owner: hex(owner),
      spender: hex(spender),
      value: BigInt(value),
      nonce: BigInt(nonce),
      deadline: BigInt(deadline),
    },
  } as const;
}

export type PermitField =
  | 'message'
  | 'token'
  | 'network'
  | 'domain'
  | 'owner'
  | 'spender'
  | 'allowance'
  | 'nonce'
  | 'deadline';

const NOT_ITS = 'The signed allowance is not the one of the route.';
const UNPROVEN = 'Nothing shows that the token takes this message.';

/** Seconds of the last moment at which it can be used, which must be neither too soon nor far away. */
function deadlineField({ message }: Permit, { nowSeconds }: EvmTerms): PaymentField<PermitField> {
  const atSeconds = BigInt(message.deadline);
  const row: PaymentField<PermitField> = { field: 'deadline', actual: { kind: 'time', atSeconds } };
  if (nowSeconds === undefined) return row;
  if (atSeconds > BigInt(nowSeconds + PERMIT_SECONDS))
    return { ...row, fault: mismatch('The signed allowance can be used for longer than this payment takes.') };
  if (atSeconds >= BigInt(nowSeconds + LEAST_SECONDS_LEFT)) return row;
  return { ...row, fault: { code: 'expired', message: 'The time for this payment is over. Ask for a new quote.' } };
}

/** What only the token can confirm: its domain, and the number of the owner's next permit. */
function factFields(permit: Permit, { facts }: EvmTerms): PaymentField<PermitField>[] {
  const domain = { kind: 'code', text: domainSeparator(domainOf(permit)) } as const;
  const nonce = { kind: 'count', value: BigInt(permit.message.nonce) } as const;
  if (facts === undefined)
    return [
      { field: 'domain', actual: domain },
      { field: 'nonce', actual: nonce },
    ];
  const { permit: known } = facts;
  const none = { kind: 'none' } as const;
  const should = known && ({ kind: 'count', value: BigInt(known.nonce) } as const);
  return [
    heldField('domain', domain, known ? { kind: 'code', text: known.separator } : none, {
      agrees: known?.separator.toLowerCase() === domain.text,
      what: UNPROVEN,
    }),
    heldField('nonce', nonce, should ?? none, { agrees: should?.value === nonce.value, what: UNPROVEN }),
  ];
}

/** The rows of `meta.permit`, which must allow exactly the sold amount to the contract that is called. */
export function permitFields(json: unknown, terms: EvmTerms): PaymentField<PermitField>[] {
  const permit = readPermit(json);
  if (!permit)
    return [{ field: 'message', actual: { kind: 'none' }, fault: unreadable('The signed allowance cannot be read.') }];
  const { chain, route, token } = terms;
  const { owner, spender, value } = permit.message;
  const { targetAddress, meta } = route;
  const isForTarget = targetAddress !== undefined && sameAddress(chain, spender, targetAddress);
  return [
    soldField('allowance', terms, BigInt(value), NOT_ITS),
    addressField('spender', terms, spender, isForTarget ? meta.approvalAddress : targetAddress, NOT_ITS),
    addressField('token', terms, permit.domain.verifyingContract, token, NOT_ITS),
    addressField('owner', terms, owner, route.sourceAddress, NOT_ITS),
    networkField(permit.domain.chainId, terms, NOT_ITS),
    ...factFields(permit, terms),
    deadlineField(permit, terms),
  ];
}
