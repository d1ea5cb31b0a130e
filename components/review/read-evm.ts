/** Everything that an EVM wallet is asked for, in its order, read from the bytes themselves and held against the review. */
import { evmTxSchema, type WireEvmTx } from '../../lib/api/schemas/route.ts';
import { sameAddress } from '../../lib/chains/address.ts';
import type { NetworkName } from '../../lib/chains/chain.ts';
import { CHAINS, networkOf } from '../../lib/chains/chains.ts';
import { toBaseUnits } from '../../lib/domain/amount.ts';
import { assetOf, checksumAddress } from '../../lib/domain/asset.ts';
import type { Text } from '../../lib/i18n/text.ts';
import { decodeEvmCall, isVaultCall } from '../../lib/payments/chainflip/evm-call.ts';
import { orderOfCall } from '../../lib/payments/chainflip/vault-order.ts';
import { decodeInitiateCall } from '../../lib/payments/garden/htlc-call.ts';
import { readTypedData } from '../../lib/payments/garden/typed-data.ts';
import { decodeRouterCall } from '../../lib/payments/oneinch/router-call.ts';
import type { PayableRoute } from '../../lib/payments/payable-route.ts';
import { isPlainTransfer, upstreamOf } from '../../lib/payments/payable-route.ts';
import { checkEvmPayment, type EvmFacts } from '../../lib/wallet/evm/check-evm.ts';
import { typedDataFault } from '../../lib/wallet/garden/check-typed-data.ts';
import type { PaidBy } from '../../lib/wallet/wallet-types.ts';
import { assetView } from '../tokens/asset-view.ts';
import { type DecodedCall, decodeCall } from './decode-calldata.ts';
import { readLock, readVaultOrder } from './read-order.ts';
import { amountWords, faultOf, Reader, type Signing, type SignSection } from './signing.ts';

export type EvmReading = {
  /** As it is signed: of two legs the first. */
  route: PayableRoute;
  by: PaidBy;
  network: NetworkName;
  /** What it buys goes to the channel of a second leg. */
  toChannel: boolean;
  /** Of the chain itself; undefined while it cannot be asked: then what depends on it is not held against anything. */
  facts: EvmFacts | undefined;
  /** Decimals as the list of tokens has them, for showing where the chain cannot be asked. */
  listed: { sell: number | undefined; buy: number | undefined };
};

type Sides = {
  sold: (baseUnits: bigint) => string;
  soldUnits: bigint | undefined;
  bought: (baseUnits: bigint) => string;
};

function sidesOf(t: Text, { route, facts, listed }: EvmReading): Sides {
  const [sell, buy] = [assetOf(route.sellAsset), assetOf(route.buyAsset)];
  const decimals = sell.kind === 'native' ? CHAINS[sell.chain].native.decimals : (facts?.tokenDecimals ?? listed.sell);
  const buyDecimals = buy.kind === 'native' ? CHAINS[buy.chain].native.decimals : (facts?.buyDecimals ?? listed.buy);
  return {
    sold: (units) => amountWords(t, units, decimals, assetView(route.sellAsset).symbol),
    soldUnits: decimals === undefined ? undefined : toBaseUnits(route.sellAmount, decimals, 'exact'),
    bought: (units) => amountWords(t, units, buyDecimals, assetView(route.buyAsset).symbol),
  };
}

const spelled = (address: string): string => (/^0x[0-9a-f]{40}$/i.test(address) ? checksumAddress(address) : address);

/** What is called, in words; undefined where nothing is. */
function contractWords(t: Text, route: PayableRoute, tx: WireEvmTx): string | undefined {
  if (isPlainTransfer(route)) return assetOf(route.sellAsset).kind === 'token' ? t('the token') : undefined;
  const upstream = upstreamOf(route);
  if (upstream === 'ONEINCH') return t('the router of 1inch');
  if (upstream === 'GARDEN') return t('Garden’s lock');
  return isVaultCall(tx.data) ? t('the vault of Chainflip') : t('the router');
}

function approvalSection(
  t: Text,
  approval: WireEvmTx,
  reading: EvmReading,
  first: boolean,
): SignSection & { reader: Reader } {
  const { route } = reading;
  const { sold, soldUnits } = sidesOf(t, reading);
  const call = decodeCall(approval.data);
  const reader = new Reader();
  const title = t('Allowance');
  if (call.name !== 'approve') {
    reader.held({ name: t('It is asked to'), value: approval.data.slice(0, 10), as: 'code' }, t('give an allowance'));
    return { ...reader.section(title), reader };
  }
  const zero = call.amount === 0n;
  const name = zero
    ? first
      ? t('First, take back an old allowance')
      : t('Then, take back an old allowance')
    : first
      ? t('First, allow')
      : t('Then, allow');
  reader.held(
    { name, value: zero ? t('to nothing') : t('{amount}, no more', { amount: sold(call.amount) }) },
    zero || soldUnits === undefined || call.amount === soldUnits
      ? undefined
      : t('{amount}, no more', { amount: sold(soldUnits) }),
  );
  const { chain } = assetOf(route.sellAsset);
  const target = route.targetAddress ?? '';
  reader.held(
    { name: t('Who may take it (spender)'), value: spelled(call.spender), as: 'address' },
    sameAddress(chain, call.spender, target) ? undefined : target,
  );
  const asset = assetOf(route.sellAsset);
  const token = asset.kind === 'token' ? asset.address : '';
  reader.held(
    { name: t('Token'), value: spelled(approval.to), as: 'address' },
    sameAddress(chain, approval.to, token) ? undefined : token,
  );
  return { ...reader.section(), reader };
}

/** A deposit through a router of THORChain or Maya. */
function readDeposit(t: Text, call: Extract<DecodedCall, { name: 'depositWithExpiry' }>, reading: EvmReading): Reader {
  const { route } = reading;
  const { chain, kind } = assetOf(route.sellAsset);
  const { sold, soldUnits } = sidesOf(t, reading);
  const reader = new Reader().row({
    name: t('It is asked to'),
    value: t('deposit ({function})', { function: call.name }),
  });
  if (kind === 'token')
    reader.held(
      { name: t('Amount'), value: sold(call.amount) },
      soldUnits === undefined || soldUnits === call.amount ? undefined : sold(soldUnits),
    );
  const vault = route.meta.vaultAddress ?? '';
  reader.held(
    { name: t('Vault that receives'), value: spelled(call.vault), as: 'address' },
    sameAddress(chain, call.vault, vault) ? undefined : vault,
  );
  reader.row({
    name: t('Refused after'),
    value: new Intl.DateTimeFormat(t.tag, { dateStyle: 'medium', timeStyle: 'short' }).format(
      new Date(Number(call.expirationSeconds) * 1000),
    ),
  });
  if (call.memo !== route.memo)
    reader.held({ name: t('Memo'), value: call.memo, as: 'code' }, route.memo ?? t('no memo'));
  return reader;
}

function readRouterSwap(t: Text, tx: WireEvmTx, reading: EvmReading): Reader {
  const { route, toChannel } = reading;
  const { chain } = assetOf(route.sellAsset);
  const { sold, soldUnits, bought } = sidesOf(t, reading);
  const call = decodeRouterCall(tx.data);
  const amount = call.amount ?? BigInt(tx.value);
  const receiver = call.receiver ?? tx.from;
  const buy = assetOf(route.buyAsset);
  const decimals = buy.kind === 'native' ? CHAINS[buy.chain].native.decimals : reading.facts?.buyDecimals;
  const least = decimals === undefined ? undefined : toBaseUnits(route.expectedBuyAmountMaxSlippage, decimals, 'down');
  const reader = new Reader()
    .row({
      name: t('It is asked to'),
      value: call.function === 'swap' ? t('swap') : t('swap ({function})', { function: call.function }),
    })
    .held(
      { name: t('Sell'), value: sold(amount) },
      soldUnits === undefined || soldUnits === amount ? undefined : sold(soldUnits),
    )
    .held(
      { name: t('Buy at least, or nothing happens'), value: bought(call.minReturn) },
      least === undefined || call.minReturn >= least ? undefined : bought(least),
    )
    .held(
      {
        name: t('Pay it to'),
        value: spelled(receiver),
        as: 'address',
        ...(call.receiver === undefined
          ? { note: t('you, who send it') }
          : toChannel
            ? { note: t('the deposit channel that was opened for this swap') }
            : {}),
      },
      sameAddress(chain, receiver, route.destinationAddress) ? undefined : route.destinationAddress,
    );
  if (call.executor) reader.row({ name: t('Swapped by'), value: spelled(call.executor), as: 'address' });
  else
    for (const pool of call.pools)
      reader.row({
        name: t('Through the pool ({kind})', { kind: pool.kind }),
        value: spelled(pool.pool),
        as: 'address',
      });
  return reader;
}

function readTransfer(t: Text, tx: WireEvmTx, reading: EvmReading): Reader {
  const { route } = reading;
  const { chain, kind } = assetOf(route.sellAsset);
  const { sold, soldUnits } = sidesOf(t, reading);
  const call = decodeCall(tx.data);
  const paid =
    call.name === 'transfer' ? { to: call.to, amount: call.amount } : { to: tx.to, amount: BigInt(tx.value) };
  const inbound = route.inboundAddress ?? '';
  const isItsKind = (call.name === 'transfer') === (kind === 'token') && (kind === 'token' || tx.data === '0x');
  return new Reader()
    .held(
      { name: t('Send'), value: isItsKind ? sold(paid.amount) : tx.data.slice(0, 10) },
      isItsKind && (soldUnits === undefined || soldUnits === paid.amount) ? undefined : sold(soldUnits ?? 0n),
    )
    .held(
      { name: t('To the deposit address that was opened for this swap'), value: spelled(paid.to), as: 'address' },
      sameAddress(chain, paid.to, inbound) ? undefined : inbound,
    );
}

/** @throws {Error} where the call cannot be read. */
function readCall(t: Text, tx: WireEvmTx, reading: EvmReading): Reader {
  const { route } = reading;
  if (isPlainTransfer(route)) return readTransfer(t, tx, reading);
  const upstream = upstreamOf(route);
  if (upstream === 'ONEINCH') return readRouterSwap(t, tx, reading);
  if (upstream === 'GARDEN')
    return new Reader()
      .row({ name: t('It is asked to'), value: t('lock ({function})', { function: 'initiate' }) })
      .take(readLock(t, decodeInitiateCall(tx.data), route, sidesOf(t, reading)));
  const call = decodeCall(tx.data);
  if (call.name === 'depositWithExpiry') return readDeposit(t, call, reading);
  const { kind } = assetOf(route.sellAsset);
  const vault = decodeEvmCall(tx.data);
  const name = kind === 'token' ? 'xSwapToken' : 'xSwapNative';
  return new Reader()
    .row({ name: t('It is asked to'), value: t('swap ({function})', { function: name }) })
    .take(readVaultOrder(t, orderOfCall(vault, vault.token?.amount ?? BigInt(tx.value), 20), route));
}

/** The message that is signed in place of a transaction. @throws {Error} where it cannot be read. */
function typedDataSection(t: Text, reading: EvmReading): { section: SignSection; reader: Reader } {
  const { route, network } = reading;
  const read = readTypedData(route.meta.typedData);
  if (!read) throw new Error('the message cannot be read');
  const { chain } = assetOf(route.sellAsset);
  const { chainName } = assetView(route.sellAsset);
  const number = networkOf(chain, network).networkId;
  const target = route.targetAddress ?? '';
  const reader = new Reader()
    .held(
      {
        name: route.meta.approvals?.length
          ? t('Then, sign a message for Garden’s lock')
          : t('Sign a message for Garden’s lock'),
        value: read.verifyingContract,
        as: 'address',
      },
      sameAddress(chain, read.verifyingContract, target) ? undefined : target,
    )
    .row({ name: t('The message'), value: `Initiate, ${read.name} ${read.version}` })
    .held(
      {
        name: t('Valid on'),
        value: t('{chain} only', { chain: chainName }),
        note: t('network number {n}', { n: String(read.chainId) }),
      },
      read.chainId === BigInt(number) ? undefined : t('network number {n}', { n: String(number) }),
    )
    .take(readLock(t, read, route, sidesOf(t, reading)))
    .row({ name: t('Sent by'), value: t('Garden, which pays the gas') });
  return { section: reader.section(), reader };
}

function callSection(
  t: Text,
  tx: WireEvmTx,
  reading: EvmReading,
  later: boolean,
): { section: SignSection; reader: Reader } {
  const { route } = reading;
  const { chain, kind } = assetOf(route.sellAsset);
  const { native } = CHAINS[chain];
  const contract = contractWords(t, route, tx);
  const reader = new Reader();
  const target = isPlainTransfer(route) ? undefined : (route.targetAddress ?? '');
  if (contract !== undefined)
    reader.held(
      {
        name: later ? t('Then, call {contract}', { contract }) : t('Call {contract}', { contract }),
        value: spelled(tx.to),
        as: 'address',
      },
      target === undefined || sameAddress(chain, tx.to, target) ? undefined : target,
    );
  reader.take(readCall(t, tx, reading));
  const coins = (units: bigint) => amountWords(t, units, native.decimals, native.shownSymbol ?? native.symbol);
  const expected = kind === 'native' ? (toBaseUnits(route.sellAmount, native.decimals, 'exact') ?? 0n) : 0n;
  reader.held(
    { name: t('Coins sent along'), value: coins(BigInt(tx.value)) },
    BigInt(tx.value) === expected ? undefined : coins(expected),
  );
  return { section: reader.section(), reader };
}

/** @throws {Error} where something that is to be signed cannot be read. */
export function readEvm(t: Text, reading: EvmReading): Signing {
  const { route, network, by, facts } = reading;
  const tx = evmTxSchema.parse(route.tx);
  const approvals = (route.meta.approvals ?? []).map((approval) => evmTxSchema.parse(approval));
  const allowances = approvals.map((approval, index) => approvalSection(t, approval, reading, index === 0));
  const last = by === 'signature' ? typedDataSection(t, reading) : callSection(t, tx, reading, approvals.length > 0);
  // What lapses is said by the countdown; `nowSeconds` 0 leaves time out of the comparison.
  const fault =
    facts &&
    (faultOf(() => checkEvmPayment(route, { network, nowSeconds: 0, ...facts })) ??
      (by === 'signature' ? typedDataFault(route, tx, network) : undefined));
  return {
    sections: [...allowances.map(({ reader: _reader, ...section }) => section), last.section],
    differences: [...allowances, last].flatMap(({ reader }) => reader.differences),
    ...(fault === undefined ? {} : { fault }),
    raw: [
      ...approvals.map((approval) => ({ name: t('Allowance'), text: approval.data })),
      by === 'signature'
        ? { name: t('Message'), text: JSON.stringify(route.meta.typedData) }
        : { name: t('Transaction'), text: tx.data },
    ],
  };
}
