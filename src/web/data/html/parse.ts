import { isAllowedElement, removeForeignAttributes } from './allowed'

/*
 * The only place where HTML becomes nodes: the server's, and that of the clipboard, which data/paste/clean-html.ts has
 * rewritten. Defense in depth: although the server makes its HTML from Markdown, it is parsed in an inert template, and everything
 * outside the allowlist is removed, also what the page's CSP would block: `style` attributes and the visual half of KaTeX, which
 * duplicates the MathML.
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
 * HTML without `style` attributes. CSP reports them as soon as they are parsed, so they are removed from the text
 * first; the alignment of table cells moves to `data-align`, the picture of a linked page to `data-image`. Other attributes stay, whatever is in their values.
 */
function withoutStyles(html: string): string {
  return html.replace(/<[a-z][^<>]*\sstyle=[^<>]*>/g, (tag) =>
    tag.replace(
      /\s([^\s=>"']+)=(?:"([^"]*)"|'[^']*'|[^\s>]*)/g,
      (attribute, name: string, value?: string) => {
        if (name !== 'style') return attribute
        const align = /^text-align: (left|center|right);$/.exec(value ?? '')?.[1]
        if (align) return ` data-align="${align}"`
        const image = /^background-image: url\(&quot;(.*)&quot;\)$/.exec(value ?? '')?.[1]
        return image ? ` data-image="${image}"` : ''
      },
    ),
  )
}

/** Parses the server's HTML into a detached fragment. */
export function parseServerHtml(html: string): DocumentFragment {
  const template = document.createElement('template')
  // The content of a template is inert: nothing in it loads or runs.
  const clean = withoutStyles(html)
  template.innerHTML = policy?.createHTML(clean) ?? clean
  const { content } = template
  for (const drawn of content.querySelectorAll('.katex-html')) drawn.remove()
  for (const element of content.querySelectorAll('*')) {
    if (isAllowedElement(element)) removeForeignAttributes(element)
    else element.remove()
  }
  keepElementsAndTexts(content)
  return content
}

/** Removes comments and processing instructions. */
function keepElementsAndTexts(content: DocumentFragment): void {
  const shown = NodeFilter.SHOW_COMMENT | NodeFilter.SHOW_PROCESSING_INSTRUCTION
  const walker = document.createTreeWalker(content, shown)
  const found: Node[] = []
  while (walker.nextNode()) found.push(walker.currentNode)
  for (const node of found) node.parentNode?.removeChild(node)
}
