/** Plain HTML: two embeds side by side, identified by what each reports. Vue's recipe makes the same call. */
import { before, ownWallet } from './page-globals.ts';

const { Portage } = window;
window.received = [];
const root = document.querySelector('#root');

function container(id: string): Element {
  const element = document.createElement('div');
  element.id = id;
  root?.append(element);
  return element;
}

root?.classList.add('two');
/** The sandbox accepts addresses of main networks; this one is an example of BIP-173. */
const RECEIVER = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
const shop = Portage.mount(container('shop'), {
  sell: 'ETH.ETH',
  buy: 'BTC.BTC',
  amount: '0.5',
  to: RECEIVER,
  lock: ['buy', 'to'],
  providers: ['THORCHAIN'],
  theme: 'dark',
  accent: '#d9480f',
  radius: 2,
  before,
  ethereum: { provider: ownWallet, name: 'Wallet of the shop' },
  timeoutSeconds: 15,
});
container('second');
const second = Portage.mount('#second', {
  sell: 'BTC.BTC',
  buy: 'LTC.LTC',
  language: 'de',
  theme: 'light',
  maxHeight: 900,
});
for (const [embed, handle] of Object.entries({ shop, second }))
  handle.on('*', (event) => window.received.push({ embed, event }));
