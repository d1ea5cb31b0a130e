/** Vue: the recipe of the documentation, with an element that is mounted and unmounted. */
import { createApp, h, onMounted, onUnmounted, ref } from 'vue';
import type { EmbedHandle } from '../../../../public/embed.d.ts';
import './page-globals.ts';

window.heard = [];

const Swap = {
  setup() {
    const place = ref<HTMLElement>();
    let swap: EmbedHandle | undefined;
    onMounted(() => {
      if (!place.value) return;
      swap = window.Portage.mount(place.value, { sell: 'BTC.BTC', buy: 'LTC.LTC' });
      swap.on('*', (event) => window.heard.push({ embed: 'vue', event }));
    });
    onUnmounted(() => swap?.unmount());
    return () => h('div', { ref: place });
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
