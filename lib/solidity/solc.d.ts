/** Declares the one function of the compiler's package that is used here. */
declare module 'solc' {
  const solc: { compile(input: string): string };
  // biome-ignore lint/style/noDefaultExport: the package's own shape
  export default solc;
}
