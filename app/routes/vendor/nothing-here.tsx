import { data } from 'react-router'

// Not the route at the end of all: here, the page that says so keeps the frame and the language of the workspace.
function nothingHere(): never {
  throw data(null, { status: 404 })
}

export async function loader() {
  nothingHere()
}

export async function action() {
  nothingHere()
}

export default function NothingHere() {
  return null
}
