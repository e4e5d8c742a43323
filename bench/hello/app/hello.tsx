import { useLoaderData } from 'react-router'

/** The least that the same stack can answer: one loader, one heading. */
export async function loader() {
  return { heading: 'Hello' }
}

export default function Hello() {
  return <h1>{useLoaderData<typeof loader>().heading}</h1>
}
