import { escapeHtml } from '../../text/html'

/** Text that is HTML already and is not escaped again. */
export class Html {
  constructor(readonly text: string) {}
}

type Part = string | Html | undefined | readonly Part[]

/** A template whose values are escaped, unless they are HTML themselves. */
export function html(literals: TemplateStringsArray, ...values: readonly Part[]): Html {
  return new Html(String.raw({ raw: literals }, ...values.map(render)))
}

function render(part: Part): string {
  if (part === undefined) return ''
  if (part instanceof Html) return part.text
  return typeof part === 'string' ? escapeHtml(part) : part.map(render).join('')
}

/** Text in which back-quotes mark code. */
export function withCode(text: string): Html {
  const parts = text.split('`')
  return html`${parts.map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part))}`
}
