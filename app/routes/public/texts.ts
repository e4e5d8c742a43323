import { findTextFile } from '#app/locale/text-files.server.ts'
import type { Route } from './+types/texts'

export function loader({ params }: Route.LoaderArgs) {
  const file = findTextFile(params.file)
  if (!file) throw new Response('There is nothing at this address.', { status: 404 })
  const current = file.path.endsWith(`/${params.file}`)
  return new Response(file.script, {
    headers: {
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': current ? 'public, max-age=31536000, immutable' : 'no-cache',
    },
  })
}
