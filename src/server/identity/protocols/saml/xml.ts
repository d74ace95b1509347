import { Parser } from 'htmlparser2'

/** An element; names are without their prefixes. */
export interface XmlElement {
  name: string
  attributes: Readonly<Record<string, string>>
  children: readonly XmlElement[]
  /** The text between its tags, without that of its children. */
  text: string
}

/** The text is no XML, or XML that this server does not read. */
export class BadXmlError extends Error {
  override name = 'BadXmlError'
}

/** Bounds of a document. */
export interface Bounds {
  depth: number
  elements: number
  attributes: number
}

/**
 * Reads a document.
 * @throws BadXmlError for a document type or CDATA, without one root, and beyond the bounds
 */
export function readXml(text: string, bounds: Bounds): XmlElement {
  if (/<!(?!--)/.test(text)) throw new BadXmlError('A document type or CDATA is not accepted.')
  const roots: XmlElement[] = []
  const open: Building[] = []
  let elements = 0
  let attributes = 0
  const parser = new Parser(
    {
      onattribute() {
        if (++attributes > bounds.attributes) throw new BadXmlError('Too many attributes.')
      },
      onopentag(prefixed, attribs) {
        const element = { name: localName(prefixed), attributes: attribs, children: [], text: '' }
        const siblings = open.at(-1)?.children ?? roots
        siblings.push(element)
        open.push(element)
        if (++elements > bounds.elements) throw new BadXmlError('Too many elements.')
        if (open.length > bounds.depth) throw new BadXmlError('Too many elements in one another.')
      },
      ontext(data) {
        const around = open.at(-1)
        if (around) around.text += data
        else if (data.trim() !== '') throw new BadXmlError('Text around the document.')
      },
      onclosetag: () => open.pop(),
    },
    { xmlMode: true, decodeEntities: true },
  )
  parser.end(text)
  const [root] = roots
  if (!root || roots.length > 1) throw new BadXmlError('The document has not one root.')
  return root
}

interface Building extends XmlElement {
  children: XmlElement[]
}

function localName(prefixed: string): string {
  return prefixed.slice(prefixed.indexOf(':') + 1)
}

/** The children of a name. */
export function childrenOf({ children }: XmlElement, name: string): XmlElement[] {
  return children.filter((child) => child.name === name)
}

/** The only child of a name; undefined if there is none or several. */
export function onlyChild(element: XmlElement, name: string): XmlElement | undefined {
  const found = childrenOf(element, name)
  return found.length === 1 ? found[0] : undefined
}

/** An element and all elements in it. */
export function* everyElement(element: XmlElement): Generator<XmlElement> {
  yield element
  for (const child of element.children) yield* everyElement(child)
}

/** The text of an element, without space around it; undefined for an empty one. */
export function trimmedText(element: XmlElement | undefined): string | undefined {
  const text = element?.text.trim()
  return text === '' ? undefined : text
}
