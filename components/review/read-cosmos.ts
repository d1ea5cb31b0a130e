/** What a Cosmos chain is told by the messages that are signed, and where that is not the review. */
import { z } from 'zod';
import { messageTxSchema } from '../../lib/api/schemas/route.ts';
import { sameAddress } from '../../lib/chains/address.ts';
import type { NetworkName } from '../../lib/chains/chain.ts';
import { CHAINS } from '../../lib/chains/chains.ts';
import { fromBaseUnits, toBaseUnits } from '../../lib/domain/amount.ts';
import { assetOf } from '../../lib/domain/asset.ts';
import type { ChainId } from '../../lib/domain/chain-id.ts';
import type { Text } from '../../lib/i18n/text.ts';
import type { PayableRoute } from '../../lib/payments/payable-route.ts';
import { checkCosmosTx } from '../../lib/wallet/cosmos/check-cosmos.ts';
import { fullAmount } from '../ui/format.ts';
import { faultOf, Reader, type Signing } from './signing.ts';

const coinSchema = z.union([
  z.object({ amount: z.string().regex(/^\d+$/), denom: z.string() }),
  z
    .object({ amount: z.string().regex(/^\d+$/), asset: z.string() })
    .transform(({ amount, asset }) => ({ amount, denom: asset })),
]);
type Coin = z.output<typeof coinSchema>;

/** Decimals of a coin by its denomination; undefined for those that are not the chain's own. */
function decimalsOf({ denom }: Coin, chain: ChainId): number | undefined {
  const { native, denom: own, otherDenoms = {} } = CHAINS[chain];
  if (denom === own || denom === `${chain}.${native.symbol}`) return native.decimals;
  // MAYA, the token beside CACAO, counts to four digits; RUNE's neighbours to eight, as it does.
  if (denom === 'MAYA.MAYA' || denom === otherDenoms.MAYA) return 4;
  return Object.values(otherDenoms).includes(denom) || denom.startsWith(`${chain}.`) ? native.decimals : undefined;
}

const symbolOf = ({ denom }: Coin, chain: ChainId): string => {
  const { native, denom: own, otherDenoms = {} } = CHAINS[chain];
  if (denom === own) return native.symbol;
  const other = Object.entries(otherDenoms).find(([, name]) => name === denom)?.[0];
  return other ?? denom.slice(denom.indexOf('.') + 1);
};

function coinWords(t: Text, coin: Coin, chain: ChainId): string {
  const decimals = decimalsOf(coin, chain);
  return decimals === undefined
    ? `${coin.amount} ${coin.denom}`
    : `${fullAmount(fromBaseUnits(BigInt(coin.amount), decimals), t.tag)} ${symbolOf(coin, chain)}`;
}

const coinsOf = (value: unknown): Coin[] | undefined => z.array(coinSchema).safeParse(value).data;

type Value = Readonly<Record<string, unknown>>;

function readAmount(t: Text, reader: Reader, value: Value, route: PayableRoute): void {
  const asset = assetOf(route.sellAsset);
  const coins = coinsOf(value.coins ?? value.amount);
  const [coin, ...others] = coins ?? [];
  const words = coins?.map((one) => coinWords(t, one, asset.chain)).join(', ') ?? JSON.stringify(value.amount ?? '');
  const decimals = coin && decimalsOf(coin, asset.chain);
  const isRight =
    coin !== undefined &&
    others.length === 0 &&
    decimals !== undefined &&
    symbolOf(coin, asset.chain).toUpperCase() === asset.symbol.toUpperCase() &&
    toBaseUnits(route.sellAmount, decimals, 'exact') === BigInt(coin.amount);
  reader.held(
    { name: t('Amount'), value: words },
    isRight ? undefined : `${fullAmount(route.sellAmount, t.tag)} ${asset.symbol}`,
  );
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

function readMessage(t: Text, { type, value }: { type: string; value: Value }, route: PayableRoute): Reader {
  const { chain } = assetOf(route.sellAsset);
  const same = (a: string, b: string) => sameAddress(chain, a, b);
  const reader = new Reader().row({ name: t('Message'), value: type, as: 'code' });
  readAmount(t, reader, value, route);
  const address = (key: string, name: string, reviewed: string) => {
    if (!(key in value)) return;
    const said = textOf(value[key]);
    reader.held({ name, value: said, as: 'address' }, same(said, reviewed) ? undefined : reviewed);
  };
  address('from_address', t('From'), route.sourceAddress);
  address('to_address', t('To the vault'), route.inboundAddress ?? '');
  address('signer', t('Signed by'), route.sourceAddress);
  const known = ['amount', 'coins', 'memo', 'from_address', 'to_address', 'signer'];
  for (const [name, other] of Object.entries(value).filter(([key]) => !known.includes(key)))
    reader.row({ name, value: typeof other === 'string' ? other : JSON.stringify(other), as: 'code' });
  return reader;
}

/** @throws {Error} where it cannot be read. */
export function readCosmos(t: Text, route: PayableRoute, network: NetworkName): Signing {
  const tx = messageTxSchema.parse(route.tx);
  const { chain } = assetOf(route.sellAsset);
  const messages = tx.msgs.map((message) => readMessage(t, message, route));
  const memo =
    tx.msgs.map(({ value }) => value.memo).find((text) => typeof text === 'string' && text !== '') ?? tx.memo;
  const fee = coinsOf(tx.fee.amount) ?? [];
  const cost = new Reader()
    .row({
      name: t('Network fee'),
      value: fee.length > 0 ? fee.map((coin) => coinWords(t, coin, chain)).join(', ') : t('taken by the chain itself'),
    })
    .row({ name: t('Gas'), value: fullAmount(tx.fee.gas, t.tag) });
  if (route.memo !== undefined && memo !== route.memo)
    cost.differences.push({ name: t('Memo'), reviewed: route.memo, signed: memo ?? t('no memo') });
  const fault = faultOf(() => checkCosmosTx(route, network));
  return {
    sections: [...messages.map((reader) => reader.section()), cost.section()],
    differences: [...messages, cost].flatMap((reader) => reader.differences),
    ...(fault === undefined ? {} : { fault }),
    raw: [{ name: t('Transaction'), text: JSON.stringify(tx, undefined, 1) }],
  };
}
