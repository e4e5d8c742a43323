// Shows coming sessions where this script stands:
// <script async src="https://…/embed.js" data-openspot="username"></script>
// data-class="id" shows one class; data-theme="light|dark" and data-language="en|de|ru" choose.
;(() => {
  const script = document.currentScript
  if (!script) return
  const { openspot, class: classId, theme, language } = script.dataset
  const path = classId ? `class/${encodeURIComponent(classId)}` : encodeURIComponent(openspot ?? '')
  const url = new URL(`/embed/${path}`, script.src)
  if (theme) url.searchParams.set('theme', theme)
  if (language) url.searchParams.set('language', language)

  const frame = document.createElement('iframe')
  frame.src = url.href
  frame.title = script.title || 'Openspot'
  frame.loading = 'lazy'
  frame.style.cssText = 'display:block;width:100%;height:30rem;border:0;color-scheme:normal'
  const ask = () => frame.contentWindow?.postMessage('openspot:height', url.origin)
  frame.addEventListener('load', ask)
  window.addEventListener('message', (event) => {
    if (event.source !== frame.contentWindow || event.origin !== url.origin) return
    const height = event.data?.openspotHeight
    if (typeof height === 'number' && height > 0 && height < 20000) frame.style.height = `${height}px`
  })
  script.after(frame)
})()
