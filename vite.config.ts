import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'
import { clientWall } from './app/client-wall.vite.ts'

export default defineConfig({
  plugins: [tailwindcss(), reactRouter(), clientWall()],
  build: { target: 'es2022', assetsInlineLimit: 0 },
})
