/** Writes the code that embeds Portage with the given options into a page, ready to copy. */
import type { EmbedOptions } from '../../lib/api/embed/read-options.ts';
import { writeOptionsToUrl } from '../../lib/api/embed/read-options.ts';
import { EMBED_SANDBOX } from '../../lib/embed-loader/sandbox.ts';

export const CODE_KINDS = ['iframe', 'Script', 'React', 'Vue'] as const;
export type CodeKind = (typeof CODE_KINDS)[number];

export type CodeInput = {
  /** The origin of this Portage. */
  origin: string;
  embedId: string;
  options: EmbedOptions;
  /** Names of the hooks in `before`. */
  hooks: readonly string[];
  /** Whether the page lends its EVM wallet. */
  wallet: boolean;
};

const attribute = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
/** Escapes "<", so that no value can end the script that contains it. */
const literal = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c');

function mountOptions({ embedId, options, hooks, wallet }: CodeInput, indent: string): string {
  const lines = [
    ...(embedId ? [`embedId: ${literal(embedId)}`] : []),
    ...Object.entries(options).flatMap(([name, value]) => (value === undefined ? [] : [`${name}: ${literal(value)}`])),
    ...(hooks.length > 0 ? [`before: { ${hooks.map((hook) => `${hook}: async (about) => true`).join(', ')} }`] : []),
    ...(wallet ? ['ethereum: window.ethereum'] : []),
  ];
  if (lines.length === 0) return '';
  return `, {\n${lines.map((line) => `${indent}  ${line},\n`).join('')}${indent}}`;
}

function iframe({ origin, embedId, options }: CodeInput): string {
  const query = new URLSearchParams(writeOptionsToUrl(options));
  if (embedId) query.set('embedId', embedId);
  const text = String(query);
  return `<iframe
  src="${attribute(`${origin}/embed${text && `?${text}`}`)}"
  title="Swap"
  sandbox="${EMBED_SANDBOX}"
  allow="clipboard-write"
  referrerpolicy="strict-origin"
  style="border: 0; width: 100%; height: 720px"
></iframe>`;
}

const script = (input: CodeInput): string => `<div id="swap"></div>
<script src="${input.origin}/embed.js"></script>
<script>
  const swap = Portage.mount('#swap'${mountOptions(input, '  ')});
  swap.on('completed', ({ quoteId, buyAmount }) => console.log(quoteId, buyAmount));
</script>`;

const react = (input: CodeInput): string => `// <script src="${input.origin}/embed.js"></script> stands in the page.
import { useEffect, useRef } from 'react';

export function Swap() {
  const container = useRef(null);
  useEffect(() => window.Portage.mount(container.current${mountOptions(input, '  ')}).unmount, []);
  return <div ref={container} />;
}`;

const vue = (input: CodeInput): string => `<!-- <script src="${input.origin}/embed.js"></script> stands in the page. -->
<script setup>
import { onMounted, onUnmounted, ref } from 'vue';

const container = ref(null);
let swap;
onMounted(() => { swap = window.Portage.mount(container.value${mountOptions(input, '')}); });
onUnmounted(() => swap.unmount());
</script>

<template><div ref="container"></div></template>`;

const WRITERS: Record<CodeKind, (input: CodeInput) => string> = { iframe, Script: script, React: react, Vue: vue };

export const codeOf = (kind: CodeKind, input: CodeInput): string => WRITERS[kind](input);

/** The directives that a host's Content-Security-Policy needs; the loader needs no style-src. */
export const neededPolicy = (origin: string, kind: CodeKind): string =>
  kind === 'iframe' ? `frame-src ${origin}` : `script-src ${origin}; frame-src ${origin}`;
