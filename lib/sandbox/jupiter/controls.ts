/**
 * Defines what the control endpoint can do to the emulated Jupiter.
 *
 * Faults (`/control/fault`), target `jupiter`; "times":2 ends one after so many answers that it touched:
 *   drift             {"percent":2,"mint":"EPjF…"} right after every quote and build what is bought (or `mint`) gets dearer
 *                     by so much, so that the answer holds no more when it arrives; {"after":"build"} after builds alone
 *   frontRun          {"percent":5} the same just before a swap is carried out: it passed its simulation and fails on the chain
 *   expiredBlockhash  transactions come with a blockhash that is long gone
 *   rateLimit         {"resetSeconds":2} every request gets 429 with the gateway's headers; {"limit":3} so many a minute
 *   failure           {"status":400,"error":"…","errorCode":"…","path":"/build"} any refusal, also with status 200
 *   noRoute           `No routes found`
 *   notTradable       {"mint":"…"} `The token … is not tradable`
 *   noPrice           {"mint":"…"} is left out of prices
 *   simulationError   version 1 says that the swap would fail
 *   unknownFields     every object of an answer has unknown fields
 *   stripped          an answer without the fields that may be missing: platformFee, bps, priceImpactPct
 *   tamper            {"what":"destination"} one of those in tamper.ts, among them amount, slippage, extraTransfer,
 *                     extraSigner, feePayer, lookupTable, priorityFee, promise
 *   429, 500, html, garbage, hang, slow, down: as for every service
 *
 * Actions (`/control/<name>`):
 *   jupiter-state       slot, prices of the wide market, pools with their reserves
 *   jupiter-move-price  {"mint":"So111…","percent":-5} the wide market's price, the pools with it; symbols do as well: {"mint":"SOL"}
 *   jupiter-push        {"mint":"SOL","percent":3} the pools alone, which come back with time
 *   jupiter-settle      the pools are at the wide market's prices at once
 */
import { z } from 'zod';
import { ControlError } from '../ledger.ts';
import { KINDS, ROUTER_PROGRAM } from '../solana/jupiter-accounts.ts';
import { MINTS, mintNamed } from '../solana/mints.ts';
import { allKeys } from '../solana/tx-record.ts';
import { fault, type Jupiter, TARGET, use } from './jupiter-state.ts';
import { movePrice, PRICE_SCALE, pushPools, readPools, settleMarket } from './market.ts';
import { isOfQuotes, TAMPERINGS } from './tamper.ts';

const mintOf = (text: string): string => {
  const found = MINTS.find(({ mint, symbol }) => mint === text || symbol.toLowerCase() === text.toLowerCase());
  if (!found) throw new ControlError(`mint: one of ${MINTS.map(({ symbol }) => symbol).join(', ')}, or its address`);
  return found.mint;
};

const pushSchema = z.object({ mint: z.string(), percent: z.number().gt(-99).lt(1000) });
/** The number of rounds after which the maker has reached its prices from any state. */
const SETTLING_ROUNDS = 60;

function stateOf({ ledger, market }: Jupiter) {
  return {
    slot: ledger.node.slot(),
    prices: Object.fromEntries(
      MINTS.map(({ mint, symbol }) => [symbol, Number(market.prices[mint] ?? 0n) / Number(PRICE_SCALE)]),
    ),
    pools: readPools(ledger).map(({ account, a, b }) => ({
      pool: account.address,
      label: KINDS[account.kind].label,
      [account.a.symbol]: a,
      [account.b.symbol]: b,
    })),
    tamperings: TAMPERINGS,
  };
}

export function addControls(jupiter: Jupiter, save: () => void): void {
  const { world, ledger } = jupiter;
  const add = <S extends z.ZodType>(name: string, schema: S, act: (body: z.output<S>) => unknown) =>
    world.control(`${TARGET}-${name}`, (params) => {
      const parsed = schema.safeParse(params);
      if (!parsed.success)
        throw new ControlError(parsed.error.issues.map((one) => `${one.path.join('.')}: ${one.message}`).join('; '));
      const result = act(parsed.data);
      save();
      return result;
    });
  add('state', z.unknown(), () => stateOf(jupiter));
  add('move-price', pushSchema, ({ mint, percent }) => ({
    price: Number(movePrice(ledger, jupiter.market, mintOf(mint), percent)) / Number(PRICE_SCALE),
  }));
  add('push', pushSchema, ({ mint, percent }) => {
    pushPools(ledger, mintOf(mint), percent);
    return stateOf(jupiter);
  });
  add('settle', z.unknown(), () => {
    for (let round = 0; round < SETTLING_ROUNDS; round += 1) settleMarket(ledger, jupiter.market);
    return stateOf(jupiter);
  });
}

const percentOf = (params: Record<string, unknown>): number =>
  typeof params.percent === 'number' ? params.percent : 2;

/** Version 1's `route` refers only to the bought mint; the others name the sold one before it. */
const boughtOf = (data: Uint8Array, mints: readonly string[]): string | undefined =>
  data[0] === 0xe5 ? mints[0] : mints[1];

/** Changes prices right before each swap is executed, so that they differ from those of its simulation. */
export function frontRun(jupiter: Jupiter): void {
  jupiter.ledger.node.beforeLanding = ({ staticKeys, instructions, lookups }) => {
    const params = fault(jupiter, 'frontRun');
    const swap = instructions.find(({ programIndex }) => staticKeys[programIndex] === ROUTER_PROGRAM);
    if (params === undefined || swap === undefined) return;
    const { keys } = allKeys({ staticKeys, lookups }, jupiter.ledger.node.account);
    // The bought mint follows the sold one in every layout.
    const mints = swap.accounts.map((index) => keys[index] ?? '').filter((key) => mintNamed(key) !== undefined);
    const mint = typeof params.mint === 'string' ? mintOf(params.mint) : boughtOf(swap.data, mints);
    use(jupiter, 'frontRun');
    if (mint !== undefined) pushPools(jupiter.ledger, mint, percentOf(params));
  };
}

/** A map by addresses has no fields; an empty object may be one. */
const isMap = (value: object): boolean => Object.keys(value).every((key) => /^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(key));

function withUnknownFields(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withUnknownFields);
  if (typeof value !== 'object' || value === null) return value;
  const known = Object.entries(value).map(([key, one]) => [key, withUnknownFields(one)]);
  if (isMap(value)) return Object.fromEntries(known);
  return { ...Object.fromEntries(known), addedInTheNextRelease: { version: 9, flags: [null, 'x'] } };
}

const OPTIONAL = [
  'platformFee',
  'bps',
  'percent',
  'priceImpactPct',
  'swapUsdValue',
  'icon',
  'usdPrice',
  'organicScore',
];
function stripped(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(stripped);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => !OPTIONAL.includes(key))
      .map(([key, one]) => [key, stripped(one)]),
  );
}

const makesTransaction = (path: string): boolean => /\/(build|swap|swap-instructions)$/.test(path);

/** Counts the faults that an answer used. */
function countUses(jupiter: Jupiter, path: string): void {
  if (makesTransaction(path)) use(jupiter, 'expiredBlockhash');
  if (isOfQuotes(jupiter) ? /\/(quote|build)$/.test(path) : makesTransaction(path)) use(jupiter, 'tamper');
  if (path.endsWith('/swap')) use(jupiter, 'simulationError');
}

const boughtSchema = z.object({ outputMint: z.string() });

/** Applies faults to an answer; their changes of the market happen after it. */
export function afterAnswer(jupiter: Jupiter, { path }: { path: string }, value: unknown): unknown {
  const drift = fault(jupiter, 'drift');
  const isQuote = path.endsWith('/quote') || path.endsWith('/build');
  if (drift && (drift.after === 'build' ? path.endsWith('/build') : isQuote)) {
    const bought = boughtSchema.safeParse(value);
    const mint = typeof drift.mint === 'string' ? mintOf(drift.mint) : bought.data?.outputMint;
    use(jupiter, 'drift');
    if (mint !== undefined) pushPools(jupiter.ledger, mint, percentOf(drift));
  }
  countUses(jupiter, path);
  const shown = fault(jupiter, 'stripped') ? stripped(value) : value;
  return fault(jupiter, 'unknownFields') ? withUnknownFields(shown) : shown;
}
