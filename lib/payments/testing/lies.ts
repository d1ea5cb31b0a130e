/** For tests: the lies that are possible about a route, field by field, each with the liar's gain. */
import { base64, hex } from '@scure/base';
import { CHAINS } from '../../chains/chains.ts';
import { toBaseUnits } from '../../domain/amount.ts';
import { assetOf } from '../../domain/asset.ts';
import type { AskedSwap } from '../asked-swap.ts';
import { payeesOf } from '../known-contracts.ts';
import { signedLeg } from '../two-leg/signed-leg.ts';
import { scriptOfAddress } from '../utxo/address-script.ts';
import { parsePsbt } from '../utxo/psbt.ts';
import type { VerifiableRoute, VerifyAt } from '../verify-route.ts';
import { APPROVAL_LIES } from './approval-lies.ts';
import { type FalsifiedRoute, isRecord, type Json, once, type Route, withMeta } from './falsified-route.ts';
import { addressChange, amountChange, everyPlacement, THIEF, thiefOf } from './falsify.ts';
import { legLies } from './leg-lies.ts';
import { permitLies } from './permit-lies.ts';

export type { FalsifiedRoute } from './falsified-route.ts';

export type Honest = { asked: AskedSwap; route: VerifiableRoute; at: VerifyAt };

export type Lie = {
  field: string;
  /** Only a check with the network's own nodes can find it. */
  needsWitness?: true;
  /** Empty when the payment lacks the field. */
  tell(honest: Honest): FalsifiedRoute[];
};

/** `THORCHAIN BTC to ETH by PSBT`. */
export const nameOf = ({ route }: Honest): string => {
  const short = (asset: string): string => asset.split('-')[0] ?? asset;
  const boosted = route.meta.boost ? ', boosted' : '';
  const by = route.tx === undefined ? 'hand' : route.meta.txType;
  const permitted = route.meta.permit === undefined ? '' : ', allowance signed';
  return `${route.providers?.[0]} ${short(route.sellAsset)} to ${short(route.buyAsset)} by ${by}${boosted}${permitted}`;
};

/** The same payment by hand, to the address that the route names; empty when it names none. */
export const byHand = <H extends Honest>(honest: H): H[] =>
  honest.route.inboundAddress === undefined
    ? []
    : [{ ...honest, route: { ...honest.route, tx: undefined, transaction: undefined } }];

const txOf = ({ tx }: Route): Json | undefined => (isRecord(tx) && !('msgs' in tx) ? tx : undefined);
const withTx = (route: Route, change: Json): Route | undefined => {
  const tx = txOf(route);
  return tx && { ...route, tx: { ...tx, ...change } };
};

const address = (field: string, of: (honest: Honest) => string | undefined, needsWitness?: true): Lie => ({
  field,
  ...(needsWitness ? { needsWitness } : {}),
  tell(honest) {
    const from = of(honest);
    return from === undefined ? [] : everyPlacement(honest.route, addressChange(from, thiefOf(from)));
  },
});

/** Payees of the signed payment that only the network can confirm. */
export const networkPayees = ({ route }: Honest): string[] => [
  ...new Set([...payeesOf(signedLeg(route).route ?? route), ...payeesOf(route)]),
];

function decimalsOf({ route, at }: Honest): number {
  const asset = assetOf(route.sellAsset);
  const native = CHAINS[asset.chain].native.decimals;
  if (asset.kind !== 'token') return native;
  return at.evm?.tokenDecimals ?? at.solana?.mints[asset.address]?.decimals ?? 6;
}

/** Ten times as much. */
function amountLies(honest: Honest): FalsifiedRoute[] {
  const { sellAmount } = honest.route;
  const units = toBaseUnits(sellAmount, decimalsOf(honest), 'exact');
  if (units === undefined) return [];
  const more = String(Number(sellAmount) * 10);
  return everyPlacement(honest.route, amountChange([sellAmount, more], [units, units * 10n]));
}

/** A changed field of the memo, both in the memo that the route names and in what is signed. */
const memo = (field: string, change: (fields: string[]) => string[]): Lie => ({
  field,
  tell({ route }) {
    if (route.memo === undefined) return [];
    const changed = change(route.memo.split(':')).join(':');
    const pad = (text: string) => hex.encode(new TextEncoder().encode(text));
    return everyPlacement(route, { text: [[route.memo, changed]], hex: [[pad(route.memo), pad(changed)]] });
  },
});

const at = (index: number, put: string) => (fields: string[]) =>
  fields.map((field, one) => (one === index ? put : field));

/** The same number of digits: a memo of the same length fits into the same bytes. */
const lessLimit = (fields: string[]): string[] =>
  fields.map((field, index) =>
    index === 3 ? field.replace(/^\d+/, (digits) => '1'.padStart(digits.length, '0')) : field,
  );

function withPsbt(route: Route, change: (tx: ReturnType<typeof parsePsbt>) => void): Route | undefined {
  if (route.meta.txType !== 'PSBT' || typeof route.tx !== 'string') return undefined;
  const tx = parsePsbt(route.tx);
  change(tx);
  return { ...route, tx: base64.encode(tx.toPSBT(0)) };
}

const strangeScript = (): Uint8Array => hex.decode(scriptOfAddress('BTC', THIEF.btc, 'sandbox') ?? '');

function withoutSpending(route: Route): Route {
  const { tx: _tx, transaction: _copy, memo: _memo, ...rest } = route;
  const payee = thiefOf(route.sourceAddress);
  return {
    ...rest,
    inboundAddress: payee,
    targetAddress: payee,
    meta: { ...route.meta, depositChannel: {}, approvals: undefined, approvalAddress: undefined },
  };
}

const isVerifiableToTheLetter = ({ providers }: Route): boolean => /^(ONEINCH|JUPITER)$/.test(providers?.[0] ?? '');

function typedDataLies(route: Route): FalsifiedRoute[] {
  const { typedData } = route.meta as { typedData?: { domain: Json; message: Json } };
  if (!typedData) return [];
  const falsified = (section: 'domain' | 'message', key: string, put: string): FalsifiedRoute => ({
    where: `${section}.${key}`,
    route: withMeta(route, { typedData: { ...typedData, [section]: { ...typedData[section], [key]: put } } }),
  });
  return [
    falsified('domain', 'chainId', '1'),
    falsified('domain', 'verifyingContract', THIEF.evm),
    falsified('message', 'redeemer', THIEF.evm),
    falsified('message', 'amount', '1000000000'),
    falsified('message', 'timelock', '9999999'),
    falsified('message', 'secretHash', `0x${'1'.repeat(64)}`),
    {
      where: 'types',
      route: withMeta(route, { typedData: { ...typedData, primaryType: 'Permit' } }),
    },
  ];
}

/** Solana: a copy of the message with one changed byte in its header. */
function withHeader(route: Route, change: (bytes: Uint8Array) => Uint8Array): Route | undefined {
  if (route.meta.txType !== 'SOLANA' || typeof route.tx !== 'string') return undefined;
  return { ...route, tx: base64.encode(change(base64.decode(route.tx))) };
}

/** A second place for a signature, and one signer more in the message's head. */
const withSecondSigner = (bytes: Uint8Array): Uint8Array => {
  const message = bytes.slice(65);
  const signers = message[0] === 0x80 ? 1 : 0;
  message[signers] = (message[signers] ?? 0) + 1;
  return Uint8Array.from([2, ...bytes.slice(1, 65), ...new Uint8Array(64), ...message]);
};

/** The first instruction twice: the position of the count follows from the keys before it. */
function withInstructionTwice(bytes: Uint8Array): Uint8Array {
  const version = bytes[65] === 0x80 ? 1 : 0;
  const keysAt = 65 + version + 3;
  const countAt = keysAt + 1 + 32 * (bytes[keysAt] ?? 0) + 32;
  let end = countAt + 2;
  end += 1 + (bytes[end] ?? 0);
  const length = bytes[end] ?? 0;
  end += length >= 0x80 ? 2 + ((length & 0x7f) | ((bytes[end + 1] ?? 0) << 7)) : 1 + length;
  const first = bytes.slice(countAt + 1, end);
  return Uint8Array.from([
    ...bytes.slice(0, countAt),
    (bytes[countAt] ?? 0) + 1,
    ...first,
    ...bytes.slice(countAt + 1),
  ]);
}

function cosmosLies({ tx }: Route, route: Route): FalsifiedRoute[] {
  if (!isRecord(tx) || !Array.isArray(tx.msgs)) return [];
  return [
    { where: 'a message twice', route: { ...route, tx: { ...tx, msgs: [...tx.msgs, ...tx.msgs] } } },
    {
      where: 'the fee',
      route: { ...route, tx: { ...tx, fee: { amount: [{ denom: 'uatom', amount: '900000000' }], gas: '1' } } },
    },
    { where: 'the transaction’s own memo', route: { ...route, tx: { ...tx, memo: 'out:1' } } },
  ];
}

/** Every field of every payment. */
export const LIES: readonly Lie[] = [
  address('receiver', ({ route }) => route.destinationAddress),
  address('sender, and with it refunds', ({ route }) => route.sourceAddress),
  {
    field: 'refund address',
    tell: ({ route }) => once('meta', withMeta(route, { refundAddress: thiefOf(route.sourceAddress) })),
  },
  { field: 'sold amount', tell: amountLies },
  {
    field: 'sold asset',
    tell: ({ route }) => once('route', { ...route, sellAsset: route.sellAsset === 'LTC.LTC' ? 'BCH.BCH' : 'LTC.LTC' }),
  },
  { field: 'bought asset', tell: ({ route }) => once('route', { ...route, buyAsset: 'DOGE.DOGE' }) },
  {
    field: 'least amount',
    tell: ({ route }) => [
      ...once('route', { ...route, expectedBuyAmountMaxSlippage: '0' }),
      ...once('route and legs', {
        ...route,
        expectedBuyAmountMaxSlippage: '0',
        legs: route.legs?.map((leg) => ({ ...leg, buyAmountMaxSlippage: '0' })),
      }),
    ],
  },
  { field: 'tolerance', tell: ({ route }) => once('meta', withMeta(route, { slippagePercent: 50 })) },
  { field: 'fee of a site', tell: ({ route }) => once('meta', withMeta(route, { affiliateFee: 300 })) },
  {
    field: 'fee for counting at once',
    tell: ({ route }) => once('meta', withMeta(route, { boost: { maxFeeBps: 100 } })),
  },
  {
    field: 'expiry',
    tell: ({ route }) => (route.expiration === undefined ? [] : once('route', { ...route, expiration: '99999999999' })),
  },
  { field: 'who swaps', tell: ({ route }) => once('route', { ...route, providers: ['NOBODY'] }) },
  {
    field: 'kind of payment',
    tell: ({ route }) => [
      ...(isVerifiableToTheLetter(route) ? once('a plain transfer', withoutSpending(route)) : []),
      ...(isVerifiableToTheLetter(route)
        ? once('a transfer with a memo', {
            ...withoutSpending(route),
            memo: '=:e:0x00000000000000000000000000000000DeaDBeef:1',
          })
        : []),
    ],
  },
  memo('memo: asset', at(1, 'DOGE.DOGE')),
  memo('memo: receiver', at(2, THIEF.evm)),
  memo('memo: limit', lessLimit),
  memo('memo: no limit', at(3, '')),
  memo('memo: an affiliate', (fields) => [...fields, 'thief', '1000']),
  memo('memo: affiliates that cancel out', (fields) => [...fields, 'thief/t', '1000/-1000']),
  memo('memo: a refund to somebody else', (fields) => at(2, `${fields[2]}/${THIEF.evm}`)(fields)),
  memo('memo: days of parts', (fields) => at(3, `${fields[3]?.split('/')[0]}/99999999/9999`)(fields)),
  memo('memo: a contract called with what comes out', (fields) => [...fields, '', '', 'thief', THIEF.evm]),
  {
    field: 'vault, channel, deposit address, script, redeemer',
    needsWitness: true,
    tell: (honest) =>
      networkPayees(honest).flatMap((payee) => everyPlacement(honest.route, addressChange(payee, thiefOf(payee)))),
  },
  address('router, vault contract, lock, program', ({ route }) =>
    (txOf(route) ?? (route.meta.txType === 'SOLANA' && route.inboundAddress === undefined))
      ? route.targetAddress
      : undefined,
  ),
  ...APPROVAL_LIES,
  { field: 'signed allowance', tell: ({ route }) => (route.meta.permit === undefined ? [] : permitLies(route)) },
  { field: 'chain id', tell: ({ route }) => once('tx', withTx(route, { chain_id: 1 })) },
  { field: 'coins sent along', tell: ({ route }) => once('tx', withTx(route, { value: '123456789000000000000' })) },
  {
    field: 'bytes behind the call',
    tell: ({ route }) => once('tx', withTx(route, { data: `${txOf(route)?.data}${'00'.repeat(31)}` })),
  },
  {
    field: 'extra output',
    tell: ({ route }) => [
      ...once(
        'to somebody',
        withPsbt(route, (tx) => tx.addOutput({ script: strangeScript(), amount: 1000n })),
      ),
      ...once(
        'change to somebody',
        withPsbt(route, (tx) => tx.updateOutput(tx.outputsLength - 1, { script: strangeScript() })),
      ),
    ],
  },
  {
    field: 'reach of the signature',
    tell: ({ route }) =>
      [2, 3, 0x81, 0x83].flatMap((sighashType) =>
        once(
          `sighash ${sighashType}`,
          withPsbt(route, (tx) => tx.updateInput(0, { sighashType })),
        ),
      ),
  },
  {
    field: 'second signer',
    tell: ({ route }) => once('message', withHeader(route, withSecondSigner)),
  },
  {
    field: 'extra instruction',
    tell: ({ route }) => [
      ...once('the first one twice', withHeader(route, withInstructionTwice)),
      ...cosmosLies(route, route),
    ],
  },
  {
    field: 'token decimals',
    tell: ({ route, at: { evm, solana } }) => {
      const isToken = assetOf(route.sellAsset).kind === 'token';
      if (!isToken) return [];
      const mints = Object.fromEntries(
        Object.entries(solana?.mints ?? {}).map(([mint, one]) => [mint, { ...one, decimals: one.decimals + 1 }]),
      );
      return [
        ...(evm?.tokenDecimals === undefined
          ? []
          : [{ where: 'said of the chain', route, at: { evm: { ...evm, tokenDecimals: evm.tokenDecimals + 1 } } }]),
        ...(solana && Object.keys(mints).length > 0
          ? [{ where: 'said of the chain', route, at: { solana: { ...solana, mints } } }]
          : []),
      ];
    },
  },
  { field: 'typed data', tell: ({ route }) => typedDataLies(route) },
  {
    field: 'name that stands for an address',
    tell: ({ route, asked }) => [
      {
        where: 'nobody has resolved it',
        route: { ...route, destinationAddress: 'vitalik.eth' },
        asked: { ...asked, destinationAddress: 'vitalik.eth' },
      },
      {
        where: 'it stands for somebody else',
        route: { ...route, destinationAddress: thiefOf(route.destinationAddress) },
      },
    ],
  },
  {
    field: 'first leg’s guarantee',
    tell: ({ route }) =>
      route.meta.bridge === undefined
        ? []
        : once('legs', {
            ...route,
            legs: route.legs?.map((leg, index) => (index === 0 ? { ...leg, buyAmountMaxSlippage: '0.01' } : leg)),
          }),
  },
  address('second leg’s channel', ({ route }) => route.meta.bridge?.depositAddress, true),
  {
    field: 'legs, and where they meet',
    tell: ({ route }) => legLies(route),
  },
  {
    field: 'copy of the transaction',
    tell: ({ route }) =>
      isRecord(route.transaction)
        ? ['to', 'from', 'value', 'data'].flatMap((key) =>
            once(key, {
              ...route,
              transaction: { ...(route.transaction as Json), [key]: key === 'value' ? '1' : THIEF.evm },
            }),
          )
        : [],
  },
];
