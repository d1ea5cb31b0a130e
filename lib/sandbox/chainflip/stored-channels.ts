/**
 * Answers what a state-chain node stores of deposit channels: the value under a key, and the runtime's description of it.
 * Source: chainflip-backend 5d61407b (2026-08-21), pallet cf-ingress-egress, `DepositChannelLookup`.
 */
import { bytesToHex, concatBytes } from '@noble/hashes/utils.js';
import { base58, bech32, bech32m } from '@scure/base';
import { decodeSs58 } from '../../chains/ss58.ts';
import { twox128, xxhash64 } from '../substrate/hashing.ts';
import { ASSETS, type CfChain } from './assets.ts';
import { METHOD_NOT_FOUND, RpcError } from './json-rpc.ts';
import type { ChainflipNetwork, Channel } from './network.ts';
import { addressToBytes } from './protocol-address.ts';
import { type AccountForm, encodeAccount, encodeChannel, MAP_ITEM, metadataBytes, palletOf } from './runtime-types.ts';
import { OTHER_BROKER_ACCOUNT } from './seed-state.ts';

const hex = (bytes: Uint8Array): string => `0x${bytesToHex(bytes)}`;

let described: string | undefined;
export const metadataHex = (): string => {
  described ??= hex(metadataBytes());
  return described;
};

function scriptForm(address: string): AccountForm | undefined {
  const text = address.toLowerCase() as `${string}1${string}`;
  const segwit = bech32.decodeUnsafe(text) ?? bech32m.decodeUnsafe(text);
  if (segwit) {
    const [version, ...words] = segwit.words;
    const program = bech32.fromWords(words);
    return [version === 1 ? 'Taproot' : program.length === 32 ? 'P2WSH' : 'P2WPKH', bytesToHex(program)];
  }
  const bytes = base58.decode(address);
  const isScript = bytes[0] === 5 || bytes[0] === 196;
  return [isScript ? 'P2SH' : 'P2PKH', bytesToHex(bytes.slice(1, 21))];
}

function accountForm(chain: CfChain, address: string): AccountForm {
  const bytes = addressToBytes(chain, address);
  const form = bytes && (chain === 'Bitcoin' ? scriptForm(address) : bytesToHex(bytes));
  if (form === undefined) throw new RangeError(`${address} is no address of ${chain}`);
  return form;
}

const FORMS: Readonly<Record<CfChain, string>> = {
  Ethereum: 'Eth',
  Bitcoin: 'Btc',
  Arbitrum: 'Arb',
  Solana: 'Sol',
  Assethub: 'Hub',
  Bsc: 'Bsc',
};
const foreign = (chain: CfChain, address: string) => [FORMS[chain], accountForm(chain, address)];
const accountHex = (account: string): string => bytesToHex(decodeSs58(account)?.account ?? new Uint8Array(32));

function storedChannel(channel: Channel): Record<string, unknown> {
  const { terms, ccm, dca } = channel;
  const { account, bps } = channel.broker ?? { account: OTHER_BROKER_ACCOUNT, bps: 0 };
  const owner = accountHex(account);
  const { chain } = ASSETS[channel.dst];
  return {
    owner,
    deposit_channel: {
      channel_id: channel.number,
      address: accountForm(channel.chain, channel.address),
      asset: [channel.src],
      state: ['Undeployed'],
    },
    opened_at: 0n,
    expires_at: BigInt(channel.expiryBlock),
    action: [
      'Swap',
      {
        destination_asset: [channel.dst],
        destination_address: foreign(chain, channel.destination),
        broker_fees: [
          { account: owner, bps },
          ...channel.affiliates.map((one) => ({ account: accountHex(one.account), bps: one.bps })),
        ],
        channel_metadata: ccm
          ? { message: ccm.message, gas_budget: ccm.gasBudget, ccm_additional_data: ['NotRequired'] }
          : null,
        refund_params: {
          retry_duration: terms.retryDuration,
          refund_address: foreign(channel.chain, terms.refundAddress),
          min_price: terms.minPriceX128,
          refund_ccm_metadata: null,
          max_oracle_price_slippage: terms.maxOraclePriceSlippageBps,
        },
        dca_params: dca ? { number_of_chunks: dca.numberOfChunks, chunk_interval: dca.chunkIntervalBlocks } : null,
      },
    ],
    boost_fee: channel.maxBoostFeeBps,
    boost_status: ['NotBoosted'],
    is_marked_for_rejection: false,
  };
}

/** Twox64Concat. */
function hashedKey(chain: CfChain, address: string): Uint8Array {
  const key = encodeAccount(chain, accountForm(chain, address));
  const hash = new Uint8Array(8);
  new DataView(hash.buffer).setBigUint64(0, xxhash64(key, 0n), true);
  return concatBytes(twox128(palletOf(chain)), twox128(MAP_ITEM), hash, key);
}

/** The value under the key, hex; null where nothing is stored. */
export function storageAt({ state, world, operator }: ChainflipNetwork, key: string): string | null {
  const isOn = (kind: string) =>
    ['chainflip-rpc', `chainflip-rpc-${operator}`].some((node) => world.faults.get(node, kind) !== undefined);
  if (isOn('closedState')) throw new RpcError(METHOD_NOT_FOUND, 'Method not found');
  if (isOn('denyChannels')) return null;
  const channel = state.channels.findLast((one) => {
    // A key ends with what it was made from: most channels need no hash.
    const account = bytesToHex(encodeAccount(one.chain, accountForm(one.chain, one.address)));
    return key.endsWith(account) && hex(hashedKey(one.chain, one.address)) === key;
  });
  return channel === undefined ? null : hex(encodeChannel(channel.chain, storedChannel(channel)));
}
