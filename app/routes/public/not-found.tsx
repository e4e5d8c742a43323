import { data } from 'react-router'

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
