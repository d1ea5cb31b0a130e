/** Answers questions about Garden itself: chains, assets, policy, liquidity, prices, fees and health. */
import { ASSETS, chainName, chainNumber, type GardenAsset, htlcOf, isBitcoin, timelocksOf, USD } from './assets.ts';
import { dollars, freeStock, isDry } from './quote.ts';
import { assetState, fault, type Garden, SOLVER_ID } from './state.ts';

const chainId = (asset: GardenAsset): string => (isBitcoin(asset) ? 'bitcoin' : `evm:${chainNumber(asset.chain)}`);
const htlcSchema = (asset: GardenAsset): string => {
  if (isBitcoin(asset)) return 'bitcoin:htlc';
  return asset.token === undefined ? 'evm:htlc_native' : 'evm:htlc_erc20';
};
const icon = (name: string): string => `https://garden.imgix.net/token-images/${name}.svg`;

export const assetsJson = ({ state }: Garden): unknown[] =>
  ASSETS.map((asset) => {
    const { generation, min, max, price, active } = assetState(state, asset.id);
    const symbol = asset.id.slice(asset.id.indexOf(':') + 1);
    const native = asset.token === undefined;
    return {
      id: asset.id,
      name: asset.name,
      chain: chainId(asset),
      icon: icon(symbol),
      htlc: isBitcoin(asset) ? null : { address: htlcOf(asset, generation), schema: htlcSchema(asset) },
      token: native ? null : { address: asset.token, schema: 'evm:erc20' },
      decimals: asset.decimals,
      min_amount: min.toString(),
      max_amount: max.toString(),
      price: Number(price) / Number(USD),
      is_active: active,
    };
  });

export function chainsJson(): unknown[] {
  const first = new Map<string, GardenAsset>();
  for (const asset of ASSETS) if (!first.has(chainName(asset))) first.set(chainName(asset), asset);
  return [...first].map(([name, asset]) => {
    const { source, destination } = timelocksOf(asset, asset);
    return {
      chain: name,
      id: chainId(asset),
      icon: icon(name),
      explorer_url: '',
      confirmation_target: 1,
      source_timelock: String(source),
      destination_timelock: String(destination),
      supported_htlc_schemas: isBitcoin(asset) ? ['bitcoin:htlc'] : ['evm:htlc_erc20', 'evm:htlc_native'],
      supported_token_schemas: isBitcoin(asset) ? ['primary'] : ['evm:erc20', 'primary'],
    };
  });
}

export const liquidityJson = (garden: Garden): unknown[] => [
  {
    solver_id: SOLVER_ID,
    liquidity: ASSETS.map((asset) => {
      const free = isDry(garden, asset.id) ? 0n : freeStock(garden.state, asset.id);
      const balance = free > 0n ? free : 0n;
      const { price } = assetState(garden.state, asset.id);
      return {
        asset: asset.id,
        balance: (garden.state.stock[asset.id] ?? 0n).toString(),
        virtual_balance: balance.toString(),
        readable_balance: String(Number(balance) / 10 ** asset.decimals),
        fiat_value: dollars((balance * price) / 10n ** BigInt(asset.decimals)),
      };
    }),
  },
];

export const fiatJson = ({ state }: Garden): Record<string, number> =>
  Object.fromEntries(ASSETS.map(({ id }) => [id, Number(assetState(state, id).price) / Number(USD)]));

/** The value of all completed orders in dollars, at the prices of their creation. */
export function volumeOf({ state }: Garden): string {
  const done = state.orders.filter((order) => order.destination.redeem !== undefined);
  const worth = done.reduce((sum, { source }) => {
    const decimals = ASSETS.find(({ id }) => id === source.assetId)?.decimals ?? 0;
    return sum + (Number(source.amount) / 10 ** decimals) * source.price;
  }, 0);
  return String(Math.round(worth));
}

export const isHealthy = (garden: Garden): boolean => fault(garden, 'unhealthy') === undefined;

export const SCHEMAS: Readonly<Record<string, unknown>> = {
  'evm:htlc_erc20': { type: 'evm', functions: ['initiate', 'redeem', 'refund', 'instantRefund'] },
  'evm:htlc_native': { type: 'evm', functions: ['initiate', 'redeem', 'refund', 'instantRefund'] },
  'evm:erc20': { type: 'evm', functions: ['approve', 'allowance', 'balanceOf'] },
  'bitcoin:htlc': { type: 'p2tr', leaves: ['redeem', 'refund', 'instant_refund'] },
};
