import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'
import { clientWall } from './app/build/client-wall.vite.ts'
import { compiledTexts } from './app/build/texts.vite.ts'

export default defineConfig({
  plugins: [tailwindcss(), compiledTexts(), reactRouter(), clientWall()],
  build: { target: 'es2022', assetsInlineLimit: 0 },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            // Forty small files compress worse than two, and each is a request.
            codeSplitting: {
              groups: [
                {
                  name: 'framework',
                  test: /node_modules[\\/](?:react|react-dom|scheduler|react-router|use-intl|@formatjs)[\\/]/,
                },
                {
                  name: 'shared',
                  test: /[\\/](?:app|core)[\\/]|node_modules[\\/]lucide-react[\\/]/,
                  minShareCount: 6,
                },
              ],
            },
          },
        },
      },
    },
  },
})
