import { data } from 'react-router'

// The page that says so needs no script.
export const handle = { plain: true }

function nothingHere(): never {
  throw data(null, { status: 404 })
}

export async function loader() {
  nothingHere()
}

export async function action() {
  nothingHere()
}

export default function NotFound() {
  return null
}
