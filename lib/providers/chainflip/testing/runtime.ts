/**
 * A runtime that stores deposit channels as Chainflip's does, for tests: it describes its types and encodes a channel by
 * them, with another library than they are read with. Source: chainflip-backend 5d61407b (2026-08-21), pallet
 * cf-ingress-egress, `DepositChannelDetails`; the shapes were compared with cf-integration-tests/historical_metadata.
 */
import { concatBytes, hexToBytes } from '@noble/hashes/utils.js';
import { compact, str, u8, u16, u32, u64, u128, u256 } from 'scale-ts';

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
const FOREIGN = choices({ Eth: [0, H160], Btc: [2, SCRIPT], Arb: [3, H160], Sol: [4, ACCOUNT], Hub: [5, ACCOUNT] });
const PRICE = wrapped(wrapped(array(4, U64, u256.enc as (value: never) => Uint8Array)));
const CALL = option(struct({ message: blob, gas_budget: U128, ccm_additional_data: choices({ NotRequired: [0] }) }));
const ASSET = choices({ Eth: [1], Flip: [2], Usdc: [3], Btc: [5], ArbEth: [6], Sol: [9] });

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
/** By the chain of the deposit: its pallet's number, key and value. */
const PALLETS: Record<string, { index: number; key: Kind; value: Kind }> = {
  Bitcoin: { index: 34, key: SCRIPT, value: details(SCRIPT, choices({ Btc: [0] })) },
  Ethereum: { index: 32, key: H160, value: details(H160, choices({ Eth: [0], Flip: [1], Usdc: [2] })) },
  Solana: { index: 41, key: ACCOUNT, value: details(ACCOUNT, choices({ Sol: [0], SolUsdc: [1] })) },
};

/** `state_getMetadata`, version 14: the pallets of three chains, each with one map. */
export function metadataBytes(version = 14): Uint8Array {
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
    const entry = concatBytes(str.enc('DepositChannelLookup'), u8.enc(0), map, NONE, NONE);
    const storage = concatBytes(u8.enc(1), str.enc(name), vec([plain, entry]));
    const constant = concatBytes(str.enc('Limit'), compact.enc(number(U8)), compact.enc(1), u8.enc(9), NONE);
    // No calls, one event type, a constant, no errors.
    const rest = [u8.enc(0), u8.enc(1), compact.enc(number(U8)), vec([constant]), u8.enc(0), u8.enc(index)];
    return concatBytes(str.enc(name), storage, ...rest, ...(version === 15 ? [NONE] : []));
  };
  const pallets = vec(
    Object.entries(PALLETS).map(([chain, { key, value, index }]) => pallet(`${chain}IngressEgress`, key, value, index)),
  );
  return concatBytes(u32.enc(0x6174656d), u8.enc(version), vec(types), pallets);
}

export type StoredChannel = Record<string, unknown> & { action: ['Swap', Record<string, unknown>] };
export function encodeChannel(chain: string, stored: StoredChannel): Uint8Array {
  const { value } = PALLETS[chain] ?? {};
  if (value === undefined) throw new Error(`no channels of ${chain} here`);
  return encode(value, stored);
}
