/**
 * React: the recipe of the documentation, mounted twice by StrictMode, with an option that follows the page's own
 * state.
 */
import { StrictMode, useEffect, useRef, useState } from 'react';
import { createRoot } from 'react-dom/client';
import type { EmbedHandle } from '../../../../public/embed.d.ts';
import './page-globals.ts';

window.received = [];

function Swap({ dark }: { dark: boolean }) {
  const container = useRef<HTMLDivElement>(null);
  const embed = useRef<EmbedHandle>(undefined);
  useEffect(() => {
    if (!container.current) return undefined;
    const mounted = window.Portage.mount(container.current, { sell: 'BTC.BTC', buy: 'ETH.ETH' });
    mounted.on('*', (event) => window.received.push({ embed: 'react', event }));
    embed.current = mounted;
    return mounted.unmount;
  }, []);
  useEffect(() => embed.current?.setOptions({ theme: dark ? 'dark' : 'light' }), [dark]);
  return <div ref={container} />;
}

function Page() {
  const [shown, setShown] = useState(true);
  const [dark, setDark] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setDark(!dark)}>
        Night
      </button>
      <button type="button" onClick={() => setShown(!shown)}>
        Close
      </button>
      {shown && <Swap dark={dark} />}
    </>
  );
}

const root = document.querySelector('#root');
if (root)
  createRoot(root).render(
    <StrictMode>
      <Page />
    </StrictMode>,
  );
