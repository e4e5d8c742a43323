import { expect, test } from 'vitest'
import { stylesOfPage } from './page-styles.ts'

const page = (...classes: string[]) => `<p className="${classes.join(' ')}">`

test('a page has the rules of the classes, elements and data attributes that its files name', () => {
  const sheet = `
    .shown{top:0} .other{top:1px} .shown .other{top:2px} .sm\\:p-1{top:3px} .\\[\\&_svg\\]\\:top svg{top:4px}
    table{top:5px} p{top:6px} [data-shown]{top:7px} [data-other]{top:8px} [data-sonner-toast]{top:9px}
    .other,.shown:hover{top:10px} @media print{.other{top:11px}}`
  const files = [page('shown', '[&_svg]:top'), '// Not other, as in <table>.\n<i data-shown>']
  expect(stylesOfPage(sheet, files)).toBe(
    '.shown{top:0}.\\[\\&_svg\\]\\:top svg{top:4px}p{top:6px}[data-shown]{top:7px}[data-sonner-toast]{top:9px}.shown:hover{top:10px}',
  )
})

test('a rule that needs a class inside brackets is left out without it, but not one that must lack it', () => {
  const sheet = `
    :is(:where(.other):is([open]) .open\\:block){top:0} :where(.shown>:not(:last-child)){top:1px}
    body:has(.other){top:2px} .shown:not(.other){top:3px} :is(.other,.shown) p{top:4px}`
  expect(stylesOfPage(sheet, [page('shown', 'open:block')])).toBe(
    ':where(.shown>:not(:last-child)){top:1px}.shown:not(.other){top:3px}:is(.other,.shown) p{top:4px}',
  )
})

test('a declaration that the minifier prefixes is prefixed once', () => {
  const prefixed = '-webkit-text-decoration:inherit;'
  const sheet = (times: number) => `.a{${prefixed.repeat(times)}text-decoration:inherit}`
  expect(stylesOfPage(sheet(3), [page('a')])).toBe(sheet(1))
})

test('styles for the parts browsers add to a date field are kept on pages that have one', () => {
  const sheet = '::-webkit-datetime-edit{padding:0}::placeholder{opacity:1}'
  expect(stylesOfPage(sheet, ['<input type="text">'])).toBe('::placeholder{opacity:1}')
  expect(stylesOfPage(sheet, ['<input type="date">'])).toBe(sheet)
})

test('substitutes for browsers without color-mix() and @property are left out', () => {
  const mixed = 'color-mix(in oklab, var(--paper) 50%, transparent)'
  const sheet = `@layer properties{@supports (top:0){*{--tw-x:0}}}
    .one,.half{color:var(--paper)}@supports (color:color-mix(in lab, red, red)){.half{color:${mixed}}}
    .both{color:red;top:0}@supports (color:color-mix(in lab, red, red)){.both{color:${mixed}}}`
  const found = stylesOfPage(sheet, [page('one', 'half', 'both')])
  expect(found).toBe(`.one{color:var(--paper)}.half{color:${mixed}}.both{color:${mixed};top:0}`)
})

test('a variable with one value is that value, unless a file or another rule sets it', () => {
  const sheet = `:root,:host{--spacing:.25rem;--own:1px;--twice:2px}
    .a{margin:calc(var(--spacing) * 4);top:var(--own);left:var(--twice)}
    .b{--twice:3px;line-height:var(--tw-leading,1.5);border-style:var(--tw-style)}
    @property --tw-style{syntax:"*";inherits:false;initial-value:solid}`
  expect(stylesOfPage(sheet, [page('a', 'b'), `style={{ '--own': '4px' }}`])).toBe(
    ':root,:host{--own:1px;--twice:2px}.a{top:var(--own);left:var(--twice);margin:1rem}.b{--twice:3px;border-style:solid;line-height:1.5}',
  )
})

test('a variable or an animation that nothing reads is left out', () => {
  const sheet = `.a{--unread:var(--by-unread);--by-unread:1px;--read:2px;top:var(--read);animation:1s spin}
    .a{--by-file:3px}@keyframes spin{to{rotate:1turn}}@keyframes pop{to{scale:2}}`
  expect(stylesOfPage(sheet, [page('a'), `top: 'var(--by-file)'`])).toBe(
    '.a{--read:2px;top:var(--read);--by-file:3px;animation:1s spin}@keyframes spin{to{rotate:1turn}}',
  )
})
