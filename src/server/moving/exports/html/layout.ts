import { escapeHtml } from '../../../text/html'

/** A link, or the current page without `href`. */
export interface Crumb {
  text: string
  href?: string
}

/** Parts of a page around its content. */
export interface Frame {
  title: string
  toTop: string
  crumbs: readonly Crumb[]
  /** Scripts below the top, for the page of the search. */
  scripts?: readonly string[]
}

/** Forbids everything but files of the export, also where an escape is missing. */
const policy =
  "default-src 'none'; img-src 'self' file:; media-src 'self' file:; style-src 'self' file:; " +
  "script-src 'self' file:; base-uri 'none'; form-action 'none'"

export function pageStart({ title, toTop, crumbs, scripts = [] }: Frame): string {
  const path = crumbs
    .map(({ text, href }) => (href === undefined ? escapeHtml(text) : linkTo(href, text)))
    .join(' › ')
  const loaded = scripts.map((script) => `<script src="${toTop}${script}" defer></script>`).join('')
  return (
    '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">' +
    `<meta http-equiv="Content-Security-Policy" content="${policy}">` +
    '<meta name="viewport" content="width=device-width, initial-scale=1">' +
    `<meta name="referrer" content="no-referrer"><title>${escapeHtml(title)}</title>` +
    `<link rel="stylesheet" href="${toTop}style.css">${loaded}</head>\n<body>` +
    `<header><nav aria-label="Path">${path}</nav>${linkTo(`${toTop}search.html`, 'Search')}</header>\n` +
    `<main><h1 dir="auto">${escapeHtml(title)}</h1>\n`
  )
}

export const pageEnd = '</main></body></html>\n'

export function linkTo(href: string, text: string): string {
  return `<a href="${escapeHtml(href)}" dir="auto">${escapeHtml(text)}</a>`
}

/** Links to the pages of a list or a place. @param label its accessible name */
export function pageLinks(label: string, pages: readonly Crumb[]): string {
  if (pages.length < 2) return ''
  const links = pages.map(({ text, href }) =>
    href === undefined ? `<b aria-current="page">${escapeHtml(text)}</b>` : linkTo(href, text),
  )
  return `<nav class="pages" aria-label="${escapeHtml(label)}">${links.join(' ')}</nav>\n`
}

export const style = `:root{color-scheme:light dark;--quiet:color-mix(in srgb,CanvasText 70%,Canvas);font:16px/1.5 system-ui,sans-serif}
body{max-width:56rem;margin:0 auto;padding:1rem;overflow-wrap:anywhere}
header{display:flex;justify-content:space-between;gap:1rem;border-bottom:1px solid GrayText;padding-bottom:.5rem}
h1{font-size:1.4rem}h2{font-size:1.1rem}
article{border-bottom:1px solid color-mix(in srgb,GrayText 40%,transparent);padding:.5rem 0}
article:target{outline:2px solid Highlight;outline-offset:2px}
article>h2{margin:0;font-size:1rem}article time,.count,.reactions,.edited{color:var(--quiet);font-size:.875rem;font-weight:400}
.body p{margin:.25rem 0}
.body pre{overflow:auto;padding:.5rem;border:1px solid GrayText;border-radius:4px}
.body blockquote{margin:.25rem 0;padding-left:.75rem;border-left:3px solid GrayText}
.body table{border-collapse:collapse}.body td,.body th{border:1px solid GrayText;padding:.2rem .5rem}
img.picture,video{max-width:100%;max-height:24rem}img.emoji{height:1.25em;vertical-align:middle}
nav.pages{display:flex;flex-wrap:wrap;gap:.25rem .75rem;margin:.5rem 0}
input[type=search]{font:inherit;width:100%;padding:.5rem;box-sizing:border-box}
a,summary,button{min-height:1.5rem}button{font:inherit}
`
