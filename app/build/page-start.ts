const end = '</script>'
const texts = /<script defer="" (src="(\/language\/[^"]+)")>/g

// The copy takes the place of both scripts, so that React finds the page as it drew it. The second frame comes
// after the first was painted; a hidden page has no frames.
const start = `{
  let own=document.currentScript,kept=own.previousElementSibling,copy=document.createElement("script"),
  next=requestAnimationFrame,
  begin=()=>{
    copy.type="module";copy.async=true;copy.nonce=own.nonce;copy.textContent=kept.textContent;
    own.remove();kept.replaceWith(copy)
  };
  document.hidden?begin():next(()=>next(begin))
}`.replaceAll(/\n\s*/g, '')

const zone = /data-zone="([\w/+-]+)"/g

/**
 * Opens the lines of a reader's own times (OwnTime) where the clock of a zone is another one, before anything is painted. A
 * sheet of its own: React would find an attribute or an element that it did not draw. A browser that does not know a zone
 * leaves its lines closed.
 */
function openLines(page: string, nonce: string): string {
  const zones = [...new Set([...page.matchAll(zone)].map(([, name]) => name))]
  if (zones.length === 0) return page
  const script = `try{
    let now=new Date(),clock=timeZone=>now.toLocaleString("en",{timeZone}),sheet=new CSSStyleSheet,
    other=${JSON.stringify(zones)}.filter(zone=>clock(zone)!=clock());
    sheet.replaceSync(other.map(zone=>'[data-zone="'+zone+'"]{display:block}').join(""));
    document.adoptedStyleSheets=[sheet]
  }catch{}document.currentScript.remove()`.replaceAll(/\n\s*/g, '')
  return page.replace('</head>', () => `<script nonce="${nonce}">${script}${end}</head>`)
}

/**
 * Lets a page fetch its scripts and texts once it was painted: on a slow line they would take turns with its pictures.
 * Until then, links and forms work as they do without scripts.
 */
export function startAfterPaint(page: string, nonce: string): string {
  const opening = `<script nonce="${nonce}" type="module" async="">`
  const found = page.lastIndexOf(opening)
  if (found < 0) return page
  const rest = page.slice(found + opening.length)
  const close = rest.indexOf(end) + end.length
  const files: string[] = []
  const before = page.slice(0, found).replaceAll(texts, (_, source: string, file: string) => {
    files.push(file)
    return `<script type="text/plain" ${source}>`
  })
  // In this order, the texts are there before the first component asks for them.
  const imports = files.map((file) => `import "${file}";`).join('')
  return openLines(
    `${before}<script nonce="${nonce}" type="text/plain">${imports}${rest.slice(0, close)}<script nonce="${nonce}">${start}${end}${rest.slice(close)}`,
    nonce,
  )
}
