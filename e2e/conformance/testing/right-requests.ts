/** Decides what the right service refuses: the rules of the specification and of Portage, written again by hand. */
import { addressOn } from '../addresses.ts';
import { CHAINS, chainKind, PROVIDERS, sameAsset, splitAssetId } from '../vocabulary.ts';

export type Body = Record<string, unknown>;
export type Fault = { field: string; message: string; code: string };

const fault = (field: string, message: string): Fault => ({ field, message: `${field} ${message}.`, code: 'invalid' });

/** A rule that does not apply where the field is absent. */
const when = (body: Body, field: string, holds: (value: unknown) => boolean, message: string): Fault[] =>
  body[field] === undefined || holds(body[field]) ? [] : [fault(field, message)];
const required = (body: Body, ...fields: string[]): Fault[] =>
  fields.filter((field) => body[field] === undefined).map((field) => fault(field, 'is required'));

const isAsset = (value: unknown): boolean =>
  typeof value === 'string' && CHAINS.includes(splitAssetId(value)?.chain ?? 'none');
const isAmount = (value: unknown): boolean =>
  typeof value === 'string' &&
  /^\d+(\.\d+)?$/.test(value) &&
  /[1-9]/.test(value) &&
  value.replace('.', '').length <= 78;
const isText = (value: unknown): boolean => typeof value === 'string';
const within = (value: unknown, least: number, most: number): boolean =>
  Number.isInteger(value) && Number(value) >= least && Number(value) <= most;

/** Precise enough to distinguish the chains of this market. */
function isAddress(asset: unknown, value: unknown): boolean {
  const chain = typeof asset === 'string' ? splitAssetId(asset)?.chain : undefined;
  if (typeof value !== 'string' || chain === undefined) return typeof value === 'string';
  return chainKind(chain) === 'evm' ? /^0x[0-9a-fA-F]{40}$/.test(value) : value === addressOn(chain);
}

const differingAssets = ({ sellAsset, buyAsset }: Body): Fault[] =>
  isAsset(sellAsset) && isAsset(buyAsset) && sameAsset(String(sellAsset), String(buyAsset))
    ? [fault('buyAsset', 'must differ')]
    : [];

const OPTIONAL = new Set([
  'providers',
  'sourceAddress',
  'destinationAddress',
  'refundAddress',
  'affiliate',
  'affiliateFee',
  'includeTx',
  'allowUnfunded',
]);

/** Removes optional fields whose value means absent. */
export const withoutEmpty = (body: Body): Body =>
  Object.fromEntries(
    Object.entries(body).filter(([field, value]) => !(OPTIONAL.has(field) && (value === '' || value === null))),
  );

export function quoteFaults(body: Body): Fault[] {
  return [
    ...required(body, 'sellAsset', 'buyAsset', 'slippage', ...(body.buyAmount === undefined ? ['sellAmount'] : [])),
    ...(body.buyAmount === undefined || body.sellAmount === undefined ? [] : [fault('buyAmount', 'is one too many')]),
    ...when(body, 'buyAmount', isAmount, 'must be a decimal above zero'),
    ...when(body, 'sellAsset', isAsset, 'must be an asset'),
    ...when(body, 'buyAsset', isAsset, 'must be an asset'),
    ...differingAssets(body),
    ...when(body, 'sellAmount', isAmount, 'must be a decimal above zero'),
    ...when(body, 'slippage', (value) => typeof value === 'number' && value >= 0 && value <= 100, 'must be 0 to 100'),
    ...when(
      body,
      'providers',
      (value) => Array.isArray(value) && value.every((id) => PROVIDERS.includes(id)),
      'must be known',
    ),
    ...when(body, 'sourceAddress', (value) => isAddress(body.sellAsset, value), 'must be an address'),
    ...when(body, 'destinationAddress', (value) => isAddress(body.buyAsset, value), 'must be an address'),
    ...when(body, 'refundAddress', (value) => isAddress(body.sellAsset, value), 'must be an address'),
    ...when(body, 'affiliate', isText, 'must be text'),
    ...when(body, 'affiliateFee', (value) => within(value, 0, 1000), 'must be 0 to 1000'),
    ...(Number(body.affiliateFee) > 0 && body.affiliate === undefined ? [fault('affiliate', 'is required')] : []),
    ...['includeTx', 'allowUnfunded'].flatMap((field) =>
      when(body, field, (value) => typeof value === 'boolean', 'must be true or false'),
    ),
  ];
}

export function channelFaults(body: Body): Fault[] {
  return [
    ...required(body, 'sellAsset', 'buyAsset', 'destinationAddress'),
    ...when(body, 'sellAsset', isAsset, 'must be an asset'),
    ...when(body, 'buyAsset', isAsset, 'must be an asset'),
    ...differingAssets(body),
    ...when(body, 'destinationAddress', (value) => isAddress(body.buyAsset, value), 'must be an address'),
    ...when(body, 'affiliateBps', (value) => within(value, 0, 1000), 'must be 0 to 1000'),
    ...when(body, 'maxBoostFeeBps', (value) => within(value, 0, 1000), 'must be 0 to 1000'),
  ];
}

export function trackFaults(body: Body): Fault[] {
  const keys = ['hash', 'quoteId', 'depositChannelId', 'channelId', 'depositAddress'];
  const neither = keys.every((key) => body[key] === undefined);
  return [
    ...(neither ? [fault('hash', 'or quoteId is required'), fault('quoteId', 'or hash is required')] : []),
    ...when(body, 'hash', (value) => typeof value === 'string' && /^\w+$/.test(value), 'must be a hash'),
    ...['quoteId', 'depositChannelId', 'channelId', 'depositAddress'].flatMap((key) =>
      when(body, key, isText, 'must be text'),
    ),
    ...when(body, 'chainId', (value) => isText(value) || Number.isInteger(value), 'must be a name or a number'),
    ...when(body, 'routeIndex', (value) => within(value, 0, 999), 'must be an index'),
  ];
}

export const oneFault = fault;
