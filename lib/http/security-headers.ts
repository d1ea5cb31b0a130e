/**
 * Builds the security headers of every page: what it may load, who may frame it, which device features it may use.
 * Pure.
 */

/** The kind of page, as far as its headers differ. */
export type PageKind = 'site' | 'embed' | 'refusal';

export type SecurityInput = {
  kind: PageKind;
  /** Base64, unique to this response. */
  nonce: string;
  /** For an embed: CSP sources that may frame it, beside this deployment itself. */
  frameAncestors?: readonly string[];
  /** Whether wallets connect through WalletConnect's relay. */
  walletConnect: boolean;
  /** Addresses outside this origin that the page itself calls, as CSP sources. */
  connect?: readonly string[];
  /** Whether people reach the deployment by https, according to the setting PUBLIC_URL. */
  https: boolean;
  /** Development: React rebuilds stacks with `eval`, and changes arrive through a socket. */
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
 * Builds the policy. It has no `unsafe-inline`, not even for `style` attributes: the server writes none, and scripts
 * set styles through the object model, which the policy does not restrict (CSP3, 8.2). Other origins are WalletConnect's
 * and those of `connect`, of which each is named in full.
 */
export function contentSecurityPolicy(input: SecurityInput): string {
  const { nonce, walletConnect, https, dev, connect = [] } = input;
  const more = (sources: readonly string[]) => (walletConnect ? ` ${sources.join(' ')}` : '');
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}'${dev ? " 'unsafe-eval'" : ''}`,
    // Development's error overlay needs `unsafe-inline`, which browsers ignore beside a nonce.
    `style-src 'self' ${dev ? "'unsafe-inline'" : `'nonce-${nonce}'`}`,
    [`connect-src 'self'${dev ? ' ws:' : ''}${more(WALLET_CONNECT.connect)}`, ...connect].join(' '),
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

/** A swap needs no device feature except copying to the clipboard. */
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

/** All security headers, by name in lower case. */
export function securityHeaders(input: SecurityInput): Record<string, string> {
  return {
    'content-security-policy': contentSecurityPolicy(input),
    'permissions-policy': PERMISSIONS,
    // A swap's path identifies it, so other sites see only this site's origin.
    'referrer-policy': 'strict-origin-when-cross-origin',
    // Wallets open windows of their own, which report to their opener.
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'x-content-type-options': 'nosniff',
    ...(input.kind === 'embed' ? {} : { 'x-frame-options': 'DENY' }),
    ...(input.https ? { 'strict-transport-security': `max-age=${YEAR_SECONDS}` } : {}),
  };
}
