import { data } from 'react-router'

// Below the layout of the workspace, so that its 404 keeps the frame and the language of the account.
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
