/** For tests: why an accepted change of a byte or text takes nothing from anyone, by the part it belongs to. */
import type { VerifiableRoute } from '../verify-route.ts';

type Reasons = Readonly<Record<string, string>>;

const SOLANA: Reasons = {
  'place of the signature': 'It is empty until somebody signs; the signature takes its place.',
  'count of read-only accounts':
    'A program that may not write where it must fails, and one that may takes nothing more.',
  blockhash: 'With another one the payment is too old for the network, and is not taken.',
};

const CHAINFLIP: Reasons = {
  'retry duration': 'How long a worse price is waited out: a day at most, and then it is refunded.',
  'least price': 'A higher one can only lead to the refund.',
  'slippage by the oracle': 'A second limit beside the least price, which stands.',
  broker: 'Who gets the broker’s fee, which is as high as was agreed to.',
  'count of parts': 'A swap in parts, as was chosen: a day at most, at no less than the least price.',
  'blocks between parts': 'A swap in parts, as was chosen: a day at most, at no less than the least price.',
};

const BITCOIN: Reasons = {
  'coin that is spent':
    'Another coin than the sender’s own cannot be signed for, and the signature is for its amount (BIP-143).',
  sequence: 'The sender alone can replace the payment (BIP-125).',
  'amount of output 1': 'The change: the rest is the network fee, which is bounded and shown.',
  'amount of output 2': 'The change: the rest is the network fee, which is bounded and shown.',
  'what the coin holds': 'The signature is for the amount (BIP-143): with another one the network does not take it.',
};

const DEPOSIT: Reasons = {
  amount: 'For the chain’s own coin the router takes the coins that are sent along, and ignores this number.',
  expiration: 'The same deposit, refused earlier or later: two days at most, with the limit of its memo.',
};

const COSMOS: Reasons = {
  'message.fee.amount.amount': 'The network fee, which is bounded and shown.',
  'message.fee.gas': 'What is not used is not paid beyond the fee, which is named apart.',
};

const ONEINCH: Reasons = {
  executor: 'Whoever swaps must hand the least amount to the router, which pays it out, or nothing happens.',
  'first holder': 'Whoever swaps must hand the least amount to the router, which pays it out, or nothing happens.',
  routing: 'Whoever swaps must hand the least amount to the router, which pays it out, or nothing happens.',
  least: 'A higher one can only lead to the call’s failure.',
  'signature of the permit': 'With another one the token gives no allowance, and the call fails.',
};

const JUPITER: Reasons = {
  'account of the routing': 'The program pays the least amount to the account that stands in the message, or fails.',
  routing: 'The program pays the least amount to the account that stands in the message, or fails.',
  'entry of a table':
    'Tables hold accounts of the routing alone: those between which money moves stand in the message.',
  'count of a table’s entries':
    'Tables hold accounts of the routing alone: those between which money moves stand in the message.',
  'what is quoted': 'More can only lead to the failure of the swap.',
  tolerance: 'Less can only lead to the failure of the swap.',
  'compute budget': 'The priority fee, which is bounded and shown; with too few units it fails.',
  'account of an opening': 'The program that opens accounts takes none but the right one.',
  'kind of opening': 'An account that is there already makes the payment fail instead of being left alone.',
};

const GARDEN: Reasons = {
  'hash of the secret': 'Who may take it is named beside it, and without the secret it comes back.',
  timelock: 'How long it waits for the payout: two weeks at most, and then it comes back.',
  'typed data.domain.name': 'The lock takes no signature over another name.',
  'typed data.domain.version': 'The lock takes no signature over another version.',
};

const coins: Reasons = { coins: 'The same number.', 'approval: coins': 'The same number.' };

/** Values that only the network can confirm: refused when its nodes were asked. */
export const WITNESSED: readonly string[] = ['redeemer'];

const BY_UPSTREAM: readonly (readonly [RegExp, Reasons])[] = [
  [/^(THORCHAIN|MAYACHAIN)/, { ...DEPOSIT, ...COSMOS }],
  [/^CHAINFLIP/, CHAINFLIP],
  [/^ONEINCH/, ONEINCH],
  [/^JUPITER/, JUPITER],
  [/^GARDEN/, GARDEN],
];

const REPEATED = 'A repetition beside the route’s own fields, of which nothing is signed.';

/** Source: `meta.resume`, by which another deployment follows the swap. */
const RESUMED =
  'Nothing is signed of it: a deployment follows a swap by it only where the whole route has its signature.';
/** The copy of a transaction is changed with it, otherwise both would differ. */
const BOTH_CALLS = 'tx.data and transaction.data';

/** Why a field changed in these places alone does no harm; undefined when it must be refused. */
export function harmlessPlacement(field: string, where: string): string | undefined {
  const paths = where.split(' and ').filter((path) => !path.startsWith('meta.resume.'));
  if (paths.length === 0) return RESUMED;
  if (field !== 'sold amount') return undefined;
  if (paths.join() === 'legs.0.sellAmount') return REPEATED;
  return paths.join(' and ') === BOTH_CALLS ? DEPOSIT.amount : undefined;
}

/** Undefined: there is no reason, and it must be refused. */
export function harmlessBecause(field: string, { providers, meta }: VerifiableRoute): string | undefined {
  const ofUpstream = BY_UPSTREAM.find(([id]) => id.test(providers?.[0] ?? ''))?.[1] ?? {};
  const ofType = meta.txType === 'PSBT' ? BITCOIN : meta.txType === 'SOLANA' ? SOLANA : coins;
  const reasons = { ...ofUpstream, ...ofType };
  return Object.hasOwn(reasons, field) ? reasons[field] : undefined;
}
