/** Lists discontinued wallets, whose extensions may still be in the page: none of them is ever offered. */
import { type Injected, injectedAt, says } from './injected.ts';

/**
 * Ctrl (once XDEFI) shut down on 2026-08-03 after an exploit; Leap ended on 2026-05-28; Cosmostation signs nothing
 * since 2026-09-01; Phantom removed Bitcoin in 2026. Sources: their own notices, and issues of the applications that
 * removed them (rango-client#1458, MetaMask/snaps-registry#1496, osmosis-frontend#4437, reown appkit#5715).
 */
export type RetiredId = 'ctrl' | 'leap' | 'cosmostation' | 'phantomBitcoin';

const INJECTION_PATHS: readonly { id: RetiredId; paths: readonly string[] }[] = [
  { id: 'ctrl', paths: ['ctrl', 'xfi', '__XDEFI'] },
  { id: 'leap', paths: ['leap'] },
  { id: 'cosmostation', paths: ['cosmostation'] },
  { id: 'phantomBitcoin', paths: ['phantom.bitcoin'] },
];

/** By their names in EIP-6963 announcements (rdns). */
const RETIRED_RDNS = /^(io\.xdefi|com\.xdefi|xyz\.ctrl|com\.ctrl|io\.leapwallet|io\.cosmostation)(\.|$)/i;
const RETIRED_NAMES = /^(ctrl|xdefi|leap|cosmostation)\b/i;
const FLAGS = ['isXDEFI', '__XDEFI', 'isCtrl', 'isLeap', 'isCosmostation'];

/** Vultisig takes the place of others under their names; the one that answers there is Vultisig. */
const isVultisig = (target: Injected): boolean => says(target, 'isVulticonnect');

const children = (target: Injected): Injected[] =>
  ['bitcoin', 'ethereum', 'keplr', 'solana', 'providers.keplr'].flatMap((path) => {
    const child = injectedAt(path, target);
    return child ? [child] : [];
  });

/** Those in the page, to name them in a sentence instead of offering them. */
export function retiredWallets(root: unknown = globalThis.window): RetiredId[] {
  return INJECTION_PATHS.flatMap(({ id, paths }) => {
    const found = paths.map((path) => injectedAt(path, root)).filter((target) => target !== undefined);
    const own = found.filter((target) => !isVultisig(target) && !children(target).some(isVultisig));
    return own.length > 0 ? [id] : [];
  });
}

/** Whether an object in the page is a discontinued wallet, under any name. */
export function isRetired(target: Injected, root: unknown = globalThis.window): boolean {
  if (isVultisig(target)) return false;
  if (FLAGS.some((flag) => says(target, flag))) return true;
  return INJECTION_PATHS.some(({ paths }) =>
    paths.some((path) => {
      const wallet = injectedAt(path, root);
      return wallet !== undefined && (wallet === target || children(wallet).includes(target));
    }),
  );
}

export const isRetiredAnnouncement = ({ rdns, name }: { rdns: string; name: string }): boolean =>
  RETIRED_RDNS.test(rdns) || RETIRED_NAMES.test(name);

/** By the name in the Wallet Standard. */
export const isRetiredName = (name: string): boolean => RETIRED_NAMES.test(name);
