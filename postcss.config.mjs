const config = { plugins: { '@tailwindcss/postcss': {} } };

// biome-ignore lint/style/noDefaultExport: what Next reads
export default config;
