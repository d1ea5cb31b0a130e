/** The types of undici describe the module as a whole; this is the one file of it that is loaded. */
declare module 'undici/lib/dispatcher/agent.js' {
  // biome-ignore lint/style/noDefaultExport: the package's own shape
  export { Agent as default } from 'undici';
}
