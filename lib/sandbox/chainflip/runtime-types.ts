/**
 * Describes how the state chain stores deposit channels, and encodes them so. Source: chainflip-backend 5d61407b
 * (2026-08-21), pallet cf-ingress-egress, `DepositChannelDetails`; the shapes were compared with the metadata of
 * runtime 2.2.3 in cf-integration-tests/historical_metadata. A channel's `state`, which no client reads, is
 * simplified.
 */
import { concatBytes, hexToBytes } from '@noble/hashes/utils.js';
import { compact, str, u8, u16, u32, u64, u128, u256 } from 'scale-ts';
import { ASSETS, CF_CHAINS, type CfChain, INTERNAL_ASSETS } from './assets.ts';

/** `define` numbers the types that it is made of; `enc` encodes a value. */
type Kind = { define: (number: (kind: Kind) => number) => Uint8Array; enc: (value: never) => Uint8Array };
const kind = <V>(define: Kind['define'], enc: (value: V) => Uint8Array): Kind => ({
  define,
  enc: enc as Kind['enc'],
});
const encode = (of: Kind, value: unknown): Uint8Array => of.enc(value as never);
const vec = (items: Uint8Array[]): Uint8Array => concatBytes(compact.enc(items.length), ...items);
const NONE = vec([]);

const primitive = <V>(number: number, enc: (value: V) => Uint8Array): Kind => kind(() => Uint8Array.of(5, number), enc);
const U8 = primitive(3, u8.enc);
const U16 = primitive(4, u16.enc);
const U32 = primitive(5, u32.enc);
const U64 = primitive(6, u64.enc);
const U128 = primitive(7, u128.enc);
const field = (name: string | undefined, type: number): Uint8Array =>
  concatBytes(
    name === undefined ? u8.enc(0) : concatBytes(u8.enc(1), str.enc(name)),
    compact.enc(type),
    u8.enc(0),
    NONE,
  );

const array = (length: number, of: Kind, enc: (value: never) => Uint8Array): Kind =>
  kind((number) => concatBytes(u8.enc(3), u32.enc(length), compact.enc(number(of))), enc);
const bytes = (length: number): Kind => array(length, U8, hexToBytes as (value: never) => Uint8Array);
const sequence = <V>(of: Kind, enc: (value: V) => Uint8Array): Kind =>
  kind((number) => concatBytes(u8.enc(2), compact.enc(number(of))), enc);
const wrapped = (of: Kind): Kind =>
  kind((number) => concatBytes(u8.enc(0), vec([field(undefined, number(of))])), of.enc);
const struct = (fields: Record<string, Kind>): Kind =>
  kind(
    (number) => concatBytes(u8.enc(0), vec(Object.entries(fields).map(([name, of]) => field(name, number(of))))),
    (value: Record<string, unknown>) =>
      concatBytes(...Object.entries(fields).map(([name, of]) => encode(of, value[name]))),
  );
/** A choice is its name and what it holds; of several named fields a record of them. */
const choices = (all: Record<string, [index: number, holds?: Kind | Record<string, Kind>]>): Kind => {
  const fieldsOf = (holds: Kind | Record<string, Kind> | undefined): [string | undefined, Kind][] => {
    if (holds === undefined) return [];
    return 'define' in holds ? [[undefined, holds as Kind]] : Object.entries(holds);
  };
  return kind(
    (number) =>
      concatBytes(
        u8.enc(1),
        vec(
          Object.entries(all).map(([name, [index, holds]]) => {
            const own = fieldsOf(holds).map(([one, of]) => field(one, number(of)));
            return concatBytes(str.enc(name), vec(own), u8.enc(index), NONE);
          }),
        ),
      ),
    ([name, value]: [string, unknown?]) => {
      const [index, holds] = all[name] ?? [255];
      const own = fieldsOf(holds).map(([one, of]) =>
        encode(of, one === undefined ? value : (value as Record<string, unknown>)[one]),
      );
      return concatBytes(u8.enc(index), ...own);
    },
  );
};
const option = (of: Kind): Kind => {
  const both = choices({ None: [0], Some: [1, of] });
  return kind(both.define, (value: unknown) => encode(both, value === null ? ['None'] : ['Some', value]));
};
const list = (of: Kind): Kind =>
  wrapped(sequence(of, (items: unknown[]) => vec(items.map((item) => encode(of, item)))));
const blob = wrapped(sequence(U8, (hex: string) => concatBytes(compact.enc(hex.length / 2), hexToBytes(hex))));

const H160 = wrapped(bytes(20));
const ACCOUNT = wrapped(bytes(32));
const SCRIPT = choices({
  P2PKH: [0, bytes(20)],
  P2SH: [1, bytes(20)],
  P2WPKH: [2, bytes(20)],
  P2WSH: [3, bytes(32)],
  Taproot: [4, bytes(32)],
});
const FOREIGN = choices({
  Eth: [0, H160],
  Btc: [2, SCRIPT],
  Arb: [3, H160],
  Sol: [4, ACCOUNT],
  Hub: [5, ACCOUNT],
  Bsc: [7, H160],
});
const PRICE = wrapped(wrapped(array(4, U64, u256.enc as (value: never) => Uint8Array)));
const CALL = option(struct({ message: blob, gas_budget: U128, ccm_additional_data: choices({ NotRequired: [0] }) }));
const ASSET = choices(Object.fromEntries(INTERNAL_ASSETS.map((id) => [id, [ASSETS[id].contractId]])));

const details = (address: Kind, asset: Kind): Kind =>
  struct({
    owner: ACCOUNT,
    deposit_channel: struct({ channel_id: U64, address, asset, state: choices({ Undeployed: [0], Deployed: [2] }) }),
    opened_at: U64,
    expires_at: U64,
    action: choices({
      Swap: [
        0,
        {
          destination_asset: ASSET,
          destination_address: FOREIGN,
          broker_fees: list(struct({ account: ACCOUNT, bps: U16 })),
          channel_metadata: CALL,
          refund_params: struct({
            retry_duration: U32,
            refund_address: FOREIGN,
            min_price: PRICE,
            refund_ccm_metadata: CALL,
            max_oracle_price_slippage: option(U16),
          }),
          dca_params: option(struct({ number_of_chunks: U32, chunk_interval: U32 })),
        },
      ],
      Unrefundable: [3],
    }),
    boost_fee: U16,
    boost_status: choices({ NotBoosted: [1] }),
    is_marked_for_rejection: primitive(0, (value: boolean) => u8.enc(value ? 1 : 0)),
  });
const assetsOf = (chain: CfChain): Kind =>
  choices(Object.fromEntries(INTERNAL_ASSETS.filter((id) => ASSETS[id].chain === chain).map((id, at) => [id, [at]])));
const KEYS: Readonly<Record<CfChain, Kind>> = {
  Ethereum: H160,
  Bitcoin: SCRIPT,
  Arbitrum: H160,
  Solana: ACCOUNT,
  Assethub: ACCOUNT,
  Bsc: H160,
};
/** The key and the value of each chain's map of channels. */
const MAPS = new Map(
  CF_CHAINS.map((chain) => [chain, { key: KEYS[chain], value: details(KEYS[chain], assetsOf(chain)) }]),
);
/** Of the first pallet; the others follow. */
const FIRST_PALLET = 32;

export const MAP_ITEM = 'DepositChannelLookup';
export const palletOf = (chain: CfChain): string => `${chain}IngressEgress`;

/** `state_getMetadata` in version 14, as far as channels go. */
export function metadataBytes(): Uint8Array {
  const numbers = new Map<Kind, number>();
  const types: Uint8Array[] = [];
  const number = (of: Kind): number => {
    const known = numbers.get(of);
    if (known !== undefined) return known;
    const own = numbers.size;
    numbers.set(of, own);
    types[own] = new Uint8Array();
    types[own] = concatBytes(compact.enc(own), NONE, NONE, of.define(number), NONE);
    return own;
  };
  const pallet = (name: string, key: Kind, value: Kind, index: number): Uint8Array => {
    const map = concatBytes(u8.enc(1), vec([u8.enc(5)]), compact.enc(number(key)), compact.enc(number(value)));
    const plain = concatBytes(str.enc('ChannelIdCounter'), u8.enc(1), u8.enc(0), compact.enc(number(U64)), NONE, NONE);
    const entry = concatBytes(str.enc(MAP_ITEM), u8.enc(0), map, NONE, NONE);
    const storage = concatBytes(u8.enc(1), str.enc(name), vec([plain, entry]));
    const constant = concatBytes(str.enc('Limit'), compact.enc(number(U8)), compact.enc(1), u8.enc(9), NONE);
    // No calls, one event type, a constant, no errors.
    const rest = [u8.enc(0), u8.enc(1), compact.enc(number(U8)), vec([constant]), u8.enc(0), u8.enc(index)];
    return concatBytes(str.enc(name), storage, ...rest);
  };
  const pallets = vec(
    [...MAPS].map(([chain, { key, value }], at) => pallet(palletOf(chain), key, value, FIRST_PALLET + at)),
  );
  return concatBytes(u32.enc(0x6174656d), u8.enc(14), vec(types), pallets);
}

/** An address as the chain keys its channels by it: hex, of Bitcoin the form of its script with hex. */
export type AccountForm = string | [form: string, hex: string];
export const encodeAccount = (chain: CfChain, account: AccountForm): Uint8Array => encode(KEYS[chain], account);

/** A choice is its name, and what it holds; amounts are bigint, bytes hex without 0x. */
export type StoredChannel = Record<string, unknown>;
export function encodeChannel(chain: CfChain, stored: StoredChannel): Uint8Array {
  const { value } = MAPS.get(chain) ?? {};
  if (value === undefined) throw new RangeError(`no channels of ${chain} here`);
  return encode(value, stored);
}
