/**
 * Defines the embed's protocol as schemas: all messages that a host page and the frame exchange by `postMessage`.
 *
 * 1. The host opens `/embed?…#portage=<instance>&host=<its own origin>`; `instance` is random, one for each frame.
 * 2. The frame posts `hello` to its parent, addressed to that origin; the browser drops it if the parent has another.
 *    Its `nonce` is the instance, by which a host with several frames identifies them.
 * 3. The host answers `init` with a new session nonce. From then on every message of both sides carries it.
 * 4. Both sides accept messages only from that window and that origin with that nonce, and silently drop all others.
 */
import { z } from 'zod';
import { PROVIDER_ERROR_CODES } from '../../domain/errors.ts';
import { chainIdSchema, decimalAmountSchema, providerIdSchema } from '../schemas/common.ts';
import { embedOptionsSchema } from './options.ts';
import { HOOKS, HOST_WALLETS, LONGEST_REASON, NONCE, PROTOCOL, REQUEST_ID } from './protocol.ts';

const envelope = { portage: z.literal(PROTOCOL), nonce: z.string().regex(NONCE) };
const id = z.string().regex(REQUEST_ID);
const message = <const T extends string, S extends z.ZodRawShape>(type: T, shape: S, docs: string) =>
  z.object({ ...envelope, type: z.literal(type), ...shape }).meta({ description: docs });

/** A wallet that the host lends to the frame. */
const hostWalletSchema = z.object({
  name: z.string().min(1).max(40),
  icon: z
    .string()
    .regex(/^data:image\//)
    .max(100_000)
    .optional(),
  /** The methods of `WALLET_METHODS` that the wallet supports; absent: all. */
  methods: z.array(z.string().max(40)).max(40).optional(),
});
const hostWalletsSchema = z.object({
  evm: hostWalletSchema.optional(),
  solana: hostWalletSchema.optional(),
  bitcoin: hostWalletSchema.optional(),
});
export type HostWallet = z.infer<typeof hostWalletSchema>;
export type HostWallets = z.infer<typeof hostWalletsSchema>;

const hooks = z.array(z.enum(HOOKS)).max(HOOKS.length);

/** The messages that the host sends. */
export const hostMessageSchema = z.discriminatedUnion('type', [
  message(
    'init',
    {
      instance: z.string().regex(NONCE),
      /** Each option is read by itself: an invalid one is reported by an `error` and keeps its default. */
      options: z.unknown().optional(),
      hooks: hooks.optional(),
      wallets: hostWalletsSchema.optional(),
    },
    'Answers `hello`. `nonce` is the session’s from here on.',
  ),
  message('setOptions', { options: z.unknown().optional() }, 'Replaces all options; the address bar’s are no more.'),
  message('setHooks', { hooks }, 'Which hooks the host answers from now on.'),
  message('setWallets', { wallets: hostWalletsSchema }, 'Which wallets the host lends from now on.'),
  message('allow', { id }, 'Lets the deed of that request go on.'),
  message(
    'veto',
    { id, reason: z.string().max(LONGEST_REASON).optional() },
    'Stops it; the sentence is shown to the person as the host’s.',
  ),
  message('walletResult', { id, result: z.unknown().optional() }, 'What the host’s wallet answered.'),
  message(
    'walletFailure',
    { id, code: z.number().int().optional(), message: z.string().max(1000) },
    'What the host’s wallet threw; 4001 is the person’s no.',
  ),
  message(
    'walletEvent',
    { wallet: z.enum(HOST_WALLETS), event: z.string().max(40), data: z.unknown().optional() },
    'What the host’s wallet told.',
  ),
]);
export type HostMessage = z.infer<typeof hostMessageSchema>;

const swapFields = { quoteId: z.string(), routeIndex: z.number().int().min(0), hash: z.string() };
const sides = { sellAsset: z.string(), buyAsset: z.string(), sellAmount: decimalAmountSchema };

/** The part of a route that a host needs; `GET /v1/quote/{quoteId}` has all of it. */
const routeSummarySchema = z.object({
  providers: z.array(providerIdSchema),
  expectedBuyAmount: decimalAmountSchema,
  /** The least output that the route guarantees. */
  expectedBuyAmountMaxSlippage: decimalAmountSchema,
  tags: z.array(z.string()),
  /** Total loss against the market price; positive is a loss. */
  totalSlippageBps: z.number(),
  /** The pools' part of that loss, in percent; positive is a loss. */
  priceImpact: z.number().optional(),
  seconds: z.number().optional(),
});
export type RouteSummary = z.infer<typeof routeSummarySchema>;

/** The payment that a hook is asked about. */
const payment = {
  ...sides,
  quoteId: z.string(),
  routeIndex: z.number().int().min(0),
  route: routeSummarySchema,
  sourceAddress: z.string(),
  destinationAddress: z.string(),
};

const ended = { ...swapFields, ...sides };

/** Error codes for programs. */
export const EMBED_ERRORS = [
  'wrongOption',
  'vetoed',
  'hookTimeout',
  'quoteFailed',
  'paymentFailed',
  'covered',
] as const;

/** The messages that the frame sends. */
export const frameMessageSchema = z.discriminatedUnion('type', [
  message('hello', { versions: z.array(z.number().int()) }, 'The first word. `nonce` is the instance.'),
  message('ready', { options: embedOptionsSchema.optional() }, 'The frame can be used; the options as it took them.'),
  message(
    'quote',
    {
      ...sides,
      routes: z.array(routeSummarySchema),
      errors: z.array(
        z.object({ provider: providerIdSchema, errorCode: z.enum(PROVIDER_ERROR_CODES), message: z.string() }),
      ),
    },
    'A complete answer is shown.',
  ),
  message(
    'routeChosen',
    { ...sides, route: routeSummarySchema },
    'Another route is chosen, by the person or by itself.',
  ),
  message(
    'wallet',
    { accounts: z.array(z.object({ chain: chainIdSchema, address: z.string(), walletName: z.string() })) },
    'Which accounts are connected now.',
  ),
  message(
    'beforeQuote',
    { id, ...sides, destinationAddress: z.string().optional(), sourceAddress: z.string().optional() },
    'Asks whether this may be quoted. Where nobody answers in time, it is.',
  ),
  message(
    'beforeApproval',
    { id, ...payment, spender: z.string().optional() },
    'Asks whether the allowance may be given.',
  ),
  message(
    'beforeSign',
    { id, ...payment, by: z.enum(['transaction', 'signature', 'byHand']) },
    'Asks whether it may be signed.',
  ),
  message(
    'walletRequest',
    {
      id,
      wallet: z.enum(HOST_WALLETS),
      /** One of `WALLET_METHODS`. */
      method: z.string(),
      params: z.array(z.unknown()),
    },
    'Asks the host’s wallet.',
  ),
  message('sent', { ...ended, chain: chainIdSchema }, 'The payment is sent; its hash is known.'),
  message(
    'stage',
    { ...swapFields, trackingStatus: z.string(), stage: z.string().optional() },
    'Tracking has news, also between these.',
  ),
  message(
    'completed',
    { ...ended, buyAmount: decimalAmountSchema.optional(), outboundHash: z.string().optional() },
    'It arrived.',
  ),
  message(
    'refunded',
    { ...ended, refundAmount: decimalAmountSchema.optional(), reason: z.string().optional() },
    'What was sold came back.',
  ),
  message('failed', { ...ended, reason: z.string().optional() }, 'The swap failed, and nothing came back by itself.'),
  message(
    'error',
    { code: z.enum(EMBED_ERRORS), message: z.string(), option: z.string().optional() },
    'Something went wrong, in a sentence; the frame says it as well.',
  ),
  message('height', { height: z.number().int().min(0) }, 'CSS pixels that the page in the frame needs.'),
]);
export type FrameMessage = z.infer<typeof frameMessageSchema>;
