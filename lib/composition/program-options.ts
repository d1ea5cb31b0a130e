import type { BuildOptions } from 'esbuild';

/** CommonJS packages inside a module still load Node's own modules by `require`. */
const REQUIRE = `import { createRequire as requireOf } from 'node:module'; const require = requireOf(import.meta.url);`;

/** How a program for Node is bundled from its sources. */
export const PROGRAM_OPTIONS = {
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  banner: { js: REQUIRE },
  legalComments: 'none',
  logLevel: 'warning',
} as const satisfies BuildOptions;
