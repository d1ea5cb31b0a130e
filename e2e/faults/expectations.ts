/** Lists what may be lost while an upstream is in trouble: its own routes, with a true code, and nothing else. */
import type { Fault } from './matrix.ts';
import type { Answers, Lost } from './operations.ts';

const THOR = ['THORCHAIN', 'THORCHAIN_STREAMING'];
const MAYA = ['MAYACHAIN', 'MAYACHAIN_STREAMING'];
const CHAINFLIP = ['CHAINFLIP', 'CHAINFLIP_STREAMING'];
const TO_CHAINFLIP = ['ONEINCH->CHAINFLIP'];
const ONEINCH = ['ONEINCH', ...TO_CHAINFLIP];
/** Providers whose transactions need answers of an Ethereum node. */
const BY_ETHEREUM = [...THOR, ...MAYA, 'GARDEN', ...TO_CHAINFLIP];

/**
 * For each id the codes that may explain its absence; for a channel the allowed statuses. Absent: the same as in calm.
 */
type Expected = {
  quote?: Record<string, readonly string[]>;
  tx?: Record<string, readonly string[]>;
  channel?: readonly string[];
};
const lost = (ids: readonly string[], ...codes: readonly string[]): Record<string, readonly string[]> =>
  Object.fromEntries(ids.map((id) => [id, codes]));
const both = (ids: readonly string[], ...codes: readonly string[]): Expected => {
  const ended = lost(ids, ...codes);
  return { quote: ended, tx: ended };
};
/** The route stays, and says why there is nothing to sign. */
const noTx = (ids: readonly string[]): Record<string, readonly string[]> => lost(ids, 'noTx');

/** An upstream without a usable answer; waiting in vain ends as a timeout. */
const AWAY = ['httpError', 'providerQuoteTimeout'];
const DEAD = ['429', '500', 'html', 'garbage', 'down', 'hang'];
const whileDead = (expected: Expected): Record<string, Expected> =>
  Object.fromEntries(DEAD.map((kind) => [kind, expected]));

const thorFamily = (ids: readonly string[]): Record<string, Expected> => ({
  ...whileDead(both(ids, ...AWAY)),
  wrongTypes: both(ids, 'httpError'),
  pauseTrading: both(ids, 'tradingHalted'),
  pauseChain: both(ids, 'tradingHalted'),
  // A memo names a recipient only where the request does.
  otherDestination: { tx: lost(ids, 'unknownError') },
  otherVault: both(ids, 'unknownError'),
});

const EXPECTED: Record<string, Record<string, Expected>> = {
  thornode: { ...thorFamily(THOR), stale: both(THOR, 'httpError') },
  mayanode: thorFamily(MAYA),
  'chainflip-backend': {
    // Its node still quotes ids without streaming.
    ...whileDead(both(['CHAINFLIP_STREAMING'], ...AWAY)),
    maintenance: { ...both([...CHAINFLIP, ...TO_CHAINFLIP], 'tradingHalted'), channel: ['502'] },
    noLiquidity: { ...both([...CHAINFLIP, ...TO_CHAINFLIP], 'insufficientLiquidity'), channel: ['400'] },
  },
  'chainflip-rpc': {
    ...whileDead({ tx: { ...noTx(CHAINFLIP), ...lost(TO_CHAINFLIP, 'quoteNotFound') }, channel: ['502'] }),
    // An unconfirmed channel is not returned, and two-leg routes need one.
    denyChannels: { tx: lost(TO_CHAINFLIP, 'quoteNotFound', 'providerQuoteTimeout'), channel: ['502'] },
    closedState: { tx: lost(TO_CHAINFLIP, 'quoteNotFound'), channel: ['502'] },
  },
  'chainflip-broker': {
    ...whileDead({ tx: lost(TO_CHAINFLIP, ...AWAY), channel: ['502', '429'] }),
    error: { tx: lost(TO_CHAINFLIP, 'unknownError'), channel: ['400'] },
  },
  oneinch: {
    ...whileDead(both(ONEINCH, ...AWAY)),
    noLiquidity: both(ONEINCH, 'insufficientLiquidity'),
    keyRevoked: both(ONEINCH, 'httpError'),
  },
  jupiter: {
    ...whileDead(both(['JUPITER'], ...AWAY)),
    rateLimit: both(['JUPITER'], ...AWAY),
    noRoute: both(['JUPITER'], 'insufficientLiquidity'),
  },
  garden: {
    ...whileDead(both(['GARDEN'], ...AWAY)),
    noLiquidity: both(['GARDEN'], 'insufficientLiquidity'),
    noQuotes: both(['GARDEN'], 'quoteNotFound'),
    emptyQuotes: both(['GARDEN'], 'quoteNotFound'),
    unauthorised: both(['GARDEN'], 'httpError'),
  },
  'rpc/eth': {
    ...whileDead({ tx: noTx(BY_ETHEREUM) }),
    // Even a provider that asks the node for less than the others has to wait for it.
    hang: { tx: noTx([...BY_ETHEREUM, ...CHAINFLIP, 'ONEINCH']) },
  },
  'rpc/sol': whileDead({ tx: noTx(['JUPITER']) }),
};

/** How many calls a second come through depends on the machine, so both outcomes are allowed. */
const OPEN = ['oneinch rateLimit'];

function differences(what: string, found: Lost, expected: Record<string, readonly string[]> = {}): string[] {
  const more = [...found]
    .filter(([id, code]) => !expected[id]?.includes(code))
    .map(([id, code]) => `${what} of ${id}: ${code}`);
  const fewer = Object.keys(expected).filter((id) => !found.has(id));
  return [...more, ...fewer.map((id) => `${what} of ${id} is given`)];
}

/** The same for prices alone. */
export const priceWrongs = ({ target, kind }: Fault, { quote, sentences }: Pick<Answers, 'quote' | 'sentences'>) => [
  ...differences('quote', quote, EXPECTED[target]?.[kind]?.quote),
  ...sentences,
];

/** Each difference from what is expected, as a sentence; empty where all is right. */
export function wrongs({ target, kind }: Fault, answers: Answers, calm: Answers): string[] {
  if (OPEN.includes(`${target} ${kind}`)) return answers.sentences;
  const { quote, tx, channel = ['200'] } = EXPECTED[target]?.[kind] ?? {};
  // Tokens of a paused chain leave the lists, and return when these are read again: within a minute.
  const isShortened = ['thornode', 'mayanode'].includes(target) && answers.tokens > 0 && answers.tokens < calm.tokens;
  const ended = [...answers.track].filter(([, state]) => !/^(pending|swapping|completed)/.test(state));
  return [
    ...differences('quote', answers.quote, quote),
    ...differences('tx', answers.tx, tx),
    ...(channel.includes(answers.channel) ? [] : [`channel ${answers.channel}`]),
    ...(answers.tokens === calm.tokens || isShortened ? [] : [`${answers.tokens} tokens`]),
    ...ended.map(([id, state]) => `the swap of ${id} is ${state}`),
    ...answers.sentences,
  ];
}
