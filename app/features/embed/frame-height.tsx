/**
 * Sends the frame's height to the surrounding page: only to its parent, only after the parent asked, and only to the
 * origin that asked.
 */
const script = `(() => {
  const content = document.getElementById('embed')
  let asker = null
  const tell = () => {
    if (asker !== null && content)
      parent.postMessage({ openspotHeight: Math.ceil(content.getBoundingClientRect().height) }, asker)
  }
  addEventListener('message', (event) => {
    if (event.source !== parent || event.data !== 'openspot:height') return
    asker = event.origin
    tell()
  })
  if (content) new ResizeObserver(tell).observe(content)
})()`

export function FrameHeight({ nonce }: { nonce: string }) {
  return <script nonce={nonce} dangerouslySetInnerHTML={{ __html: script }} />
}
