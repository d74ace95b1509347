import { Tokenizer } from 'htmlparser2'
import type { TokenizerCallbacks } from 'htmlparser2'

/** Facts that a page states about itself; an empty text is missing. */
export interface PageFacts {
  title: string
  description: string
  /** As the page has it, possibly relative. */
  image: string
}

/** Max characters that are kept of a text of the page. */
const longestText = 4_000
/** Characters of the previous chunk that are kept, for a tag or attribute name that continues in the next. */
const keptCharacters = 200

/** `meta` elements by their `property` or `name`. */
const metaNames = new Set(['og:title', 'og:description', 'og:image', 'description'])

/**
 * Reads the head of an HTML page in one pass, chunk by chunk. It works on the tokens and keeps no tree, so its time
 * is linear in the size of the page and its memory constant, whatever the page has.
 */
export class HeadReader implements TokenizerCallbacks {
  /** Whether the head has ended: the rest of the page need not be read. */
  isDone = false
  private readonly tokenizer = new Tokenizer({}, this)
  private readonly metas = new Map<string, string>()
  private title: string | undefined
  private isInTitle = false
  private tag = ''
  private attribute = ''
  private attributes: Record<string, string> = {}
  private text = ''
  /** Position of `text` in the page. */
  private offset = 0

  write(chunk: string): void {
    if (this.isDone) return
    const kept = this.text.slice(-keptCharacters)
    this.offset += this.text.length - kept.length
    this.text = kept + chunk
    this.tokenizer.write(chunk)
  }

  facts(): PageFacts {
    const meta = (name: string): string => this.metas.get(name) ?? ''
    return {
      title: meta('og:title') || (this.title ?? ''),
      description: meta('og:description') || meta('description'),
      image: meta('og:image'),
    }
  }

  onopentagname(start: number, end: number): void {
    this.tag = this.nameAt(start, end)
    this.attributes = {}
    this.attribute = ''
    if (this.tag === 'body') this.finish()
  }

  onattribname(start: number, end: number): void {
    const name = this.nameAt(start, end)
    const isWanted = /^(?:property|name|content)$/.test(name)
    // The first of two equal attributes counts, as in browsers.
    this.attribute =
      this.tag === 'meta' && isWanted && this.attributes[name] === undefined ? name : ''
    if (this.attribute !== '') this.attributes[name] = ''
  }

  onattribdata(start: number, end: number): void {
    if (this.attribute !== '') this.addToAttribute(this.slice(start, end))
  }

  onattribentity(codePoint: number): void {
    if (this.attribute !== '') this.addToAttribute(String.fromCodePoint(codePoint))
  }

  onopentagend(): void {
    this.isInTitle = this.tag === 'title' && this.title === undefined
    if (this.isInTitle) this.title = ''
    if (this.tag === 'meta') this.noteMeta()
  }

  onselfclosingtag(): void {
    if (this.tag === 'meta') this.noteMeta()
  }

  onclosetag(start: number, end: number): void {
    const name = this.nameAt(start, end)
    if (name === 'title') this.isInTitle = false
    if (name === 'head') this.finish()
  }

  ontext(start: number, end: number): void {
    if (this.isInTitle) this.addToTitle(this.slice(start, end))
  }

  ontextentity(codePoint: number): void {
    if (this.isInTitle) this.addToTitle(String.fromCodePoint(codePoint))
  }

  onattribend(): void {
    this.attribute = ''
  }

  oncdata(): void {}
  oncomment(): void {}
  ondeclaration(): void {}
  onend(): void {}
  onprocessinginstruction(): void {}

  private noteMeta(): void {
    const { property, name, content } = this.attributes
    const key = (property ?? name ?? '').trim().toLowerCase()
    if (content === undefined || !metaNames.has(key) || this.metas.get(key)) return
    this.metas.set(key, content)
  }

  private addToAttribute(text: string): void {
    const value = this.attributes[this.attribute] ?? ''
    if (value.length < longestText) this.attributes[this.attribute] = value + text
  }

  private addToTitle(text: string): void {
    const title = this.title ?? ''
    if (title.length < longestText) this.title = title + text
  }

  private finish(): void {
    this.isDone = true
    this.tokenizer.pause()
  }

  private nameAt(start: number, end: number): string {
    return end - start > keptCharacters ? '' : this.slice(start, end).toLowerCase()
  }

  private slice(start: number, end: number): string {
    return this.text.slice(Math.max(start - this.offset, 0), end - this.offset)
  }
}
