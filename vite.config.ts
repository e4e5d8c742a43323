import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'
import { clientWall } from './app/build/client-wall.vite.ts'
import { routeStyles } from './app/build/route-styles.vite.ts'
import { compiledTexts } from './app/build/texts.vite.ts'
import { listVisitorScript, ours, sharedScript } from './app/build/shared-script.vite.ts'

export default defineConfig({
  plugins: [
    tailwindcss(),
    compiledTexts(),
    reactRouter(),
    clientWall(),
    routeStyles(),
    listVisitorScript(),
  ],
  build: {
    target: 'es2022',
    cssTarget: ['chrome111', 'firefox128', 'safari16.4'],
    assetsInlineLimit: 0,
  },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            // Forty small files compress worse than two, and each is a request. What visitors need comes in one, what the
            // workspace needs besides in another.
            codeSplitting: {
              groups: [
                {
                  name: 'framework',
                  test: /node_modules[\\/](?:react|react-dom|scheduler|react-router|@react-router|use-intl|@formatjs)[\\/]|preload-helper|rolldown.runtime/,
                  priority: 3,
                },
                { name: sharedScript, debugName: 'shared', test: ours, priority: 2 },
                // The page of a class lists its times as the trainer's page does, and needs nothing else of it.
                {
                  name: 'times',
                  test: /[\\/]app[\\/]features[\\/]trainer[\\/](?:book-link|session-list)/,
                  minShareCount: 2,
                  priority: 1,
                },
                {
                  name: 'trainer',
                  test: /[\\/]app[\\/]features[\\/]trainer[\\/]/,
                  minShareCount: 2,
                },
              ],
            },
          },
        },
      },
    },
  },
})
