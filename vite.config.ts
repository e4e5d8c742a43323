import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'
import { clientWall } from './app/build/client-wall.vite.ts'
import { routeStyles } from './app/build/route-styles.vite.ts'
import { compiledTexts } from './app/build/texts.vite.ts'

export default defineConfig({
  plugins: [tailwindcss(), compiledTexts(), reactRouter(), clientWall(), routeStyles()],
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
            // Forty small files compress worse than two, and each is a request. What visitors need comes in one;
            // schemas bring their library along and stay with the screens that use them, and the trainer's page in its
            // two layouts stays with the routes that show it.
            codeSplitting: {
              groups: [
                {
                  name: 'framework',
                  test: /node_modules[\\/](?:react|react-dom|scheduler|react-router|@react-router|use-intl|@formatjs)[\\/]|preload-helper|rolldown.runtime/,
                },
                {
                  name: 'visitor',
                  test: /[\\/](?:app|core)[\\/](?!routes|.*\/schema|plans|features[\\/]trainer[\\/](?!trainer-bar)|ui[\\/](?:data-table|file-field|text-area)|features[\\/]accounts[\\/](?!signed-out)|(?:accounts|vendors)[\\/]rules|features[\\/]pictures[\\/](?:class-picture|picture-form|prepare-picture)|features[\\/](?:account-security|attendance|calendar|class-form|contact|device|embed|example|gallery|home|legal|overview|own-data|pricing|profile|settings|vendor-bookings|vendor-bundles|workspace)[\\/])|node_modules[\\/]lucide-react[\\/]/,
                  minShareCount: 2,
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
