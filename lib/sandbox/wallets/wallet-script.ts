/** Serves the script that offers funded wallets of the local chains to a page; where nobody serves it, the page has none. */
import { bytesToHex } from '@noble/hashes/utils.js';
import { CHAIN_LIST } from '../../chains/chains.ts';
import { builtFile, isBuilt } from '../../config/programs.ts';
import type { Service, ServiceAnswer } from '../ledger.ts';
import type { RunningWorld } from '../world/world.ts';
import { fundWallets } from './fund-wallets.ts';

/** Built with the server; where the sandbox runs from its sources, from these. */
async function pageScript(folder: string): Promise<string> {
  if (isBuilt) return builtFile('wallets.js');
  const { buildPageScript } = await import('./build-script.ts');
  return buildPageScript(folder);
}

/** For `<`: a script that somebody writes into a page cannot end there. */
const literal = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c');

/**
 * To be called when all ledgers are there. Funds the wallets once in the world's life and answers with the service
 * `wallets.js`, whose one file holds their keys: it goes to pages of this machine and is printed nowhere.
 */
export async function createWalletScript(world: RunningWorld): Promise<Service> {
  const seed = world.secret('wallet');
  const [script] = await Promise.all([pageScript(world.folder), fundWallets(world, seed)]);
  const chains = CHAIN_LIST.filter(({ id }) => world.ledgers[id] !== undefined).map(({ id }) => id);
  const settings = { seed: bytesToHex(seed), chains };
  const body = `(() => {\nconst SANDBOX_WALLET = ${literal(settings)};\n${script}\n})();\n`;
  const ok: ServiceAnswer = {
    status: 200,
    headers: { 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'no-store' },
    body,
  };
  return {
    prefix: 'wallets.js',
    async handle({ method, path }) {
      if (path !== '/' && path !== '') return { status: 404, body: '' };
      return method === 'GET' || method === 'HEAD' ? ok : { status: 405, headers: { allow: 'GET' }, body: 'GET only' };
    },
  };
}
