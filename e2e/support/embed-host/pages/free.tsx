/**
 * One embed, `#shop`, with the options of the query's `options` (JSON); `lends` names the wallets that it lends from
 * the start.
 */
import type { MountOptions } from '../../../../public/embed.d.ts';
import { before, bitcoinWallet, ownWallet, solanaWallet, walletChanged } from './page-globals.ts';

window.received = [];
window.walletChanged = walletChanged;
window.shopWallets = { ethereum: ownWallet, solana: solanaWallet, bitcoin: bitcoinWallet };

const query = new URLSearchParams(location.search);
const options: MountOptions = JSON.parse(query.get('options') ?? '{}');
const lends = query.get('lends')?.split(',') ?? [];
const lent = Object.entries(window.shopWallets)
  .filter(([name]) => lends.includes(name))
  .map(([name, provider]) => [name, { provider, name: 'Wallet of the shop' }]);

const element = document.createElement('div');
element.id = 'shop';
document.querySelector('#root')?.append(element);
window.embed = window.Portage.mount(element, { timeoutSeconds: 15, before, ...Object.fromEntries(lent), ...options });
window.embed.on('*', (event) => window.received.push({ embed: 'shop', event }));
