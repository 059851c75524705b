import { svelte } from '@sveltejs/vite-plugin-svelte'

/** How the page is built; scripts/build.mjs says where to. */
export default {
  root: import.meta.dirname,
  plugins: [svelte({ configFile: false })],
  build: {
    target: 'es2023',
    emptyOutDir: true,
    assetsInlineLimit: 0, // the policy of the page knows no data: but for pictures
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: { checks: { pluginTimings: false } },
  },
  logLevel: 'warn',
}
