/** Explains every error that a caller may get: its meaning, its meaning for the money, and what to do. */
import { problemType } from '../api/problem.ts';
import type { ProviderErrorCode } from '../domain/errors.ts';

export type ErrorPage = {
  title: string;
  /** Several statuses where one title occurs with more than one. */
  status: readonly number[];
  means: string;
  /** The steps to take, in order. */
  todo: readonly string[];
  /** Whether the same request may be sent again as it is. */
  repeat: 'no' | 'later';
};

export const ERROR_PAGES: readonly ErrorPage[] = [
  {
    title: 'Validation Error',
    status: [400],
    means: 'Something in the request is missing or written in a way that is not taken. Nothing was done with it.',
    todo: [
      'Read `errors`: it names every field that is wrong, with what would be accepted, and a `code` for programs.',
      'Put them all right and send the request again. The limits of each field stand in the reference.',
    ],
    repeat: 'no',
  },
  {
    title: 'Bad Request',
    status: [400],
    means: 'The address or a header of the request cannot be read: it is not percent-encoded UTF-8, or has a NUL.',
    todo: ['Send the path and the headers of the reference, and encode what they carry.'],
    repeat: 'no',
  },
  {
    title: 'Unauthorized',
    status: [401],
    means:
      'The API key is not known here, has expired or was revoked; or this deployment takes no requests without one.',
    todo: [
      'Check that the whole key is sent, in `x-api-key` or `api-key`, and to the deployment that gave it out.',
      'Where keys are optional, leave the header out: you are then limited by your address.',
      'Ask who runs the deployment for a new key. Nobody can read an old one out: only its hash is stored.',
    ],
    repeat: 'no',
  },
  {
    title: 'Forbidden',
    status: [403],
    means:
      'The path is for this deployment’s own pages and answers nobody else, or asks for an asset that is not offered here.',
    todo: ['Use the endpoints below `/v1`, which are for everybody.'],
    repeat: 'no',
  },
  {
    title: 'Address Refused',
    status: [403],
    means:
      'The deployment has its addresses screened, and does not serve the address that `errors` names: `field` is the request’s field, `code` the reason that the screening gives. Nothing was opened or ordered, no money was moved.',
    todo: [
      'Use another address. The same one is refused again, by quotes, deposit channels and orders alike.',
      'Ask who runs the deployment, with the `traceId`, if you think that this is a mistake.',
    ],
    repeat: 'no',
  },
  {
    title: 'Country Refused',
    status: [403],
    means: 'The deployment offers no swaps in the country that you call from. Nothing was done.',
    todo: ['What you have begun goes on: `POST /v1/track` answers from everywhere.'],
    repeat: 'no',
  },
  {
    title: 'Not Found',
    status: [404],
    means:
      'Nothing is known under this path, `quoteId` or `hash`. Quotes that nobody paid are kept 90 days unless the deployment says otherwise, and each deployment knows its own only; one network never sees the other’s.',
    todo: [
      'Check the path against the reference, and that the identifier comes from this very deployment.',
      'A payment that was just sent may be tracked at once by its `quoteId`; by its `hash` alone only when it is known here.',
    ],
    repeat: 'no',
  },
  {
    title: 'Method Not Allowed',
    status: [405],
    means: 'The path is right, its method is another.',
    todo: ['`Allow` names the methods that are answered. Quoting, tracking and opening channels are `POST`.'],
    repeat: 'no',
  },
  {
    title: 'Conflict',
    status: [409],
    means: 'What was asked does not fit what has happened meanwhile: an order that was paid or has ended, say.',
    todo: ['Read `detail`, then ask for the state first: `POST /v1/track`. Take a new quote before you pay anything.'],
    repeat: 'no',
  },
  {
    title: 'Idempotency Key In Use',
    status: [409],
    means: 'The first request with this `Idempotency-Key` is still being worked on. Nothing is done twice.',
    todo: ['Wait as long as `Retry-After` says and send the same request with the same key: it gets the same answer.'],
    repeat: 'later',
  },
  {
    title: 'Payload Too Large',
    status: [413],
    means: 'The body has more than 64 KiB; no request of this API needs a hundredth of it.',
    todo: ['Send the fields of the reference and nothing else.'],
    repeat: 'no',
  },
  {
    title: 'URI Too Long',
    status: [414],
    means: 'The address of the request has more than 8192 bytes.',
    todo: ['Name fewer assets at once.'],
    repeat: 'no',
  },
  {
    title: 'Misdirected Request',
    status: [421],
    means: 'The `Host` of the request is not one of this deployment’s names.',
    todo: ['Use the address that the deployment gave out. Whoever runs it adds a name in `ALLOWED_HOSTS`.'],
    repeat: 'no',
  },
  {
    title: 'Idempotency Key Reused',
    status: [422],
    means: 'The `Idempotency-Key` was used within the last day with another body. This request was not carried out.',
    todo: ['Take a new key for each new request; keep a key only to send the very same request again.'],
    repeat: 'no',
  },
  {
    title: 'Refused By The Chain',
    status: [422],
    means:
      'The chain looked at the signed transaction and will not have it; `detail` has its own words. Nothing was sent, the money is where it was.',
    todo: [
      'Check balance, fee and nonce in the wallet. Take a new quote and sign what it has: prices and limits may have moved.',
    ],
    repeat: 'no',
  },
  {
    title: 'Too Many Requests',
    status: [429],
    means:
      'You have asked for more than you may just now, or used up your share of the deposit channels that are opened here.',
    todo: [
      'Wait as long as `Retry-After` says. `RateLimit` and `RateLimit-Policy` tell beforehand what is left.',
      'Fetch the token list with `If-None-Match`, and track by the event stream in place of polling.',
      'A key has limits of its own: ask who runs the deployment.',
    ],
    repeat: 'later',
  },
  {
    title: 'Internal Server Error',
    status: [500],
    means: 'A fault on our side.',
    todo: [
      'If you had paid already, nothing is lost: tracking goes on without any request. Ask `POST /v1/track`.',
      'Tell who runs the deployment the `traceId`: it finds the request in the log.',
    ],
    repeat: 'later',
  },
  {
    title: 'Bad Gateway',
    status: [502],
    means: 'Somebody that we ask (a provider, a broker, a chain) failed or takes longer than an answer may.',
    todo: [
      'With `Retry-After`, send the same request again: it finds what was created meanwhile and creates no second.',
      'Without it, quote again; another provider may do the same swap.',
    ],
    repeat: 'later',
  },
  {
    title: 'Maintenance',
    status: [503],
    means:
      'Who runs the deployment has stopped all new swaps for a while; `detail` says why. Quotes, deposit channels and orders are refused, swaps under way go on and can be tracked.',
    todo: ['Come back after `Retry-After`, or ask another deployment.', 'Pay nothing by an older quote meanwhile.'],
    repeat: 'later',
  },
  {
    title: 'Service Unavailable',
    status: [503],
    means:
      'The deployment is starting, stands still for a moment, or has switched this off for good; `detail` says which.',
    todo: ['With `Retry-After`, come back then. Without it, this deployment does not offer what you asked for.'],
    repeat: 'later',
  },
];

/** The slug of an error's page: `/errors/validation-error` gives `validation-error`. */
export const errorSlug = ({ title }: Pick<ErrorPage, 'title'>): string => problemType(title).slice('/errors/'.length);

export const errorPage = (slug: string): ErrorPage | undefined => ERROR_PAGES.find((page) => errorSlug(page) === slug);

export const REPEAT_TEXTS: Record<ErrorPage['repeat'], string> = {
  no: 'Not as it is: it would be answered the same.',
  later: 'Yes, after a while: calls that create only with the same Idempotency-Key.',
};

/** The meaning of each code of `providerErrors`, and what helps: section 7.3 of the interface. */
export const PROVIDER_CODES: Record<ProviderErrorCode, { means: string; todo: string }> = {
  unknownError: {
    means: 'It failed in a way that it does not explain.',
    todo: 'Take another route, or ask again later.',
  },
  tradingHalted: {
    means: 'It has stopped trading one of the two chains or assets for now. Nothing can be sent to it.',
    todo: 'Take another provider; `GET /v1/providers` tells where it goes on.',
  },
  providerQuoteTimeout: { means: 'It did not answer in time.', todo: 'Ask again, or ask it alone by `providers`.' },
  tokenNotFound: {
    means: 'It does not list one of the two assets.',
    todo: 'Look the asset up in `GET /v1/tokens`, whose records name who can swap it.',
  },
  unsupportedChainId: { means: 'It does not reach one of the two chains.', todo: 'Take another provider.' },
  invalidSellAmount: {
    means: 'The amount has more digits than the asset, or is not one that it can take.',
    todo: 'Use at most as many fraction digits as `decimals` of the token’s record.',
  },
  crossChainNotSupported: {
    means: 'It swaps within one chain only, or no longer swaps this kind of asset.',
    todo: 'Take a provider between chains, or a route of two legs.',
  },
  insufficientLiquidity: { means: 'There is not enough to buy for this amount.', todo: 'Sell less, or in parts.' },
  swapAmountTooSmall: {
    means: 'Fees would eat the amount, or the network would keep it.',
    todo: 'Sell more: the message names the least, where the provider tells it.',
  },
  quoteNotFound: {
    means: 'It has no route for this, or this amount is not worth splitting for a `_STREAMING` id.',
    todo: 'Take its other id or another provider.',
  },
  dexAggregationNotSupported: {
    means: 'It cannot put this swap behind or before another.',
    todo: 'Take a provider that swaps the pair alone.',
  },
  httpError: { means: 'It answered with an error of its own or cannot be reached.', todo: 'Ask again in a minute.' },
  missingChainflipBuyAsset: { means: 'Chainflip does not know the bought asset.', todo: 'Take another provider.' },
  missingChainflipBuyChain: {
    means: 'Chainflip does not reach the bought asset’s chain.',
    todo: 'Take another provider.',
  },
  missingChainflipSellAsset: { means: 'Chainflip does not know the sold asset.', todo: 'Take another provider.' },
  missingChainflipSellChain: {
    means: 'Chainflip does not reach the sold asset’s chain.',
    todo: 'Take another provider.',
  },
};
