/** The loader as a module, with two embeds; the page has no `window.Portage`. */
import type { PortageLoader } from '../../../../public/embed.d.ts';
import './page-globals.ts';

window.received = [];
const root = document.querySelector('#root');

async function start(): Promise<void> {
  const address = `${document.documentElement.dataset.portage}/embed.mjs`;
  const { Portage }: { Portage: PortageLoader } = await import(address);
  for (const [id, sell] of [
    ['first', 'BTC.BTC'],
    ['second', 'ETH.ETH'],
  ] as const) {
    const element = document.createElement('div');
    element.id = id;
    root?.append(element);
    Portage.mount(element, { sell, buy: 'LTC.LTC', hide: ['header', 'poweredBy', 'settings'] }).on('*', (event) =>
      window.received.push({ embed: id, event }),
    );
  }
}

void start();
