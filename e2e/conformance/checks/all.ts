/** Lists all checks, in the order in which they are reported. */
import type { Check } from '../check.ts';
import { CHAIN_ADDITIONS } from './chains-portage.ts';
import { CHANNEL_ADDITIONS, CHANNEL_CHECKS } from './channel.ts';
import { HTTP_CHECKS } from './http.ts';
import { HTTP_ADDITIONS } from './http-portage.ts';
import { INTEGRATOR_ADDITIONS } from './integrator-portage.ts';
import { META_CHECKS } from './meta.ts';
import { PROVIDER_ADDITIONS } from './providers-portage.ts';
import { QUOTE_CHECKS } from './quote.ts';
import { QUOTE_ADDITIONS } from './quote-portage.ts';
import { REFUSAL_ADDITIONS, REFUSAL_CHECKS } from './refusals.ts';
import { ROUTE_CHECKS } from './route.ts';
import { ROUTE_ADDITIONS } from './route-portage.ts';
import { SERVED_ADDITIONS } from './served-portage.ts';
import { SIGN_IN_ADDITIONS } from './sign-in-portage.ts';
import { SIGNATURE_ADDITIONS } from './signatures-portage.ts';
import { SPELLING_ADDITIONS } from './spelling-portage.ts';
import { STREAM_ADDITIONS } from './streams.ts';
import { TOKEN_CHECKS } from './tokens.ts';
import { TOKEN_ADDITIONS } from './tokens-portage.ts';
import { TRACK_CHECKS } from './track.ts';
import { TRACK_ADDITIONS } from './track-portage.ts';
import { TX_ADDITIONS } from './tx-portage.ts';
import { VALUE_ADDITIONS } from './value-portage.ts';
import { WANTED_ADDITIONS } from './wanted-portage.ts';

export const CHECKS: readonly Check[] = [
  ...TOKEN_CHECKS,
  ...QUOTE_CHECKS,
  ...ROUTE_CHECKS,
  ...META_CHECKS,
  ...REFUSAL_CHECKS,
  ...TRACK_CHECKS,
  ...CHANNEL_CHECKS,
  ...HTTP_CHECKS,
  ...TOKEN_ADDITIONS,
  ...CHAIN_ADDITIONS,
  ...PROVIDER_ADDITIONS,
  ...INTEGRATOR_ADDITIONS,
  ...SIGN_IN_ADDITIONS,
  ...SERVED_ADDITIONS,
  ...QUOTE_ADDITIONS,
  ...WANTED_ADDITIONS,
  ...ROUTE_ADDITIONS,
  ...VALUE_ADDITIONS,
  ...TX_ADDITIONS,
  ...REFUSAL_ADDITIONS,
  ...TRACK_ADDITIONS,
  ...CHANNEL_ADDITIONS,
  ...SPELLING_ADDITIONS,
  ...STREAM_ADDITIONS,
  ...SIGNATURE_ADDITIONS,
  ...HTTP_ADDITIONS,
];
