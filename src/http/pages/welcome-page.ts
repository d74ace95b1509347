import { html } from './html'
import { page } from './page'

/** What a browser sees at the root of the server. */
export function welcomePage(): string {
  return page(
    'Parley',
    html`<h1>Parley</h1>
      <p>This is a team chat server. Chat clients and bots connect to it by its address.</p>
      <ul>
        <li><a href="/api">What the API offers</a>, for reading</li>
        <li><a href="/api/v1/openapi.json">The same as OpenAPI</a>, for programs</li>
      </ul>`,
  )
}

export function notFoundPage(): string {
  return page(
    'Not found',
    html`<h1>Not found</h1>
      <p>There is nothing at this address. <a href="/">Back to the start</a></p>`,
  )
}
