/** Makes the security headers of every page: what it may load, who may frame it, what it may use of the device. Pure. */

/** What a page is, as far as its headers go. */
export type PageKind = 'site' | 'embed' | 'refusal';

export type SecurityInput = {
  kind: PageKind;
  /** Base64, of this answer alone. */
  nonce: string;
  /** Of an embed: CSP sources that may frame it, beside this deployment itself. */
  frameAncestors?: readonly string[];
  /** Whether wallets are reached through WalletConnect's relay. */
  walletConnect: boolean;
  /** Reached by https, as the setting PUBLIC_URL says. */
  https: boolean;
  /** While one develops: React rebuilds stacks with `eval`, and changes come by a socket. */
  dev: boolean;
};

/** Source: docs.reown.com, "Content Security Policy" of AppKit: the relay, its verification frame and its API. */
const WALLET_CONNECT = {
  connect: [
    'https://*.walletconnect.com',
    'wss://*.walletconnect.com',
    'https://*.walletconnect.org',
    'wss://*.walletconnect.org',
    'https://*.web3modal.org',
    'https://*.reown.com',
  ],
  frame: ['https://verify.walletconnect.com', 'https://verify.walletconnect.org'],
  image: ['https://*.walletconnect.com', 'https://*.web3modal.org'],
} as const;

const ancestors = ({ kind, frameAncestors = [] }: SecurityInput): string => {
  return kind === 'embed' ? ["'self'", ...frameAncestors].join(' ') : "'none'";
};

/**
 * No `unsafe-inline`, also for `style` attributes: what the server writes has none, and what scripts set goes through
 * the object model, which the policy leaves alone (CSP3, 8.2). Nothing is loaded from elsewhere but for WalletConnect.
 */
export function contentSecurityPolicy(input: SecurityInput): string {
  const { nonce, walletConnect, https, dev } = input;
  const more = (sources: readonly string[]) => (walletConnect ? ` ${sources.join(' ')}` : '');
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}'${dev ? " 'unsafe-eval'" : ''}`,
    // A nonce would make browsers pass over `unsafe-inline`, which what shows errors while one develops needs.
    `style-src 'self' ${dev ? "'unsafe-inline'" : `'nonce-${nonce}'`}`,
    `connect-src 'self'${dev ? ' ws:' : ''}${more(WALLET_CONNECT.connect)}`,
    `img-src 'self' data:${more(WALLET_CONNECT.image)}`,
    "font-src 'self'",
    `frame-src 'self'${more(WALLET_CONNECT.frame)}`,
    "worker-src 'self'",
    "manifest-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    `frame-ancestors ${ancestors(input)}`,
    ...(https ? ['upgrade-insecure-requests'] : []),
  ].join('; ');
}

/** Copying addresses is all that a swap needs of the device. */
const PERMISSIONS = [
  'accelerometer',
  'browsing-topics',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'screen-wake-lock',
  'serial',
]
  .map((feature) => `${feature}=()`)
  .concat('clipboard-read=(self)', 'clipboard-write=(self)', 'fullscreen=(self)')
  .join(', ');

const YEAR_SECONDS = 31_536_000;

/** All of them, by name in lower case. */
export function securityHeaders(input: SecurityInput): Record<string, string> {
  return {
    'content-security-policy': contentSecurityPolicy(input),
    'permissions-policy': PERMISSIONS,
    // A swap's address stands in the path: other sites learn which site led to them and no more.
    'referrer-policy': 'strict-origin-when-cross-origin',
    // Wallets open windows of their own and answer to who opened them.
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'x-content-type-options': 'nosniff',
    ...(input.kind === 'embed' ? {} : { 'x-frame-options': 'DENY' }),
    ...(input.https ? { 'strict-transport-security': `max-age=${YEAR_SECONDS}` } : {}),
  };
}
