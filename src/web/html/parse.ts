import { isAllowedElement, removeForeignAttributes } from './allowed'

/*
 * The one place where the server's HTML becomes nodes. The server made it from Markdown and nothing else; still
 * it is parsed apart from the page first, and whatever Markdown does not make is taken out, and so is what the
 * policy of the page would refuse: `style` attributes, and KaTeX's drawn half, of which MathML says the same.
 */

interface TrustedTypesFactory {
  createPolicy(
    name: string,
    rules: { createHTML(html: string): string },
  ): { createHTML(html: string): string }
}

const factory = (window as { trustedTypes?: TrustedTypesFactory }).trustedTypes
const policy = factory?.createPolicy('parley', { createHTML: (html) => html })

/**
 * HTML without `style` attributes. The policy of the page objects to them as soon as they are parsed, so that
 * they are taken out of the text; cells of tables, whose columns are aligned by them, say so in another way.
 */
function withoutStyles(html: string): string {
  return html.replace(/<[a-z][^<>]*\sstyle=[^<>]*>/g, (tag) =>
    tag
      .replace(/ style="text-align: (left|center|right);"/, ' data-align="$1"')
      .replace(/\sstyle=(?:"[^"]*"|'[^']*'|[^\s>]*)/g, ''),
  )
}

/** The nodes of a piece of the server's HTML, in no document's flow yet. */
export function parseServerHtml(html: string): DocumentFragment {
  const template = document.createElement('template')
  // A template's content is inert: nothing in it loads or runs.
  const clean = withoutStyles(html)
  template.innerHTML = policy?.createHTML(clean) ?? clean
  const { content } = template
  for (const drawn of content.querySelectorAll('.katex-html')) drawn.remove()
  for (const element of content.querySelectorAll('*')) {
    if (isAllowedElement(element)) removeForeignAttributes(element)
    else element.remove()
  }
  return content
}
