/** Vue: the recipe of the documentation, with an element that is mounted and unmounted. */
import { createApp, h, onMounted, onUnmounted, ref } from 'vue';
import type { EmbedHandle } from '../../../../public/embed.d.ts';
import './page-globals.ts';

window.received = [];

const Swap = {
  setup() {
    const container = ref<HTMLElement>();
    let swap: EmbedHandle | undefined;
    onMounted(() => {
      if (!container.value) return;
      swap = window.Portage.mount(container.value, { sell: 'BTC.BTC', buy: 'LTC.LTC' });
      swap.on('*', (event) => window.received.push({ embed: 'vue', event }));
    });
    onUnmounted(() => swap?.unmount());
    return () => h('div', { ref: container });
  },
};

const Page = {
  setup() {
    const shown = ref(true);
    const close = () => {
      shown.value = false;
    };
    return () => [h('button', { type: 'button', onClick: close }, 'Close'), shown.value && h(Swap)];
  },
};

createApp(Page).mount('#root');
