import { createHash } from 'node:crypto'
import { Html, html } from './html'

const css = `
body { font: 16px/1.5 system-ui, sans-serif; max-width: 56rem; margin: 2rem auto; padding: 0 1rem;
  color: #1d2733; background: #fff }
a { color: #1c5fa8 }
h1, h2, h3 { line-height: 1.2 }
h2 { margin-top: 3rem; border-bottom: 1px solid #cfd6dd }
h3 { margin-top: 2.5rem }
code, pre { font: 14px/1.45 ui-monospace, monospace; background: #f1f4f7; border-radius: 3px }
code { padding: 0 .2em }
pre { padding: .7rem 1rem; overflow-x: auto }
table { border-collapse: collapse; width: 100% }
th, td { text-align: left; vertical-align: top; padding: .3rem .8rem .3rem 0;
  border-bottom: 1px solid #e3e8ec }
.method { font-weight: bold }
.note { color: #5b6773; font-size: .9em }
@media (prefers-color-scheme: dark) {
  body { color: #dbe2e8; background: #171c21 }
  a { color: #7db4ee }
  code, pre { background: #242b32 }
  th, td, h2 { border-color: #39434c }
  .note { color: #9aa6b1 }
}
`

/** The pages run no scripts and load nothing; their one style sheet is allowed by its digest. */
export const pageHeaders: Readonly<Record<string, string>> = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': [
    "default-src 'none'",
    `style-src 'sha256-${createHash('sha256').update(css).digest('base64')}'`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; '),
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
}

/** The page's style, apart from the template below so that nothing is added to the digested text. */
const styleElement = new Html(`<style>${css}</style>`)

/** A whole page around its content. @param language tag of its texts */
export function page(title: string, content: Html, language = 'en'): string {
  return html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        ${styleElement}
      </head>
      <body>
        ${content}
      </body>
    </html> `.text
}

/** The page shown if the web app was not built; the API works all the same. */
export function unbuiltPage(): string {
  return page(
    'Parley',
    html`<h1>The web app has not been built</h1>
      <p>
        <code>npm run build</code> builds it, and the next start of the server serves it. Other chat
        clients and bots connect to this server by its address.
      </p>
      <ul>
        <li><a href="/api">What the API offers</a>, for reading</li>
        <li><a href="/api/v1/openapi.json">The same as OpenAPI</a>, for programs</li>
      </ul>`,
  )
}

/** The page for a subdomain without an organization. */
export function noRealmPage(subdomain: string): string {
  return page(
    'No such organization',
    html`<h1>There is no organization here</h1>
      <p>
        No organization of this server is called <code>${subdomain}</code>. Look at the address
        again: it may have been mistyped.
      </p>`,
  )
}

/** The page for an unknown address. */
export function notFoundPage(): string {
  return page(
    'Not found',
    html`<h1>Not found</h1>
      <p>There is nothing at this address. <a href="/">Back to the start</a></p>`,
  )
}
